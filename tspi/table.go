package tspi

import "github.com/tspi-dev/harness/internal/law"

// Table is a parsed ps_text (contract, section 2).
type Table struct {
	Rows    []Row
	Skipped SkippedLines
	level   Level
	byPID   pidIndex
	// initLines counts the lines whose first column is the number 1, rows or not.
	initLines int
	readable  int // rows that are not unreadable
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

// ParseTable parses a ps_text, a large one on as many cores as there are. A text
// without a row is refused with TSPI_MISSING_PROCESS_TABLE, one in another dialect with
// TSPI_INPUT_INVALID; the error is an *[InputError].
func ParseTable(psText string, level Level) (*Table, error) {
	return parseTable(psText, level, bytesAPart)
}

func noTable(problem string) *InputError {
	return &InputError{Code: CodeMissingProcessTable, Input: InputProcessTable, Pointer: "/ps_text",
		Problem: problem + "; want the output of ps -axww -o pid,ppid,etime,pcpu,rss,command"}
}

// Readable counts the rows that are not unreadable.
func (t *Table) Readable() int { return t.readable }

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
