package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/secretscan"
	"github.com/tspi-dev/harness/tspi"
)

// newFinding makes a finding with the fixed message of its code and, behind it,
// what more is to be said.
func newFinding(code tspi.Code, kind tspi.SubjectKind, subject, more string) tspi.Finding {
	return tspi.Finding{ErrorCode: code, SubjectKind: kind, SubjectID: subject,
		Message: strings.TrimSpace(tspi.MessageOf(code) + " " + more)}
}

// place tells where in a document a leak is, as far as that may be told: keys
// may hold anything.
func place(document tspi.Value, leak tspi.Leak, level tspi.Level) string {
	safe := tspi.SafePointer(leak.Pointer)
	if safe == "" || tspi.HoldsPath(safe, tspi.Hardened) {
		return ""
	}
	object, _ := document.(tspi.Object)
	if text, ok := object.Get("ps_text"); ok && leak.Pointer == "/ps_text" && leak.Code == tspi.CodeAbsolutePath {
		if line := firstLineWithPath(text, level); line > 0 {
			return fmt.Sprintf("It stands in line %d of %s.", line, safe)
		}
	}
	return "It stands at " + safe + "."
}

// firstLineWithPath is the number of the line, from 1; 0 where there is none.
func firstLineWithPath(text tspi.Value, level tspi.Level) int {
	lines, _ := text.(string)
	number := 0
	for line := range strings.Lines(lines) {
		number++
		if tspi.HoldsPath(line, level) {
			return number
		}
	}
	return 0
}

// scanText scans one text. Where it is not clean, or could not be searched, the
// finding says so by rule and line, never by what was found.
func scanText(scanner secretscan.Scanner, text []byte, document tspi.Value, kind tspi.SubjectKind,
	subject string) scanned {
	hits, err := scanner.Scan(text, document)
	switch {
	case err != nil:
		return scanned{status: NotRun, findings: []tspi.Finding{
			newFinding(tspi.CodeSecret, kind, subject, "It could not be scanned.")}}
	case len(hits) > 0:
		return scanned{status: Blocked, hits: len(hits), findings: []tspi.Finding{
			newFinding(tspi.CodeSecret, kind, subject, describeHits(hits))}}
	}
	return scanned{status: Pass}
}

// scanned is the outcome of one scan.
type scanned struct {
	status   Status // pass, blocked, or not_run where the text could not be searched
	hits     int
	findings []tspi.Finding
}

// add takes in the outcome of another scan.
func (s *scanned) add(one scanned) {
	s.status = worse(s.status, one.status)
	s.hits += one.hits
	s.findings = append(s.findings, one.findings...)
}

// worse is the outcome of two scans together: a text that could not be searched
// counts for more than a hit, and a hit for more than a clean text.
func worse(a, b Status) Status {
	if a == NotRun || b == Pass {
		return a
	}
	return b
}

// describeHits names the rules that hit, each with the first line where it did.
func describeHits(hits []secretscan.Hit) string {
	var told []string
	var rules []string
	for _, hit := range hits {
		if slices.Contains(rules, hit.Rule) {
			continue
		}
		rules = append(rules, hit.Rule)
		if hit.Line > 0 {
			told = append(told, fmt.Sprintf("%s (line %d)", hit.Rule, hit.Line))
		} else {
			told = append(told, hit.Rule+" (escaped)")
		}
	}
	return "Rules: " + strings.Join(told, ", ") + "."
}
