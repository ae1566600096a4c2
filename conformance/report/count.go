package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/conformance"
)

// count is a number of published cases and of perturbed variants: two numbers, since
// a variant is no case of its own.
type count struct{ cases, variants int }

// countOf counts the questions among results, each once however often it was asked.
func countOf(results []*conformance.Result) count {
	cases, variants := conformance.CountQuestions(results)
	return count{cases, variants}
}

func (c *count) add(d count) {
	c.cases += d.cases
	c.variants += d.variants
}

func (c count) none() bool { return c == count{} }

// String is the count in words, as "944 cases and 2,161 variants".
func (c count) String() string {
	switch {
	case c.variants == 0:
		return plural(c.cases, "case", "cases")
	case c.cases == 0:
		return plural(c.variants, "variant", "variants")
	}
	return plural(c.cases, "case", "cases") + " and " + plural(c.variants, "variant", "variants")
}

// short is [count.String] for a column of a table.
func (c count) short() string {
	if c.none() {
		return "–"
	}
	return c.String()
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

// grouped writes a number with commas between its thousands.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// classCount is how many questions failed in a class. One that fails in two counts in
// both.
type classCount struct {
	Class conformance.Class
	Count count
}

// classCounts are those of the classes that have failures, the unsafe ones first.
func classCounts(r *conformance.Report) []classCount {
	results := map[conformance.Class][]*conformance.Result{}
	for i := range r.Causes {
		c := &r.Causes[i]
		results[c.Class] = append(results[c.Class], c.Results...)
	}
	var counts []classCount
	for _, class := range conformance.Classes() {
		if n := countOf(results[class]); !n.none() {
			counts = append(counts, classCount{class, n})
		}
	}
	return counts
}

// classSummary is a line of all classes with failures, "" where nothing failed.
func classSummary(r *conformance.Report) string {
	var parts []string
	for _, c := range classCounts(r) {
		parts = append(parts, fmt.Sprintf("%s in %s", c.Class, c.Count))
	}
	return strings.Join(parts, "; ")
}
