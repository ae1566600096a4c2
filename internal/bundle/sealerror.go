package bundle

import "strings"

// SealError says why a bundle was not sealed.
type SealError struct {
	Problems []SealProblem // at least one
}

// SealProblem is one thing that stands in the way.
type SealProblem struct {
	// Ref is the body's path relative to the bundle, where it is one that may be
	// shown; empty for the bundle as a whole.
	Ref     string
	Problem string // what is wrong and what to do
}

// Error returns all problems, one a line.
func (e *SealError) Error() string {
	var lines []string
	for _, p := range e.Problems {
		if p.Ref != "" {
			p.Problem = p.Ref + ": " + p.Problem
		}
		lines = append(lines, strings.TrimSuffix(p.Problem, "."))
	}
	return strings.Join(lines, "\n")
}

// add adds a problem with a body, as far as its path may be shown.
func (e *SealError) add(at ref, problem string) {
	shown := at.shownRef()
	if shown == "" && at.given {
		shown = "a body whose path is not shown"
	}
	e.Problems = append(e.Problems, SealProblem{shown, problem})
}

func sealError(name, problem string) *SealError {
	e := &SealError{}
	at := ref{}
	if name != "" {
		at = parseRef(name)
	}
	e.add(at, problem)
	return e
}
