package drill

import (
	"slices"
	"testing"
)

// docs/drill.md, section 2: may_end are exactly the candidates of the hardened law,
// whichever of today's helpers and owners play.
func TestMayEndIsTheLaw(t *testing.T) {
	scenarios, err := Scenarios()
	if err != nil {
		t.Fatal(err)
	}
	if len(scenarios) < 40 {
		t.Errorf("%d scenarios, want at least 40", len(scenarios))
	}
	for _, s := range scenarios {
		for i := range helpers {
			c := Casting{Helpers: []string{helpers[i], helpers[(i+1)%len(helpers)]},
				Owners: []string{owners[i%len(owners)], owners[(i+1)%len(owners)]}, Reaper: "/usr/bin/python3 reaper.py"}
			for _, roles := range []Roles{c.Roles(s.ID), Casting{Reaper: c.Reaper}.Roles(s.ID)} {
				got, err := s.candidates(roles)
				if err != nil {
					t.Fatalf("%s: %v", s.ID, err)
				}
				if !slices.Equal(got, s.MayEnd) {
					t.Errorf("%s, helper %d: the law calls %s closable, the file says %s", s.ID, i, pidList(got), pidList(s.MayEnd))
				}
			}
		}
	}
}
