package tspi

import "slices"

// rowRelations change one row of a candidate, so that it is none, or stays one.
func rowRelations() []relation {
	return []relation{
		{"one-second-decides", "5.orphan", false, oneSecond},
		{"more-arguments-change-the-hash-alone", "6.rows", false, moreArguments},
		{"a-reused-pid-is-no-candidate", "5.reuse", true, reusedPID},
		{"an-unreadable-row-is-no-candidate", "5.unreadable", true, unreadableToo},
		{"a-title-has-no-row", "3.title", true, titleToo},
	}
}

// oneSecond makes a candidate exactly as old as it must be, or a second younger.
func oneSecond(b before) (*Table, expectation) {
	row, ok := b.candidate()
	if !ok {
		return nil, nil
	}
	age := b.Table.Policy.MinAge() - b.rng.Int63n(2)
	c := b.changedRow(row.PID, func(r *Row) { r.Age, r.Etime = age, etimes(age)[b.rng.Intn(4)] })
	if age < b.Table.Policy.MinAge() {
		return c, b.candidatesWithout(row.PID)
	}
	return c, b.candidatesWithout()
}

// moreArguments gives a candidate an argument that means nothing to any policy.
func moreArguments(b before) (*Table, expectation) {
	row, ok := b.candidate()
	if !ok || b.occurs("--zz9") {
		return nil, nil
	}
	command := row.Command + " --zz9"
	c := b.recommanded(row, command) // a substring may span the border of the two
	if c == nil {
		return nil, nil
	}
	return c, b.renamedCommand(row, command)
}

// reusedPID gives a candidate's pid to a second process.
func reusedPID(b before) (*Table, expectation) {
	row, ok := b.candidate()
	if !ok {
		return nil, nil
	}
	c := b.Table.changed()
	second := Row{PID: row.PID, PPID: 1, Etime: "0", CPU: "0.0", RSS: "1", Gap: " ",
		Command: strangers[b.rng.Intn(len(strangers))]}
	c.Lines = slices.Insert(c.Lines, b.rng.Intn(len(c.Lines)+1), Line{Row: &second})
	return c, b.candidatesWithout(row.PID)
}

// unreadableToo spoils one of a candidate's three columns.
func unreadableToo(b before) (*Table, expectation) {
	row, ok := b.candidate()
	if !ok {
		return nil, nil
	}
	c := b.changedRow(row.PID, func(r *Row) {
		r.BadColumn = true
		switch b.rng.Intn(3) {
		case 0:
			r.Etime = badEtimes[b.rng.Intn(len(badEtimes))]
		case 1:
			r.CPU = badCPUs[b.rng.Intn(len(badCPUs))]
		default:
			r.RSS = badRSSs[b.rng.Intn(len(badRSSs))]
		}
	})
	return c, func(after reading, d *differences) {
		b.candidatesWithout(row.PID)(after, d)
		for i, r := range after.rows {
			if same(value(r, "pid"), integer(row.PID)) {
				d.equal("2.unreadable", after.path(i), r, "age_s", nil)
			}
		}
	}
}

// titleToo puts a candidate's command into brackets, or calls it dead.
func titleToo(b before) (*Table, expectation) {
	row, ok := b.candidate()
	if !ok {
		return nil, nil
	}
	title := [...]string{"[" + row.Command + "]", "(" + row.Command + ")", row.Command + " <defunct>"}[b.rng.Intn(3)]
	c := b.changedRow(row.PID, func(r *Row) { r.Command = title })
	return c, func(after reading, d *differences) {
		b.candidatesWithout(row.PID)(after, d)
		for i, r := range after.rows {
			if same(value(r, "pid"), integer(row.PID)) {
				d.add("", after.path(i), "no row: a title is no helper", "a row")
			}
		}
	}
}
