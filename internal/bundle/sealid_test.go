package bundle

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Ids are made of paths as names of the contract (section 1), one for each body.
func TestSealIDs(t *testing.T) {
	long := strings.Repeat("x", 80) + ".go"
	for path, want := range map[string]string{
		"a.go":       "a.go",
		"a/b/c.go":   "a.b.c.go",
		".hidden":    "hidden",
		"__init__":   "init__",
		"é b+c":      "b_c",
		"---":        "module",
		long:         long[len(long)-64:],
		"tool:v1-x_": "tool:v1-x_",
	} {
		if got := idFromPath(BodiesDir + "/" + path); got != want || !tspi.IsName(got) {
			t.Errorf("idFromPath(%q) = %q, want %q", path, got, want)
		}
	}
	n := newIDs(nil, map[string]ModuleOptions{"p/y": {ID: "a_b"}})
	got := []string{n.of(BodiesDir + "/a b"), n.of(BodiesDir + "/a+b"), n.of(BodiesDir + "/a+b"), n.of("p/y"),
		n.of(BodiesDir + "/" + long), n.of(BodiesDir + "/y" + long)}
	want := []string{"a_b-2", "a_b-3", "a_b-3", "a_b", long[len(long)-64:], long[len(long)-64:len(long)-2] + "-2"}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("ids %q, want %q", got, want)
	}
}
