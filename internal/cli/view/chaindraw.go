package view

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// Positions of the columns of a drawn chain.
const (
	chainKind = 2
	chainHint = 3
)

// chainLine is one process of a drawn chain.
type chainLine struct {
	pid, age, kind string
	hint           string // the owner hint in its command, empty where none is asked for
	note           string
}

func hopLine(pid int32, seconds int64, hasAge bool, kind, status, note string) chainLine {
	line := chainLine{pid: strconv.Itoa(int(pid)), age: unknown, kind: "-", note: note}
	if hasAge {
		line.age = age(seconds)
	}
	if kind != "" {
		line.kind = Neutral(kind)
	}
	switch status {
	case "":
	case tspi.StatusActiveParent:
		line.hint = "none"
	default:
		line.hint = Neutral(status)
	}
	return line
}

// chainLines are the helper, the processes visited, and the one that the walk came
// to and did not visit.
func chainLines(e *tspi.Explanation) []chainLine {
	lines := []chainLine{hopLine(e.PID, e.Age, e.HasAge, e.Helper.ProcessKind, "", "the helper")}
	for i, hop := range e.Hops {
		if startedByInit(e.Helper) {
			hop.OwnerStatus = "" // that of pid 1 is not asked for there
		}
		lines = append(lines, hopLine(hop.PID, hop.Age, hop.HasAge, hop.Kind, hop.OwnerStatus,
			fmt.Sprintf("hop %d", i+1)))
	}
	if hop := e.Stop; hop != nil {
		lines = append(lines, hopLine(hop.PID, hop.Age, hop.HasAge, hop.Kind, "", "not visited"))
	}
	return lines
}

// chainEnd is what stands at the end of a drawn chain: a pid of which the drawing
// has no line yet, or a mark below the last one, and why the walk stopped there.
// There are no words by the core law, which does not tell.
func chainEnd(e *tspi.Explanation) (mark, words string) {
	const here = "="
	if e.Helper.ChainTrace == nil {
		return "", ""
	}
	stopped := strconv.Itoa(int(stoppedAtPID(e)))
	if e.Stop != nil {
		stopped = here
	}
	switch e.Helper.ChainEnd {
	case tspi.EndKeepKind:
		return here, "not walked: a kind to be kept"
	case tspi.EndDetached:
		return "1", "init, the parent of the helper"
	case tspi.EndDetachedAncestor:
		return "1", "init, the parent of the last process above"
	case tspi.EndStartedByInit:
		if e.PPID == 1 {
			return here, "init, which itself started the helper"
		}
		return "1", "init, which itself started the last process above"
	case tspi.EndUnrecognisedInit:
		if n := len(e.Hops); n > 0 && e.Hops[n-1].PID == 1 {
			return here, "stop: not recognised as an init"
		}
		return "1", "stop: not recognised as an init"
	case tspi.EndHopLimit:
		return stopped, "stop: eight processes are visited at most"
	case tspi.EndCycle:
		return stopped, "stop: visited before, the parents form a cycle"
	case tspi.EndMissingParent:
		return stopped, "stop: no row of the table has this pid"
	case tspi.EndAmbiguousPID:
		return stopped, "stop: several rows of the table have this pid"
	case tspi.EndStaleLink:
		return stopped, "stop: younger than its child, the pid was reused"
	}
	return here, "stop: an owner hint"
}

// drawChain draws the chain upwards, the helper first and each process below its
// child, with a line from one to the next. Where the terminal is too narrow for
// the hints, they stand beside that line.
func drawChain(b *strings.Builder, e *tspi.Explanation, s Style) {
	columns := newColumns(column{title: "PID", right: true}, column{title: "AGE", right: true},
		column{title: "KIND"}, column{title: "OWNER HINT"}, column{})
	lines := chainLines(e)
	mark, words := chainEnd(e)
	columns[0].width = max(columns[0].width, len(mark))
	for _, line := range lines {
		fit(columns, line.cells())
	}
	narrow := s.Width > 0 && lineWidth(columns) > s.Width
	if narrow {
		columns = columns[:chainHint]
		squeeze(columns, chainKind, s.Width, 8)
	}
	below := strings.Repeat(" ", columns[0].width-1)
	beside := func(mark, words string) {
		first := strings.Repeat(" ", columns[0].width-len(mark)) + mark + strings.Repeat(" ", gap)
		b.WriteString(wrap(words, first, strings.Repeat(" ", columns[0].width+gap), s.prose()))
	}
	writeLine(b, columns, titles(columns))
	for i, line := range lines {
		paint := s.plain
		if i == 0 {
			paint = s.bold
		}
		b.WriteString(paintLines(paint, tableLine(columns, line.cells())))
		switch last := i == len(lines)-1; {
		case narrow && (!last || words != ""):
			beside("|", line.words())
		case narrow:
			beside(" ", line.words())
		case !last || mark != "=" && words != "":
			b.WriteString(below + "|\n")
		}
	}
	if words != "" {
		beside(mark, words)
	}
}

func (l chainLine) cells() *cells { return cellsOf(l.pid, l.age, l.kind, l.hint, l.note) }

// words are what a narrow drawing has beside the line.
func (l chainLine) words() string {
	switch l.hint {
	case "":
		return l.note
	case "none":
		return l.note + ", no owner hint"
	}
	return l.note + ", owner hint " + l.hint
}
