package tspi

import (
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/tspi-dev/harness/internal/parallel"
	"github.com/tspi-dev/harness/internal/strict"
)

// bytesAPart is how much of a text a core reads at a time.
const bytesAPart = 1 << 20

// parseTable reads the lines up to the first row one by one, since a header is foreign
// only before it. Any line behind stands by itself: they are read in parts, side by side.
func parseTable(psText string, level Level, partSize int) (*Table, error) {
	if strings.Trim(psText, strict.Blanks) == "" {
		return nil, noTable("the process table is empty")
	}
	first := part{text: psText, level: level}
	first.read(true)
	rest := psText[first.end:]
	first.text = psText[:first.end]
	parts := append([]part{first}, cutAtLines(rest, partSize, level)...)

	// Rows are stored once, each part's where those before it have room: a slice that
	// grows by and by leaves as much again behind.
	room := make([]int, len(parts))
	parallel.Each(len(parts), func(_, i int) { room[i] = mostRows(parts[i].text) })
	room[0] = len(first.rows)
	total := 0
	for _, n := range room {
		total += n
	}
	rows := make([]Row, total)
	copy(rows, first.rows)
	for i, at := 1, room[0]; i < len(parts); i++ {
		parts[i].rows = rows[at : at : at+room[i]]
		at += room[i]
	}
	parallel.Each(len(parts)-1, func(_, i int) { parts[i+1].read(false) })

	t := &Table{level: level}
	lines := 0
	for i := range parts {
		p := &parts[i]
		if p.foreign > 0 {
			return nil, foreignHeader(lines + p.foreign)
		}
		lines += p.lines
		t.Skipped.add(p.skipped)
		t.initLines += p.initLines
		if at := len(t.Rows); at+len(p.rows) > 0 {
			t.Rows = rows[:at+len(p.rows)]
			if len(p.rows) > 0 && &t.Rows[at] != &p.rows[0] { // lines before it were no rows
				copy(t.Rows[at:], p.rows)
			}
		}
	}
	if len(t.Rows) == 0 && level.IsHardened() {
		return nil, noTable(fmt.Sprintf("none of the %d lines is a row of pid ppid etime pcpu rss command", lines))
	}
	t.byPID = newPIDIndex(t.Rows)
	t.doubtAges()
	return t, nil
}

// mostRows is how many rows a text can have.
func mostRows(text string) int {
	const shortest = len("1 1 1 1 1 a\n")
	return min(strings.Count(text, "\n"), len(text)/shortest) + 1
}

// cutAtLines cuts a text at ends of lines into parts of about that size.
func cutAtLines(text string, size int, level Level) []part {
	var parts []part
	for text != "" {
		end := len(text)
		if size < end {
			if eol := strings.IndexByte(text[size-1:], '\n'); eol >= 0 {
				end = size + eol
			}
		}
		parts = append(parts, part{text: text[:end], level: level})
		text = text[end:]
	}
	return parts
}

// part is some lines of a ps_text, and what was read from them.
type part struct {
	text      string
	level     Level
	rows      []Row
	skipped   SkippedLines
	initLines int
	lines     int
	end       int // where reading stopped
	foreign   int // the line, from 1, that is the header of another dialect; 0 for none
}

// read reads the lines, or those up to the first row of the table.
func (p *part) read(upToFirstRow bool) {
	for line := range strings.Lines(p.text) {
		p.lines++
		p.end += len(line)
		p.addLine(trimLine(line), upToFirstRow)
		if p.foreign > 0 || upToFirstRow && len(p.rows) > 0 {
			return
		}
	}
}

// trimLine takes off the line's end, with the one CR that belongs to it, and the
// spaces and tabs around it.
func trimLine(line string) string {
	line = strings.TrimSuffix(line, "\n")
	line = strings.TrimSuffix(line, "\r")
	return trimRight(trimLeft(line))
}

// addLine reads a line. beforeRows says that the table has no row before it.
func (p *part) addLine(line string, beforeRows bool) {
	if line == "" {
		return
	}
	if line[0] == '#' {
		p.skipped.Comment++
		return
	}
	columns, n := splitColumns(line)
	if isHeader(columns[0]) || beforeRows && p.isForeignHeader(columns[0], line) {
		if p.level.IsHardened() && !isOurHeader(line) {
			p.foreign = p.lines
			return
		}
		p.skipped.Header++
		return
	}
	if strict.IsDigits(columns[0]) && saturating(columns[0]) == 1 {
		p.initLines++
	}
	row, ok := readRow(&columns, n, p.level)
	if !ok {
		p.skipped.Malformed++
		return
	}
	p.rows = append(p.rows, row)
}

// isForeignHeader spots the header of ps aux and its like, which put another
// column before the pid. Only lines before the first row are suspect: behind it
// a command may well hold the word.
func (p *part) isForeignHeader(firstColumn, line string) bool {
	return p.level.IsHardened() && !strict.IsDigits(firstColumn) && namesPID(line)
}

func foreignHeader(line int) *InputError {
	return &InputError{Code: CodeInputInvalid, Input: InputProcessTable, Pointer: "/ps_text",
		Problem: fmt.Sprintf(
			"line %d is the header of another dialect of ps: want the columns pid ppid etime pcpu rss command, "+
				"as ps -axww -o pid,ppid,etime,pcpu,rss,command prints them", line)}
}

func (s *SkippedLines) add(more SkippedLines) {
	s.Comment += more.Comment
	s.Header += more.Header
	s.Malformed += more.Malformed
}

// doubtAges makes rows unreadable that claim to be older than the machine, and counts
// those that are readable.
func (t *Table) doubtAges() {
	first, ok := t.only(1)
	doubt := t.level.IsHardened() && ok && !first.Unreadable
	oldest := int64(0)
	if doubt {
		oldest = first.Age + clockSlack
	}
	var readable atomic.Int64
	parallel.Each((len(t.Rows)+rowsABlock-1)/rowsABlock, func(_, block int) {
		rows := t.Rows[block*rowsABlock : min((block+1)*rowsABlock, len(t.Rows))]
		n := 0
		for i := range rows {
			if row := &rows[i]; doubt && row.HasAge && row.Age > oldest {
				row.markUnreadable()
			}
			if !rows[i].Unreadable {
				n++
			}
		}
		readable.Add(int64(n))
	})
	t.readable = int(readable.Load())
}
