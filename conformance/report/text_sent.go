package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/plain"
)

// Of what was sent, a report that is not verbose shows so many lines, and so much of each.
const (
	maxSentLines = 12
	maxSentLine  = 3 * (textWidth - 8)
)

// sent is what was sent. A document is one line, and a long one is cut around what the
// failure is about.
func (t *textReport) sent(c *conformance.Cause, r *conformance.Result, most int) []string {
	if r.Sent == "" {
		return nil
	}
	lines := []string{"    sent to " + r.Op + ":"}
	for line := range strings.Lines(r.Sent) {
		line = strings.TrimRight(line, "\n")
		if !t.Verbose {
			line = around(line, siblingFacts(t.report, r), c.About(r))
			line = plain.Clip(line, maxSentLine)
		}
		lines = append(lines, folded("      ", line)...)
	}
	if more := len(lines) - 1 - most; more > 0 && most > 0 {
		lines = append(lines[:most], fmt.Sprintf("      … %d lines more: tspi cases show %s", more+1, r.Case))
	}
	return lines
}

var (
	pointerAtEnd = regexp.MustCompile(`at (/\S*)$`)              // "IDENT_INPUT_INVALID of facts at /records/0/pid"
	rowAtStart   = regexp.MustCompile(`^rows\[([^\]]+)\]`)       // "rows[g1].verdict"
	idAtEnd      = regexp.MustCompile(`^[A-Z][A-Z_]+ of (\S+)$`) // "IDENT_BOOT_IGNORED of g1"
)

// around leaves out the start of a long "NAME: JSON" where the place that a failure is about
// would not be seen: the fact that its sibling has otherwise, the member that has to be refused,
// or the first that has the row's or the finding's id.
func around(line string, facts []fact, about []conformance.Difference) string {
	name, text, isNamed := strings.Cut(line, ": ")
	if !isNamed || len(line) <= maxSentLine {
		return line
	}
	at := 0
	if i := slices.IndexFunc(facts, func(f fact) bool { return f.document == name }); i >= 0 {
		at = offsetOf(text, jsontext.Pointer(facts[i].pointer), "")
	} else if len(about) > 0 {
		d := &about[0]
		id := cmp.Or(firstMatch(rowAtStart, d.Path), firstMatch(idAtEnd, d.Want, d.Got))
		at = offsetOf(text, jsontext.Pointer(firstMatch(pointerAtEnd, d.Want, d.Got)), id)
	}
	const before = maxSentLine / 3
	if at <= 2*before {
		return line
	}
	for at -= before; !utf8.RuneStart(text[at]); at++ {
	}
	return name + ": … " + text[at:]
}

// firstMatch is what the pattern's group matches in the first text that it matches.
func firstMatch(pattern *regexp.Regexp, texts ...string) string {
	for _, text := range texts {
		if match := pattern.FindStringSubmatch(text); match != nil {
			return match[1]
		}
	}
	return ""
}

// offsetOf is where in a document the value at a pointer ends, or where it would stand, or the
// first string that is the id; 0 where there is none. What was sent need not be strict JSON.
func offsetOf(text string, pointer jsontext.Pointer, id string) int {
	d := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true),
		jsontext.AllowInvalidUTF8(true))
	at, deepest := 0, 0
	for {
		token, err := d.ReadToken()
		if err != nil {
			return at
		}
		if here := d.StackPointer(); pointer != "" && len(here) > deepest &&
			(here == pointer || strings.HasPrefix(string(pointer), string(here)+"/")) {
			at, deepest = int(d.InputOffset()), len(here)
		}
		if id != "" && token.Kind() == '"' && token.String() == id {
			return int(d.InputOffset())
		}
	}
}
