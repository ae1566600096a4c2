package bundle

import "testing"

// Section 10: two refs are the same file when they are equal after ".", empty and
// "x/.." steps are taken out.
func TestRefs(t *testing.T) {
	for _, c := range []struct {
		ref, name string
		outside   bool
		shown     string
	}{
		{"source_modules/a.go", "source_modules/a.go", false, "source_modules/a.go"},
		{"./source_modules//a.go/.", "source_modules/a.go", false, "source_modules/a.go"},
		{"source_modules/x/../a.go", "source_modules/a.go", false, "source_modules/a.go"},
		{"source_modules/x/y/../../a.go", "source_modules/a.go", false, "source_modules/a.go"},
		{"x/../source_modules/a.go", "source_modules/a.go", false, "source_modules/a.go"},
		{"source_modules/...", "source_modules/...", false, "source_modules/..."},
		{"source_modules/a b.go", "source_modules/a b.go", false, ""},
		{"source_modules/x=/tmp/a", "source_modules/x=/tmp/a", false, ""},
		{"source_modules/-/Users/x", "source_modules/-/Users/x", false, "source_modules/-/Users/x"},
		{"source_modules/+/tmp/x", "source_modules/+/tmp/x", false, ""}, // the guard takes this one for a path
		{"../source_modules/a.go", "../source_modules/a.go", true, ""},
		{"source_modules/../../a.go", "../a.go", true, ""},
		{"../../a/../b", "../../b", true, ""},
		{"/source_modules/a.go", "/source_modules/a.go", true, ""},
		{"source_modules", "source_modules", true, ""},
		{"source_modules/..", "", true, ""},
		{"Source_modules/a.go", "Source_modules/a.go", true, ""},
		{`source_modules\a.go`, `source_modules\a.go`, true, ""},
		{"", "", true, ""},
	} {
		r := parseRef(c.ref)
		if got := r.name(); got != c.name {
			t.Errorf("%q: name %q, want %q", c.ref, got, c.name)
		}
		if got := r.leadsOutside(); got != c.outside {
			t.Errorf("%q: leadsOutside %v, want %v", c.ref, got, c.outside)
		}
		if got := r.shownRef(); got != c.shown {
			t.Errorf("%q: shown %q, want %q", c.ref, got, c.shown)
		}
	}
}

// Section 10, core: no ref may leave the bundle; one to the bundle itself leaves it
// not.
func TestRefsThatClimbOut(t *testing.T) {
	for ref, want := range map[string]bool{
		"": false, ".": false, "x/..": false, "a.go": false, "...": false, "x/../a.go": false,
		"/": true, "/a.go": true, "..": true, "../a.go": true, "x/../../a.go": true,
	} {
		if got := parseRef(ref).climbsOut(); got != want {
			t.Errorf("%q: climbs out: %v, want %v", ref, got, want)
		}
	}
}

// Section 1: names and shown refs are of ASCII letters and digits, and their
// neighbours in ASCII are none.
func TestAlnum(t *testing.T) {
	for _, c := range []byte("09azAZ5mM") {
		if !isAlnum(c) {
			t.Errorf("%q is none", c)
		}
	}
	for _, c := range []byte("/:@[`{\x80") {
		if isAlnum(c) {
			t.Errorf("%q is one", c)
		}
	}
}
