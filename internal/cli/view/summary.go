package view

import (
	"fmt"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// summary is the first thing people read: how many helpers there are and how
// many are closable; and where none is, first what kept everything from it.
func (f *facts) summary(s Style) string {
	all := f.count()
	if readable, others := readability(f.inputs.Table); all == 0 && others > readable {
		return s.bold("Nothing can be said: most of this table cannot be read.") + "\n" +
			wrap(
				fmt.Sprintf(
					"%d of %d lines are no readable rows of pid ppid etime pcpu rss command. It may be the output of another program, "+
						"or of ps with other columns.", others, readable+others), "", "", s.prose())
	}
	if all == 0 {
		return s.bold("Nothing to close: there is no helper of a known kind in this table.") + "\n" +
			wrap(fmt.Sprintf("%s read; what counts as a helper is said by the kinds of the policy.",
				count(len(f.inputs.Table.Rows), "process was", "processes were")), "", "", s.prose())
	}
	held := f.held
	closable := held[holdNothing]
	held[holdNothing] = nil
	var b strings.Builder
	if len(closable) > 0 {
		b.WriteString(f.candidatesLine(s, closable))
	} else {
		headline, remark := f.nothingClosable(&held)
		b.WriteString(paintLines(s.bold, wrap(headline, "", "", s.prose())))
		b.WriteString(wrap(remark, "", "", s.prose()))
		if held.count() == 1 && remark == "" {
			return b.String() // the headline has said it all
		}
	}
	if held.count() > 0 {
		b.WriteString(wrap(f.heldTitle(len(closable)), "", "", s.prose()))
		f.writeHolds(&b, s, &held)
	}
	return b.String()
}

// readability counts the rows that can be read, and the rows and lines that cannot.
func readability(table *tspi.Table) (readable, others int) {
	return table.Readable(), len(table.Rows) - table.Readable() + table.Skipped.Malformed
}

func (f *facts) writeHolds(b *strings.Builder, s Style, held *held) {
	for which, members := range held {
		if len(members) > 0 {
			words := fmt.Sprintf("%d %s.", len(members), f.predicate(hold(which), members))
			b.WriteString(wrap(words, "  - ", "    ", s.prose()))
		}
	}
}

func (f *facts) candidatesLine(s Style, closable []int32) string {
	all := count(f.count(), "helper", "helpers")
	words := fmt.Sprintf("%d of %s %s (%s of %s).", len(closable), all,
		agree(len(closable), "is a close candidate", "are close candidates"), f.sum(closable), f.sum(f.held[:]...))
	return paintLines(s.green, wrap(words, "", "", s.prose())) + f.partialTableWarning(s)
}

// partialTableWarning speaks up where a table leaves pid 1 out, as one does that
// was searched for a word: whether its orphans went to an init cannot be seen
// then. The law takes ppid 1 for proof all the same (contract, section 4.2).
func (f *facts) partialTableWarning(s Style) string {
	table := f.inventory.Summary.TableSummary
	if table == nil || table.Init != tspi.InitNotInTable {
		return ""
	}
	return wrap("Pid 1 is not in this table. If it was cut from a larger one, classify the whole: in a container "+
		"pid 1 may be the owner itself, and its helpers are no orphans.", "", "", s.prose())
}

func (f *facts) heldTitle(closable int) string {
	all := f.count()
	if closable > 0 {
		return fmt.Sprintf("What holds the other %d:", all-closable)
	}
	return fmt.Sprintf("What holds the %s (%s):", count(all, "helper", "helpers"), f.sum(f.held[:]...))
}

// nothingClosable names what kept everything from being closable: what is true
// of the whole table before what is true of some helpers.
func (f *facts) nothingClosable(held *held) (headline, remark string) {
	const nothing = "Nothing is closable"
	table := f.inventory.Summary.TableSummary
	switch {
	case table != nil && table.Init == tspi.InitUnrecognised:
		return nothing + ": init is not recognised.", f.initRemark()
	case len(held[holdSecondInit]) > 0:
		return nothing + ": orphans go to an init that is not pid 1 here.",
			"Under one such as systemd --user an orphan cannot be told from a service, so that nothing is closable: the safe side."
	case len(held[holdYoung]) > 0:
		return nothing + " yet: " + f.youngHeadline(held), ""
	}
	if held.count() == 1 {
		for which, members := range held {
			if len(members) > 0 {
				return fmt.Sprintf("%s: %s %s.", nothing, allHelpers(len(members)), f.predicate(hold(which), members)),
					""
			}
		}
	}
	return nothing + ".", ""
}

func (f *facts) youngHeadline(held *held) string {
	if members := held[holdYoung]; held.count() == 1 {
		return fmt.Sprintf("%s %s.", allHelpers(len(members)), f.predicate(holdYoung, members))
	}
	return "the orphans of allowlisted kinds are too young."
}

func allHelpers(n int) string {
	switch n {
	case 1:
		return "the one helper"
	case 2:
		return "both helpers"
	}
	return fmt.Sprintf("all %d helpers", n)
}

func (f *facts) initRemark() string {
	rows := 0
	for i := range f.inputs.Table.Rows {
		if f.inputs.Table.Rows[i].PID == 1 {
			rows++
		}
	}
	if rows != 1 {
		return "The table has not exactly one readable line for pid 1, so that ppid 1 proves no orphan."
	}
	return "This looks like a container, where pid 1 is often the owner itself, so that ppid 1 proves no orphan. " +
		"If it is an init, name its program in init_names of the owner taxonomy."
}
