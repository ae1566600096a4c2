package second

import (
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// row is a process of the table.
type row struct {
	pid, ppid int64
	age       int64
	known     bool // the age is
	cpu       *float64
	readable  bool
	command   string
}

// table is a ps text, read.
type table struct {
	rows                         []*row
	byPID                        map[int64][]*row
	comments, headers, malformed int
	pidOneLines                  int // rows or not
}

const maxPID = 2147483647

// readTable reads a process_table document.
func (l *contract) readTable(n node) *table {
	n.object("ps_text")
	t := &table{byPID: map[int64][]*row{}}
	source := n.get("ps_text")
	text, ok := source.value.(string)
	if lines, isArray := source.value.(strict.Array); isArray && l.on("tables-as-arrays") {
		text, ok = joined(lines), true
	}
	if source.there && !ok {
		source.refuse("a string")
		return t
	}
	if strings.Trim(text, blanks) == "" && !l.on("blank-table-accepted") {
		n.r.refuse(codeTable, source.at, "a text with rows")
		return t
	}
	seen := map[string]bool{}
	for _, line := range l.lines(text) {
		if seen[line] && l.on("equal-rows-once") {
			continue
		}
		seen[line] = true
		if !l.readLine(t, line) {
			source.refuse("a table with the six columns pid, ppid, etime, pcpu, rss and command")
			return t
		}
	}
	if l.hardened() && len(t.rows) == 0 && !l.on("no-rows-accepted") {
		n.r.refuse(codeTable, source.at, "a text with rows")
	}
	l.olderThanInit(t)
	return t
}

// lines are the lines of a text, without their ends and trimmed.
func (l *contract) lines(text string) []string {
	if l.on("cr-ends-lines") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !l.on("cr-kept") {
			line = strings.TrimSuffix(line, "\r")
		}
		if l.on("unicode-trim") {
			lines[i] = strings.TrimSpace(line)
			continue
		}
		lines[i] = strings.Trim(line, " \t")
	}
	return lines
}

// columns cuts a line into at most six columns; the last is the rest.
func (l *contract) columns(line string) []string {
	var columns []string
	for len(columns) < 5 {
		end := strings.IndexAny(line, " \t")
		if end < 0 {
			break
		}
		columns = append(columns, line[:end])
		line = strings.TrimLeft(line[end:], " \t")
	}
	if line != "" {
		columns = append(columns, line)
	}
	if l.on("command-blanks-squeezed") && len(columns) == 6 {
		columns[5] = strings.Join(strings.Fields(columns[5]), " ")
	}
	return columns
}

// readLine takes one line; it reports false for a header of another dialect.
func (l *contract) readLine(t *table, line string) bool {
	switch {
	case line == "", strings.TrimSpace(line) == "" && l.on("unicode-blank-lines"):
		if l.on("blank-lines-malformed") {
			t.malformed++
		}
		return true
	case line[0] == '#':
		t.comments++
		return true
	}
	if verdict := l.header(line, len(t.rows) == 0); verdict != noHeader {
		t.headers++
		return verdict == rightHeader
	}
	columns := l.columns(line)
	if digits(columns[0]) && strings.TrimLeft(columns[0], "0") == "1" {
		t.pidOneLines++
	}
	r := l.row(columns)
	if r == nil {
		t.malformed++
		return true
	}
	t.rows = append(t.rows, r)
	t.byPID[r.pid] = append(t.byPID[r.pid], r)
	return true
}

// row reads the columns of a line: nil where it is malformed.
func (l *contract) row(columns []string) *row {
	if len(columns) == 5 && l.on("five-columns-a-row") {
		columns = append(columns, "")
	}
	if len(columns) < 6 {
		return nil
	}
	pid, ok := l.pid(columns[0])
	ppid, okParent := l.pid(columns[1])
	if !ok || !okParent {
		return nil
	}
	if l.on("no-decimal-comma") && strings.Contains(columns[3], ",") {
		return nil
	}
	age, okAge := l.age(columns[2])
	cpu := l.cpu(columns[3])
	if !l.hardened() && !okAge {
		return nil // core knows no unreadable rows
	}
	r := &row{pid: pid, ppid: ppid, age: age, cpu: cpu, command: columns[5], known: okAge, readable: true}
	if bad := !okAge || cpu == nil || !digits(columns[4]) && !l.on("rss-ignored"); bad && l.hardened() {
		if l.on("unreadable-rows-dropped") {
			return nil
		}
		r.readable, r.known = false, false
	}
	return r
}

func (l *contract) pid(s string) (int64, bool) {
	if l.on("signed-pids") {
		s = strings.TrimPrefix(s, "+")
	}
	if !digits(s) {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if l.on("pids-wrap") {
		return n & maxPID, true
	}
	return n, err == nil && n <= maxPID
}

// cpu reads a pcpu: nil where it is none.
func (l *contract) cpu(s string) *float64 {
	whole, fraction, split := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	if l.on("cpu-of-any-length") && digits(whole) {
		whole = whole[max(0, len(whole)-9):]
	}
	if !digits(whole) || len(whole) > 9 || split && (!digits(fraction) && !(fraction == "" && l.on("trailing-point")) ||
		len(fraction) > 9) {
		return nil
	}
	value, err := strconv.ParseFloat(strings.TrimSuffix(whole+"."+fraction, "."), 64)
	if err != nil {
		return nil
	}
	return &value
}

// slack is how many seconds two readings of the clock may lie apart.
const slack = 2

// olderThanInit makes rows unreadable that claim to be older than pid 1.
func (l *contract) olderThanInit(t *table) {
	init := t.byPID[1]
	if !l.hardened() || len(init) != 1 || !init[0].readable || l.on("older-than-init") {
		return
	}
	for _, r := range t.rows {
		if r.known && r.age > init[0].age+slack {
			r.readable, r.known = false, false
		}
	}
}

// joined is an array of lines as one text.
func joined(lines strict.Array) string {
	var b strings.Builder
	for _, line := range lines {
		text, _ := line.(string)
		b.WriteString(text + "\n")
	}
	return b.String()
}
