package ident

// Row is the answer about one record (section 3).
type Row struct {
	ID                   string      `json:"id"`
	Verdict              Verdict     `json:"verdict"`
	Reason               Reason      `json:"reason"`
	Ended                *bool       `json:"ended"` // was the recorded process seen to end? nil is unknown
	SignalPermitted      bool        `json:"signal_permitted"`
	GroupState           GroupState  `json:"group_state"`
	GroupSignalPermitted bool        `json:"group_signal_permitted"`
	Disposition          Disposition `json:"disposition"`
}

// row gives the row of a record by this look.
func (l *look) row(r *Record) Row {
	v, reason := l.verdict(r)
	row := Row{ID: r.ID, Verdict: v, Reason: reason, Ended: ended(v, reason)}
	row.SignalPermitted = reason == TokenEqual && *r.PID != 1 && *r.PID != l.records.host.OwnPID
	row.GroupState = l.groupState(r, v, reason)
	row.GroupSignalPermitted = l.groupSignalPermitted(r, &row)
	row.Disposition = l.disposition(r, &row)
	return row
}

func ended(v Verdict, reason Reason) *bool {
	var known bool
	switch {
	case v == Gone, v == Foreign, reason == Zombie:
		known = true
	case reason != TokenEqual:
		return nil
	}
	return &known
}

// hasEnded reports whether the recorded process was seen to end.
func (row *Row) hasEnded() bool { return row.Ended != nil && *row.Ended }

// groupState gives the first row of section 3's table of group states.
func (l *look) groupState(r *Record, v Verdict, reason Reason) GroupState {
	host := l.records.host
	switch {
	case host.Platform == windows:
		return GroupNone
	case v == Unverifiable:
		return GroupUnknown
	case reason == OtherBoot:
		return GroupEmpty
	case r.PGID == nil:
		return GroupUnknown
	case *r.PGID != *r.PID:
		return GroupNone
	case v == Foreign:
		return GroupEmpty
	case host.OwnPGID == nil || *r.PGID == *host.OwnPGID || *r.PGID == 1:
		return GroupUnknown
	}
	switch probe := l.groupProbe(r); {
	case isProbe(probe, probeESRCH) && reason == Absent:
		return GroupEmpty
	case isProbe(probe, probeOK), isProbe(probe, probeEPERM):
		return GroupPresent
	}
	return GroupUnknown
}

// groupProbe is the answer of the one entry of the record's group, nil where there is none.
func (l *look) groupProbe(r *Record) *string {
	if r.PGID == nil {
		return nil
	}
	if entry := l.groups[*r.PGID].one(); entry != nil {
		return entry.Probe
	}
	return nil
}

// groupSignalPermitted applies the three conditions of section 3.
func (l *look) groupSignalPermitted(r *Record, row *Row) bool {
	host := l.records.host
	if host.Platform == windows || r.PID == nil || r.PGID == nil || *r.PGID != *r.PID || host.OwnPGID == nil {
		return false
	}
	group := *r.PGID
	if group == *host.OwnPGID || group == host.OwnPID || group == 1 {
		return false
	}
	leads := row.Verdict == Owned && l.isSeenIn(r, group)
	witnessed := row.Reason == Absent && row.GroupState == GroupPresent && l.witnesses[group] > 0
	if !leads && !witnessed {
		return false
	}
	bystanders := l.bystanders[group]
	if leads && r.isBystander() {
		bystanders-- // the record itself
	}
	return bystanders == 0
}

// isSeenIn reports whether the one observation of the record's pid was in that group.
func (l *look) isSeenIn(r *Record, group int64) bool {
	o := l.observations[*r.PID].one()
	return o != nil && o.PGID != nil && *o.PGID == group
}

// disposition gives the first row of section 3's table of dispositions.
func (l *look) disposition(r *Record, row *Row) Disposition {
	switch {
	case r.Origin == inProcess || l.records.isHeld(r):
		return LeaveToHolder
	case row.Verdict == Unverifiable:
		return Report
	case r.Kind == job && row.hasEnded():
		return Correct
	case r.Kind == job:
		return Keep
	case row.SignalPermitted || row.GroupSignalPermitted:
		return TearDown
	case row.hasEnded() && (row.GroupState == GroupNone || row.GroupState == GroupEmpty):
		return Correct
	}
	return Report
}
