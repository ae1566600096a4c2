package tspi

import "github.com/tspi-dev/harness/tspi"

// initRelations change who was there from the start.
func initRelations() []relation {
	return []relation{
		{"a-row-as-old-as-init-is-no-candidate", "4.started", true, asOldAsInit},
		{"an-init-of-no-known-age-leaves-no-candidate", "4.started", true, agelessInit},
	}
}

// asOldAsInit makes a candidate as old as pid 1, to the second and around; with 3 s
// between them it stays one.
func asOldAsInit(b before) (*Table, expectation) {
	s := b.survey()
	row, ok := b.candidate()
	if !ok || len(s.inits) != 1 || s.oldest < b.Table.Policy.MinAge()+3 || s.oldest+2 > oldestAge {
		return nil, nil
	}
	younger := int64(b.rng.Intn(6)) - 2
	age := s.oldest - younger
	c := b.changedRow(row.PID, func(r *Row) { r.Age, r.Etime = age, etimes(age)[b.rng.Intn(4)] })
	if younger > 2 {
		return c, b.candidatesWithout()
	}
	return c, func(after reading, d *differences) {
		b.candidatesWithout(row.PID)(after, d)
		for i, r := range after.rows {
			if same(value(r, "pid"), integer(row.PID)) {
				d.equal("", after.path(i), r, "owner_status", tspi.StatusActiveParent)
				d.equal("", after.path(i), r, "chain_end", string(tspi.EndStartedByInit))
			}
		}
	}
}

// agelessInit spoils a column of pid 1, so that nobody knows its age.
func agelessInit(b before) (*Table, expectation) {
	if len(b.survey().inits) != 1 {
		return nil, nil
	}
	c := b.changedRow(1, func(row *Row) { row.RSS, row.BadColumn = badRSSs[b.rng.Intn(len(badRSSs))], true })
	return c, func(after reading, d *differences) {
		for i, row := range after.rows {
			if isCandidate(row) {
				d.add("", after.path(i)+".decision", "no candidate: nobody knows how old pid 1 is",
					string(tspi.DecisionSafeClose))
			}
		}
	}
}
