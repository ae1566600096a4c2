package view

import (
	"fmt"
	"io"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// Explanations writes why the rows of one pid were judged as they were: the
// chain hop by hop, why the walk stopped, and the rule that decided.
func Explanations(w io.Writer, in tspi.Inputs, explanations []tspi.Explanation, s Style) error {
	var b strings.Builder
	for i := range explanations {
		if i > 0 {
			b.WriteByte('\n')
		}
		explain(&b, in, &explanations[i], s)
	}
	if n := len(explanations); n > 1 {
		b.WriteString("\n" + wrap(fmt.Sprintf("%d rows of the table have this pid; each is explained above.", n), "", "", s.prose()))
	}
	b.WriteString("\n" + limits(s))
	return flush(w, &b)
}

func explain(b *strings.Builder, in tspi.Inputs, e *tspi.Explanation, s Style) {
	if e.Helper == nil {
		b.WriteString(s.bold(fmt.Sprintf("pid %d is no helper", e.PID)) + "\n")
		b.WriteString(wrap(notHelperWords(e), "", "", s.prose()))
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
	section := func(title, text string) { b.WriteString(wrap(title+": "+text, "", "  ", s.prose())) }
	if len(e.Excluded) > 0 {
		section("Kind", fmt.Sprintf("%s would take it by a match substring, and gives it up by an exclude substring (contract, section 3)",
			names(e.Excluded)))
	}
	section("Chain", stopWords(in, e))
	section("Owner", fmt.Sprintf("%s (contract, section 4)", ownerWords(h)))
	section("Decision", fmt.Sprintf("%s, %s: %s", h.Decision, h.Reason, ruleWords(h.Reason)))
	if advice := adviceWords(in, e); advice != "" {
		section("What to do", advice)
	}
}

func names(kinds []string) string {
	out := make([]string, len(kinds))
	for i, kind := range kinds {
		out[i] = Neutral(kind)
	}
	return strings.Join(out, ", ")
}

func notHelperWords(e *tspi.Explanation) string {
	switch e.NotHelper {
	case tspi.NotHelperPID:
		return "Pids 0 and 1 are never helpers (contract, section 3)."
	case tspi.NotHelperTitle:
		return "ps shows a process title in place of a command line: a zombie, a kernel thread, or a process whose arguments cannot be read. " +
			"Such rows are never helpers (contract, section 3)."
	case tspi.NotHelperExcluded:
		return fmt.Sprintf("The kinds %s match its command, and each gives it up by an exclude substring of the policy (contract, section 3).",
			names(e.Excluded))
	}
	return "No kind of the policy has a match substring that occurs in its command (contract, section 3). " +
		"It may still be the parent of helpers."
}
