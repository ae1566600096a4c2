package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
)

// docs/reports.md: the verdict and the level stand at the top, in words.
func TestHTMLCard(t *testing.T) {
	pass, reserved, problem := passing(), passing(), passing()
	reserved.Reservations = []string{"the challenge seed was given, not drawn in this run"}
	problem.Problems = []string{"no case was run"}
	for name, test := range map[string]struct {
		report *conformance.Report
		word   string
		notes  []string
	}{
		"pass": {pass, "Pass", nil},
		"reserved": {reserved, "Pass, no certificate",
			[]string{"No certificate: the challenge seed was given, not drawn in this run"}},
		"problem": {problem, "No verdict", []string{"Problem: no case was run"}},
		"fail": {failing(), "Fail", []string{"Not tested: not declared by the implementation: tspi.bundle",
			"Known: 1 failures were declared beforehand"}},
	} {
		t.Run(name, func(t *testing.T) {
			card := newHTMLPage([]*conformance.Report{test.report}).Cards[0]
			var notes []string
			for _, n := range card.Notes {
				notes = append(notes, n.Word+": "+n.Text)
			}
			if card.Word != test.word || card.Level != "hardened" || !slices.Equal(notes, test.notes) {
				t.Errorf("got %s, level %s, %q; want %s, %q", card.Word, card.Level, notes, test.word, test.notes)
			}
		})
	}
}

// The rules that most cases break come first; known and provisional failures
// break none.
func TestHTMLBrokenRules(t *testing.T) {
	var results []conformance.Result
	for i, clause := range []string{"5.orphan", "4.init", "4.init", "6.rows", "6.groups", "7.path", "8.shape"} {
		results = append(results, result(fmt.Sprintf("tspi/core/%s/%d", clause, i), clause, conformance.Fail))
	}
	known := result("tspi/core/4.hops/a", "4.hops", conformance.Fail)
	known.Known = "reason"
	card := newHTMLPage([]*conformance.Report{made(append(results, known)...)}).Cards[0]
	var got []string
	for _, b := range card.Broken {
		got = append(got, fmt.Sprint(b.ID, " ", b.Cases))
	}
	if want := []string{"4.init 2", "5.orphan 1", "6.rows 1", "6.groups 1", "7.path 1"}; !slices.Equal(got, want) ||
		card.MoreBroken != 1 {
		t.Errorf("got %q and %d more, want %q and 1", got, card.MoreBroken, want)
	}
}

func matrixLines(m htmlMatrix) []string {
	line := func(name string, cells []htmlCell) string {
		for _, c := range cells {
			name += fmt.Sprintf(" %s%s=%d", c.Letter, c.Verdict, c.Count)
		}
		return name
	}
	var lines []string
	for _, row := range m.Rows {
		lines = append(lines, line(row.Clause.ID, row.Cells))
	}
	return append(lines, line("all", m.Totals))
}

// docs/reports.md: the matrix is clause by verdict, implementations side by side. A case
// counts once, by the worst of its questions.
func TestHTMLMatrix(t *testing.T) {
	p := newHTMLPage([]*conformance.Report{failing(), passing()})
	want := []string{
		"4.init Apass=1 Afail=1 Acrash=0 Agarbage=1 Aunsupported=0 Askipped=0 Bpass=0 Bfail=0 Bcrash=0 Bgarbage=0 Bunsupported=0 Bskipped=0",
		"5.keep Apass=0 Afail=0 Acrash=0 Agarbage=0 Aunsupported=0 Askipped=1 Bpass=0 Bfail=0 Bcrash=0 Bgarbage=0 Bunsupported=0 Bskipped=0",
		"5.orphan Apass=1 Afail=1 Acrash=1 Agarbage=0 Aunsupported=0 Askipped=0 Bpass=1 Bfail=0 Bcrash=0 Bgarbage=0 Bunsupported=0 Bskipped=0",
		"8.input Apass=0 Afail=0 Acrash=0 Agarbage=0 Aunsupported=0 Askipped=0 Bpass=1 Bfail=0 Bcrash=0 Bgarbage=0 Bunsupported=0 Bskipped=0",
		"10.digest Apass=0 Afail=0 Acrash=0 Agarbage=0 Aunsupported=1 Askipped=0 Bpass=0 Bfail=0 Bcrash=0 Bgarbage=0 Bunsupported=0 Bskipped=0",
		"all Apass=2 Afail=2 Acrash=1 Agarbage=1 Aunsupported=1 Askipped=1 Bpass=2 Bfail=0 Bcrash=0 Bgarbage=0 Bunsupported=0 Bskipped=0",
	}
	if got := matrixLines(p.Matrix); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var choices []string
	for _, c := range p.Verdicts {
		choices = append(choices, fmt.Sprint(c.Value, " ", c.Count, " ", c.Chosen))
	}
	// 9 cases in all; two have to be looked at, as known and provisional ones have not.
	if want := []string{" 9 false", "red 2 true", "pass 4 false", "fail 2 false", "crash 1 false", "garbage 1 false",
		"unsupported 1 false", "skipped 1 false"}; !slices.Equal(choices, want) {
		t.Errorf("the filter has %q, want %q", choices, want)
	}
}

// A verdict of a case is the worst of its questions, and what was not asked does
// not read as a pass.
func TestHTMLWorstVerdict(t *testing.T) {
	for _, test := range []struct {
		verdicts []conformance.Verdict
		want     conformance.Verdict
	}{
		{[]conformance.Verdict{"pass", "pass"}, "pass"},
		{[]conformance.Verdict{"pass", "fail", "pass"}, "fail"},
		{[]conformance.Verdict{"fail", "hang"}, "hang"},
		{[]conformance.Verdict{"garbage", "hang"}, "garbage"},
		{[]conformance.Verdict{"garbage", "crash"}, "crash"},
		{[]conformance.Verdict{"unsupported"}, "unsupported"},
		{[]conformance.Verdict{"skipped"}, "skipped"},
	} {
		var results []conformance.Result
		for i, v := range test.verdicts {
			r := result("tspi/core/4.init/a", "4.init", v)
			r.Variant = i
			results = append(results, r)
		}
		entries := collectCases([]*conformance.Report{made(results...)})
		if o := entries[0].Outcomes[0]; len(entries) != 1 || o.Verdict != test.want {
			t.Errorf("%v: got %s", test.verdicts, o.Verdict)
		}
	}
}

// Of the questions of a case the plainest of each verdict is shown in full, the
// others by name.
func TestHTMLFailures(t *testing.T) {
	var results []conformance.Result
	for i := range 15 {
		r := result("tspi/core/4.init/a", "4.init", conformance.Fail)
		r.Variant, r.Verdict = i, conformance.Fail
		if i == 1 {
			r.Verdict = conformance.Crash
		}
		for range 14 {
			r.Differences = append(r.Differences, conformance.Difference{Path: "rows[1].decision", Want: "keep",
				Got: "nothing"})
		}
		results = append(results, r)
	}
	o := collectCases([]*conformance.Report{made(results...)})[0].Outcomes[0]
	if len(o.Failures) != 2 || o.Failures[0].Name != "the case as published" || o.Failures[1].Name != "challenge 1" ||
		o.Failures[1].Verdict != conformance.Crash || len(o.Failures[0].Differences) != 12 || o.Failures[0].More != 2 {
		t.Errorf("in full are %+v", o.Failures)
	}
	if want := "tspi conform --only 'tspi/core/4.init/a' --challenge off -- …"; o.Failures[0].Again != want {
		t.Errorf("again: %s", o.Failures[0].Again)
	}
	if want := "tspi conform --only 'tspi/core/4.init/a' --challenge 5eed -- …"; o.Failures[1].Again != want {
		t.Errorf("again: %s", o.Failures[1].Again)
	}
	if len(o.More) != 11 || o.More[0] != "challenge 2: fail" || o.More[10] != "and 3 questions more" {
		t.Errorf("by name are %q", o.More)
	}
}

// A page holds a bounded number of cases; the red ones are kept.
func TestHTMLKeepsTheRedCases(t *testing.T) {
	var results []conformance.Result
	for i := range maxHTMLCases + 3 {
		results = append(results, result(fmt.Sprintf("tspi/core/4.init/%05d", i), "4.init", conformance.Pass))
	}
	results[maxHTMLCases+2].Verdict = conformance.Fail
	groups, leftOut := groupCases(conformance.DefaultProfile().Clauses,
		collectCases([]*conformance.Report{made(results...)}), 1)
	cases := groups[0].Cases
	if len(groups) != 1 || len(cases) != maxHTMLCases || leftOut != 3 {
		t.Fatalf("%d cases are kept and %d left out", len(cases), leftOut)
	}
	if last := cases[len(cases)-1]; !last.Red || cases[len(cases)-2].ID != fmt.Sprintf("tspi/core/4.init/%05d",
		maxHTMLCases-2) {
		t.Errorf("the last ones are %s and %s", cases[len(cases)-2].ID, last.ID)
	}
	if _, leftOut := groupCases(conformance.DefaultProfile().Clauses, collectCases([]*conformance.Report{passing()}),
		1); leftOut != 0 {
		t.Errorf("of two cases %d are left out", leftOut)
	}
}

// Neither many reports nor clauses that the contract does not have make a page
// without bounds.
func TestHTMLIsBounded(t *testing.T) {
	var results []conformance.Result
	for i := range maxHTMLOutcomes/maxHTMLReports + 1 {
		results = append(results, result(fmt.Sprintf("tspi/core/x/%05d", i), fmt.Sprintf("99.%05d", i),
			conformance.Pass))
	}
	entries := collectCases([]*conformance.Report{made(results...)})
	groups, leftOut := groupCases(conformance.DefaultProfile().Clauses, entries, maxHTMLReports)
	if leftOut != 1 || len(groups) != maxHTMLClauses || groups[0].Clause.ID != "99.00000" ||
		groups[0].Clause.Rule != "" || len(groups[0].Cases) != 1 {
		t.Errorf("%d left out, %d groups", leftOut, len(groups))
	}
	long := strings.Repeat("x", 100_000)
	r := made(result(long, long, conformance.Fail))
	f := &r.Results[0]
	f.Title, f.Why, f.Known, f.Detail, f.Pair, f.Op, f.Level, f.Sent = long, long, long, long, long, long, long, long
	f.Differences = []conformance.Difference{{Clause: long, Path: long, Want: long, Got: long}}
	r.Implementation = conformance.Description{Name: long, Version: long, Language: long, Ops: []string{long},
		Levels: []string{long}, URL: long}
	if size, empty := len(rendered(t, HTML, r)), len(rendered(t, HTML, made())); size-empty > 60_000 {
		t.Errorf("one case takes %d bytes", size-empty)
	}
}

// What is wrong is counted as well: when a page is full, differences are only
// numbered.
func TestHTMLDifferencesAreCharged(t *testing.T) {
	f := htmlFailure{Detail: strings.Repeat("d", 500),
		Differences: []conformance.Difference{{Path: "p", Want: "w", Got: "g"}}, More: 2}
	d := drawer{left: 1}
	if d.charge(&f); d.left != 1-500-153 || len(f.Differences) != 1 || len(f.Detail) != 500 {
		t.Errorf("left %d, %+v", d.left, f)
	}
	if d.charge(&f); f.Differences != nil || f.More != 3 || len(f.Detail) > 70 {
		t.Errorf("on a full page %+v", f)
	}
}
