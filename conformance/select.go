package conformance

import (
	"fmt"
	"slices"

	"github.com/tspi-dev/harness/internal/law"
)

// selection is the cases of a run, and those that were left out.
type selection struct {
	run     []*Case
	skipped []*Case
	// unsupported cases ask for an operation that the implementation does not
	// declare.
	unsupported []*Case
}

// choose selects the cases of a level by the options. Patterns that match
// nothing are problems.
func choose(s *Suite, o *Options, declared []string) (selection, []string) {
	var sel selection
	matched := map[string]bool{}
	for _, c := range s.Cases {
		if o.Level == law.Core && c.Level() != law.Core {
			continue
		}
		for _, pattern := range slices.Concat(o.Only, o.Skip) {
			if matchPattern(pattern, c.ID) {
				matched[pattern] = true
			}
		}
		switch {
		case len(o.Only) > 0 && !matchesAny(o.Only, c.ID):
		case matchesAny(o.Skip, c.ID):
			sel.skipped = append(sel.skipped, c)
		case !slices.Contains(declared, c.Op):
			sel.unsupported = append(sel.unsupported, c)
		default:
			sel.run = append(sel.run, c)
		}
	}
	var problems []string
	for _, pattern := range slices.Concat(o.Only, o.Skip) {
		if !matched[pattern] {
			problems = append(problems, fmt.Sprintf("pattern %s: matches no case at level %s", showPattern(pattern), o.Level))
		}
	}
	// An implementation that declares nothing of the suite falls short; that is no
	// fault of the call.
	if len(sel.run) == 0 && (len(o.Only)+len(o.Skip) > 0 || len(sel.unsupported) == 0) {
		problems = append(problems, "no case was run")
	}
	return sel, problems
}
