package tspi

import (
	"fmt"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Table is a parsed ps_text (contract, section 2).
type Table struct {
	Rows    []Row
	Skipped SkippedLines
	level   Level
	byPID   pidIndex
	// initLines counts the lines whose first column is the number 1, rows or not.
	initLines int
}

// SkippedLines counts the lines that are no rows, by cause. Blank lines are not
// counted, and no line is ever repeated.
type SkippedLines struct {
	Comment   int `json:"comment"`
	Header    int `json:"header"`
	Malformed int `json:"malformed"`
}

// ReadTable reads a process_table document. The error is an *[InputError].
func ReadTable(document Value, level Level) (*Table, error) {
	r := newReader(InputProcessTable, level)
	f := r.Fields(r.Document(law.Root(document)), "ps_text")
	at := f.Take("ps_text")
	text, isText := at.Value.(string)
	if at.Found && !isText {
		r.Fail(at, "a string")
	}
	if err := r.Fault(); err != nil {
		return nil, err
	}
	return ParseTable(text, level)
}

// ParseTable parses a ps_text. A text without a row is refused with
// TSPI_MISSING_PROCESS_TABLE, one in another dialect with TSPI_INPUT_INVALID; the
// error is an *[InputError].
func ParseTable(psText string, level Level) (*Table, error) {
	if strings.Trim(psText, strict.Blanks) == "" {
		return nil, noTable("the process table is empty")
	}
	t := &Table{level: level, Rows: make([]Row, 0, mostRows(psText))}
	number := 0
	for line := range strings.Lines(psText) {
		number++
		if err := t.addLine(trimLine(line), number); err != nil {
			return nil, err
		}
	}
	if len(t.Rows) == 0 && level.IsHardened() {
		return nil, noTable(fmt.Sprintf("none of the %d lines is a row of pid ppid etime pcpu rss command", number))
	}
	t.byPID = newPIDIndex(t.Rows)
	t.doubtAges()
	return t, nil
}

// mostRows is how many rows a text can have, so that they are stored once: a
// slice that grows by and by leaves as much again behind.
func mostRows(psText string) int {
	const shortest = len("1 1 1 1 1 a\n")
	return min(strings.Count(psText, "\n"), len(psText)/shortest) + 1
}

func noTable(problem string) *InputError {
	return &InputError{Code: CodeMissingProcessTable, Input: InputProcessTable, Pointer: "/ps_text",
		Problem: problem + "; want the output of ps -axww -o pid,ppid,etime,pcpu,rss,command"}
}

// trimLine takes off the line's end, with the one CR that belongs to it, and the
// spaces and tabs around it.
func trimLine(line string) string {
	line = strings.TrimSuffix(line, "\n")
	line = strings.TrimSuffix(line, "\r")
	return trimRight(trimLeft(line))
}

func (t *Table) addLine(line string, number int) error {
	if line == "" {
		return nil
	}
	if line[0] == '#' {
		t.Skipped.Comment++
		return nil
	}
	columns, n := splitColumns(line)
	if header := isHeader(columns[0]); header || t.isForeignHeader(columns[0], line) {
		if t.level.IsHardened() && !isOurHeader(line) {
			return &InputError{Code: CodeInputInvalid, Input: InputProcessTable, Pointer: "/ps_text",
				Problem: fmt.Sprintf("line %d is the header of another dialect of ps: want the columns pid ppid etime pcpu rss command, "+
					"as ps -axww -o pid,ppid,etime,pcpu,rss,command prints them", number)}
		}
		t.Skipped.Header++
		return nil
	}
	if strict.IsDigits(columns[0]) && saturating(columns[0]) == 1 {
		t.initLines++
	}
	row, ok := readRow(&columns, n, t.level)
	if !ok {
		t.Skipped.Malformed++
		return nil
	}
	t.Rows = append(t.Rows, row)
	return nil
}

// isForeignHeader spots the header of ps aux and its like, which put another
// column before the pid. Only lines before the first row are suspect: behind it
// a command may well hold the word.
func (t *Table) isForeignHeader(firstColumn, line string) bool {
	return t.level.IsHardened() && len(t.Rows) == 0 && !strict.IsDigits(firstColumn) && namesPID(line)
}

// doubtAges makes rows unreadable that claim to be older than the machine.
func (t *Table) doubtAges() {
	first, ok := t.only(1)
	if !t.level.IsHardened() || !ok || first.Unreadable {
		return
	}
	for i := range t.Rows {
		if row := &t.Rows[i]; row.HasAge && row.Age > first.Age+clockSlack {
			row.markUnreadable()
		}
	}
}

// Last returns the last row with that pid, nil where none has it.
func (t *Table) Last(pid int32) *Row {
	ref := t.byPID.find(pid)
	if ref.none() {
		return nil
	}
	return &t.Rows[ref.index()]
}

// only returns the row with that pid where exactly one has it.
func (t *Table) only(pid int32) (*Row, bool) {
	ref := t.byPID.find(pid)
	if ref.none() || ref.several() {
		return nil, false
	}
	return &t.Rows[ref.index()], true
}
