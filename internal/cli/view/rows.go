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
	for _, h := range f.helpers {
		fit(l.columns, f.cells(h))
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

func (f *facts) cells(h helper) []string {
	chain, _ := f.chainWords(h)
	return []string{
		strconv.Itoa(int(h.PID)), strconv.Itoa(int(h.PPID)), ageOf(h.AgeS), percent(h.CPUPct), memoryOf(h.rssKiB),
		Neutral(h.ProcessKind), Neutral(h.OwnerStatus), chain,
	}
}

func memoryOf(kib int64) string {
	var m memory
	m.add(kib)
	return m.String()
}

// writeRows writes every helper under what holds it, the largest first.
func (f *facts) writeRows(w io.Writer, s Style) error {
	layout := f.rowLayout(s)
	var b strings.Builder
	writeLine(&b, layout.columns, titles(layout.columns))
	held := f.byHold()
	for which := range holdCount {
		members := held[which]
		if len(members) == 0 {
			continue
		}
		slices.SortStableFunc(members, func(x, y helper) int { return cmp.Compare(y.rssKiB, x.rssKiB) })
		b.WriteString(f.heading(s, which, members))
		for _, h := range members {
			f.writeRow(&b, s, layout, h)
			if b.Len() > 1<<16 {
				if _, err := io.WriteString(w, b.String()); err != nil {
					return err
				}
				b.Reset()
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (f *facts) heading(s Style, which hold, members []helper) string {
	words := fmt.Sprintf("%s: %s (%d, %s)", decisionWords(members[0].Decision), f.title(which), len(members), sum(members))
	lines := wrap(words, "", "  ", s.prose())
	return paintLines(s.ofDecision(members[0].Decision), lines)
}

func (f *facts) writeRow(b *strings.Builder, s Style, l rowLayout, h helper) {
	writeLine(b, l.columns, f.cells(h)[:len(l.columns)])
	var below, names []string
	if l.kindBelow {
		names = append(names, Neutral(h.ProcessKind))
	}
	if l.ownerBelow {
		below = append(below, strings.Join(append(names, Neutral(h.OwnerStatus)), ", "))
	}
	if chain, plain := f.chainWords(h); l.chainBelow && !plain {
		below = append(below, chain)
	}
	if len(below) == 0 {
		return
	}
	indent := strings.Repeat(" ", l.columns[0].width+gap)
	b.WriteString(s.dimLines(wrap(strings.Join(below, ": "), indent, indent+"  ", max(s.Width, narrowest))))
}
