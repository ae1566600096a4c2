package redact

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

const columnCount = 6

// longestAge is how long an etime may be to be kept as it is spelt: any number of
// leading digits is an age, and could hold anything.
const longestAge = 16

// mostMemory stands for every larger size, in KiB. It is far below the number at
// which the law stops to tell sizes apart.
const mostMemory = int64(1e17)

// writer writes the lines of a table anew, each in the place of its own.
type writer struct {
	pids     *pids
	commands *composer
}

// table writes a whole ps text. Blank lines stay, so that line 17 is line 17.
func (w *writer) table(psText string) (string, error) {
	var out strings.Builder
	number := 0
	for line := range strings.Lines(psText) {
		number++
		text, err := w.line(line)
		if err != nil {
			return "", fmt.Errorf("line %d: %w", number, err)
		}
		out.WriteString(text)
		out.WriteByte('\n')
	}
	return out.String(), nil
}

// line writes one line anew. What the line is, the law itself says.
func (w *writer) line(line string) (string, error) {
	columns := splitColumns(line)
	if len(columns) == 0 {
		return "", nil
	}
	alone, err := tspi.ParseTable(line, tspi.Core)
	switch {
	case err != nil:
		return malformedLine, nil // nothing but CRs
	case alone.Skipped.Comment > 0:
		return commentLine, nil
	case alone.Skipped.Header > 0:
		return headerLine, nil
	case len(alone.Rows) == 1:
		return w.row(&alone.Rows[0], columns)
	}
	// Core takes a row whose age cannot be read for malformed.
	if hardened, err := tspi.ParseTable(line, tspi.Hardened); err == nil && len(hardened.Rows) == 1 {
		return w.row(&hardened.Rows[0], columns)
	}
	if strings.TrimLeft(columns[0], "0") == "1" {
		return malformedInit, nil
	}
	return malformedLine, nil
}

func (w *writer) row(row *tspi.Row, columns []string) (string, error) {
	age, cpu, memory := unreadableColumn, unreadableColumn, unreadableColumn
	if row.HasAge {
		age = spelt(columns[2], row.Age)
	}
	if row.HasCPU {
		cpu = columns[3]
	}
	if row.RSSKiB >= 0 {
		memory = strconv.FormatInt(rounded(row.RSSKiB), 10)
	}
	command, err := w.commands.compose(row.Command)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%5d %5d %11s %4s %6s %s", w.pids.of(row.PID), w.pids.of(row.PPID), age, cpu, memory, command),
		nil
}

// spelt keeps how an age is written, since a report may be about that.
func spelt(etime string, seconds int64) string {
	if len(etime) <= longestAge {
		return etime
	}
	return fmt.Sprintf("%d-%02d:%02d:%02d", seconds/86400, seconds/3600%24, seconds/60%60, seconds%60)
}

// rounded keeps two digits of a memory size: an exact one could tell a known
// program, or the moment of another capture of the same host.
func rounded(kib int64) int64 {
	kib = min(kib, mostMemory)
	unit := int64(1)
	for kib/unit >= 100 {
		unit *= 10
	}
	return (kib + unit/2) / unit * unit
}

// splitColumns splits a line at runs of spaces and tabs into at most six columns,
// the last of which is the rest (contract, section 2).
func splitColumns(line string) []string {
	line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
	line = strings.Trim(line, " \t")
	var columns []string
	for line != "" && len(columns) < columnCount-1 {
		end := strings.IndexFunc(line, isSpaceOrTab)
		if end < 0 {
			end = len(line)
		}
		columns = append(columns, line[:end])
		line = strings.TrimLeft(line[end:], " \t")
	}
	if line != "" {
		columns = append(columns, line)
	}
	return columns
}
