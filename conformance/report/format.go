package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/tspi-dev/harness/conformance"
)

// Format is a way to render reports.
type Format string

const (
	Text     Format = "text"
	JSON     Format = "json"
	JUnit    Format = "junit"
	Markdown Format = "markdown"
	HTML     Format = "html"
)

// Formats returns all of them.
func Formats() []Format { return []Format{Text, JSON, JUnit, Markdown, HTML} }

// ParseFormat reads the name of a format.
func ParseFormat(name string) (Format, error) {
	if f := Format(name); slices.Contains(Formats(), f) {
		return f, nil
	}
	return "", fmt.Errorf("format: want one of %v, got %q", Formats(), name)
}

// Write renders one report or, side by side, several. JSON and JUnit take
// exactly one.
func Write(w io.Writer, f Format, reports ...*conformance.Report) error {
	if len(reports) == 0 {
		return fmt.Errorf("report: there is nothing to render")
	}
	switch f {
	case Markdown:
		return writeMarkdown(w, reports)
	case HTML:
		return writeHTML(w, reports)
	case Text:
		return WriteText(w, TextOptions{}, reports...)
	}
	if len(reports) > 1 {
		return fmt.Errorf("report: %s takes one report; several side by side go as html, markdown or text", f)
	}
	if f == JUnit {
		return writeJUnit(w, reports[0])
	}
	return writeJSON(w, reports[0])
}
