package tspi

// tally counts the helpers of one table for the summary.
type tally struct {
	c        *classifier
	kinds    []int // by the kind's name
	statuses []int // by owner status
	// Helpers by decision: a map would cost more than all else that is counted.
	closable, checked, kept int
	groups                  pressureGroups
}

func newTally(c *classifier) *tally {
	return &tally{
		c: c, kinds: make([]int, len(c.names.texts)), statuses: make([]int, len(c.names.texts)),
		groups: pressureGroups{},
	}
}

func (t *tally) add(h helper) {
	t.kinds[t.c.kindNames[h.kind]]++
	t.statuses[h.way.status]++
	switch h.decision {
	case DecisionSafeClose:
		t.closable++
	case DecisionOwnerCheck:
		t.checked++
	case DecisionKeep:
		t.kept++
	}
	if kind := &t.c.policy.Kinds[h.kind]; !kind.Keep && t.c.isActive(h.way.status) {
		t.groups.add(groupKey{t.c.kindNames[h.kind], h.way.status}, h, kind)
	}
}

// join adds the helpers of other rows of the table.
func (t *tally) join(other *tally) {
	for n := range t.kinds {
		t.kinds[n] += other.kinds[n]
		t.statuses[n] += other.statuses[n]
	}
	t.closable += other.closable
	t.checked += other.checked
	t.kept += other.kept
	t.groups.join(other.groups)
}

func (t *tally) summary() Summary {
	groups := t.groups.overBudget(t.c)
	s := Summary{
		ProcessCount:                  t.closable + t.checked + t.kept,
		CandidateSafeCloseCount:       t.closable,
		RequiresOwnerCheckCount:       t.checked,
		KeepCount:                     t.kept,
		ActiveOwnerPressureGroups:     groups,
		ActiveOwnerPressureGroupCount: len(groups),
		KindCounts:                    t.byName(t.kinds),
		DecisionCounts:                map[Decision]int{},
		OwnerStatusCounts:             t.byName(t.statuses),
	}
	for decision, count := range map[Decision]int{DecisionSafeClose: t.closable, DecisionOwnerCheck: t.checked,
		DecisionKeep: t.kept} {
		if count > 0 {
			s.DecisionCounts[decision] = count
		}
	}
	for i := range groups {
		s.ActiveOwnerReleaseRequestCount += groups[i].ExcessCount
	}
	if t.c.level.IsHardened() {
		s.TableSummary = &TableSummary{t.c.table.Skipped, t.c.walker.init.state}
	}
	return s
}

// byName are the counts that are not zero.
func (t *tally) byName(counts []int) map[string]int {
	named := map[string]int{}
	for n, count := range counts {
		if count > 0 {
			named[t.c.names.text(name(n))] = count
		}
	}
	return named
}
