package tspi

import (
	"strconv"

	"github.com/tspi-dev/harness/internal/strict"
)

// Row is one process of a table (contract, section 2). Its command never leaves
// the package in a record.
type Row struct {
	PID, PPID int32
	// Age is the elapsed time in seconds; it means nothing unless HasAge.
	Age int64
	// CPU is the %CPU column; it means nothing unless HasCPU.
	CPU float64
	// RSSKiB is the resident memory, -1 where the column is unreadable.
	RSSKiB  int64
	Command string
	// The flags stand together because a table has many rows: apart they would
	// take a third more memory.
	HasAge, HasCPU bool
	// Unreadable rows keep their place as parents, but as helpers they are
	// never close candidates.
	Unreadable bool
}

const columnCount = 6

// splitColumns splits a trimmed line at runs of spaces and tabs into at most six
// columns, the last of which is the rest, verbatim.
func splitColumns(line string) (columns [columnCount]string, n int) {
	for line != "" {
		if n == columnCount-1 {
			columns[n] = line
			return columns, columnCount
		}
		end := 0
		for end < len(line) && !isSpaceOrTab(line[end]) {
			end++
		}
		columns[n] = line[:end]
		n++
		line = trimLeft(line[end:])
	}
	return columns, n
}

// trimLeft takes off the spaces and tabs at the beginning. strings.TrimLeft does
// it too, at several times the price for the one or two that there are.
func trimLeft(s string) string {
	for s != "" && isSpaceOrTab(s[0]) {
		s = s[1:]
	}
	return s
}

func trimRight(s string) string {
	for s != "" && isSpaceOrTab(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// readRow reads a line that is neither blank, comment nor header. ok is false
// for a malformed line.
func readRow(columns *[columnCount]string, n int, level Level) (row Row, ok bool) {
	pid, okPID := readPID(columns[0])
	ppid, okPPID := readPID(columns[1])
	if n < columnCount || !okPID || !okPPID {
		return Row{}, false
	}
	row = Row{PID: pid, PPID: ppid, RSSKiB: -1, Command: columns[5]}
	row.Age, row.HasAge = elapsed(columns[2], level)
	row.CPU, row.HasCPU = percentage(columns[3])
	if strict.IsDigits(columns[4]) {
		row.RSSKiB = saturating(columns[4])
	}
	if !level.IsHardened() {
		// The published law has no unreadable rows: a line without an age is none.
		return row, row.HasAge
	}
	if !row.HasAge || !row.HasCPU || row.RSSKiB < 0 {
		row.markUnreadable()
	}
	return row, true
}

func (r *Row) markUnreadable() {
	r.Unreadable, r.HasAge, r.Age = true, false, 0
}

// readPID reads ASCII digits of at most 2147483647.
func readPID(s string) (int32, bool) {
	if !strict.IsDigits(s) {
		return 0, false
	}
	n := saturating(s)
	return int32(n), n <= maxPID
}

// pointIn is the index of the first point or comma, or -1.
func pointIn(s string) int {
	for i := range len(s) {
		if s[i] == '.' || s[i] == ',' {
			return i
		}
	}
	return -1
}

// percentage reads one to nine digits, optionally a point or a comma and one to
// nine digits.
func percentage(s string) (float64, bool) {
	whole, fraction, hasFraction := s, "", false
	if i := pointIn(s); i >= 0 {
		whole, fraction, hasFraction = s[:i], s[i+1:], true
	}
	if !strict.IsDigits(whole) || len(whole) > 9 || hasFraction && (!strict.IsDigits(fraction) || len(fraction) > 9) {
		return 0, false
	}
	if digits := len(whole) + len(fraction); digits <= exactDigits {
		// Both numbers are exact, so that their quotient is the nearest one there
		// is: what ParseFloat would say.
		return float64(saturating(whole)*tenTo(len(fraction))+saturating(fraction)) / float64(tenTo(len(fraction))),
			true
	}
	v, err := strconv.ParseFloat(whole+"."+fraction, 64)
	return v, err == nil
}

// exactDigits is how many decimal digits every float64 holds without loss.
const exactDigits = 15

func tenTo(n int) int64 {
	power := int64(1)
	for range n {
		power *= 10
	}
	return power
}
