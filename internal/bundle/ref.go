package bundle

import (
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// ref is where a row of the manifest says that a body is.
type ref struct {
	given bool // the row names a file at all
	// steps are what is left after ".", empty and "x/.." steps are taken out
	// (contract, section 10). A ref that climbs out begins with "..".
	steps    []string
	absolute bool
}

func parseRef(s string) ref {
	r := ref{given: true, absolute: strings.HasPrefix(s, "/")}
	for step := range strings.SplitSeq(s, "/") {
		switch {
		case step == "" || step == ".":
		case step == ".." && len(r.steps) > 0 && r.steps[len(r.steps)-1] != "..":
			r.steps = r.steps[:len(r.steps)-1]
		default:
			r.steps = append(r.steps, step)
		}
	}
	return r
}

// name is one spelling for all refs to the same file. The file of an absolute
// ref is another one than that of a relative ref with the same steps.
func (r ref) name() string {
	name := strings.Join(r.steps, "/")
	if r.absolute {
		return "/" + name
	}
	return name
}

// leadsOutside reports whether the ref, as it is spelt, is that of no file under
// source_modules/.
func (r ref) leadsOutside() bool {
	return r.absolute || len(r.steps) < 2 || r.steps[0] != BodiesDir
}

// climbsOut reports whether the ref, as it is spelt, leaves the bundle.
func (r ref) climbsOut() bool {
	return r.absolute || len(r.steps) > 0 && r.steps[0] == ".."
}

// shownRef is the ref as a record may hold it: a plain one, of letters, digits
// and _ . + @ -, that is no host path by the guard; otherwise "".
func (r ref) shownRef() string {
	if r.leadsOutside() {
		return ""
	}
	name := r.name()
	for i := range len(name) {
		if c := name[i]; !isAlnum(c) && strings.IndexByte("_.+@-/", c) < 0 {
			return ""
		}
	}
	if tspi.HoldsPath(name, tspi.Hardened) {
		return ""
	}
	return name
}
