package ident

// look is what was seen at one time, by number: the one observation of a pid and the one
// entry of a group, and how many owned processes each group is seen to hold. Changing one
// observation costs the same however many records there are.
type look struct {
	records      *recordIndex
	observations map[int64]seen[Observation]
	groups       map[int64]seen[Group]
	// bystanders counts, by the process group in which they were seen, the owned records
	// that a group signal must spare: of kind job or origin in_process. witnesses counts
	// the other owned ones that were recorded in the group in which they were seen.
	bystanders, witnesses map[int64]int
}

// seen is what was seen under one number.
type seen[T any] struct {
	count int
	first T
}

// one returns what was seen, nil unless it was seen exactly once.
func (s seen[T]) one() *T {
	if s.count != 1 {
		return nil
	}
	return &s.first
}

func newLook(records *recordIndex, observations []Observation, groups []Group) *look {
	l := &look{records: records}
	l.clear()
	l.observe(observations, groups)
	return l
}

// clear forgets everything: what was seen before a signal permits no other one.
func (l *look) clear() {
	l.observations, l.groups = map[int64]seen[Observation]{}, map[int64]seen[Group]{}
	l.bystanders, l.witnesses = map[int64]int{}, map[int64]int{}
}

// observe puts a new look in place of what was seen under the same numbers (section 5).
func (l *look) observe(observations []Observation, groups []Group) {
	for i := range observations {
		l.forget(observations[i].PID)
	}
	for i := range observations {
		pid := observations[i].PID
		l.count(l.observations[pid].one(), -1)
		s := l.observations[pid]
		if s.count++; s.count == 1 {
			s.first = observations[i]
		}
		l.observations[pid] = s
		l.count(s.one(), +1)
	}
	for i := range groups {
		delete(l.groups, groups[i].PGID)
	}
	for i := range groups {
		s := l.groups[groups[i].PGID]
		if s.count++; s.count == 1 {
			s.first = groups[i]
		}
		l.groups[groups[i].PGID] = s
	}
}

func (l *look) forget(pid int64) {
	l.count(l.observations[pid].one(), -1)
	delete(l.observations, pid)
}

// count adds the records that an observation shows to be owned to those of its group.
func (l *look) count(o *Observation, change int) {
	if o == nil || o.PGID == nil || o.StartToken == nil || !alive(o) {
		return
	}
	l.bystanders[*o.PGID] += change * l.records.bystanders[process{o.PID, *o.StartToken}]
	l.witnesses[*o.PGID] += change * l.records.members[member{process{o.PID, *o.StartToken}, *o.PGID}]
}

// alive reports whether an observation is one of a process that holds its pid and whose
// probe does not contradict it: rows 11 to 14 of section 2.
func alive(o *Observation) bool {
	return o.State != stateUnreadable && o.State != stateAbsent && !isProbe(o.Probe, probeESRCH)
}

func isProbe(probe *string, answer string) bool { return probe != nil && *probe == answer }

// recordIndex is what the records say of each other, whatever is seen.
type recordIndex struct {
	host *Host
	byID map[string]*Record
	// Of the records that a look can prove to be owned: those that a group signal must
	// spare, by process, and the others, by process and recorded group.
	bystanders map[process]int
	members    map[member]int
	held       map[likeness]bool
}

// process is a process as a record names it; member is one that was recorded in a group.
type process struct {
	pid   int64
	token string
}

type member struct {
	process
	pgid int64
}

func indexRecords(f *Facts) *recordIndex {
	x := &recordIndex{host: &f.Host, byID: map[string]*Record{}, bystanders: map[process]int{},
		members: map[member]int{}, held: map[likeness]bool{}}
	for i := range f.Records {
		r := &f.Records[i]
		x.byID[r.ID] = r
		if r.Origin == inProcess && r.PID != nil {
			for _, key := range likenesses(r) {
				x.held[key] = true
			}
		}
		if _, _, settled := x.withoutLook(r); settled {
			continue
		}
		p := process{*r.PID, *r.StartToken}
		switch {
		case r.isBystander():
			x.bystanders[p]++
		case r.PGID != nil:
			x.members[member{p, *r.PGID}]++
		}
	}
	return x
}

// isBystander reports whether a group signal must spare the record's process.
func (r *Record) isBystander() bool { return r.Kind == job || r.Origin == inProcess }

// likeness is a record of origin in_process as another record may name it: known tells
// which of token, boot and scope are known in it, and of these only the ones that both
// know are filled in. So two records that differ in none of the three meet in one key.
type likeness struct {
	pid                int64
	known, both        uint8
	token, boot, scope string
}

// likenesses are the keys under which a record of origin in_process is found.
func likenesses(r *Record) []likeness {
	known := knownMembers(r)
	var keys []likeness
	for both := uint8(0); both < 8; both++ {
		if both&^known == 0 {
			keys = append(keys, likenessOf(r, known, both))
		}
	}
	return keys
}

// isHeld reports whether another record of origin in_process has the same pid and differs
// in none of token, boot and scope, where null differs from nothing (section 3).
func (x *recordIndex) isHeld(r *Record) bool {
	if r.PID == nil {
		return false
	}
	for known := uint8(0); known < 8; known++ {
		if x.held[likenessOf(r, known, known&knownMembers(r))] {
			return true
		}
	}
	return false
}

func knownMembers(r *Record) uint8 {
	known := uint8(0)
	for i, member := range []*string{r.StartToken, r.BootID, r.Scope} {
		if member != nil {
			known |= 1 << i
		}
	}
	return known
}

func likenessOf(r *Record, known, both uint8) likeness {
	key := likeness{pid: *r.PID, known: known, both: both}
	for i, member := range []struct {
		from *string
		to   *string
	}{{r.StartToken, &key.token}, {r.BootID, &key.boot}, {r.Scope, &key.scope}} {
		if both&(1<<i) != 0 {
			*member.to = *member.from
		}
	}
	return key
}
