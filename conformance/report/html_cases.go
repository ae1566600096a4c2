package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/plain"
)

// htmlGroup is a clause and its cases.
type htmlGroup struct {
	Clause conformance.Clause
	Cases  []*htmlEntry
}

// htmlEntry is one case, with what became of it in each report.
type htmlEntry struct {
	ID, Title, Why, Op, Level, Rule, Pair string
	Clause                                string
	Red                                   bool // somebody has to look at it
	Outcomes                              []htmlOutcome
	// Table is the question as it is published, nil where it is not drawn;
	// NotDrawn then says why, where there is something to say.
	Table    *drawnTable
	NotDrawn string

	results [][]*conformance.Result // by report
}

// htmlOutcome is what became of a case in one report.
type htmlOutcome struct {
	At      int // which report
	Letter  string
	Name    string
	Verdict conformance.Verdict // the worst of its questions
	Known   string
	Tag     string // "known", "provisional" or ""
	Asked   int    // questions: the case, its challenges, repetitions
	Green   int
	// Failures are the plainest question of each verdict: the others go wrong in
	// the same way, mostly.
	Failures []htmlFailure
	// More are the names of further questions that went wrong.
	More []string
}

// htmlFailure is one question that went wrong.
type htmlFailure struct {
	Name        string
	Verdict     conformance.Verdict
	Detail      string
	Differences []conformance.Difference
	More        int // differences that are not shown
	Again       string
	// Table is the question, where it is not the published one. NotDrawn says why
	// there is none.
	Table    *drawnTable
	NotDrawn string

	result *conformance.Result
}

func (e *htmlEntry) isRedFor(report int) bool {
	return slices.ContainsFunc(e.results[report], isRed)
}

// Verdicts are the outcomes' verdicts by report letter, for the filter.
func (e *htmlEntry) Verdicts() string {
	var words []string
	for _, o := range e.Outcomes {
		words = append(words, o.Letter+":"+string(o.Verdict))
	}
	return strings.Join(words, " ")
}

// collectCases joins the results of all reports by case, in no order yet.
func collectCases(reports []*conformance.Report) []*htmlEntry {
	byID := map[string]*htmlEntry{}
	var entries []*htmlEntry
	for at, report := range reports {
		for i := range report.Results {
			r := &report.Results[i]
			e := byID[r.Case]
			if e == nil {
				e = &htmlEntry{ID: plain.Clip(r.Case, 200), Title: plain.Clip(r.Title, 300), Op: plain.Clip(r.Op, 60),
					Level:  plain.Clip(r.Level, 60),
					Clause: plain.Clip(r.Clause, 60), Pair: plain.Clip(r.Pair, 200),
					results: make([][]*conformance.Result, len(reports))}
				byID[r.Case] = e
				entries = append(entries, e)
			}
			if e.Why == "" {
				e.Why = plain.Clip(r.Why, 400)
			}
			e.results[at] = append(e.results[at], r)
		}
	}
	for _, e := range entries {
		for at, report := range reports {
			if len(e.results[at]) > 0 {
				e.Outcomes = append(e.Outcomes, outcomeOf(report, e.results[at], at))
				e.Red = e.Red || e.isRedFor(at)
			}
		}
	}
	return entries
}

// groupCases sorts the cases by clause and id, and keeps as many as a page of so
// many reports holds, the red ones first.
func groupCases(clauses []conformance.Clause, entries []*htmlEntry, reports int) (groups []htmlGroup, leftOut int) {
	most := min(maxHTMLCases, maxHTMLOutcomes/reports)
	if leftOut = len(entries) - most; leftOut > 0 {
		slices.SortStableFunc(entries, func(a, b *htmlEntry) int { return cmp.Compare(redFirst(a), redFirst(b)) })
		entries = entries[:most]
	}
	order := map[string]int{}
	for i, c := range clauses {
		order[c.ID] = i - len(clauses) // unknown ones, of another version, come last
	}
	slices.SortFunc(entries, func(a, b *htmlEntry) int {
		return cmp.Or(cmp.Compare(order[a.Clause], order[b.Clause]), cmp.Compare(a.Clause, b.Clause),
			cmp.Compare(a.ID, b.ID))
	})
	unknown := 0
	for _, e := range entries {
		clause, known := conformance.Clause{ID: e.Clause}, false
		if i, ok := order[e.Clause]; ok {
			clause, known = clauses[i+len(clauses)], true
		}
		e.Rule = clause.Rule
		if n := len(groups); n == 0 || groups[n-1].Clause.ID != e.Clause && unknown < maxHTMLClauses {
			groups = append(groups, htmlGroup{Clause: clause})
			if !known {
				unknown++
			}
		}
		g := &groups[len(groups)-1]
		g.Cases = append(g.Cases, e)
	}
	return groups, max(0, leftOut)
}

func redFirst(e *htmlEntry) int {
	if e.Red {
		return 0
	}
	return 1
}

// severity orders verdicts, the worst first. What was not asked is worse than a
// pass, because it must not read as one.
var severity = []conformance.Verdict{conformance.Crash, conformance.Garbage, conformance.Hang, conformance.Fail,
	conformance.Unsupported, conformance.Skipped, conformance.Pass}

const (
	shownFailedNames = 10
	shownDifferences = 12
)

func outcomeOf(report *conformance.Report, results []*conformance.Result, at int) htmlOutcome {
	results = slices.Clone(results)
	slices.SortStableFunc(results, func(a, b *conformance.Result) int {
		return cmp.Or(cmp.Compare(a.Variant, b.Variant), cmp.Compare(a.Repeat, b.Repeat))
	})
	o := htmlOutcome{At: at, Letter: letter(at), Name: shortName(report), Verdict: conformance.Pass}
	more := 0
	for _, r := range results {
		if slices.Index(severity, r.Verdict) < slices.Index(severity, o.Verdict) {
			o.Verdict = r.Verdict
		}
		if r.Verdict == conformance.Skipped || r.Verdict == conformance.Unsupported {
			continue
		}
		o.Asked++
		if r.Green() {
			o.Green++
			continue
		}
		o.Known = cmp.Or(o.Known, plain.Clip(r.Known, 200))
		if r.Provisional {
			o.Tag = "provisional"
		}
		switch {
		case !slices.ContainsFunc(o.Failures, func(f htmlFailure) bool { return f.Verdict == r.Verdict }):
			o.Failures = append(o.Failures, failureOf(report, r))
		case len(o.More) < shownFailedNames:
			o.More = append(o.More, questionName(r)+": "+string(r.Verdict))
		default:
			more++
		}
	}
	if o.Known != "" {
		o.Tag = "known"
	}
	if more > 0 {
		o.More = append(o.More, fmt.Sprintf("and %d questions more", more))
	}
	return o
}

// shortName names an implementation in a few words.
func shortName(r *conformance.Report) string {
	return plain.Clip(r.Implementation.Name+" "+r.Implementation.Version, 60)
}

// questionName names a question of a case.
func questionName(r *conformance.Result) string {
	name := "the case as published"
	if r.Variant > 0 {
		name = fmt.Sprintf("challenge %d", r.Variant)
	}
	if r.Repeat > 0 {
		name += ", asked again"
	}
	return name
}

func failureOf(report *conformance.Report, r *conformance.Result) htmlFailure {
	f := htmlFailure{Name: questionName(r), Verdict: r.Verdict, Detail: plain.Clip(r.Detail, 600), result: r,
		Again: "tspi conform " + plain.Clip(againFlags(report, r), 400) + " -- …"}
	shown := min(len(r.Differences), shownDifferences)
	f.More = len(r.Differences) - shown
	for _, d := range r.Differences[:shown] {
		f.Differences = append(f.Differences, conformance.Difference{
			Clause: plain.Clip(d.Clause, 60), Path: plain.Clip(d.Path, 200), Want: plain.Clip(d.Want, 300),
			Got: plain.Clip(d.Got, 300)})
	}
	return f
}
