package tspi

// tally counts the helpers of one table for the summary.
type tally struct {
	c         *classifier
	kinds     []int // by the kind's name
	statuses  []int // by owner status
	decisions map[Decision]int
	groups    pressureGroups
}

func newTally(c *classifier) *tally {
	return &tally{
		c: c, kinds: make([]int, len(c.names.texts)), statuses: make([]int, len(c.names.texts)),
		decisions: map[Decision]int{}, groups: pressureGroups{},
	}
}

func (t *tally) add(h helper) {
	t.kinds[t.c.kindNames[h.kind]]++
	t.statuses[h.way.status]++
	t.decisions[h.decision]++
	if kind := &t.c.policy.Kinds[h.kind]; !kind.Keep && t.c.isActive(h.way.status) {
		t.groups.add(groupKey{t.c.kindNames[h.kind], h.way.status}, h, kind)
	}
}

func (t *tally) summary() Summary {
	groups := t.groups.overBudget(t.c)
	s := Summary{
		ProcessCount:                  t.decisions[DecisionSafeClose] + t.decisions[DecisionOwnerCheck] + t.decisions[DecisionKeep],
		CandidateSafeCloseCount:       t.decisions[DecisionSafeClose],
		RequiresOwnerCheckCount:       t.decisions[DecisionOwnerCheck],
		KeepCount:                     t.decisions[DecisionKeep],
		ActiveOwnerPressureGroups:     groups,
		ActiveOwnerPressureGroupCount: len(groups),
		KindCounts:                    t.byName(t.kinds),
		DecisionCounts:                t.decisions,
		OwnerStatusCounts:             t.byName(t.statuses),
	}
	for i := range groups {
		s.ActiveOwnerReleaseRequestCount += groups[i].ExcessCount
	}
	if t.c.level.hardened() {
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
