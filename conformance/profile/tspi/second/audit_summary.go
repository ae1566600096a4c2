package second

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/tspi-dev/harness/internal/strict"
)

// judgeSummary holds the numbers of a claim against what they count.
func (a *auditor) judgeSummary(rows strict.Array) {
	summary := get(a.claim, "summary")
	counted := map[string]*big.Int{"process_count": big.NewInt(int64(len(rows)))}
	if a.on("good-rows-counted") {
		counted["process_count"] = big.NewInt(
			int64(len(slices.DeleteFunc(slices.Clone(rows), func(r strict.Value) bool {
				return integer(get(r, "pid")) == nil
			}))))
	}
	for _, decision := range []string{safeClose, ownerCheck, keep} {
		n := int64(0)
		for _, row := range rows {
			if get(row, "decision") == decision {
				n++
			}
		}
		counted[decision+"_count"] = big.NewInt(n)
	}
	groups := a.countedGroups()
	counted["active_owner_pressure_group_count"] = big.NewInt(int64(len(groups)))
	counted["active_owner_release_request_count"] = a.sumOf(groups)
	if a.on("requests-are-groups") {
		counted["active_owner_release_request_count"] = big.NewInt(int64(len(groups)))
	}
	if a.on("process-count-unread") {
		delete(counted, "process_count")
	}
	for name, want := range counted {
		value, there := summaryMember(summary, name)
		if got := integer(value); there && (got == nil || want == nil || got.Cmp(want) != 0) &&
			!a.on("summary-believed") {
			a.found.raise(codeSummary, "summary", "summary")
		}
	}
	for _, g := range groups {
		if !a.excessAgrees(g) && !a.on("excess-believed") {
			a.found.raise(codeSummary, "summary", "summary")
		}
	}
}

func summaryMember(summary strict.Value, name string) (strict.Value, bool) {
	return get(summary, name), has(summary, name)
}

// countedGroups are the groups that the summary counts: its own where it has any.
func (a *auditor) countedGroups() strict.Array {
	for _, place := range []strict.Value{get(a.claim, "summary"), a.claim} {
		if has(place, groupsField) {
			groups, _ := get(place, groupsField).(strict.Array)
			return groups
		}
	}
	return nil
}

// sumOf is the sum of all excess counts, nil where one is missing or no integer.
func (a *auditor) sumOf(groups strict.Array) *big.Int {
	sum := new(big.Int)
	for _, g := range groups {
		excess := integer(get(g, "excess_count"))
		if excess == nil {
			if a.on("missing-excess-is-0") {
				continue
			}
			return nil
		}
		sum.Add(sum, excess)
	}
	return sum
}

// excessAgrees reports whether a group's excess is its count less its budget.
func (a *auditor) excessAgrees(g strict.Value) bool {
	if !has(g, "excess_count") {
		return true
	}
	excess, count, budget := integer(get(g, "excess_count")), integer(get(g, "count")), integer(get(g, "budget"))
	if excess == nil || count == nil || budget == nil {
		return a.on("excess-of-two-numbers")
	}
	return excess.Cmp(new(big.Int).Sub(count, budget)) == 0
}

// compareGroups holds the claimed groups against those of the fixture, in any order.
func (a *auditor) compareGroups() {
	var want, got []string
	for _, g := range a.world.groups(a.truth) {
		want = append(want, fmt.Sprintf("%q %q %v %d", g.kind.name, g.status, g.kind.budget, len(g.members)))
	}
	for _, g := range a.countedGroups() {
		kind, _ := get(g, "process_kind").(string)
		status, _ := get(g, "owner_status").(string)
		got = append(got, fmt.Sprintf("%q %q %v %v", kind, status, integer(get(g, "budget")), integer(get(g, "count"))))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		a.found.raise(codeSummary, "summary", "summary")
	}
}
