package conformance

import (
	"slices"
	"strings"
	"testing"
)

// A file of known failures has lines of a pattern and a reason; a line without a
// reason names itself (docs/writing-an-adapter.md).
func TestParseKnownFailures(t *testing.T) {
	known, err := ParseKnownFailures("# why\n\n  tspi/core/4.init/*   containers are not supported  \r\n*/a\tbecause\n")
	want := []KnownFailure{{"tspi/core/4.init/*", "containers are not supported"}, {"*/a", "because"}}
	if err != nil || !slices.Equal(known, want) {
		t.Errorf("got %v, %v", known, err)
	}
	for text, line := range map[string]string{"*/a because\n*/b\n": "line 2: ", "*/b   ": "line 1: ",
		"\n#\n*/b": "line 3: "} {
		if _, err := ParseKnownFailures(text); err == nil || !strings.HasPrefix(err.Error(), line) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if known, err := ParseKnownFailures(""); err != nil || known != nil {
		t.Errorf("nothing: %v, %v", known, err)
	}
}

// A known failure excuses wrong answers only: never a crash, a hang or garbage,
// which say nothing of the rule that a case is about. An entry that matches
// nothing, or nothing that still fails, is a problem: it would hide the next
// failure.
func TestKnownFailures(t *testing.T) {
	const id = "tspi/hardened/4.init/a"
	for name, test := range map[string]struct {
		verdict Verdict
		pattern string
		known   bool
		problem string
	}{
		"a wrong answer":   {Fail, "*/4.init/*", true, ""},
		"a right answer":   {Pass, "*/4.init/*", false, "is answered wrongly any more"},
		"a crash":          {Crash, "*/4.init/*", false, "is answered wrongly any more"},
		"a hang":           {Hang, "*/4.init/*", false, "is answered wrongly any more"},
		"garbage":          {Garbage, "*/4.init/*", false, "is answered wrongly any more"},
		"a skipped case":   {Skipped, "*/4.init/*", false, "is answered wrongly any more"},
		"an undeclared op": {Unsupported, "*/4.init/*", false, "is answered wrongly any more"},
		"nothing at all":   {Fail, "*/5.init/*", false, "matches no case that was run"},
	} {
		t.Run(name, func(t *testing.T) {
			results := []Result{{Case: "tspi/core/0.json/other", Verdict: Pass}, {Case: id, Verdict: test.verdict},
				{Case: id, Variant: 1, Verdict: test.verdict}}
			problems := applyKnown(results, []KnownFailure{{test.pattern, "so it is"}})
			for _, r := range results[1:] {
				if (r.Known == "so it is") != test.known {
					t.Errorf("known: %q", r.Known)
				}
			}
			if got := strings.Join(problems, ""); (test.problem == "") != (got == "") ||
				!strings.Contains(got, test.problem) {
				t.Errorf("the problems are %q", problems)
			}
		})
	}
}

// A run whose failures are all known passes, and is no ground for a certificate;
// one with a crash among them does not pass.
func TestRunsWithKnownFailures(t *testing.T) {
	files := part(t, 40)
	wrong := faulty{answer: rowFault(closeAll)}
	red := map[string]bool{}
	r := runFaulty(t, wrong, Options{Cases: files})
	for i := range r.Results {
		if !r.Results[i].Green() {
			red[r.Results[i].Case] = true
		}
	}
	var known []KnownFailure
	for id := range red {
		known = append(known, KnownFailure{id, "closes all"})
	}
	r = runFaulty(t, wrong, Options{Cases: files, Known: known, ChallengeMode: ChallengeSeed, Seed: r.Challenge.Seed})
	if !r.Passed() || r.Counts.Known == 0 || r.Counts.Known != r.Counts.ByVerdict[Fail] {
		t.Errorf("passed %v, %v, %q", r.Passed(), r.Counts, r.Problems)
	}
	if !slices.Contains(r.Certifiable(), "failures were declared to be known") ||
		!slices.Contains(r.Certifiable(), "not every required case and challenge passed") {
		t.Errorf("reasons %q", r.Certifiable())
	}
	r = runFaulty(t, faulty{}, Options{Cases: files, Known: known[:1]})
	if r.Passed() || len(r.Problems) != 1 {
		t.Errorf("nothing fails any more: passed %v, %q", r.Passed(), r.Problems)
	}
}
