package tspi

import (
	"cmp"
	"slices"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// budgeted is a pressure group that must be emitted.
type budgeted struct {
	kind, status         string
	budget, count        int64
	oldest, newest       strict.Value
	detachedAncestors    int64
	hasAge               bool
	oldestAge, newestAge int64
}

// groupsObey: the groups are those that the answer's own rows make under the
// policy's budgets, in the contract's order.
func groupsObey(t *Trial, r reading, d *differences) {
	want := t.overBudget(r)
	if len(want) != len(r.groups) {
		d.add("", "summary.active_owner_pressure_groups", shown(make(strict.Array, len(want)), true),
			shown(make(strict.Array, len(r.groups)), true))
		return
	}
	for i, g := range want {
		path, group := at("summary.active_owner_pressure_groups", i), r.groups[i]
		d.equal("", path, group, "process_kind", g.kind)
		d.equal("", path, group, "owner_status", g.status)
		d.equal("", path, group, "budget", integer(g.budget))
		d.equal("", path, group, "count", integer(g.count))
		d.equal("", path, group, "excess_count", integer(g.count-g.budget))
		d.equal("", path, group, "oldest_age_s", g.oldest)
		d.equal("", path, group, "newest_age_s", g.newest)
		d.equal("", path, group, "recommended_action", "request_owner_release")
		promises(d, path, group, "no_process_signal_sent", "owner_must_release_own_helper")
		if t.Level == law.Hardened {
			d.equal("", path, group, "detached_ancestor_count", integer(g.detachedAncestors))
		}
	}
}

// promises holds the members of safety that must be true.
func promises(d *differences, path string, o strict.Object, names ...string) {
	safety := object(o, "safety")
	for _, name := range names {
		d.equal("", join(path, "safety"), safety, name, true)
	}
}

func (t *Trial) overBudget(r reading) []*budgeted {
	groups := map[[2]string]*budgeted{}
	var all []*budgeted
	for _, row := range r.rows {
		kind, status := t.Table.Policy.named(text(row, "process_kind")), text(row, "owner_status")
		if kind == nil || kind.Budget == nil || t.Table.Policy.keeps(kind) || !t.survey().active[status] {
			continue
		}
		g := groups[[2]string{kind.Name, status}]
		if g == nil {
			g = &budgeted{kind: kind.Name, status: status, budget: *kind.Budget}
			groups[[2]string{kind.Name, status}] = g
			all = append(all, g)
		}
		g.add(row)
	}
	all = slices.DeleteFunc(all, func(g *budgeted) bool { return g.count <= g.budget })
	slices.SortFunc(all, func(a, b *budgeted) int {
		return cmp.Or(cmp.Compare(b.count-b.budget, a.count-a.budget), cmp.Compare(b.count, a.count),
			cmp.Compare(a.kind, b.kind), cmp.Compare(a.status, b.status))
	})
	return all
}

func (g *budgeted) add(row strict.Object) {
	g.count++
	if text(row, "chain_end") == string(tspi.EndDetachedAncestor) {
		g.detachedAncestors++
	}
	age, ok := integerAt(row, "age_s")
	if !ok {
		return
	}
	if !g.hasAge {
		g.hasAge, g.oldestAge, g.newestAge = true, age, age
	}
	g.oldestAge, g.newestAge = max(g.oldestAge, age), min(g.newestAge, age)
	g.oldest, g.newest = integer(g.oldestAge), integer(g.newestAge)
}

// requestsAsk: a release request says what its group says, to whom the taxonomy
// names, and promises what it must.
func requestsAsk(t *Trial, r reading, d *differences) {
	for i, group := range r.groups {
		path := at("summary.active_owner_pressure_groups", i) + ".owner_release_request"
		request := object(group, "owner_release_request")
		var target strict.Value
		if name, named := t.Table.Owners.ReleaseTargets[text(group, "owner_status")]; named {
			target = name
		}
		d.equal("", path, request, "schema", tspi.SchemaReleaseRequest)
		d.equal("", path, request, "process_kind", value(group, "process_kind"))
		d.equal("", path, request, "owner_status", value(group, "owner_status"))
		d.equal("", path, request, "target_owner", target)
		d.equal("", path, request, "pressure_mode", "degraded")
		d.equal("", path, request, "process_count", value(group, "count"))
		d.equal("", path, request, "excess_count", value(group, "excess_count"))
		d.equal("", path, request, "permitted_action", "ask_owner_to_release")
		d.equal("", path, request, "requested_action", "release_tool_lease")
		d.equal("", path, request, "result", "requested")
		promises(d, path, request, "no_process_signal_sent", "no_unknown_owner_killed", "no_active_session_terminated",
			"owner_must_release_own_helper")
		if text(request, "owner_release_route") == "" {
			d.add("", path+".owner_release_route", "a sentence", shown(value(request, "owner_release_route"), true))
		}
	}
}
