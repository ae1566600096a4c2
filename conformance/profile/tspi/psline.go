package tspi

import (
	"strconv"
	"strings"
)

// plainLine is a line of a ps text in its plainest form: six columns, digits
// without leading zeros in the first two. Any other line is none, so that
// nothing is concluded here from a line that a case is about: this reader is not
// the law's, and must never be one.
type plainLine struct {
	index     int // of the line, from 0
	pid, ppid string
	etime     string
	cpu, rss  string
	command   string
}

// plainLines returns the plain lines of a text.
func plainLines(psText string) []plainLine {
	var lines []plainLine
	for i, line := range strings.Split(psText, "\n") {
		if l, ok := readPlainLine(line); ok {
			l.index = i
			lines = append(lines, l)
		}
	}
	return lines
}

func readPlainLine(line string) (plainLine, bool) {
	if strings.ContainsAny(line, "\t\r") {
		return plainLine{}, false
	}
	var columns []string
	rest := strings.Trim(line, " ")
	for len(columns) < 5 {
		column, after, ok := strings.Cut(rest, " ")
		if !ok {
			return plainLine{}, false
		}
		columns = append(columns, column)
		rest = strings.TrimLeft(after, " ")
	}
	l := plainLine{pid: columns[0], ppid: columns[1], etime: columns[2], cpu: columns[3], rss: columns[4],
		command: rest}
	return l, rest != "" && isPlainPID(l.pid) && isPlainPID(l.ppid)
}

// isPlainPID tells the decimal digits of a number from 0 to the largest pid.
func isPlainPID(s string) bool {
	n, err := strconv.ParseInt(s, 10, 32)
	return err == nil && n >= 0 && strconv.FormatInt(n, 10) == s
}

// text puts the line back together.
func (l plainLine) text() string {
	return strings.Join([]string{l.pid, l.ppid, l.etime, l.cpu, l.rss, l.command}, " ")
}
