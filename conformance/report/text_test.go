package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
)

const failingText = `UNSAFE  leaks what no answer may hold, in 1 case and 1 variant
  7.preview  No key that carries a command, and no command_hash that is none.
    (1 case and 1 variant)
  tspi/core/5.orphan/a: About tspi/core/5.orphan/a
    want no part of a command, got a piece of a command of the table
      (7.preview)
    rows[410].decision: want candidate_safe_close, got requires_owner_check
    why this case: Compares with >.
    its sibling, which differs in one fact: tspi/core/5.orphan/b (pass)
    sent to tspi.classify:
      ps_text of process_table:
        410 1 05:00 0.0 1 mcp
      owner_classes: {}
    again: tspi conform --only 'tspi/core/5.orphan/a' --challenge off -- …
    all of them: tspi conform --verbose --challenge 5eed -- …

WRONG  gives no answer (crash): the adapter ended before it answered (exit
  status 1), in 1 variant
  tspi/core/5.orphan/c challenge 2: About tspi/core/5.orphan/c
    the adapter ended before it answered (exit status 1)
    again: tspi conform --only 'tspi/core/5.orphan/c' --challenge 5eed -- …

clause                           passed                   failed
5.orphan                         1 case    1 case and 2 variants
4.init                           1 case                        –
2 not asked                           –                        –

acme 2.1 (python), level hardened, suite 1 (6 cases required)
  pass: 2 cases
  fail: 2 cases and 1 variant
  crash: 1 variant
  garbage: 1 case
  unsupported: 1 case
  skipped: 1 case
  1 failure known
NOT TESTED, because the implementation does not declare it: tspi.bundle
challenge seed 5eed
FAIL: this implementation does not keep the contract.
Failures: unsafe in 1 case and 1 variant; wrong in 1 variant.
`

// The report for people leads to the cause: what is unsafe first, then the others, each
// with what was sent, what came back, what was wanted, and how to ask again (harness,
// section 6).
func TestTextOfAFailingRun(t *testing.T) {
	if got := rendered(t, Text, failing()); got != failingText {
		t.Errorf("it is\n%s", got)
	}
}

// However much fails, a report has two screens of 80 columns; the first cause is there,
// and where to see the others (harness, section 6: the default text fits a screen or two).
func TestTextIsBounded(t *testing.T) {
	var results []conformance.Result
	for _, clause := range conformance.DefaultProfile().Clauses {
		for i := range 5 {
			r := result(fmt.Sprintf("tspi/core/%s/a-%d", clause.ID, i), clause.ID, conformance.Fail)
			r.Why, r.Sent = strings.Repeat("why ", 200), strings.Repeat(strings.Repeat("sent ", 100)+"\n", 100)
			for j := range 30 {
				r.Differences = append(r.Differences, conformance.Difference{Clause: clause.ID, Kind: profile.KindValue,
					Path: fmt.Sprintf("rows[%d].f%d", j, i), Want: strings.Repeat("w ", 500),
					Got: strings.Repeat("g", 5000)})
			}
			results = append(results, r)
		}
	}
	r := made(results...)
	for range 50 {
		r.Problems = append(r.Problems, strings.Repeat("problem ", 100))
	}
	r.Implementation.Name = strings.Repeat("name ", 20_000)
	got := rendered(t, Text, r)
	if lines := strings.Count(got, "\n"); lines > MaxTextLines {
		t.Errorf("it has %d lines", lines)
	}
	if !strings.HasPrefix(got, "MOST FAILURES") && !strings.HasPrefix(got, "WRONG") ||
		!strings.Contains(got, "--verbose shows") {
		t.Errorf("it is\n%s", got)
	}
	if len(got) > MaxTextLines*400 {
		t.Errorf("it has %d bytes", len(got))
	}
}

// A verbose report shows each failing case, and every clause.
func TestTextThatIsVerbose(t *testing.T) {
	var results []conformance.Result
	for i := range 30 {
		r := result(fmt.Sprintf("tspi/core/5.orphan/%d", i), "5.orphan", conformance.Fail)
		r.Differences = []conformance.Difference{{Clause: "5.orphan", Kind: profile.KindValue, Path: "rows[1].age_s",
			Want: "1", Got: "2"}}
		results = append(results, r)
	}
	results = append(results, result("tspi/core/4.init/a", "4.init", conformance.Pass))
	var b strings.Builder
	if err := WriteText(&b, TextOptions{Verbose: true, Adapter: "-- ./mine"}, made(results...)); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "  FAIL  "); n != 30 {
		t.Errorf("%d cases are shown", n)
	}
	for _, want := range []string{"--only 'tspi/core/5.orphan/29' --challenge off --verbose -- ./mine\n",
		"\n4.init                           1 case                        –\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

// What a saved report says reaches a terminal without what it would obey (harness,
// section 6: control characters escaped).
func TestTextEscapes(t *testing.T) {
	r := failing()
	r.Results[4].Title = "a\x1b[2Jb\u202e"
	r.Implementation.Name = "\x1bPq"
	got := rendered(t, Text, r)
	if strings.ContainsAny(got, "\x1b\u202e") || !strings.Contains(got, `a\x1b[2Jb\u202e`) {
		t.Errorf("got\n%s", got)
	}
}

// The end of a report says what it is worth, and why there is no certificate.
func TestTextSaysWhatARunIsWorth(t *testing.T) {
	for name, test := range map[string]struct {
		change func(r *conformance.Report)
		want   string
	}{
		"all well": {func(*conformance.Report) {},
			"PASS: every required case and challenge was answered right.\n"},
		"reserved": {func(r *conformance.Report) {
			r.Reservations = []string{"there were no challenges (--challenge off)"}
		}, "PASS, but no certificate can be given:\n  there were no challenges (--challenge off)\n"},
		"core": {func(r *conformance.Report) {
			r.Level = "core"
		}, "Core is the law as first published, with known holes; hardened closes them.\n"},
		"a problem": {func(r *conformance.Report) {
			r.Problems = []string{"no case was run"}
		}, "PROBLEM  no case was run\n"},
		"no verdict": {func(r *conformance.Report) { r.Problems = []string{"no case was run"} }, "NO VERDICT"},
		"a shortcoming": {func(r *conformance.Report) {
			r.Shortcomings = []string{"operation tspi.audit: is required"}
		}, "PROBLEM  operation tspi.audit: is required\n"},
		"falls short": {func(r *conformance.Report) {
			r.Shortcomings = []string{"operation tspi.audit: is required"}
		}, "FAIL: this implementation does not keep the contract.\n"},
		"given up": {func(r *conformance.Report) {
			r.Aborted = "the adapter hung on 20 questions"
		}, "PROBLEM  the run was given up: the adapter hung on 20 questions\n"},
		"another level": {func(r *conformance.Report) {
			r.Results[0].Verdict, r.Implementation.Levels = conformance.Fail, []string{"core"}
			recount(r)
		}, "--level core judges it by that law"},
		"asked again": {func(r *conformance.Report) {
			r.Results[0].Retried = true
		}, "answered only when asked once more, alone: 1 case\n"},
		"hung twice": {func(r *conformance.Report) {
			r.Results[0].Retried, r.Results[0].Verdict = true, conformance.Hang
			recount(r)
		}, "hung both times, also when asked alone: 1 case\n"},
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
	asked, never := result("tspi/core/5.orphan/a", "5.orphan", conformance.Crash),
		result("tspi/core/4.init/a", "4.init", conformance.Crash)
	asked.Detail, never.Detail = "the adapter ended", conformance.NeverAsked
	r := made(asked, never)
	r.Aborted = "the adapter gave no answer to 40 questions in a row"
	got := rendered(t, Text, r)
	if !strings.Contains(got, "tspi/core/5.orphan/a: About") || strings.Contains(got, "4.init") ||
		!strings.Contains(got, "given up") {
		t.Errorf("got\n%s", got)
	}
}

// A clause that this version does not know, in a report of another, is shown at
// the end and not lost; a sibling that was not asked is said to be so.
func TestTextOfAnUnknownClause(t *testing.T) {
	r := result("tspi/core/99.new/a", "99.new", conformance.Fail)
	r.Pair = "tspi/core/99.new/b"
	known := result("tspi/core/5.orphan/a", "5.orphan", conformance.Fail)
	r.Differences = []conformance.Difference{{Clause: "99.new", Kind: profile.KindValue, Path: "x", Want: "1",
		Got: "2"}}
	known.Differences = []conformance.Difference{{Clause: "5.orphan", Kind: profile.KindValue, Path: "y", Want: "1",
		Got: "2"}}
	got := rendered(t, Text, made(r, known))
	if strings.Index(got, "\n5.orphan ") > strings.Index(got, "\n99.new ") ||
		!strings.Contains(got, "tspi/core/99.new/b (not asked)") {
		t.Errorf("got\n%s", got)
	}
}
