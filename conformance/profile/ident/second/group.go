package second

// group is section 3's group_state.
func (f facts) group(r record, d row, l look, on On) string {
	if f.host.platform == "windows" && !on.Is("group-on-windows") {
		return "none"
	}
	if d.verdict == unverifiable && !on.Is("group-of-unverifiable-probed") {
		return "unknown"
	}
	if d.reason == "other_boot" && !on.Is("group-of-other-boot-probed") {
		return "empty"
	}
	if !r.pgid.Known {
		if on.Is("group-unknown-none") {
			return "none"
		}
		return "unknown"
	}
	if !r.pgid.Meets(r.pid) && !on.Is("group-not-led-probed") {
		return "none"
	}
	if d.verdict == foreign && !on.Is("group-of-foreign-probed") {
		return "empty"
	}
	if !f.host.pgid.Known && !on.Is("group-of-observer-assumed") {
		return "unknown"
	}
	if r.pgid.Meets(f.host.pgid) && !on.Is("group-of-observer-probed") || r.pgid.Is(1) && !on.Is("group-one-probed") {
		return "unknown"
	}
	entry, one := l.entry(r.pgid, on)
	if !one {
		if on.Is("group-unprobed-empty") {
			return "empty"
		}
		return "unknown"
	}
	switch {
	case entry.probe.Is("esrch") && (d.reason == "absent" || on.Is("group-esrch-beside-leader")):
		return "empty"
	case entry.probe.Is("ok"), entry.probe.Is("eperm") && !on.Is("group-eperm-unknown"):
		return "present"
	}
	return "unknown"
}

// groupSignal is section 3's group_signal_permitted of the record at place i.
func (f facts) groupSignal(i int, rows []row, l look, on On) bool {
	r, d := f.records[i], rows[i]
	if f.host.platform == "windows" && !on.Is("group-signal-on-windows") {
		return false
	}
	if !r.pgid.Known || !r.pgid.Meets(r.pid) && !on.Is("group-signal-not-led") {
		return false
	}
	if !f.host.pgid.Known && !on.Is("group-signal-observer-unknown") {
		return false
	}
	if r.pgid.Meets(f.host.pgid) && !on.Is("group-signal-to-own-group") ||
		r.pgid.Is(f.host.pid) && !on.Is("group-signal-to-observer") || r.pgid.Is(1) && !on.Is("group-signal-to-all") {
		return false
	}
	switch {
	case d.verdict == owned:
		if on.Is("group-signal-not-of-zombie") && d.reason == "zombie" {
			return false
		}
		if !f.isIn(r, r.pgid, l, on) && !on.Is("group-signal-leader-moved") {
			return false
		}
	case d.reason == "absent":
		if d.group != "present" && !on.Is("group-signal-unprobed") {
			return false
		}
		if !f.witnessed(i, rows, l, on) && !on.Is("group-signal-unwitnessed") {
			return false
		}
	default:
		return false
	}
	return !f.othersIn(i, rows, l, on)
}

// isIn reports whether the one observation of a record's pid is in a group.
func (f facts) isIn(r record, pgid whole, l look, on On) bool {
	seen, one := l.one(r.pid, on)
	return one && seen.pgid.Meets(pgid)
}

// witnessed reports whether another record's process was in the group and is in it.
func (f facts) witnessed(i int, rows []row, l look, on On) bool {
	pgid := f.records[i].pgid
	for j, other := range f.records {
		if j == i || rows[j].verdict != owned && !on.Is("witness-of-any-verdict") {
			continue
		}
		if on.Is("witness-zombie-refused") && rows[j].reason == "zombie" {
			continue
		}
		was := other.pgid.Meets(pgid) || on.Is("witness-came-later")
		is := f.isIn(other, pgid, l, on) || on.Is("witness-has-left")
		if was && is {
			return true
		}
	}
	return false
}

// othersIn reports whether a signal to the group would hit a process that must not be hit.
func (f facts) othersIn(i int, rows []row, l look, on On) bool {
	for j, other := range f.records {
		guarded := other.kind == "job" && !on.Is("other-jobs-hit") ||
			other.origin == "in_process" && !on.Is("other-holders-hit")
		if j == i || !guarded || rows[j].verdict != owned {
			continue
		}
		if on.Is("other-zombies-hit") && rows[j].reason == "zombie" {
			continue
		}
		in := f.isIn(other, f.records[i].pgid, l, on)
		if on.Is("others-by-record") {
			in = other.pgid.Meets(f.records[i].pgid)
		}
		if in {
			return true
		}
	}
	return false
}

// disposition is section 3's last table.
func (f facts) disposition(i int, d row, on On) string {
	r := f.records[i]
	if r.origin == "in_process" && !on.Is("holder-ignored") || f.twinOfHeld(i, on) {
		return "leave_to_holder"
	}
	if d.verdict == unverifiable && !(on.Is("unverifiable-job-kept") && r.kind == "job") {
		return "report"
	}
	if r.kind == "job" {
		switch {
		case d.ended.Is(true) && !on.Is("ended-job-kept"):
			return "correct"
		case on.Is("job-torn-down") && d.signal:
			return "tear_down"
		}
		return "keep"
	}
	if d.signal || d.groupSignal && !on.Is("tear-down-by-pid-only") {
		return "tear_down"
	}
	quiet := d.group == "none" && !on.Is("correct-not-without-group") || d.group == "empty" ||
		on.Is("correct-beside-living-group")
	if d.ended.Is(true) && quiet {
		return "correct"
	}
	if on.Is("protected-pid-corrected") && !d.ended.Is(true) {
		return "correct"
	}
	return "report"
}

// twinOfHeld reports whether the record may be of the same process as one whose holder lives.
func (f facts) twinOfHeld(i int, on On) bool {
	r := f.records[i]
	if on.Is("twin-ignored") {
		return false
	}
	for j, other := range f.records {
		if j == i || other.origin != "in_process" || !r.pid.Meets(other.pid) {
			continue
		}
		apart := r.token.Parts(other.token) && !on.Is("twin-of-any-token") || r.boot.Parts(other.boot) &&
			!on.Is("twin-of-any-boot") ||
			r.scope.Parts(other.scope) && !on.Is("twin-of-any-scope")
		if on.Is("twin-unknown-differs") {
			apart = r.token != other.token || r.boot != other.boot || r.scope != other.scope
		}
		if !apart {
			return true
		}
	}
	return false
}
