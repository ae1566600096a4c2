package second

import (
	"slices"
	"strings"
)

// verdict says what a line is as a header.
type verdict int

const (
	noHeader verdict = iota
	rightHeader
	foreignHeader // of another dialect: the table is refused
)

// columnNames are the names of the six columns, in order.
var columnNames = [][]string{{"pid"}, {"ppid"}, {"elapsed", "etime"}, {"%cpu", "pcpu"}, {"rss", "rsz"},
	{"command", "cmd", "args"}}

// header judges a line; early is true before the first row.
func (l *contract) header(line string, early bool) verdict {
	words := strings.FieldsFunc(lower(line), func(r rune) bool { return r == ' ' || r == '\t' })
	first := words[0] == "pid"
	if first && !strings.HasPrefix(line, "PID") && l.on("header-in-capitals-only") {
		return foreignHeader
	}
	if l.on("first-header-only") && !early {
		return noHeader
	}
	if !first {
		if l.hardened() && early && !digits(words[0]) && slices.Contains(words, "pid") && !l.on("pid-first-only") {
			return foreignHeader
		}
		return noHeader
	}
	if l.hardened() && !l.on("headers-unread") && !l.namesColumns(words) {
		return foreignHeader
	}
	return rightHeader
}

func (l *contract) namesColumns(words []string) bool {
	if len(words) < len(columnNames) || len(words) > len(columnNames) && !l.on("columns-behind") {
		return false
	}
	for i, names := range columnNames {
		if i == 2 && l.on("time-for-etime") {
			names = append([]string{"time"}, names...)
		}
		if !slices.Contains(names, words[i]) {
			return false
		}
	}
	return true
}
