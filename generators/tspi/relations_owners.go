package tspi

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// ownerRelations change the taxonomy, or the owners in the table.
func ownerRelations() []relation {
	return []relation{
		{"an-owner-above-makes-no-candidate", "5.active", false, ownerAbove},
		{"a-lost-hint-makes-no-candidate", "4.hint", false, lostHint},
		{"letter-case-counts-in-hints", "4.hint", false, letterCaseOfHints},
		{"who-is-active-makes-no-candidate", "5.active", false, otherActive},
		{"another-init-leaves-no-candidate", "4.init", true, anotherInit},
		{"registered-helpers-are-no-candidates", "5.registered", true, registeredToo},
		{"a-lost-registration-changes-its-pid-alone", "5.registered", true, lostRegistration},
	}
}

func ownerAbove(b before) (*Table, expectation) {
	row, ok := b.candidate()
	if !ok {
		if len(b.helpers()) == 0 {
			return nil, nil
		}
		row = b.helpers()[b.rng.Intn(len(b.helpers()))].Row
	}
	return b.Table.WithOwnerAbove(row.PID, b.rng), b.candidatesWithout(row.PID)
}

func lostHint(b before) (*Table, expectation) {
	n := len(b.Table.Owners.Hints)
	if n == 0 {
		return nil, nil
	}
	c := b.Table.changed()
	i := b.rng.Intn(n)
	c.Owners.Hints = slices.Delete(c.Owners.Hints, i, i+1)
	return c, b.candidatesWithout()
}

// letterCaseOfHints puts hints first that would take the owners of others, were it
// not for the case of their letters.
func letterCaseOfHints(b before) (*Table, expectation) {
	var swapped []Hint
	for _, hint := range b.Table.Owners.Hints {
		if other := strings.ToUpper(hint.Substring); !b.occurs(other) {
			swapped = append(swapped, Hint{other, "x-other-case"})
		}
	}
	if swapped == nil {
		return nil, nil
	}
	c := b.Table.changed()
	c.Owners.Hints = slices.Concat(swapped, c.Owners.Hints)
	return c, b.unchanged()
}

// otherActive makes one status alone active, which changes reasons and groups, and
// no decision.
func otherActive(b before) (*Table, expectation) {
	statuses := []string{statusParent, "x-nobody"}
	for _, row := range b.rows {
		if status := text(row, "owner_status"); status != tspi.StatusDetached {
			statuses = append(statuses, status)
		}
	}
	c, status := b.Table.changed(), statuses[b.rng.Intn(len(statuses))]
	c.Owners.ActiveStatuses = []string{status}
	return c, b.editedRows(func(row strict.Object) strict.Object {
		switch reason := text(row, "reason"); {
		case reason != string(tspi.ReasonActiveOwner) && reason != string(tspi.ReasonOwnerUnsolved):
			return row
		case text(row, "owner_status") == status:
			return with(row, "reason", string(tspi.ReasonActiveOwner))
		}
		return with(row, "reason", string(tspi.ReasonOwnerUnsolved))
	})
}

// anotherInit puts a program in the place of pid 1 that is no init.
func anotherInit(b before) (*Table, expectation) {
	if s := b.survey(); len(s.inits) != 1 || s.strays > 0 {
		return nil, nil
	}
	c := b.changedRow(1, func(row *Row) { row.Command = "sh ./entrypoint.sh" })
	c.Owners.InitNames = slices.DeleteFunc(slices.Clone(c.Owners.InitNames), func(name string) bool {
		return name == "sh"
	})
	return c, func(after reading, d *differences) {
		d.equal("", "summary", after.summary, "init", string(tspi.InitUnrecognised))
		for i, row := range after.rows {
			if isCandidate(row) {
				d.add("", after.path(i)+".decision", "no candidate: pid 1 is no init", string(tspi.DecisionSafeClose))
			}
			if text(row, "owner_status") == tspi.StatusDetached {
				d.add("", after.path(i)+".owner_status", "another status: pid 1 is no init", tspi.StatusDetached)
			}
		}
	}
}

func registeredToo(b before) (*Table, expectation) {
	row, ok := b.candidate()
	if !ok {
		return nil, nil
	}
	entry := Registered{PID: row.PID}
	if b.rng.Intn(2) == 0 {
		entry.CommandHash = commandHash(row.Command)
	}
	c := b.Table.changed()
	c.Owners.Registered = slices.Insert(c.Owners.Registered, b.rng.Intn(len(c.Owners.Registered)+1), entry)
	return c, b.editedRows(func(r strict.Object) strict.Object {
		if !same(value(r, "pid"), integer(row.PID)) {
			return r
		}
		r = with(r, "decision", string(tspi.DecisionOwnerCheck))
		return with(r, "reason", string(tspi.ReasonRegistered))
	})
}

func lostRegistration(b before) (*Table, expectation) {
	n := len(b.Table.Owners.Registered)
	if n == 0 {
		return nil, nil
	}
	c, i := b.Table.changed(), b.rng.Intn(n)
	pid := c.Owners.Registered[i].PID
	c.Owners.Registered = slices.Delete(c.Owners.Registered, i, i+1)
	return c, b.sameRows(pid)
}
