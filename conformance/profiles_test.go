package conformance

import "testing"

// Guards docs/architecture.md, "How to add a profile": the names of the list are those of
// its profiles.
func TestProfileNames(t *testing.T) {
	names := ProfileNames()
	for i, p := range Profiles() {
		if p.Name != names[i] {
			t.Errorf("profile %d is called %s, and %s in the list", i, p.Name, names[i])
		}
	}
	if len(names) != 6 {
		t.Errorf("%d profiles, want 6", len(names))
	}
}
