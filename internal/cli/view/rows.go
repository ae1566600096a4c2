package view

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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

func (f *facts) rowLayout(s Style) rowLayout {
	l := rowLayout{columns: newColumns(
		column{title: "PID", right: true}, column{title: "PPID", right: true}, column{title: "AGE", right: true},
		column{title: "CPU%", right: true}, column{title: "MEMORY", right: true},
		column{title: "KIND"}, column{title: "OWNER"}, column{title: "CHAIN"})}
	var line cells
	for _, h := range f.all() {
		f.lay(&line, h)
		fit(l.columns, &line)
	}
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
	var m memory
	m.add(h.rssKiB)
	line.add(m.appendTo(line.text))
	line.add(append(line.text, f.name(h.ProcessKind)...))
	line.add(append(line.text, f.name(h.OwnerStatus)...))
	chain, _ := f.appendChain(line.text, h)
	line.add(chain)
}

// rowsAtOnce is how many bytes of rows are gathered before they are written.
const rowsAtOnce = 64 << 10

// writeRows writes every helper under what holds it, the largest first.
func (f *facts) writeRows(w io.Writer, s Style) error {
	layout := f.rowLayout(s)
	text := appendLine(nil, layout.columns, titles(layout.columns))
	var line cells
	for which, members := range f.held {
		if len(members) == 0 {
			continue
		}
		slices.SortFunc(members, f.largestFirst)
		text = append(text, f.heading(s, hold(which), members)...)
		for _, h := range f.these(members) {
			f.lay(&line, h)
			text = appendLine(text, layout.columns, &line)
			text = append(text, f.below(s, layout, h)...)
			if len(text) > rowsAtOnce {
				if _, err := w.Write(text); err != nil {
					return err
				}
				text = text[:0]
			}
		}
	}
	_, err := w.Write(text)
	return err
}

// largestFirst orders helpers by memory, and those of the same as the table does.
func (f *facts) largestFirst(x, y int32) int {
	rows := f.inputs.Table.Rows
	return cmp.Or(cmp.Compare(rows[y].RSSKiB, rows[x].RSSKiB), cmp.Compare(x, y))
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
