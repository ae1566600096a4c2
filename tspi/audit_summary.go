package tspi

// summaryFindings holds the numbers of a claim against what they count
// (contract, section 8). All of it is the hardened law's.
func (g *grounds) summaryFindings() []Finding {
	if !g.level.IsHardened() || g.claim.countsAgree() && g.claim.groupsAgree() && g.groupsAreDerived() {
		return nil
	}
	return []Finding{newFinding(CodeSummaryMismatch, SubjectSummary, string(SubjectSummary))}
}

// countsAgree holds the summary's counts against the rows and the groups.
func (c *claim) countsAgree() bool {
	decisions := map[string]int{}
	for _, row := range c.rows.objects {
		decision, _ := stringAt(row, "decision")
		decisions[decision]++
	}
	counts := []struct {
		field string
		right int
	}{
		{"process_count", c.rows.elements},
		{"candidate_safe_close_count", decisions[string(DecisionSafeClose)]},
		{"requires_owner_check_count", decisions[string(DecisionOwnerCheck)]},
		{"keep_count", decisions[string(DecisionKeep)]},
		{"active_owner_pressure_group_count", c.counted().elements},
	}
	for _, count := range counts {
		if !c.agreesWhereThere(count.field, NewInteger(int64(count.right)), true) {
			return false
		}
	}
	sum, known := c.excessSum()
	return c.agreesWhereThere("active_owner_release_request_count", sum, known)
}

// agreesWhereThere compares a number of the summary. A right value that is not
// known disagrees with any.
func (c *claim) agreesWhereThere(field string, right Integer, known bool) bool {
	value, there := c.summary.Get(field)
	if !there {
		return true
	}
	n, ok := AsInteger(value)
	return ok && known && n.Cmp(right) == 0
}

// counted are the groups that the summary's numbers are about.
func (c *claim) counted() section {
	if !c.groups.there && c.stray.there {
		return c.stray
	}
	return c.groups
}

// excessSum is known only when every group has an integer excess_count.
func (c *claim) excessSum() (sum Integer, known bool) {
	groups := c.counted()
	known = groups.elements == len(groups.objects)
	for _, group := range groups.objects {
		excess, ok := integerAt(group, "excess_count")
		sum, known = sum.Add(excess), known && ok
	}
	return sum, known
}

// groupsAgree holds each group's excess_count against its count and budget.
func (c *claim) groupsAgree() bool {
	for _, group := range c.allGroups() {
		value, there := group.Get("excess_count")
		if !there {
			continue
		}
		excess, okExcess := AsInteger(value)
		count, okCount := integerAt(group, "count")
		budget, okBudget := integerAt(group, "budget")
		if !okExcess || !okCount || !okBudget || excess.Cmp(count.Sub(budget)) != 0 {
			return false
		}
	}
	return true
}

// groupsAreDerived holds the groups themselves, where they are there, against
// those of the fixture, in any order.
func (g *grounds) groupsAreDerived() bool {
	claimed := g.claim.counted()
	if g.fixture == nil || !claimed.there {
		return true
	}
	right := g.fixture.inventory.Summary.ActiveOwnerPressureGroups
	if claimed.elements != len(right) || len(claimed.objects) != len(right) {
		return false
	}
	type groupKey struct{ kind, status string }
	byKey := make(map[groupKey]*PressureGroup, len(right))
	for i := range right {
		byKey[groupKey{right[i].ProcessKind, right[i].OwnerStatus}] = &right[i]
	}
	for _, group := range claimed.objects {
		kind, _ := stringAt(group, "process_kind")
		status, _ := stringAt(group, "owner_status")
		key := groupKey{kind, status}
		budget, okBudget := integerAt(group, "budget")
		count, okCount := integerAt(group, "count")
		match := byKey[key]
		if match == nil || !okBudget || !okCount ||
			budget.Cmp(match.Budget) != 0 || count.Cmp(NewInteger(int64(match.Count))) != 0 {
			return false
		}
		delete(byKey, key) // each of the right groups is claimed once
	}
	return true
}
