package second

import (
	"cmp"
	"math/big"
	"slices"
)

// group is the helpers of one kind and one active owner status, over their budget.
type group struct {
	kind    *kind
	status  string
	members []*helper
	excess  int
}

// groups are the pressure groups, in the order in which they are emitted.
func (w *world) groups(helpers []*helper) []group {
	type key struct{ kind, status string }
	index := map[key]int{}
	var all []group
	for _, h := range helpers {
		if !h.active || h.kept && !w.on("kept-in-groups") || w.on("registered-in-no-group") && h.registered {
			continue
		}
		k := key{h.kind.name, h.chain.status}
		if w.on("groups-by-kind") {
			k.status = ""
		}
		i, there := index[k]
		if !there {
			i = len(all)
			index[k] = i
			all = append(all, group{kind: h.kind, status: h.chain.status})
		}
		all[i].members = append(all[i].members, h)
	}
	all = slices.DeleteFunc(all, func(g group) bool { return !w.overBudget(&g) })
	for i := range all {
		all[i].excess = len(all[i].members) - int(all[i].kind.budget.Int64())
	}
	slices.SortStableFunc(all, w.order)
	return all
}

func (w *world) overBudget(g *group) bool {
	budget := g.kind.budget
	if budget == nil || budget.Sign() == 0 && w.on("budget-0-is-none") {
		return false
	}
	order := big.NewInt(int64(len(g.members))).Cmp(budget)
	return order > 0 || order == 0 && w.on("groups-at-budget")
}

func (w *world) order(a, b group) int {
	if w.on("groups-by-name") {
		return cmp.Or(cmp.Compare(a.kind.name, b.kind.name), cmp.Compare(a.status, b.status))
	}
	return cmp.Or(cmp.Compare(b.excess, a.excess), cmp.Compare(len(b.members), len(a.members)),
		cmp.Compare(a.kind.name, b.kind.name), cmp.Compare(a.status, b.status))
}

func (w *world) groupRecord(g group) object {
	var oldest, newest any
	var detachedAncestors int
	for _, h := range g.members {
		if h.chain.end == "detached_ancestor" || w.on("all-ancestors-counted") || h.chain.end == startedByInit &&
			w.on("started-ancestors-counted") {
			detachedAncestors++
		}
		if !h.known && !w.on("unknown-ages-are-0") {
			continue
		}
		if oldest == nil || h.age > oldest.(int64) {
			oldest = h.age
		}
		if newest == nil || h.age < newest.(int64) {
			newest = h.age
		}
	}
	record := object{
		"process_kind": g.kind.name, "owner_status": g.status, "budget": g.kind.budget, "count": len(g.members),
		"excess_count": g.excess, "oldest_age_s": oldest, "newest_age_s": newest,
		"recommended_action":    "request_owner_release",
		"safety":                object{"no_process_signal_sent": true, "owner_must_release_own_helper": true},
		"owner_release_request": w.request(g),
	}
	if w.hardened() {
		record["detached_ancestor_count"] = detachedAncestors
	}
	return record
}

// request is the release request to the owner of a group.
func (w *world) request(g group) object {
	var target any
	if name, there := w.owners.targets[g.status]; there {
		target = name
	} else if w.on("target-is-the-status") {
		target = g.status
	}
	count := len(g.members)
	if w.on("request-for-the-excess") {
		count = g.excess
	}
	return object{
		"schema": "helper_owner_release_request_v1", "process_kind": g.kind.name, "owner_status": g.status,
		"target_owner":  target,
		"pressure_mode": "degraded", "process_count": count, "excess_count": g.excess,
		"permitted_action": "ask_owner_to_release", "requested_action": "release_tool_lease", "result": "requested",
		"owner_release_route": "The owning session is asked to release or reuse its tool lease.",
		"safety": object{"no_process_signal_sent": true, "no_unknown_owner_killed": true,
			"no_active_session_terminated": true, "owner_must_release_own_helper": true},
	}
}
