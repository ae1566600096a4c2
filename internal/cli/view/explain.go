package view

import (
	"fmt"
	"io"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// Explanations writes why the rows of one pid were judged as they were: the
// kind with the words of the policy that matched, as far as show allows them, the
// chain hop by hop, why the walk stopped, and the rule that decided.
func Explanations(w io.Writer, in tspi.Inputs, explanations []tspi.Explanation, show Words, s Style) error {
	var b strings.Builder
	for i := range explanations {
		if i > 0 {
			b.WriteByte('\n')
		}
		explain(&b, in, &explanations[i], newKindWords(in, explanations[i].PID, show), s)
	}
	if n := len(explanations); n > 1 {
		b.WriteString("\n" + wrap(fmt.Sprintf("%d rows of the table have this pid; each is explained above.", n), "",
			"", s.prose()))
	}
	b.WriteString("\n" + limits(nil, s))
	return flush(w, &b)
}

func explain(b *strings.Builder, in tspi.Inputs, e *tspi.Explanation, words kindWords, s Style) {
	section := func(title, text string) { b.WriteString(wrap(title+": "+text, "", "  ", s.prose())) }
	if e.Helper == nil {
		b.WriteString(s.bold(fmt.Sprintf("pid %d is no helper", e.PID)) + "\n")
		b.WriteString(wrap(notHelperWords(e), "", "", s.prose()))
		words.write(b, e, section)
		return
	}
	h := e.Helper
	head := fmt.Sprintf("pid %d: %s, %s", e.PID, Neutral(h.ProcessKind), decisionWords(h.Decision))
	paint := s.bold
	if h.Decision == tspi.DecisionSafeClose {
		paint = s.green
	}
	b.WriteString(paint(head) + "\n\n")
	drawChain(b, e, s)
	b.WriteByte('\n')
	words.write(b, e, section)
	section("Chain", stopWords(in, e))
	section("Owner", fmt.Sprintf("%s (contract, section 4)", ownerWords(h)))
	section("Decision", fmt.Sprintf("%s, %s: %s", h.Decision, h.Reason, ruleWords(h)))
	if advice := adviceWords(in, e); advice != "" {
		section("What to do", advice)
	}
}
