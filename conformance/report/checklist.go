package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// Checklist is a report of named items with a verdict each, in groups, which certifies
// nothing: a drill. [WriteChecklistJUnit] and [WriteChecklistMarkdown] write it in the
// look of the other reports; a page is a [ChartPage].
type Checklist struct {
	Name   string // as of the call, such as "tspi drill"
	Groups []ChecklistGroup
	// Verdict is that of the whole, in a word or two.
	Verdict string
}

// ChecklistGroup is a group of items.
type ChecklistGroup struct {
	Name  string
	Items []ChecklistItem
}

// ChecklistItem is one item.
type ChecklistItem struct {
	Name    string
	Verdict string
	Outcome ChecklistOutcome
	Seconds float64
	Lines   []string // what was seen
}

// ChecklistOutcome is how a reader of JUnit counts an item.
type ChecklistOutcome int

// The outcomes.
const (
	ChecklistPass ChecklistOutcome = iota
	ChecklistFail
	ChecklistError
	ChecklistSkip
)

// WriteChecklistJUnit writes a test suite for each group.
func WriteChecklistJUnit(w io.Writer, c Checklist) error {
	all := junitSuites{Name: c.Name}
	for _, group := range c.Groups {
		suite := junitSuite{Name: group.Name}
		for _, item := range group.Items {
			suite.add(checklistCase(group.Name, item))
		}
		all.Tests += suite.Tests
		all.Failures += suite.Failures
		all.Errors += suite.Errors
		all.Skipped += suite.Skipped
		all.Suites = append(all.Suites, suite)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func checklistCase(group string, item ChecklistItem) junitCase {
	c := junitCase{Name: item.Name, Class: "tspi." + group, Time: fmt.Sprintf("%.6f", item.Seconds)}
	outcome := &junitOutcome{Message: item.Verdict, Text: strings.Join(item.Lines, "\n")}
	switch item.Outcome {
	case ChecklistFail:
		c.Failure = outcome
	case ChecklistError:
		c.Error = outcome
	case ChecklistSkip:
		c.Skipped = outcome
	}
	return c
}

// WriteChecklistMarkdown writes a table with a row for each item.
func WriteChecklistMarkdown(out io.Writer, c Checklist) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "| %s | verdict | what was seen |\n| --- | --- | --- |\n", escapeCell(c.Name))
	for _, group := range c.Groups {
		for _, item := range group.Items {
			cells := make([]string, len(item.Lines))
			for i, line := range item.Lines {
				cells[i] = escapeCell(line)
			}
			fmt.Fprintf(
				w,
				"| %s | %s | %s |\n",
				escapeCell(item.Name),
				escapeCell(item.Verdict),
				strings.Join(cells, "<br>"),
			)
		}
	}
	fmt.Fprintf(w, "| **verdict** | **%s** | |\n", escapeCell(c.Verdict))
	return w.Flush()
}
