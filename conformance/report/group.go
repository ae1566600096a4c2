package report

import (
	"fmt"
	"slices"

	"github.com/tspi-dev/harness/conformance"
)

// clauseResults are the results of the cases of one clause.
type clauseResults struct {
	clause  conformance.Clause
	results []*conformance.Result
}

func (g clauseResults) count(v conformance.Verdict) int {
	n := 0
	for _, r := range g.results {
		if r.Verdict == v {
			n++
		}
	}
	return n
}

// split counts the questions of a clause that passed, and those that failed.
func (g clauseResults) split() (passed, failed count) {
	var green, red []*conformance.Result
	for _, r := range g.results {
		switch {
		case r.Detail == conformance.NeverAsked:
		case isRed(r):
			red = append(red, r)
		case r.Green():
			green = append(green, r)
		}
	}
	return countOf(green), countOf(red)
}

// isRed reports whether somebody has to look at a result.
func isRed(r *conformance.Result) bool { return r.Failed() }

// byClause groups results in the contract's order. Clauses without a result are
// left out.
func byClause(clauses []conformance.Clause, results []conformance.Result) []clauseResults {
	index := map[string]int{}
	var groups []clauseResults
	for _, clause := range clauses {
		index[clause.ID] = len(groups)
		groups = append(groups, clauseResults{clause: clause})
	}
	for i := range results {
		at, ok := index[results[i].Clause]
		if !ok { // a saved report of another version
			at = len(groups)
			index[results[i].Clause] = at
			groups = append(groups, clauseResults{clause: conformance.Clause{ID: results[i].Clause}})
		}
		groups[at].results = append(groups[at].results, &results[i])
	}
	kept := groups[:0]
	for _, g := range groups {
		if len(g.results) > 0 {
			kept = append(kept, g)
		}
	}
	return kept
}

// resultName names a result: the case, the variant, the repetition.
func resultName(r *conformance.Result) string {
	name := r.Case
	if r.Variant > 0 {
		name += fmt.Sprintf(" challenge %d", r.Variant)
	}
	if r.Repeat > 0 {
		name += " again"
	}
	return name
}

// explain says in lines what went wrong with a result.
func explain(r *conformance.Result) []string {
	var lines []string
	if r.Detail != "" {
		lines = append(lines, r.Detail)
	}
	if r.Wrote != "" {
		lines = append(lines, "it wrote "+r.Wrote)
	}
	for i := range r.Differences {
		lines = append(lines, differenceText(r, &r.Differences[i]))
	}
	return lines
}

// differenceText is what was wanted and what came, in a line.
func differenceText(r *conformance.Result, d *conformance.Difference) string {
	line := "want " + d.Want + ", got " + d.Got
	if d.Path != "" {
		line = d.Path + ": " + line
	}
	if d.Clause != r.Clause {
		line += " (" + d.Clause + ")"
	}
	return line
}

// faultsOf are the faults of the run itself.
func faultsOf(r *conformance.Report) []string {
	faults := slices.Concat(r.Problems, r.Shortcomings)
	if r.Aborted != "" {
		faults = append(faults, "the run was given up: "+r.Aborted)
	}
	return faults
}
