package conformance

import (
	"fmt"
	"strings"
)

// KnownFailure is a failure that somebody expects, with the reason.
type KnownFailure struct {
	Pattern string // of case ids
	Reason  string
}

// ParseKnownFailures reads a file of known failures: lines of a pattern, blanks
// and a reason; blank lines and lines that start with # are skipped.
func ParseKnownFailures(text string) ([]KnownFailure, error) {
	var known []KnownFailure
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		end := strings.IndexAny(line, " \t")
		if end < 0 {
			return nil, fmt.Errorf("line %d: want a pattern of case ids and, behind it, the reason", number)
		}
		known = append(known, KnownFailure{line[:end], strings.TrimSpace(line[end:])})
	}
	return known, nil
}

// applyKnown marks the failures that are expected. An entry that matches no
// case, or whose cases all pass, is a problem: it would hide the next failure.
// A crash, a hang and garbage are never expected, since they say nothing of the
// rule that a case is about.
func applyKnown(results []Result, known []KnownFailure) (problems []string) {
	for _, entry := range known {
		matched, failed := false, false
		for i := range results {
			r := &results[i]
			if !matchPattern(entry.Pattern, r.Case) {
				continue
			}
			matched = true
			if r.Verdict == Fail {
				failed = true
				r.Known = entry.Reason
			}
		}
		switch {
		case !matched:
			problems = append(problems, fmt.Sprintf("known failure %s: matches no case that was run",
				showPattern(entry.Pattern)))
		case !failed:
			problems = append(problems,
				fmt.Sprintf(
					"known failure %s: nothing that it matches is answered wrongly any more (a crash, a hang and garbage are never known); remove it", showPattern(entry.Pattern)))
		}
	}
	return problems
}
