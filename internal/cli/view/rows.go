package view

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/parallel"
	"github.com/tspi-dev/harness/tspi"
)

// Positions of the columns that may have to give way on a narrow terminal.
const (
	columnKind  = 5
	columnOwner = 6
	columnChain = 7
)

// rowLayout is how the rows of one inventory are set out. Where the terminal is
// too narrow, the chain, then the owner and then the kind move to a second line of
// their own.
type rowLayout struct {
	columns    []column
	kindBelow  bool
	ownerBelow bool
	chainBelow bool
}

// rowColumns are all columns of a row, as wide as their titles.
func rowColumns() []column {
	return newColumns(
		column{title: "PID", right: true}, column{title: "PPID", right: true}, column{title: "AGE", right: true},
		column{title: "CPU%", right: true}, column{title: "MEMORY", right: true},
		column{title: "KIND"}, column{title: "OWNER"}, column{title: "CHAIN"})
}

func (f *facts) rowLayout(s Style) rowLayout {
	l := rowLayout{columns: f.widest}
	if f.inputs.Level == tspi.Core { // which tells no chain
		l.columns = l.columns[:columnChain]
	}
	if s.Width == 0 {
		return l
	}
	if len(l.columns) > columnChain && lineWidth(l.columns) > s.Width {
		l.columns, l.chainBelow = l.columns[:columnChain], true
	}
	if lineWidth(l.columns) > s.Width {
		l.columns, l.ownerBelow = l.columns[:columnOwner], true
	}
	if lineWidth(l.columns) > s.Width {
		l.columns, l.kindBelow = l.columns[:columnKind], true
	}
	return l
}

// lay puts what is told of a helper into cells.
func (f *facts) lay(line *cells, h helper) {
	line.clear()
	line.add(strconv.AppendInt(line.text, int64(h.PID), 10))
	line.add(strconv.AppendInt(line.text, int64(h.PPID), 10))
	line.add(appendAge(line.text, h.AgeS))
	line.add(appendPercent(line.text, h.CPUPct))
	line.add(memoryOf(h.rssKiB).appendTo(line.text))
	line.add(append(line.text, f.name(h.ProcessKind)...))
	line.add(append(line.text, f.name(h.OwnerStatus)...))
	chain, _ := f.appendChain(line.text, h)
	line.add(chain)
}

// writeRows writes every helper under what holds it, the largest first; those of a large
// table are laid out on as many cores as there are.
func (f *facts) writeRows(w io.Writer, s Style) error {
	layout := f.rowLayout(s)
	if _, err := w.Write(appendLine(nil, layout.columns, titles(layout.columns))); err != nil {
		return err
	}
	parallel.Each(len(f.held), func(_, which int) { f.sortByMemory(f.held[which]) })
	for which, members := range f.held {
		if len(members) == 0 {
			continue
		}
		if _, err := io.WriteString(w, f.heading(s, hold(which), members)); err != nil {
			return err
		}
		blocks := blocksOf(len(members))
		workers := parallel.Workers(blocks)
		forks, lines := f.forks(workers), make([]cells, workers)
		err := parallel.Write(w, blocks, func(worker, block int, text []byte) []byte {
			f, line := forks[worker], &lines[worker]
			for _, h := range f.these(blockOf(members, block)) {
				f.lay(line, h)
				text = append(appendLine(text, layout.columns, line), f.below(s, layout, h)...)
			}
			return text
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *facts) heading(s Style, which hold, members []int32) string {
	decision := f.helper(members[0]).Decision
	words := fmt.Sprintf("%s: %s (%d, %s)", decisionWords(decision), f.title(which), len(members), f.sum(members))
	return paintLines(s.ofDecision(decision), wrap(words, "", "  ", s.prose()))
}

// below is the line under a helper's row that holds what does not fit into it,
// empty where all does.
func (f *facts) below(s Style, l rowLayout, h helper) string {
	var below, names []string
	if l.kindBelow {
		names = append(names, f.name(h.ProcessKind))
	}
	if l.ownerBelow {
		below = append(below, strings.Join(append(names, f.name(h.OwnerStatus)), ", "))
	}
	if l.chainBelow {
		if chain, plain := f.appendChain(nil, h); !plain {
			below = append(below, string(chain))
		}
	}
	if len(below) == 0 {
		return ""
	}
	indent := strings.Repeat(" ", l.columns[0].width+gap)
	return s.dimLines(wrap(strings.Join(below, ": "), indent, indent+"  ", max(s.Width, narrowest)))
}

// appendChain appends where a helper's owner chain led; nothing by the core law,
// which does not tell. plain is true where the parent's pid and the owner status
// say it all.
func (f *facts) appendChain(b []byte, h helper) (words []byte, plain bool) {
	if h.ChainTrace == nil {
		return b, true
	}
	end := h.PPID
	if h.ChainEndPID != nil {
		end = *h.ChainEndPID
	}
	switch h.ChainEnd {
	case tspi.EndDetached:
		return append(b, "detached"...), true
	case tspi.EndKeepKind:
		return append(b, "not walked"...), true
	case tspi.EndOwnerHint:
		if h.ChainHops == 1 {
			return append(b, "owner is the parent"...), true
		}
		b = appendPID(b, "owner ", end, ", ")
		return append(strconv.AppendInt(b, int64(h.ChainHops), 10), " hops up"...), false
	case tspi.EndDetachedAncestor:
		if f.survey.IsCandidate(end) {
			return appendPID(b, "under ", end, ", itself a close candidate"), false
		}
		return appendPID(b, "under ", end, ", whose parent is init"), false
	case tspi.EndStartedByInit:
		if h.PPID == 1 {
			return append(b, "started by init"...), true
		}
		return appendPID(b, "under ", end, ", which init started"), false
	case tspi.EndUnrecognisedInit:
		return append(b, "up to a pid 1 that is no known init"...), h.PPID == 1
	case tspi.EndHopLimit:
		return append(append(b, "no owner within "...), count(h.ChainHops, "hop", "hops")...), false
	case tspi.EndCycle:
		return appendPID(b, "cycle at ", f.stoppedAt(h), ""), false
	case tspi.EndMissingParent:
		return appendPID(b, "", f.stoppedAt(h), " is not in the table"), false
	case tspi.EndAmbiguousPID:
		return appendPID(b, "", f.stoppedAt(h), " is in several rows"), false
	}
	return appendPID(b, "", f.stoppedAt(h), " is younger than its child: reused pid"), false
}

func appendPID(b []byte, before string, pid int32, after string) []byte {
	return append(strconv.AppendInt(append(b, before...), int64(pid), 10), after...)
}
