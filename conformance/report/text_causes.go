package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/plain"
)

// family is the causes of one difference: one for each clause that it breaks, or one
// that has nothing to do with a clause.
type family struct {
	causes  []*conformance.Cause
	results []*conformance.Result
}

// familiesOf are the causes of a report by difference, in their order.
func familiesOf(r *conformance.Report) []family {
	var families []family
	for i := range r.Causes {
		c := &r.Causes[i]
		if n := len(families); n == 0 || families[n-1].causes[0].Family != c.Family {
			families = append(families, family{})
		}
		f := &families[len(families)-1]
		f.causes = append(f.causes, c)
		f.results = append(f.results, c.Results...)
	}
	return families
}

// title names the class of a family and, in a line, what the implementation does and
// how often.
func (f *family) title() (class, text string) {
	c := f.causes[0]
	what := c.Effect
	if c.Kind == profile.KindMissed && len(f.causes) > 1 && !slices.ContainsFunc(f.results, raisesSomething) {
		what += " (findings is empty in every answer)"
	}
	switch {
	case c.Class == conformance.Unsafe:
	case !slices.Contains([]conformance.Verdict{conformance.Crash, conformance.Hang, conformance.Garbage},
		conformance.Verdict(c.Kind)):
		if c.Field != "" {
			what += ": " + c.Field
		}
	case c.Field != "":
		what += " (" + string(c.Kind) + "): " + c.Field
	default:
		what += " (" + string(c.Kind) + ")"
	}
	return strings.ToUpper(string(c.Class)) + "  ", what + ", in " + countOf(f.results).String()
}

// raisesSomething reports whether an answer that misses findings has others.
func raisesSomething(r *conformance.Result) bool {
	return slices.ContainsFunc(r.Differences, func(d conformance.Difference) bool {
		return d.Kind == profile.KindMissed && !strings.Contains(d.Got, "is empty")
	})
}

// fewFailures need no word on which cause explains most: all of them are seen at once.
const fewFailures = 20

// mostly is what stands first where another cause than the first explains most
// failures: the others may only follow from it.
func (t *textReport) mostly(families []family) []string {
	all := map[*conformance.Result]bool{}
	most := 0
	for i := range families {
		for _, r := range families[i].results {
			all[r] = true
		}
		if len(families[i].results) > len(families[most].results) {
			most = i
		}
	}
	if most == 0 || len(all) < fewFailures || 2*len(families[most].results) <= len(all) {
		return nil
	}
	f := &families[most]
	_, text := f.title()
	lines := wrapped("MOST FAILURES HAVE ONE CAUSE, and others may follow from it: ", "  ", t.clipped(text))
	if c := f.causes[0]; c.Clause != "" {
		lines = append(lines, wrapped("  "+plain.Clip(c.Clause, 20)+"  ", "    ",
			clauseText(conformance.RuleOf(t.report.Profile, c.Clause), c))...)
	}
	if c := f.causes[0]; len(c.About(c.Results[0])) > 0 {
		d := c.About(c.Results[0])[0]
		lines = append(lines,
			wrapped("  as in ", "    ", t.clipped(c.Results[0].Case+": "+differenceText(c.Results[0], &d)))...)
	}
	return append(lines, "")
}

// Levels of detail of a family, and of the first clause in it.
const (
	inFull  = iota // with what was sent
	inShort        // without
	inALine
)

// Lines of a report that is not verbose.
const (
	roomForOne = 4  // kept free for each cause behind one
	roomForAll = 12 // kept free at most
	least      = 24 // for the first cause, whatever follows
)

// causes are the lines of all causes, within a budget where the report is not verbose.
func (t *textReport) causes(budget int) []string {
	var lines []string
	families := familiesOf(t.report)
	lines = append(lines, t.mostly(families)...)
	if t.Verbose {
		for i := range families {
			lines = append(lines, t.familyWhole(&families[i])...)
		}
		return lines
	}
	for i := range families {
		left := len(families) - i - 1
		room := budget - height(lines) - min(left*roomForOne, roomForAll)
		if i == 0 {
			room = max(room, min(least, budget))
		}
		block := t.family(&families[i], room)
		if height(lines)+height(block)+2 > budget && i > 0 || height(block) > room && i > 0 && left > 0 {
			lines = append(lines, t.rest(families[i:], budget-height(lines))...)
			break
		}
		lines = append(lines, block...)
	}
	return lines
}

// family is a cause with the most detail that has room.
func (t *textReport) family(f *family, room int) []string {
	for detail := inFull; detail <= inALine; detail++ {
		if block := t.familyAt(f, detail); height(block) <= room || detail == inALine {
			return block
		}
	}
	return nil
}

// rest are causes for which there is no room but a line each, and where to see them.
func (t *textReport) rest(families []family, room int) []string {
	var lines []string
	for i := range families {
		if i == room-2 {
			break
		}
		class, text := families[i].title()
		lines = append(lines, plain.Clip(class+text, textWidth-1))
	}
	if more := len(families) - len(lines); more > 0 {
		lines = append(lines, fmt.Sprintf("and %s; --verbose shows all", plural(more, "cause more", "causes more")))
	}
	return append(lines, "")
}

// maxOthers is how many further clauses of a family get a line.
const maxOthers = 4

func (t *textReport) familyAt(f *family, detail int) []string {
	c := f.causes[0]
	class, text := f.title()
	lines := wrapped(class, "  ", t.clipped(text))
	if c.Clause == "" {
		if in := clausesOf(f.results); len(in) > 1 {
			lines = append(lines, wrapped("  in ", "    ", plural(len(in), "clause", "clauses")+", "+clauseList(in))...)
		}
	} else {
		lines = append(lines, wrapped("  "+plain.Clip(c.Clause, 20)+"  ", "    ",
			clauseText(conformance.RuleOf(t.report.Profile, c.Clause), c))...)
	}
	lines = append(lines, t.example(c, detail)...)
	for i, other := range f.causes[1:] {
		if i == maxOthers || i == 2 && detail == inALine {
			n := len(f.causes) - 1 - i
			lines = append(lines,
				fmt.Sprintf("  and in %s, as the table below counts", plural(n, "further clause", "further clauses")))
			break
		}
		lines = append(lines,
			plain.Clip(fmt.Sprintf("  %s: %s, such as %s", other.Clause, count{other.Cases, other.Variants},
				other.Examples[0]), textWidth))
	}
	return append(lines, "")
}

// clauseText is the rule of a cause, and how often it is broken.
func clauseText(rule string, c *conformance.Cause) string {
	if rule != "" {
		rule += " "
	}
	return fmt.Sprintf("%s(%s)", rule, count{c.Cases, c.Variants})
}

// example is the plainest failure of a cause, what else there is, and the commands that
// ask it again and show the others.
func (t *textReport) example(c *conformance.Cause, detail int) []string {
	r := c.Results[0]
	lines := wrapped("  ", "    ", t.clipped(resultName(r)+": "+r.Title))
	lines = append(lines, t.differences(c, r, 3)...)
	if detail == inFull {
		lines = append(lines, t.background(r)...)
		lines = append(lines, t.sent(c, r, maxSentLines)...)
	}
	if detail == inALine {
		return lines
	}
	for _, id := range c.Examples[1:] {
		lines = append(lines, t.also(c, id)...)
	}
	lines = append(lines, t.command("    again: ", r, false))
	if c.Cases+c.Variants > 1 {
		lines = append(lines, t.restCommand(c))
	}
	return lines
}

// also is a further case of a cause with the difference that it shows: what is the same in
// all of them is what is wrong.
func (t *textReport) also(c *conformance.Cause, id string) []string {
	i := slices.IndexFunc(c.Results, func(r *conformance.Result) bool { return r.Case == id })
	text := id
	if about := c.About(c.Results[i]); len(about) > 0 {
		text += ": " + differenceText(c.Results[i], &about[0])
	}
	return wrapped("    also ", "      ", plain.Clip(text, 2*textWidth-20))
}

// differences are what was wanted and what came, those that the cause is about first.
func (t *textReport) differences(c *conformance.Cause, r *conformance.Result, most int) []string {
	var lines []string
	if r.Detail != "" {
		lines = append(lines, wrapped("    ", "      ", t.clipped(r.Detail))...)
	}
	if r.Wrote != "" {
		lines = append(lines, wrapped("    it wrote ", "      ", t.clipped(r.Wrote))...)
	}
	differences := c.About(r)
	for i := range differences {
		if i == most {
			lines = append(lines, "    and "+plural(len(differences)-i, "difference more", "differences more"))
			break
		}
		lines = append(lines, wrapped("    ", "      ", t.clipped(differenceText(r, &differences[i])))...)
	}
	return lines
}

// background is the case's own word, and its sibling.
func (t *textReport) background(r *conformance.Result) []string {
	var lines []string
	if r.Why != "" {
		lines = append(lines, wrapped("    why this case: ", "      ", t.clipped(r.Why))...)
	}
	if r.Pair != "" {
		lines = append(lines, wrapped("    its sibling, which differs in one fact: ", "      ",
			r.Pair+verdictOf(t.report, r.Pair))...)
		for _, f := range siblingFacts(t.report, r) {
			lines = append(lines,
				wrapped("      ", "        ", fmt.Sprintf("%s %s: here %s, there %s", f.document, f.pointer, f.here,
					f.there))...)
		}
	}
	return lines
}

// command asks one question again.
func (t *textReport) command(before string, r *conformance.Result, verbose bool) string {
	line := before + "tspi conform " + againFlags(t.report, r)
	if verbose {
		line += " --verbose"
	}
	return line + " " + cmp.Or(t.Adapter, "-- …")
}

// restCommand shows all failures of a cause.
func (t *textReport) restCommand(c *conformance.Cause) string {
	line := "    all of them: tspi conform --verbose"
	// A leak breaks another clause than the case is about.
	if !slices.ContainsFunc(c.Results, func(r *conformance.Result) bool { return r.Clause != c.Clause }) {
		line += " --only '*/" + c.Clause + "/*'"
	}
	line += lawFlags(t.report)
	if t.report.Challenge.Seed == "" {
		line += " --challenge off"
	} else if isSeed(t.report.Challenge.Seed) {
		line += " --challenge " + t.report.Challenge.Seed
	}
	return line + " " + cmp.Or(t.Adapter, "-- …")
}

// familyWhole shows every failure of a cause.
func (t *textReport) familyWhole(f *family) []string {
	class, text := f.title()
	lines := append(wrapped(class, "  ", text), "")
	for _, c := range f.causes {
		if c.Clause != "" {
			lines = append(lines, wrapped("  "+plain.Clip(c.Clause, 20)+"  ", "    ",
				clauseText(conformance.RuleOf(t.report.Profile, c.Clause), c))...)
		}
		for _, results := range byCase(c.Results) {
			r := results[0]
			lines = append(lines, wrapped("  "+strings.ToUpper(string(r.Verdict))+"  ", "    ",
				resultName(r)+": "+r.Title)...)
			lines = append(lines, t.differences(c, r, maxDifferences)...)
			lines = append(lines, t.background(r)...)
			lines = append(lines, t.sent(c, r, 0)...)
			lines = append(lines, t.command("    again: ", r, true))
			if more := countOf(results[1:]); !more.none() {
				lines = append(lines, "    and so in "+more.String()+" of it")
			}
			lines = append(lines, "")
		}
	}
	return lines
}

// maxDifferences is how many differences of one result a verbose report shows; the
// first say what is wrong, and the others mostly follow from it.
const maxDifferences = 12

// byCase groups results by case, in the order of their first ones.
func byCase(results []*conformance.Result) [][]*conformance.Result {
	index := map[string]int{}
	var cases [][]*conformance.Result
	for _, r := range results {
		at, ok := index[r.Case]
		if !ok {
			at = len(cases)
			index[r.Case] = at
			cases = append(cases, nil)
		}
		cases[at] = append(cases[at], r)
	}
	return cases
}

// clauseCount is how many questions of a clause failed.
type clauseCount struct {
	id    string
	count count
}

// clausesOf counts results by clause, the most first.
func clausesOf(results []*conformance.Result) []clauseCount {
	by := map[string][]*conformance.Result{}
	for _, r := range results {
		by[r.Clause] = append(by[r.Clause], r)
	}
	var counts []clauseCount
	for id, some := range by {
		counts = append(counts, clauseCount{id, countOf(some)})
	}
	slices.SortFunc(counts, func(a, b clauseCount) int {
		return cmp.Or(cmp.Compare(b.count.cases, a.count.cases), cmp.Compare(b.count.variants, a.count.variants),
			cmp.Compare(a.id, b.id))
	})
	return counts
}

func clauseList(counts []clauseCount) string {
	var parts []string
	for i, c := range counts {
		if i == 4 {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, fmt.Sprintf("%s %d", c.id, c.count.cases+c.count.variants))
	}
	return strings.Join(parts, ", ")
}

// verdictOf says what became of another case as it is published.
func verdictOf(report *conformance.Report, id string) string {
	for i := range report.Results {
		if r := &report.Results[i]; r.Case == id && r.Variant == 0 && r.Repeat == 0 {
			return " (" + string(r.Verdict) + ")"
		}
	}
	return " (not asked)"
}

// againFlags are the flags that ask this one question again.
func againFlags(report *conformance.Report, r *conformance.Result) string {
	flags := "--only '" + r.Case + "'" + lawFlags(report)
	if r.Variant > 0 {
		return flags + " --challenge " + report.Challenge.Seed
	}
	return flags + " --challenge off"
}

// lawFlags name the law of a report, where it is another than that which is judged by
// without them. A profile of facts has one level, which needs no flag.
func lawFlags(report *conformance.Report) string {
	switch usual := conformance.DefaultProfile(); {
	case report.Profile != usual.Name:
		return " --profile " + plain.Clip(report.Profile, 20)
	case report.Level != usual.Level().String():
		return " --level " + report.Level
	}
	return ""
}

// isSeed reports whether a text can be the seed of a run as a shell takes it.
func isSeed(text string) bool {
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
}
