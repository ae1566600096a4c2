package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
)

const failingText = `5.orphan  A detached helper of an allowlisted kind and sufficient age is a close candidate.

  FAIL  tspi/core/5.orphan/a
  About tspi/core/5.orphan/a
    rows[410].decision: want candidate_safe_close, got requires_owner_check
    want no part of a command, got a piece of a command of the table (7.preview)
    why this case: Compares with >.
    its sibling: tspi/core/5.orphan/b (pass)
    sent to tspi.classify:
      ps_text of process_table:
        410 1 05:00 0.0 1 mcp
      owner_classes: {}
    again: tspi conform --only 'tspi/core/5.orphan/a' --challenge off -- …
`

// The report for people says, clause by clause, the rule, what was sent, what came
// back, what was wanted, and how to ask again (issue 4).
func TestTextOfAFailingRun(t *testing.T) {
	got := rendered(t, Text, failing())
	if !strings.HasPrefix(got, failingText) {
		t.Errorf("it begins with\n%s", got)
	}
	for _, want := range []string{
		"  CRASH  tspi/core/5.orphan/c challenge 2\n", "    the adapter ended before it answered (exit status 1)\n",
		"again: tspi conform --only 'tspi/core/5.orphan/c' --challenge 5eed -- …\n",
		"acme 2.1 (python), level hardened, suite 1 (6 cases required)\n", "       3 fail\n", "       1 of them known failures\n",
		"NOT TESTED, because the implementation does not declare it: tspi.bundle\n", "challenge seed 5eed\n",
		"FAIL: this implementation does not keep the contract.\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	for _, unwanted := range []string{"4.init/a", "4.init/p", "10.digest/a", "PASS", "certificate"} {
		if strings.Contains(got, unwanted) {
			t.Errorf("%q, which is known, not required, not tested or not so, is in\n%s", unwanted, got)
		}
	}
}

// A wrong rule fails everywhere in the same way: three cases of a clause are
// shown, and eight differences of a case; the others are counted.
func TestTextIsBounded(t *testing.T) {
	var results []conformance.Result
	for i := range 5 {
		r := result(fmt.Sprintf("tspi/core/5.orphan/%d", i), "5.orphan", conformance.Fail)
		for j := range 10 {
			r.Differences = append(r.Differences, conformance.Difference{Clause: "5.orphan", Path: fmt.Sprintf("rows[%d].age_s", j), Want: "1", Got: "2"})
		}
		results = append(results, r)
	}
	got := rendered(t, Text, made(results...))
	if strings.Count(got, "  FAIL  ") != 3 || !strings.Contains(got, "and 2 more cases of this clause") {
		t.Errorf("the cases are\n%s", got)
	}
	if strings.Count(got, "rows[7]") != 3 || strings.Contains(got, "rows[8]") || strings.Count(got, "and 2 differences more") != 3 {
		t.Errorf("the differences are\n%s", got)
	}
}

// The end of a report says what it is worth, and why there is no certificate.
func TestTextSaysWhatARunIsWorth(t *testing.T) {
	for name, test := range map[string]struct {
		change func(r *conformance.Report)
		want   string
	}{
		"all well":      {func(*conformance.Report) {}, "PASS: every required case and challenge was answered right.\n"},
		"reserved":      {func(r *conformance.Report) { r.Reservations = []string{"there were no challenges (--challenge off)"} }, "PASS, but no certificate can be given:\n  there were no challenges (--challenge off)\n"},
		"core":          {func(r *conformance.Report) { r.Level = "core" }, "Core is the law as first published, with known holes; hardened closes them.\n"},
		"a problem":     {func(r *conformance.Report) { r.Problems = []string{"no case was run"} }, "PROBLEM  no case was run\n"},
		"no verdict":    {func(r *conformance.Report) { r.Problems = []string{"no case was run"} }, "NO VERDICT"},
		"a shortcoming": {func(r *conformance.Report) { r.Shortcomings = []string{"operation tspi.audit: is required"} }, "PROBLEM  operation tspi.audit: is required\n"},
		"falls short":   {func(r *conformance.Report) { r.Shortcomings = []string{"operation tspi.audit: is required"} }, "FAIL: this implementation does not keep the contract.\n"},
		"given up":      {func(r *conformance.Report) { r.Aborted = "the adapter hung on 20 questions" }, "PROBLEM  the run was given up: the adapter hung on 20 questions\n"},
		"another level": {func(r *conformance.Report) {
			r.Results[0].Verdict, r.Implementation.Levels = conformance.Fail, []string{"core"}
			recount(r)
		}, "--level core judges it by that law"},
		"asked again": {func(r *conformance.Report) { r.Results[0].Retried = true }, "1 of them answered only when they were asked once more, alone"},
	} {
		r := passing()
		test.change(r)
		if got := rendered(t, Text, r); !strings.Contains(got, test.want) {
			t.Errorf("%s: %q is not in\n%s", name, test.want, got)
		}
	}
}

// Of a run that was given up only what was asked is shown; the rest would bury it.
func TestTextOfARunThatWasGivenUp(t *testing.T) {
	asked, never := result("tspi/core/5.orphan/a", "5.orphan", conformance.Crash), result("tspi/core/4.init/a", "4.init", conformance.Crash)
	asked.Detail, never.Detail = "the adapter ended", conformance.NeverAsked
	r := made(asked, never)
	r.Aborted = "the adapter gave no answer to 40 questions in a row"
	got := rendered(t, Text, r)
	if !strings.Contains(got, "CRASH  tspi/core/5.orphan/a") || strings.Contains(got, "4.init") || !strings.Contains(got, "given up") {
		t.Errorf("got\n%s", got)
	}
}

// A clause that this version does not know, in a report of another, is shown at
// the end and not lost; a sibling that was not asked is said to be so.
func TestTextOfAnUnknownClause(t *testing.T) {
	r := result("tspi/core/99.new/a", "99.new", conformance.Fail)
	r.Pair = "tspi/core/99.new/b"
	got := rendered(t, Text, made(r, result("tspi/core/5.orphan/a", "5.orphan", conformance.Fail)))
	if strings.Index(got, "5.orphan/a") > strings.Index(got, "99.new/a") || !strings.Contains(got, "tspi/core/99.new/b (not asked)") {
		t.Errorf("got\n%s", got)
	}
}
