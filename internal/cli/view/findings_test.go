package view_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/internal/goldendiff"
	"github.com/tspi-dev/harness/tspi"
)

// Guards harness.md, section 6: an audit's answer names code and subject, one
// finding a time, and a hostile subject cannot steer the terminal.
func TestFindings(t *testing.T) {
	for _, test := range []struct {
		name     string
		findings []tspi.Finding
		want     string
	}{
		{"none", nil, "No finding: the claim.\n"},
		{"a row",
			[]tspi.Finding{{ErrorCode: tspi.CodePrematureClose, Message: "too young", SubjectKind: tspi.SubjectRow,
				SubjectID: "7"}},
			"1 finding: the claim.\n  TSPI_PREMATURE_SAFE_CLOSE row 7\n      too young\n"},
		{"a row without a pid",
			[]tspi.Finding{{ErrorCode: tspi.CodePrematureClose, Message: "too young", SubjectKind: tspi.SubjectRow,
				SubjectID: "row"}},
			"1 finding: the claim.\n  TSPI_PREMATURE_SAFE_CLOSE row\n      too young\n"},
		{"the summary",
			[]tspi.Finding{{ErrorCode: tspi.CodeSummaryMismatch, Message: "m", SubjectKind: tspi.SubjectSummary,
				SubjectID: "summary"}},
			"1 finding: the claim.\n  TSPI_SUMMARY_MISMATCH summary\n      m\n"},
		{"two, one hostile", []tspi.Finding{
			{ErrorCode: tspi.CodeReleaseOverclaim, Message: "m", SubjectKind: tspi.SubjectGroup, SubjectID: "a\x1b[2J"},
			{ErrorCode: tspi.CodeProcessSignal, Message: "m", SubjectKind: tspi.SubjectGroup,
				SubjectID: strings.Repeat("k", 99)},
		}, "2 findings: the claim.\n  TSPI_OWNER_RELEASE_OVERCLAIM group a\uFFFD[2J\n      m\n" +
			"  TSPI_PROCESS_SIGNAL_FORBIDDEN group\n      " + strings.Repeat("k", 63) + "~\n      m\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			if err := view.Findings(&b, "the claim", test.findings, nil, view.Style{}); err != nil {
				t.Fatal(err)
			}
			answer, limits, said := strings.Cut(b.String(), "\nKnown limits: ")
			if answer != test.want || !said || !strings.HasPrefix(limits, "a verdict expires") {
				t.Errorf("got %q\nwant %q and the known limits", b.String(), test.want)
			}
		})
	}
}

// Guards docs/command-line.md: a difference from a golden receipt is one line a place.
func TestComparison(t *testing.T) {
	for _, test := range []struct{ name, theirs, want string }{
		{"the same bytes", `{"a":1}`, "mine is the golden result, byte for byte.\n"},
		{"the same fields", `{ "a": 1 }`, "mine agrees with the golden result.\n"},
		{"another value", `{"a":2}`, "mine differs from the golden result in 1 place:\n  /a: golden 1, yours 2\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := goldendiff.Compare([]byte(`{"a":1}`), []byte(test.theirs))
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := view.Comparison(&b, "result", "mine", c, view.Style{}); err != nil {
				t.Fatal(err)
			}
			if b.String() != test.want {
				t.Errorf("got %q, want %q", b.String(), test.want)
			}
		})
	}
}
