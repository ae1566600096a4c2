package redact

import (
	"strconv"
	"strings"
)

// Lines that are no rows become one of these. The second is for lines whose
// first column is the number 1, which the law counts (contract, section 4.2).
const (
	commentLine      = "# comment"
	headerLine       = "  PID  PPID     ELAPSED %CPU    RSS COMMAND"
	malformedLine    = "malformed"
	malformedInit    = "1 malformed"
	unreadableColumn = "-"
	defunctMark      = "<defunct>"
	// scope begins a word that the law takes for the program, folders and all; with a
	// backslash behind it, every backslash stands for a slash (contract, section 3).
	scope = "@:"
)

// filler is one way to write what stands between the substrings of a command.
// There are several, because a policy may look for the very words of one.
type filler struct {
	program, with, and, end string
	gap                     string
	serial                  func(int) string
}

// fillers are tried in this order. Words of fewer than four characters can be no
// token whatever they are; the longer ones are the built-in vocabulary.
func fillers() []filler {
	return []filler{
		{"process", "with", "and", "end", " ", decimal},
		{"entry", "using", "plus", "stop", " ", letters},
		{"P", "W", "N", "E", " ", capitals},
		{"=", "+", "^", ";", " ", decimal},
		{"%", "!", "?", "~", " ", letters},
		{"P", "W", "N", "E", ",", capitals},
		{"=", "+", "^", ";", ":", decimal},
	}
}

// vocabulary is every word of ours that may stand in a written table.
func vocabulary() []string {
	words := []string{commentLine, headerLine, malformedLine, defunctMark}
	for _, f := range fillers() {
		words = append(words, f.program, f.with, f.and, f.end)
	}
	return words
}

// Serial numbers are written in groups of three, which are too short for tokens:
// otherwise a number could be a port or a pid of the original.

func decimal(n int) string { return grouped(strconv.Itoa(n), " ") }

func letters(n int) string { return grouped(inBase26(n, 'a'), " ") }

func capitals(n int) string { return grouped(inBase26(n, 'A'), "-") }

func inBase26(n int, first byte) string {
	digits := ""
	for {
		digits = string(first+byte(n%26)) + digits
		if n /= 26; n == 0 {
			return digits
		}
	}
}

func grouped(digits, gap string) string {
	var groups []string
	for len(digits) > 3 {
		groups = append(groups, digits[:3])
		digits = digits[3:]
	}
	return strings.Join(append(groups, digits), gap)
}
