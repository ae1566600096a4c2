package cli

import (
	"slices"
	"strings"
)

// dialect is what an input seems to be that is no ps text in the six columns of
// the contract (section 2), and what to do about it. It is a diagnosis for people:
// no verdict depends on it, and it repeats nothing of the input.
type dialect struct {
	seen string // as in "this looks like ..."
	todo string
}

const captureAgain = "capture it again: " + psCommand

// words are the diagnosis as a hint.
func (d dialect) words() string {
	if d.seen == "" {
		return d.todo
	}
	return "this looks like " + d.seen + "; " + d.todo
}

// sampleBytes bounds what a diagnosis looks at: the beginning of a text tells its
// dialect.
const sampleBytes = 64 << 10

// encodingOf tells a text that is no text of single bytes, before any line of it
// is read: its rows would be malformed, and its header hidden.
func encodingOf(text string) (seen string, found bool) {
	switch sample := text[:min(len(text), sampleBytes)]; {
	case strings.HasPrefix(text, "\xff\xfe"):
		return "UTF-16 (little endian, with a byte order mark)", true
	case strings.HasPrefix(text, "\xfe\xff"):
		return "UTF-16 (big endian, with a byte order mark)", true
	case !strings.Contains(sample, "\x00"):
		return "", false
	case mostlyWide(sample, 0):
		return "UTF-16 (little endian, without a byte order mark)", true
	case mostlyWide(sample, 1):
		return "UTF-16 (big endian, without a byte order mark)", true
	}
	return "", false
}

// mostlyWide reports whether most pairs of bytes are a letter, a digit, a mark or a
// blank of ASCII, which stands at low, and a NUL.
func mostlyWide(text string, low int) bool {
	wide := 0
	for i := 0; i+1 < len(text); i += 2 {
		c := text[i+low]
		if text[i+1-low] == 0 && (c >= ' ' && c <= '~' || c == '\t' || c == '\r' || c == '\n') {
			wide++
		}
	}
	return 4*wide > len(text)
}

// dialectOf says what a text seems to be of which hardly a row can be read.
func dialectOf(text string) dialect {
	if strings.Trim(text, " \t\r\n") == "" {
		return dialect{todo: nothingPrinted}
	}
	s := sampleOf(text)
	if !slices.ContainsFunc(s.lines, func(line string) bool { return !isOurHeader(line) }) {
		// The columns are right: either there is no row, or pid 1 makes the others unreadable.
		if s.rows == 0 {
			return dialect{"a table without rows", captureAgain}
		}
		return dialect{"a table whose rows are older than its pid 1",
			"it was put together from several, or a clock was set: " + captureAgain}
	}
	for _, look := range []func(sample) (dialect, bool){
		notText, message, (sample).behindPrefix, (sample).header, (sample).shape,
	} {
		if d, ok := look(s); ok {
			return d
		}
	}
	return dialect{"the output of another command", captureAgain}
}

// nothingPrinted is for an empty pipe: ps said on standard error what it lacks.
const nothingPrinted = "BusyBox's ps has no pcpu: install procps. Elsewhere ask for the six columns in this order, " +
	"under the names that your ps has: pid ppid etime pcpu rss command (or args)"

// notText are whole inputs that hold no lines of ps at all.
func notText(s sample) (dialect, bool) {
	switch {
	case s.binary:
		return dialect{"a binary file", captureAgain}, true
	case strings.HasPrefix(s.lines[0], "{"):
		return dialect{"JSON",
			"the folder of a fixture is named as an argument, and --ps wants the text that ps prints"}, true
	}
	return dialect{}, false
}

// message tells what ps says when it cannot do what it is asked.
func message(s sample) (dialect, bool) {
	for _, line := range s.lines[:min(len(s.lines), 3)] {
		lower := strings.ToLower(line)
		switch {
		case strings.Contains(lower, "busybox v"):
			return dialect{"an error message of BusyBox's ps", nothingPrinted}, true
		case strings.HasPrefix(lower, "ps: "), strings.HasPrefix(lower, "error: "), strings.HasPrefix(lower, "usage:"):
			return dialect{"an error message of ps", nothingPrinted}, true
		}
	}
	return dialect{}, false
}

// sample is the first lines of a text that are neither blank nor comments nor rows,
// trimmed and without the escapes of a terminal.
type sample struct {
	lines  []string
	rows   int  // that were left out
	colour bool // there were such escapes
	binary bool
}

// longestSampled is how much of a line is looked at: columns stand at its beginning.
const longestSampled = 400

func sampleOf(text string) sample {
	s := sample{}
	size := 0
	for line := range strings.Lines(text) {
		line = strings.Trim(line[:min(len(line), longestSampled)], " \t\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		if isRow(strings.Fields(line)) {
			s.rows++
			continue
		}
		plain := strings.Trim(withoutEscapes(line), " \t")
		s.colour = s.colour || strings.Contains(line, escape)
		s.binary = s.binary || strings.Contains(line, "\x00")
		s.lines = append(s.lines, plain)
		if size += len(line); size > sampleBytes {
			break
		}
	}
	return s
}

// escape begins the control sequences of a terminal.
const escape = "\x1b["

// withoutEscapes takes the terminal's control sequences out of a line: ESC [,
// parameters, and a letter.
func withoutEscapes(line string) string {
	if !strings.Contains(line, escape) {
		return line
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(line, escape)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		end := strings.IndexFunc(after, func(r rune) bool { return r >= '@' && r <= '~' })
		if end < 0 {
			return b.String()
		}
		line = after[end+1:]
	}
}

// most reports whether a condition holds of more than half of the lines.
func (s sample) most(holds func(line string) bool) bool {
	n := 0
	for _, line := range s.lines {
		if holds(line) {
			n++
		}
	}
	return 2*n > len(s.lines)
}
