package record

import (
	"bytes"
	"cmp"
	"io"
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/internal/parallel"
	"github.com/tspi-dev/harness/tspi"
)

// WriteInventory writes an inventory record of any number of rows, the same bytes
// as [Canonical] would give, a row at a time.
func WriteInventory(w io.Writer, s *tspi.Survey) error {
	text, err := Canonical(s.Head())
	if err != nil {
		return err
	}
	// The head ends in an empty array of rows, which is opened here.
	head, ok := bytes.CutSuffix(text, []byte("]\n}\n"))
	if !ok || s.Head().Summary.ProcessCount == 0 {
		_, err := w.Write(text)
		return err
	}
	layout := newRowLayout("\n    ", "{\n      ", ",\n      ", ": ", "\n    }", ",")
	return writeRows(w, s, layout, head, "\n  ]\n}\n")
}

// inventoryHead is an inventory record without its rows.
type inventoryHead struct {
	Schema  string               `json:"schema"`
	Policy  tspi.InventoryPolicy `json:"policy"`
	Summary tspi.Summary         `json:"summary"`
}

// WriteInventoryLines writes an inventory without its rows on the first line,
// then one row a line.
func WriteInventoryLines(w io.Writer, s *tspi.Survey) error {
	head := s.Head()
	text, err := json.Marshal(inventoryHead{head.Schema, head.Policy, head.Summary}, json.Deterministic(true))
	if err != nil {
		return err
	}
	return writeRows(w, s, newRowLayout("\n", "{", ",", ":", "}", ""), text, "\n")
}

// rowLayout is the text around the values of inventory rows.
type rowLayout struct {
	before string // a row
	after  string // a row that is not the last
	close  string
	first  string                  // before the first member's value
	names  [len(rowMembers)]string // before the value of each other member
}

// rowWriter writes inventory rows in a layout. It knows their members: asking the
// type for them, row by row, takes ten times as long. A test holds it to the
// library's bytes.
type rowWriter struct {
	*rowLayout
	reader *tspi.Reader
	text   []byte
	// The names that were met, as JSON. Rows share a few: those that were met first
	// are compared one by one, which is faster than a map, and all others are in it.
	early  []quotedName
	quotes map[string][]byte
	err    error
}

type quotedName struct {
	name   string
	quoted []byte
}

// The members of a row behind the first, in order.
const (
	ppid = iota
	processKind
	owner
	ownerStatus
	decision
	reason
	ageS
	cpuPct
	allowlistMatched
	commandHash
	chainEnd
	chainHops
	chainEndPID
)

var rowMembers = [...]string{
	ppid: "ppid", processKind: "process_kind", owner: "owner", ownerStatus: "owner_status", decision: "decision",
	reason: "reason", ageS: "age_s", cpuPct: "cpu_pct", allowlistMatched: "allowlist_matched",
	commandHash: "command_hash",
	chainEnd:    "chain_end", chainHops: "chain_hops", chainEndPID: "chain_end_pid",
}

// isPlain tells the members whose values need no escapes: the contract's own words
// and hashes. Their quotes stand with the text between the values.
func isPlain(member int) bool {
	return member == decision || member == reason || member == commandHash || member == chainEnd
}

func newRowLayout(before, open, next, colon, close, after string) *rowLayout {
	l := &rowLayout{before: before, after: after, close: close, first: open + `"pid"` + colon}
	quote := ""
	for i, member := range rowMembers {
		l.names[i] = quote + next + `"` + member + `"` + colon
		quote = ""
		if isPlain(i) {
			quote = `"`
		}
		l.names[i] += quote
	}
	return l
}

// rowsABlock is how many rows of a table a core writes at a time.
const rowsABlock = 2 << 10

// writeRows writes a head, the rows of all helpers, and what stands behind them; a large
// table's on as many cores as there are.
func writeRows(w io.Writer, s *tspi.Survey, layout *rowLayout, head []byte, foot string) error {
	blocks := (s.Size() + rowsABlock - 1) / rowsABlock
	writers := make([]*rowWriter, parallel.Workers(blocks))
	for i := range writers {
		writers[i] = &rowWriter{rowLayout: layout, reader: s.NewReader(), early: make([]quotedName, 0, 8),
			quotes: map[string][]byte{}}
	}
	out := &separated{w: w, separator: layout.after}
	if _, err := w.Write(head); err != nil {
		return err
	}
	err := parallel.Write(out, blocks, func(worker, block int, text []byte) []byte {
		return writers[worker].rows(text, block*rowsABlock, min((block+1)*rowsABlock, s.Size()))
	})
	for i := range writers {
		err = cmp.Or(err, writers[i].err)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, foot)
	return err
}

// separated writes texts, those that are not empty with a separator between them.
type separated struct {
	w         io.Writer
	separator string
	begun     bool
}

func (s *separated) Write(text []byte) (int, error) {
	if len(text) == 0 {
		return 0, nil
	}
	if s.begun {
		if _, err := io.WriteString(s.w, s.separator); err != nil {
			return 0, err
		}
	}
	s.begun = true
	return s.w.Write(text)
}

// rows appends the rows of the helpers among some rows of the table to a text.
func (r *rowWriter) rows(text []byte, from, to int) []byte {
	r.text = text
	separator := ""
	r.reader.Rows(from, to, func(row *tspi.InventoryRow) bool {
		r.text = append(append(r.text, separator...), r.before...)
		r.row(row)
		separator = r.after
		return r.err == nil
	})
	return r.text
}

func (r *rowWriter) row(row *tspi.InventoryRow) {
	b := strconv.AppendInt(append(r.text, r.first...), int64(row.PID), 10)
	b = strconv.AppendInt(append(b, r.names[ppid]...), int64(row.PPID), 10)
	b = append(append(b, r.names[processKind]...), r.quoted(row.ProcessKind)...)
	quoted := r.quoted(row.Owner)
	b = append(append(b, r.names[owner]...), quoted...)
	if row.OwnerStatus != row.Owner {
		quoted = r.quoted(row.OwnerStatus)
	}
	b = append(append(b, r.names[ownerStatus]...), quoted...)
	b = append(append(b, r.names[decision]...), row.Decision...)
	b = append(append(b, r.names[reason]...), row.Reason...)
	b = append(b, r.names[ageS]...)
	if row.AgeS == nil {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendInt(b, *row.AgeS, 10)
	}
	b = append(b, r.names[cpuPct]...)
	if row.CPUPct == nil {
		b = append(b, "null"...)
	} else {
		b = r.float(b, *row.CPUPct)
	}
	b = strconv.AppendBool(append(b, r.names[allowlistMatched]...), row.AllowlistMatched)
	b = append(append(b, r.names[commandHash]...), row.CommandHash...)
	if row.ChainTrace == nil {
		b = append(b, '"')
	} else {
		b = append(append(b, r.names[chainEnd]...), row.ChainEnd...)
		b = strconv.AppendInt(append(b, r.names[chainHops]...), int64(row.ChainHops), 10)
		b = append(b, r.names[chainEndPID]...)
		if row.ChainEndPID == nil {
			b = append(b, "null"...)
		} else {
			b = strconv.AppendInt(b, int64(*row.ChainEndPID), 10)
		}
	}
	r.text = append(b, r.close...)
}

// quoted is a name as JSON. By the hardened law it is plain; core lets it be any
// text.
func (r *rowWriter) quoted(name string) []byte {
	for i := range r.early {
		if r.early[i].name == name {
			return r.early[i].quoted
		}
	}
	quoted, ok := r.quotes[name]
	if !ok {
		var err error
		if quoted, err = jsontext.AppendQuote(nil, name); err != nil && r.err == nil {
			r.err = err
		}
		if len(r.early) < cap(r.early) {
			r.early = append(r.early, quotedName{name, quoted})
		} else {
			r.quotes[name] = quoted
		}
	}
	return quoted
}

// float appends a number as the library does: without an exponent in the range in
// which a %CPU is, and by the library beyond.
func (r *rowWriter) float(b []byte, f float64) []byte {
	if f >= 0 && f < mostTenths/10 && !math.Signbit(f) {
		// What is the nearest to a number of few digits has it as its shortest text.
		if tenths := uint64(math.Round(f * 10)); float64(tenths)/10 == f {
			if b = strconv.AppendUint(b, tenths/10, 10); tenths%10 > 0 {
				b = append(b, '.', '0'+byte(tenths%10))
			}
			return b
		}
	}
	if f >= 1e-6 && f < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	text, err := json.Marshal(f)
	if err != nil && r.err == nil {
		r.err = err
	}
	return append(b, text...)
}

// mostTenths bounds the digits to those that every float64 tells apart.
const mostTenths = 1e15
