package campaign

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/plain"
)

// WriteText writes a summary for people: the counterexamples, the unsafe ones first,
// then what was judged, then the verdict. again gives the commands that ask a
// counterexample once more; it may be nil.
func WriteText(out io.Writer, s *Summary, again func(*Counterexample) []string) error {
	worlds, err := worldsNamed(s.Profile)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(plain.NewWriter(out))
	for i, c := range worstFirst(s.Counterexamples()) {
		if i == maxCounterexamples {
			fmt.Fprintf(w, "and %d counterexamples more; --save DIR keeps all, --format json prints them\n\n",
				1+len(s.Further)-i)
			break
		}
		writeCounterexample(w, worlds, c, i == 0)
		if again != nil {
			for _, command := range again(c) {
				fmt.Fprintf(w, "  again: %s\n", command)
			}
		}
		fmt.Fprintln(w)
	}
	for _, shortcoming := range s.Shortcomings {
		fmt.Fprintf(w, "PROBLEM  %s\n", printable(shortcoming))
	}
	for _, problem := range s.Problems {
		fmt.Fprintf(w, "PROBLEM  %s\n", printable(problem))
	}
	if s.Aborted != "" {
		fmt.Fprintf(w, "PROBLEM  the run was given up: %s\n", printable(s.Aborted))
	}
	d := s.Implementation
	fmt.Fprintf(w, "%s %s (%s), level %s, beside %s\n", printable(d.Name), printable(d.Version), printable(d.Language),
		s.Level, printable(s.Model))
	fmt.Fprintf(w, "seed %s, %s judged, %d of %d shapes seen, held against %d of %d properties\n",
		s.Seed, judged(s, worlds.noun()), seenShapes(s), len(s.Shapes), askedRules(s), len(s.Rules))
	if len(s.Skipped) > 0 {
		fmt.Fprintf(w, "NOT LOOKED FOR, by --skip: %s\n", printable(strings.Join(s.Skipped, ", ")))
	}
	if s.Shard.Count > 1 {
		fmt.Fprintf(w, "shard %s only; tspi campaign merge joins the shards\n", s.Shard)
	}
	if t := s.Timing; t != nil {
		fmt.Fprintf(w, "%.0f %s a second, %d questions\n", t.TablesPerSecond, worlds.noun(), t.Questions)
		if t.Slow > 0 {
			fmt.Fprintf(w, "%d %s were answered in time only when they were asked once more, alone\n", t.Slow,
				worlds.noun())
		}
	}
	fmt.Fprintln(w, s.conclusion(worlds.noun()))
	return w.Flush()
}

// maxCounterexamples is how many are shown, the first in full.
const maxCounterexamples = 6

// worstFirst sorts counterexamples: those that nobody knew of before the others, the
// unsafe ones first, the smallest tables first.
func worstFirst(all []*Counterexample) []*Counterexample {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b *Counterexample) int {
		return cmp.Or(cmp.Compare(known(a), known(b)),
			cmp.Compare(slices.Index(conformance.Classes(), a.Class), slices.Index(conformance.Classes(), b.Class)),
			cmp.Compare(a.Shrunk.Rows, b.Shrunk.Rows), cmp.Compare(a.Case, b.Case))
	})
	return sorted
}

func judged(s *Summary, noun string) string {
	text := strconv.FormatUint(s.Cases, 10)
	if s.Planned > 0 && s.Shard.valid() {
		text += " of " + strconv.FormatUint(s.Shard.size(s.Planned), 10)
	}
	return text + " " + noun
}

func seenShapes(s *Summary) int {
	n := 0
	for _, count := range s.Shapes {
		if count.Tables > 0 {
			n++
		}
	}
	return n
}

func askedRules(s *Summary) int {
	n := 0
	for _, count := range s.Rules {
		if count.Tables > 0 {
			n++
		}
	}
	return n
}

func (s *Summary) conclusion(noun string) string {
	switch {
	case s.Verdict == Held && s.Counterexample != nil:
		return fmt.Sprintf("HELD, but for what is known: no other counterexample in %d %s, seed %s.", s.Cases, noun,
			s.Seed)
	case s.Verdict == Held:
		return fmt.Sprintf("HELD: no counterexample in %d %s, seed %s.", s.Cases, noun, s.Seed)
	case len(s.Further) > 0 && s.fails():
		return fmt.Sprintf("FAIL: %d properties do not hold; the first counterexample is case %d of seed %s.",
			1+len(s.Further), s.Counterexample.Case, s.Seed)
	case s.fails():
		return fmt.Sprintf("FAIL: case %d of seed %s is a counterexample.", s.Counterexample.Case, s.Seed)
	case s.Verdict == Failed:
		return "FAIL: this implementation does not keep the contract."
	case s.Interrupted:
		return fmt.Sprintf("NO VERDICT: interrupted; no counterexample in the %d %s until then.", s.Cases, noun)
	}
	return "NO VERDICT: the campaign has problems, as said above."
}

// known is 1 for a counterexample of which somebody knew, else 0.
func known(c *Counterexample) int {
	if c.Known != "" {
		return 1
	}
	return 0
}

// maxShownDifferences is how many are shown; the first say what is wrong.
const maxShownDifferences = 8

// writeCounterexample tells what failed, by what input: whole, or in a few lines.
func writeCounterexample(w io.Writer, worlds worlds, c *Counterexample, whole bool) {
	head := strings.ToUpper(string(c.Class))
	if c.Known != "" {
		head = "KNOWN, " + printable(c.Known) + ":"
	}
	fmt.Fprintf(w, "%s  does not hold: %s (%s)\n", head, printable(c.Rule), printable(string(c.Verdict)))
	if clause, ok := worlds.of().Clause(c.Clause); ok {
		fmt.Fprintf(w, "  broken: %s  %s\n", clause.ID, clause.Rule)
	}
	if c.During != "" {
		fmt.Fprintf(w, "  it was asked by %s\n", printable(c.During))
	}
	if c.Detail != "" {
		fmt.Fprintf(w, "    %s\n", printable(c.Detail))
	}
	if c.Wrote != "" {
		fmt.Fprintf(w, "    it wrote %s\n", printable(c.Wrote))
	}
	for i, d := range c.Differences {
		if i == maxShownDifferences || i == 1 && !whole {
			more := "differences"
			if len(c.Differences)-i == 1 {
				more = "difference"
			}
			fmt.Fprintf(w, "    and %d %s more\n", len(c.Differences)-i, more)
			break
		}
		where := ""
		if d.Path != "" {
			where = printable(d.Path) + ": "
		}
		fmt.Fprintf(w, "    %swant %s, got %s\n", where, printable(d.Want), printable(d.Got))
	}
	fmt.Fprintf(w, "  case %d, shrunk from %d %s to %d (%d smaller %s tried)\n", c.Case, c.Found.Rows,
		worlds.entities(), c.Shrunk.Rows, c.Tries, worlds.noun())
	switch {
	case c.Asked == 0:
		fmt.Fprintln(w, "  it was not asked again: the run was interrupted")
	case c.Failed == 0:
		fmt.Fprintf(w, "  FLAKY: asked again %d times, alone, it did not fail once, so it is not shrunk\n", c.Asked)
	case c.Flaky():
		fmt.Fprintf(w, "  FLAKY: asked again, alone, it failed %d of %d times\n", c.Failed, c.Asked)
	}
	if !whole {
		return
	}
	worlds.write(w, c)
	if c.Op != "" {
		fmt.Fprintf(w, "  operation: %s\n", printable(c.Op))
	}
}

// maxPrinted is how many characters of a text are shown.
const maxPrinted = 1000

// printable is a text with its control characters written out: a summary may come
// from anybody, and commands of tables are hostile on purpose.
func printable(text string) string {
	text = plain.Clip(text, maxPrinted)
	if !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsPrint(r) && r != '\t' || r == unicode.ReplacementChar
	}) {
		return text
	}
	return strconv.Quote(text)
}

// printableJSON is a document on one line, with what does not print as JSON escapes
// it: what is shown can be copied, and means the same.
func printableJSON(document jsontext.Value) string {
	v := document.Clone()
	if v.Compact() != nil {
		return printable(string(document))
	}
	var b strings.Builder
	for _, r := range string(v) {
		switch {
		case unicode.IsPrint(r) && r != unicode.ReplacementChar:
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// WriteReplay says for people what became of a counterexample that was asked
// again; c is nil where it does not fail any more.
func WriteReplay(out io.Writer, r *Replay, c *Counterexample) error {
	worlds, err := worldsNamed(r.Profile)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(plain.NewWriter(out))
	if c == nil {
		fmt.Fprintf(w, "HELD: the counterexample to %s (case %d of seed %s) does not fail any more.\n", r.Rule, r.Case,
			r.Seed)
		return w.Flush()
	}
	writeCounterexample(w, worlds, c, true)
	fmt.Fprintf(w, "\nFAIL: it still fails.\n")
	return w.Flush()
}
