package view

import (
	"fmt"
	"io"
	"strings"
)

// RedactedFacts are what there is to say of a fixture that was made publishable.
type RedactedFacts struct {
	Folder    string // as people call it
	Processes int
	Helpers   int
	Tokens    int // different tokens of the original that were looked for
}

// Redacted says that a fixture was written, what was checked, and what to look at.
func Redacted(w io.Writer, facts RedactedFacts, s Style) error {
	var b strings.Builder
	head := fmt.Sprintf("Wrote %s: %s, %s.", facts.Folder,
		count(facts.Processes, "process", "processes"), count(facts.Helpers, "helper", "helpers"))
	b.WriteString(paintLines(s.green, wrap(head, "", "", s.prose())))
	b.WriteString(wrap("Each row is classified as in the original, by both levels of the law.", "  - ", "    ",
		s.prose()))
	b.WriteString(
		wrap(fmt.Sprintf("None of the %s of its commands is left, but for words of the policy and the taxonomy.",
			count(facts.Tokens, "token", "tokens")), "  - ", "    ", s.prose()))
	b.WriteString(
		wrap(
			"Still told: how many processes ran and for how long, who started whom, which kinds and owners of the policy they are. "+
				"Look at process_table.json before you publish it.", "", "", s.prose()))
	return flush(w, &b)
}
