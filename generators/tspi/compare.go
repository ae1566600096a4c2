package tspi

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// comparison holds an inventory against another that it must equal in all that the
// contract documents: what else an implementation tells is its own business.
type comparison struct {
	*differences
	// full asks for everything that the hardened law says; else for what core cases ask.
	full bool
	// anyOrder takes the rows in any order.
	anyOrder bool
	// skip overlooks the rows of these pids, and then the summary too.
	skip map[int32]bool
	// clauses names the clause that each difference of a row breaks; without it the
	// property's own is broken.
	clauses bool
}

// inventory compares rows and summary.
func (c comparison) inventory(want, got reading) {
	c.rows(c.ordered(want), c.ordered(got))
	if len(c.skip) == 0 {
		c.summary("summary", want.summary, got.summary)
	}
}

// rows are compared one by one, as long as they are in step.
func (c comparison) rows(want, got reading) {
	for i := range want.rows {
		if i == len(got.rows) {
			c.add(c.clause("6.rows"), want.path(i), "a row", "nothing")
			return
		}
		if !same(value(want.rows[i], "pid"), value(got.rows[i], "pid")) {
			c.add(c.clause("6.rows"), at("rows", fmt.Sprintf("#%d", i))+".pid", shown(value(want.rows[i], "pid"), true),
				shown(value(got.rows[i], "pid"), true))
			return
		}
		c.row(want.path(i), want.rows[i], got.rows[i])
	}
	if len(got.rows) > len(want.rows) {
		c.add(c.clause("6.rows"), got.path(len(want.rows)), "no further row", "a row")
	}
}

// ordered are the rows to be compared.
func (c comparison) ordered(r reading) reading {
	if len(c.skip) > 0 {
		r.rows = slices.DeleteFunc(slices.Clone(r.rows), func(row strict.Object) bool {
			pid, ok := integerAt(row, "pid")
			return ok && c.skip[int32(pid)]
		})
	}
	if c.anyOrder {
		r.rows = slices.Clone(r.rows)
		slices.SortStableFunc(r.rows, func(a, b strict.Object) int {
			x, _ := integerAt(a, "pid")
			y, _ := integerAt(b, "pid")
			return cmp.Or(cmp.Compare(x, y), cmp.Compare(documented(a), documented(b)))
		})
	}
	return r
}

// documented is a row in one line, for an order of rows that share a pid.
func documented(row strict.Object) string {
	var b strings.Builder
	for _, name := range []string{"ppid", "command_hash", "age_s", "process_kind", "owner_status", "decision", "reason",
		"chain_end_pid", "chain_hops", "cpu_pct"} {
		fmt.Fprintf(&b, "%v ", value(row, name))
	}
	return b.String()
}

func (c comparison) clause(id string) string {
	if c.clauses {
		return id
	}
	return ""
}

func (c comparison) row(path string, want, got strict.Object) {
	compare := func(clause string, names ...string) {
		for _, name := range names {
			c.equal(c.clause(clause), path, got, name, value(want, name))
		}
	}
	compare("6.rows", "ppid", "command_hash")
	compare("3.match", "process_kind", "allowlist_matched")
	compare("2.etime", "age_s")
	compare(chainClause(want), "owner_status")
	compare(reasonClause(want), "decision")
	if c.full {
		compare(chainClause(want), "chain_end", "chain_hops", "chain_end_pid")
		compare(reasonClause(want), "reason")
		compare("6.rows", "owner")
		c.cpu(path, got, value(want, "cpu_pct"))
	}
}

// reasonClause is the row of section 5's table that decided.
func reasonClause(row strict.Object) string {
	switch tspi.Reason(text(row, "reason")) {
	case tspi.ReasonKeep:
		return "5.keep"
	case tspi.ReasonPIDReuse:
		return "5.reuse"
	case tspi.ReasonUnreadable:
		return "5.unreadable"
	case tspi.ReasonRegistered:
		return "5.registered"
	case tspi.ReasonOrphan:
		return "5.orphan"
	case tspi.ReasonDetached:
		return "5.detached"
	case tspi.ReasonActiveOwner:
		return "5.active"
	}
	return "5.unresolved"
}

// chainClause is the rule that ended the chain; core tells none.
func chainClause(row strict.Object) string {
	switch tspi.ChainEnd(text(row, "chain_end")) {
	case tspi.EndKeepKind:
		return "4.keep"
	case tspi.EndDetached:
		return "4.detached"
	case tspi.EndUnrecognisedInit:
		return "4.init"
	case tspi.EndHopLimit:
		return "4.hops"
	case tspi.EndCycle:
		return "4.cycle"
	case tspi.EndMissingParent:
		return "4.missing"
	case tspi.EndAmbiguousPID:
		return "4.ambiguous"
	case tspi.EndStaleLink:
		return "4.stale"
	case tspi.EndDetachedAncestor:
		return "4.ancestor"
	}
	return "4.hint"
}

// summary compares the counts and the groups.
func (c comparison) summary(path string, want, got strict.Object) {
	for _, name := range []string{"process_count", "candidate_safe_close_count", "requires_owner_check_count",
		"keep_count",
		"kind_counts", "decision_counts", "owner_status_counts"} {
		c.equal(c.clause("6.summary"), path, got, name, value(want, name))
	}
	for _, name := range []string{"active_owner_pressure_group_count", "active_owner_release_request_count"} {
		c.equal(c.clause("6.groups"), path, got, name, value(want, name))
	}
	if c.full {
		c.equal(c.clause("4.init"), path, got, "init", value(want, "init"))
		c.members(c.clause("2.malformed"), join(path, "skipped_line_counts"), object(want, "skipped_line_counts"),
			object(got, "skipped_line_counts"))
	}
	c.groups(join(path, "active_owner_pressure_groups"), array(want, "active_owner_pressure_groups"),
		array(got, "active_owner_pressure_groups"))
}

// members compares all members of a wanted object but for its objects.
func (c comparison) members(clause, path string, want, got strict.Object) {
	for _, m := range want {
		if _, nested := m.Value.(strict.Object); !nested {
			c.equal(clause, path, got, m.Name, m.Value)
		}
	}
}

func (c comparison) groups(path string, want, got strict.Array) {
	if len(want) != len(got) {
		c.add(c.clause("6.groups"), path, shown(want, true), shown(got, true))
		return
	}
	for i := range want {
		w, _ := want[i].(strict.Object)
		g, _ := got[i].(strict.Object)
		here := at(path, i)
		for _, name := range []string{"process_kind", "owner_status", "budget", "count", "excess_count", "oldest_age_s",
			"newest_age_s"} {
			c.equal(c.clause("6.groups"), here, g, name, value(w, name))
		}
		if c.full {
			c.equal(c.clause("6.groups"), here, g, "detached_ancestor_count", value(w, "detached_ancestor_count"))
		}
		c.request(here+".owner_release_request", object(w, "owner_release_request"), object(g, "owner_release_request"))
	}
}

// request compares what a request takes from its group; its fixed values are held
// by a property of their own.
func (c comparison) request(path string, want, got strict.Object) {
	for _, name := range []string{"process_kind", "owner_status", "target_owner", "process_count", "excess_count"} {
		c.equal(c.clause("6.request"), path, got, name, value(want, name))
	}
}
