package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/plain"
)

// TextOptions say how a report for people is written.
type TextOptions struct {
	// Adapter is the end of a command that asks the same implementation again, as
	// "-- python3 adapter.py"; "" where that is not known.
	Adapter string
	// Verbose shows every failure with all that was sent, and all clauses. Otherwise a
	// report has at most [MaxTextLines] lines, however much fails.
	Verbose bool
}

// MaxTextLines is how many lines of [textWidth] columns a report has that is not
// verbose: two screens.
const (
	MaxTextLines = 80
	textWidth    = 79
)

// WriteText writes reports for people, one after the other: the causes of failures,
// the unsafe ones first, then the clauses, then the verdict.
func WriteText(out io.Writer, o TextOptions, reports ...*conformance.Report) error {
	w := bufio.NewWriter(plain.NewWriter(out))
	for i, r := range reports {
		if i > 0 {
			fmt.Fprintln(w)
		}
		t := textReport{TextOptions: o, report: r}
		for _, line := range t.lines() {
			fmt.Fprintln(w, line)
		}
	}
	return w.Flush()
}

// textReport is one report on its way to people.
type textReport struct {
	TextOptions
	report *conformance.Report
}

func (t *textReport) lines() []string {
	end := slices.Concat(t.problems(), t.clauses(), t.conclusion())
	budget := MaxTextLines - height(end)
	if t.Verbose {
		budget = 0
	}
	return append(t.causes(budget), end...)
}

// maxProblems is how many faults of the run itself are shown.
const maxProblems = 5

func (t *textReport) problems() []string {
	var lines []string
	faults := faultsOf(t.report)
	for i, fault := range faults {
		if i == maxProblems && !t.Verbose {
			lines = append(lines, fmt.Sprintf("PROBLEM  and %d more; --verbose shows them", len(faults)-i))
			break
		}
		lines = append(lines, "PROBLEM  "+t.clipped(fault)) // whole, for who looks for it in a log
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return lines
}

// clipped bounds a text of one paragraph. Ours are shorter; a saved report may hold
// any.
func (t *textReport) clipped(text string) string {
	if t.Verbose {
		return text
	}
	return plain.Clip(text, 3*textWidth)
}

// mostFailing are so many of the clauses: those with the most failures.
func mostFailing(groups []clauseResults, most int) map[string]bool {
	failures := func(g clauseResults) int {
		_, failed := g.split()
		return failed.cases + failed.variants
	}
	sorted := slices.SortedStableFunc(slices.Values(groups), func(a, b clauseResults) int {
		return cmp.Compare(failures(b), failures(a))
	})
	ids := map[string]bool{}
	for _, g := range sorted[:min(most, len(sorted))] {
		ids[g.clause.ID] = true
	}
	return ids
}

// maxClauses is how many clauses with failures are listed: those with the most.
const maxClauses = 8

// clauses is the table of clauses: those with failures, all the others together, and
// those of which nothing was asked.
func (t *textReport) clauses() []string {
	lines := []string{fmt.Sprintf("%-14s %24s %24s", "clause", "passed", "failed")}
	row := func(name string, passed, failed count) {
		lines = append(lines, fmt.Sprintf("%-14s %24s %24s", plain.Clip(name, 14), passed.short(), failed.short()))
	}
	var others, more struct {
		name           string // of the last
		clauses        int
		passed, failed count
	}
	listed, untouched := 0, 0
	groups := byClause(t.report.Clauses(), t.report.Results)
	worst := mostFailing(groups, maxClauses)
	for _, g := range groups {
		passed, failed := g.split()
		switch {
		case passed.none() && failed.none():
			untouched++
		case !t.Verbose && failed.none():
			others.clauses++
			others.name = g.clause.ID
			others.passed.add(passed)
		case !t.Verbose && !worst[g.clause.ID]:
			more.clauses++
			more.passed.add(passed)
			more.failed.add(failed)
		default:
			listed++
			row(g.clause.ID, passed, failed)
		}
	}
	if more.clauses > 0 {
		row(fmt.Sprintf("%d more", more.clauses), more.passed, more.failed)
	}
	if others.clauses > 0 {
		name := fmt.Sprintf("%d other", others.clauses)
		switch {
		case others.clauses == 1:
			name = others.name
		case listed == 0:
			name = "all " + plural(others.clauses, "clause", "clauses")
		}
		row(name, others.passed, count{})
	}
	if untouched > 0 {
		row(fmt.Sprintf("%d not asked", untouched), count{}, count{})
	}
	if len(lines) == 1 {
		return nil
	}
	return append(lines, "")
}

// contractWords name the profile of a report, unless it is the one that is judged by default.
func contractWords(r *conformance.Report) string {
	if r.Profile == conformance.DefaultProfile().Name {
		return ""
	}
	return "profile " + r.Profile + ", "
}

func (t *textReport) conclusion() []string {
	r := t.report
	d := r.Implementation
	lines := wrapped("", "  ", t.clipped(fmt.Sprintf("%s %s (%s), %slevel %s, suite %d (%s cases required)",
		d.Name, d.Version, d.Language, contractWords(r), r.Level, r.Suite.Version, grouped(r.Suite.Cases))))
	add := func(indent, format string, args ...any) {
		lines = append(lines, wrapped(indent, indent+"  ", t.clipped(fmt.Sprintf(format, args...)))...)
	}
	for _, v := range conformance.Verdicts() {
		asked, never := countVerdict(r, v)
		if !asked.none() {
			add("  ", "%s: %s", v, asked)
		}
		if !never.none() {
			add("  ", "never asked: %s", never)
		}
	}
	if r.Counts.Known > 0 {
		add("  ", "%s known", plural(r.Counts.Known, "failure", "failures"))
	}
	slow, hung := retried(r)
	if !slow.none() {
		add("  ", "answered only when asked once more, alone: %s", slow)
	}
	if !hung.none() {
		add("  ", "hung both times, also when asked alone: %s", hung)
	}
	if ops := untested(r); len(ops) > 0 {
		add("", "NOT TESTED, because the implementation does not declare it: %s", strings.Join(ops, ", "))
	}
	if r.Challenge.Seed != "" {
		add("", "challenge seed %s", r.Challenge.Seed)
	}
	switch {
	case r.Passed() && len(r.Reservations) == 0:
		add("", "PASS: every required case and challenge was answered right.")
	case r.Passed():
		add("", "PASS, but no certificate can be given:")
		for _, reservation := range r.Reservations {
			add("  ", "%s", reservation)
		}
	case len(r.Problems) > 0:
		add("", "NO VERDICT: the call has problems, as said above.")
	default:
		add("", "FAIL: this implementation does not keep the contract.")
	}
	if summary := classSummary(r); summary != "" {
		add("", "Failures: %s.", summary)
	}
	if !r.Passed() && len(r.Problems) == 0 && declaresCoreOnly(r) {
		add("", "It declares core only; --level core judges it by that law.")
	}
	if r.Level == "core" && conformance.LevelNote(r.Profile, r.Level) != "" {
		add("", "Core is the law as first published, with known holes; hardened closes them.")
	}
	return lines
}

// countVerdict counts the questions with a verdict: those that were asked, or left out
// on purpose, and those that a run which was given up still owed.
func countVerdict(r *conformance.Report, v conformance.Verdict) (asked, never count) {
	var a, n []*conformance.Result
	for i := range r.Results {
		switch result := &r.Results[i]; {
		case result.Verdict != v:
		case result.Detail == conformance.NeverAsked:
			n = append(n, result)
		default:
			a = append(a, result)
		}
	}
	return countOf(a), countOf(n)
}

// retried counts the questions that were asked once more, alone: those that were
// answered then, and those that were not in time again.
func retried(r *conformance.Report) (slow, hung count) {
	var answered, not []*conformance.Result
	for i := range r.Results {
		switch result := &r.Results[i]; {
		case !result.Retried:
		case result.Verdict == conformance.Hang:
			not = append(not, result)
		default:
			answered = append(answered, result)
		}
	}
	return countOf(answered), countOf(not)
}

// declaresCoreOnly reports whether a run went by a law that the implementation
// never claimed to keep.
func declaresCoreOnly(r *conformance.Report) bool {
	levels := r.Implementation.Levels
	return !slices.Contains(levels, r.Level) && slices.Contains(levels, "core")
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
