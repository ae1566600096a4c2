package tspi

// agreement is all that a claimed row must agree in with a row of the derived
// inventory. Rows that agree in it are interchangeable.
type agreement struct {
	pid, ppid, age               int64
	hasAge, allowlisted          bool
	kind, status, decision, hash string
}

// agreements counts the rows of the derived inventory by what is to be agreed in.
func (d *derived) agreements() map[agreement]int {
	counts := make(map[agreement]int, len(d.inventory.Rows))
	for i := range d.inventory.Rows {
		r := &d.inventory.Rows[i]
		a := agreement{
			pid: int64(r.PID), ppid: int64(r.PPID),
			kind: r.ProcessKind, status: r.OwnerStatus, decision: string(r.Decision), hash: r.CommandHash,
			allowlisted: r.AllowlistMatched,
		}
		if r.AgeS != nil {
			a.age, a.hasAge = *r.AgeS, true
		}
		counts[a]++
	}
	return counts
}

// agreementOf reads a claimed row. A missing value agrees with none, so an absent
// age is not a null one; ok is false where a value is missing or mistyped.
func agreementOf(row Object) (a agreement, ok bool) {
	ok = true
	take := func(there bool) { ok = ok && there }
	text := func(name string) string {
		s, there := stringAt(row, name)
		take(there)
		return s
	}
	integer := func(name string) int64 {
		n, there := integerAt(row, name)
		value, fits := n.Int64() // ours all do
		take(there && fits)
		return value
	}
	a = agreement{pid: integer("pid"), ppid: integer("ppid"), kind: text("process_kind"), status: text("owner_status"),
		decision: text("decision"), hash: text("command_hash")}
	allowlisted, _ := row.Get("allowlist_matched")
	a.allowlisted, a.hasAge = allowlisted == true, true
	take(allowlisted == true || allowlisted == false)
	if age, there := row.Get("age_s"); there && age == nil {
		a.hasAge = false
	} else {
		a.age = integer("age_s")
	}
	return a, ok
}

// take claims a row of the derived inventory that agrees with the claimed one and
// is not claimed yet.
func take(row Object, unclaimed map[agreement]int) bool {
	a, ok := agreementOf(row)
	if !ok || unclaimed[a] == 0 {
		return false
	}
	unclaimed[a]--
	return true
}
