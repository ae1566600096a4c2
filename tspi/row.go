package tspi

import (
	"strconv"
	"strings"
)

// Row is one process of a table (contract, section 2). Its command never leaves
// the package in a record.
type Row struct {
	PID, PPID int32
	// Age is the elapsed time in seconds; it means nothing unless HasAge.
	Age    int64
	HasAge bool
	// CPU is the %CPU column; it means nothing unless HasCPU.
	CPU    float64
	HasCPU bool
	// RSSKiB is the resident memory, -1 where the column is unreadable.
	RSSKiB int64
	// Unreadable rows keep their place as parents, but as helpers they are
	// never close candidates.
	Unreadable bool
	Command    string
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
		end := strings.IndexAny(line, " \t")
		if end < 0 {
			end = len(line)
		}
		columns[n] = line[:end]
		n++
		line = strings.TrimLeft(line[end:], " \t")
	}
	return columns, n
}

// readRow reads a line that is neither blank, comment nor header. ok is false
// for a malformed line.
func readRow(columns [columnCount]string, n int, level Level) (row Row, ok bool) {
	pid, okPID := readPID(columns[0])
	ppid, okPPID := readPID(columns[1])
	if n < columnCount || !okPID || !okPPID {
		return Row{}, false
	}
	row = Row{PID: pid, PPID: ppid, RSSKiB: -1, Command: columns[5]}
	row.Age, row.HasAge = elapsed(columns[2], level)
	row.CPU, row.HasCPU = percentage(columns[3])
	if isDigits(columns[4]) {
		row.RSSKiB = saturating(columns[4])
	}
	if !level.hardened() {
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
	if !isDigits(s) {
		return 0, false
	}
	n := saturating(s)
	return int32(n), n <= maxPID
}

// percentage reads one to nine digits, optionally a point or a comma and one to
// nine digits.
func percentage(s string) (float64, bool) {
	whole, fraction, hasFraction := s, "", false
	if i := strings.IndexAny(s, ".,"); i >= 0 {
		whole, fraction, hasFraction = s[:i], s[i+1:], true
	}
	if !isDigits(whole) || len(whole) > 9 || hasFraction && (!isDigits(fraction) || len(fraction) > 9) {
		return 0, false
	}
	if !hasFraction {
		fraction = "0"
	}
	v, err := strconv.ParseFloat(whole+"."+fraction, 64)
	return v, err == nil
}
