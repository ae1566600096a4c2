package report

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
)

// factsFailure is a report of ident in which one published case fails.
func factsFailure(t *testing.T, d conformance.Difference, sent string) string {
	t.Helper()
	p, err := conformance.ProfileNamed("ident")
	if err != nil {
		t.Fatal(err)
	}
	suite, err := conformance.EmbeddedSuite(p, p.Suite)
	if err != nil {
		t.Fatal(err)
	}
	c, known := suite.Case("ident/core/5.verdict/command")
	if !known {
		t.Fatal("the suite has no such case")
	}
	r := result(c.ID, c.Clause, conformance.Fail)
	r.Op, r.Pair, r.Sent, r.Differences = c.Op, c.Pair, sent, []conformance.Difference{d}
	report := made(r)
	report.Profile, report.Level = "ident", "core"
	report.Suite.Version, report.Suite.Digest = suite.Version, suite.Digest
	report.Group()
	var text bytes.Buffer
	if err := WriteText(&text, TextOptions{}, report); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// A report of a profile of facts names the profile wherever it says a command, and the fact
// that the case's sibling has otherwise (harness, section 6: a report leads to the cause).
func TestReportsOfFactsNameProfileAndFact(t *testing.T) {
	got := factsFailure(t, conformance.Difference{Clause: "5.verdict", Kind: profile.KindMissed, Path: "findings",
		Want: "IDENT_CMDLINE_OWNERSHIP of g1", Got: "not raised"}, "facts: {}\n")
	for _, want := range []string{
		"    again: tspi conform --only 'ident/core/5.verdict/command' --profile ident --challenge off -- …\n",
		`      claim /events/0/verdict: here "owned", there "unverifiable"` + "\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if strings.Contains(got, "--level") {
		t.Errorf("a level is named of a profile that has one:\n%s", got)
	}
}

// A long document is cut around the place that the failure is about, wherever it stands.
func TestSentIsCutAroundTheCause(t *testing.T) {
	document := func(number int) string {
		id := func(n int) string { return "r" + strings.Repeat("0", 3-len(strconv.Itoa(n))) + strconv.Itoa(n) }
		var records []string
		for n := range 40 {
			pid := strconv.Itoa(100 + n)
			if n == number {
				pid = `"4120"`
			}
			records = append(records, `{"id":"`+id(n)+`","pid":`+pid+`}`)
		}
		return `facts: {"records":[` + strings.Join(records, ",") + "]}"
	}
	for name, d := range map[string]conformance.Difference{
		"pointer": {Want: "IDENT_INPUT_INVALID of facts at /records/30/pid", Got: "ok"},
		"row":     {Path: "rows[r030].verdict", Want: "owned", Got: "gone"},
		"finding": {Path: "findings", Want: "IDENT_BOOT_IGNORED of r030", Got: "not raised"},
	} {
		got := around(document(30), nil, []conformance.Difference{d})
		if at := strings.Index(got, `"4120"`); !strings.HasPrefix(got, "facts: … ") || at < 0 || at > maxSentLine {
			t.Errorf("%s: the value at fault is not seen in %.*q", name, maxSentLine, got)
		}
	}
	if got := around(document(0), nil, []conformance.Difference{{Path: "rows[r000].verdict"}}); got != document(0) {
		t.Errorf("what stands at the start is cut: %s", got)
	}
	fact := []fact{{document: "facts", pointer: "/records/30/pid"}}
	if got := around(document(30), fact, nil); !strings.Contains(got[:maxSentLine], `"4120"`) {
		t.Errorf("the fact that differs is not seen in %s", got)
	}
}
