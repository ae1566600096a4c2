package view

import (
	"fmt"
	"io"
	"strings"

	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/tspi"
)

// Findings writes the findings of an audit or a run. about says what was judged,
// as in "the claim"; it is printed as it is. p is the profile of facts, nil for tspi.
func Findings(w io.Writer, about string, findings []tspi.Finding, p *record.FactsProfile, s Style) error {
	var b strings.Builder
	if len(findings) == 0 {
		b.WriteString(s.green("No finding: "+about+".") + "\n")
	} else {
		b.WriteString(s.bold(count(len(findings), "finding", "findings")+": "+about+".") + "\n")
	}
	for _, finding := range findings {
		writeFinding(&b, finding, s)
	}
	b.WriteString("\n" + limits(p, s))
	return flush(w, &b)
}

func writeFinding(b *strings.Builder, finding tspi.Finding, s Style) {
	b.WriteString(wrap(Neutral(string(finding.ErrorCode))+" "+subjectWords(finding), "  ", "      ", s.prose()))
	b.WriteString(wrap(Neutral(finding.Message), "      ", "      ", s.prose()))
}

func subjectWords(finding tspi.Finding) string {
	kind, id := string(finding.SubjectKind), shorten(Neutral(finding.SubjectID), 64)
	if id == kind || finding.SubjectKind == tspi.SubjectSummary || finding.SubjectKind == tspi.SubjectClaim {
		return id
	}
	return fmt.Sprintf("%s %s", kind, id)
}
