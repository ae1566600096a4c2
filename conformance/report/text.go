package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance"
)

// maxShown is how many cases of one clause are shown in full. The others are
// counted: a wrong rule fails everywhere in the same way.
const maxShown = 3

// maxDifferences is how many differences of one result are shown; the first say
// what is wrong, and the others mostly follow from it.
const maxDifferences = 8

// writeText is the report for people: clause by clause the rule, what was sent,
// what came back, what was wanted, and how to ask again.
func writeText(out io.Writer, r *conformance.Report) error {
	w := bufio.NewWriter(out)
	for _, group := range byClause(r.Results) {
		writeClause(w, r, group)
	}
	for _, fault := range faultsOf(r) {
		fmt.Fprintf(w, "PROBLEM  %s\n\n", fault)
	}
	writeConclusion(w, r)
	return w.Flush()
}

func writeClause(w io.Writer, r *conformance.Report, g clauseResults) {
	cases := redCases(g.red())
	if len(cases) == 0 {
		return
	}
	fmt.Fprintf(w, "%s  %s\n", g.clause.ID, g.clause.Rule)
	for i, results := range cases {
		if i == maxShown {
			fmt.Fprintf(w, "\n  and %d more cases of this clause\n", len(cases)-i)
			break
		}
		writeResult(w, r, results[0])
		if more := len(results) - 1; more > 0 {
			fmt.Fprintf(w, "    and so for %d challenges of it\n", more)
		}
	}
	fmt.Fprintln(w)
}

// redCases groups results by case; the plainest question of each comes first.
func redCases(red []*conformance.Result) [][]*conformance.Result {
	var cases [][]*conformance.Result
	for _, r := range red {
		if n := len(cases); n > 0 && cases[n-1][0].Case == r.Case {
			cases[n-1] = append(cases[n-1], r)
			continue
		}
		cases = append(cases, []*conformance.Result{r})
	}
	return cases
}

func writeResult(w io.Writer, report *conformance.Report, r *conformance.Result) {
	fmt.Fprintf(w, "\n  %s  %s\n", strings.ToUpper(string(r.Verdict)), resultName(r))
	fmt.Fprintf(w, "  %s\n", r.Title)
	lines := explain(r)
	for i, line := range lines {
		if i == maxDifferences {
			fmt.Fprintf(w, "    and %d differences more\n", len(lines)-i)
			break
		}
		fmt.Fprintf(w, "    %s\n", line)
	}
	if r.Why != "" {
		fmt.Fprintf(w, "    why this case: %s\n", r.Why)
	}
	if r.Pair != "" {
		fmt.Fprintf(w, "    its sibling: %s%s\n", r.Pair, verdictOf(report, r.Pair))
	}
	if r.Sent != "" {
		fmt.Fprintf(w, "    sent to %s:\n", r.Op)
		for line := range strings.Lines(r.Sent) {
			fmt.Fprintf(w, "      %s\n", strings.TrimRight(line, "\n"))
		}
	}
	fmt.Fprintf(w, "    again: tspi conform %s -- …\n", againFlags(report, r))
}

// verdictOf says what became of another case as it is published.
func verdictOf(report *conformance.Report, id string) string {
	for i := range report.Results {
		if r := &report.Results[i]; r.Case == id && r.Variant == 0 && r.Repeat == 0 {
			return " (" + string(r.Verdict) + ")"
		}
	}
	return " (not asked)"
}

// againFlags are the flags that ask this one question again.
func againFlags(report *conformance.Report, r *conformance.Result) string {
	flags := "--only '" + r.Case + "'"
	if report.Level != "hardened" {
		flags += " --level " + report.Level
	}
	if r.Variant > 0 {
		return flags + " --challenge " + report.Challenge.Seed
	}
	return flags + " --challenge off"
}

func writeConclusion(w io.Writer, r *conformance.Report) {
	d := r.Implementation
	fmt.Fprintf(w, "%s %s (%s), level %s, suite %d (%d cases required)\n",
		d.Name, d.Version, d.Language, r.Level, r.Suite.Version, r.Suite.Cases)
	for _, v := range conformance.Verdicts() {
		if n := r.Counts.ByVerdict[v]; n > 0 {
			fmt.Fprintf(w, "  %6d %s\n", n, v)
		}
	}
	if r.Counts.Known > 0 {
		fmt.Fprintf(w, "  %6d of them known failures\n", r.Counts.Known)
	}
	if n := retried(r); n > 0 {
		fmt.Fprintf(w, "  %6d of them answered only when they were asked once more, alone\n", n)
	}
	writeUntested(w, r)
	if r.Challenge.Seed != "" {
		fmt.Fprintf(w, "challenge seed %s\n", r.Challenge.Seed)
	}
	switch {
	case r.Passed() && len(r.Reservations) == 0:
		fmt.Fprintln(w, "PASS: every required case and challenge was answered right.")
	case r.Passed():
		fmt.Fprintln(w, "PASS, but no certificate can be given:")
	case len(r.Problems) > 0:
		fmt.Fprintln(w, "NO VERDICT: the call has problems, as said above.")
	default:
		fmt.Fprintln(w, "FAIL: this implementation does not keep the contract.")
		writeLevelHint(w, r)
	}
	if r.Passed() {
		for _, reservation := range r.Reservations {
			fmt.Fprintf(w, "  %s\n", reservation)
		}
	}
	if r.Level == "core" {
		fmt.Fprintln(w, "Core is the law as first published, with known holes; hardened closes them.")
	}
}

func retried(r *conformance.Report) int {
	n := 0
	for i := range r.Results {
		if r.Results[i].Retried {
			n++
		}
	}
	return n
}

// writeLevelHint helps who wrote for another level than the default.
func writeLevelHint(w io.Writer, r *conformance.Report) {
	if declaresCoreOnly(r) {
		fmt.Fprintln(w, "It declares core only; --level core judges it by that law.")
	}
}

// declaresCoreOnly reports whether a run went by a law that the implementation
// never claimed to keep.
func declaresCoreOnly(r *conformance.Report) bool {
	levels := r.Implementation.Levels
	return !slices.Contains(levels, r.Level) && slices.Contains(levels, "core")
}

// writeUntested says loudly what was not tested.
func writeUntested(w io.Writer, r *conformance.Report) {
	if ops := untested(r); len(ops) > 0 {
		fmt.Fprintf(w, "NOT TESTED, because the implementation does not declare it: %s\n", strings.Join(ops, ", "))
	}
}

// untested are the operations that were left out because the implementation does
// not declare them.
func untested(r *conformance.Report) []string {
	var ops []string
	seen := map[string]bool{}
	for i := range r.Results {
		if op := r.Results[i].Op; r.Results[i].Verdict == conformance.Unsupported && !seen[op] {
			seen[op] = true
			ops = append(ops, op)
		}
	}
	return ops
}
