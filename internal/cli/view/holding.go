package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// predicate says what holds some helpers, to be put behind their number: "7" and
// "hang from live owners or parents".
func (f *facts) predicate(which hold, members []int32) string {
	n := len(members)
	switch which {
	case holdInit:
		return agree(n, "hangs", "hang") + " from a pid 1 that is not recognised as an init"
	case holdSecondInit:
		return agree(n, "hangs", "hang") + " from an init that is not pid 1, such as systemd --user"
	case holdStarted:
		return agree(n, "was", "were") + " started by init itself: the main command of a container, or a service"
	case holdYoung:
		return f.youngPredicate(members)
	case holdNotAllowed:
		return agree(n, "is an orphan", "are orphans") + " of a kind that the policy does not allow to be closed"
	case holdRegistered:
		return agree(n, "is", "are") + " registered as in use"
	case holdReusedPID:
		return agree(n, "shares its pid", "share their pids") + " with another row of the table"
	case holdUnreadable:
		return agree(n, "has", "have") + " an age, CPU or memory column that cannot be right"
	case holdUnresolved:
		return agree(n, "has", "have") + " an owner that the table does not tell (" + f.unresolvedCauses(members) + ")"
	case holdOtherOwner:
		return agree(n, "hangs from an owner", "hang from owners") + " whose status is not an active one (" +
			f.statusNames(members) + ")"
	case holdLiveOwner:
		return f.livePredicate(members)
	}
	return agree(n, "is", "are") + " of a kind to be kept"
}

func (f *facts) youngPredicate(members []int32) string {
	pid, oldest := int32(0), int64(-1) // an orphan held for its age has one
	for _, at := range members {
		if row := &f.inputs.Table.Rows[at]; oldest < row.Age {
			pid, oldest = row.PID, row.Age
		}
	}
	text := agree(len(members), "is an orphan", "are orphans") + " younger than " + f.minimumAge()
	if left := wait(oldest, f.inventory.Policy.MinAgeSeconds); left != "" {
		text += fmt.Sprintf("; the oldest, pid %d, is old enough %s after the capture", pid, left)
	}
	return text
}

func (f *facts) livePredicate(members []int32) string {
	const live, below, belowInit = 0, 1, 2
	counts := f.counted(members, 3, func(f *facts, h helper) int {
		switch {
		case h.ChainTrace == nil || h.ChainEnd != tspi.EndDetachedAncestor:
			return live
		case f.survey.IsCandidate(*h.ChainEndPID):
			return below
		}
		return belowInit
	})
	next, under := counts[below], counts[belowInit]
	text := agree(len(members), "hangs from a live owner or parent", "hang from live owners or parents")
	if next > 0 {
		text += "; " + someOf(next, len(members)) + "below a close candidate, to be judged anew once that is gone"
	}
	if under > 0 {
		text += "; " + someOf(under, len(members)) +
			"below a process that has init for its parent, so that the table does not tell whom to ask"
	}
	return text
}

// someOf says how many of the helpers that were counted before something is true of.
func someOf(n, all int) string {
	switch {
	case all == 1:
		return ""
	case n == all:
		return "all of them "
	}
	return fmt.Sprintf("%d of them ", n)
}

// unresolvedCauses counts why owners are not resolved.
func (f *facts) unresolvedCauses(members []int32) string {
	causes := []struct {
		end   tspi.ChainEnd
		words string
	}{
		{tspi.EndMissingParent, "parent not in the table"},
		{tspi.EndAmbiguousPID, "parent's pid in several rows"},
		{tspi.EndStaleLink, "parent's pid reused"},
		{tspi.EndUnrecognisedInit, "pid 1 unreadable or in several lines"},
	}
	counts := f.counted(members, len(causes)+1, func(_ *facts, h helper) int {
		for i := range causes {
			if h.ChainTrace != nil && h.ChainEnd == causes[i].end {
				return i
			}
		}
		return len(causes)
	})
	var parts []string
	for i, cause := range causes {
		if n := counts[i]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s: %d", cause.words, n))
		}
	}
	if len(parts) == 0 {
		return "no parent was found"
	}
	return strings.Join(parts, ", ")
}

// statusNames lists the owner statuses of helpers, a few of them.
func (f *facts) statusNames(members []int32) string {
	const most = 3
	var names []string
	for _, h := range f.these(members) {
		name := shorten(f.name(h.OwnerStatus), 40)
		if slices.Contains(names, name) {
			continue
		}
		if len(names) == most {
			return strings.Join(names, ", ") + " and more"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
