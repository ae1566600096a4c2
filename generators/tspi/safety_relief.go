package tspi

import (
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// reliefFollows: the receipt says of the implementation's own inventory what
// section 6 says, and that nothing was done.
func reliefFollows(t *Trial) ([]Difference, error) {
	inventory, err := t.Inventory()
	if err != nil {
		return nil, unlessRefused(err)
	}
	answer, err := t.Implementation.Relief(t.Table.Input())
	if err != nil {
		if refused := unlessRefused(err); refused != nil {
			return nil, refused
		}
		return []Difference{{Path: "error", Want: "a relief receipt, as there is an inventory", Got: err.Error()}}, nil
	}
	d := &differences{}
	receipt, _ := answer.(strict.Object)
	d.relief(read(inventory), receipt)
	leaksOf(t, answer, d)
	return d.list, nil
}

// relief holds a receipt against the inventory that it is about.
func (d *differences) relief(r reading, receipt strict.Object) {
	count := func(name string) int64 { n, _ := integerAt(r.summary, name); return n }
	candidates, excess := count("candidate_safe_close_count"), count("active_owner_release_request_count")
	status, verdict := "no_action", "no_safe_action"
	switch {
	case candidates > 0:
		status, verdict = "safe_action_available", "pending_safe_close_action"
	case excess > 0:
		status, verdict = "owner_release_request_available", "pending_owner_release_request"
	case count("requires_owner_check_count") > 0:
		status = "owner_check_required"
	}
	d.equal("", "", receipt, "schema", tspi.SchemaReliefReceipt)
	d.equal("", "", receipt, "after", nil)
	d.equal("", "", receipt, "verdict", verdict)
	d.equal("", "", receipt, "next_actions", strict.Array{"request_active_owner_release_for_over_budget_helper_groups",
		"resolve_owner_state_before_closing_requires_owner_check_rows"})

	before := object(receipt, "before")
	d.equal("", "before", before, "tool_server_pressure_inventory_schema", tspi.SchemaInventory)
	d.equal("", "before", before, "inventory_summary", value(r.whole, "summary"))

	action := object(receipt, "action")
	d.equal("", "action", action, "status", status)
	d.equal("", "action", action, "safe_close_action_count", integer(0))
	d.equal("", "action", action, "safe_close_candidate_count", integer(candidates))
	d.equal("", "action", action, "requires_owner_check_count", integer(count("requires_owner_check_count")))
	d.equal("", "action", action, "active_owner_release_request_count", integer(excess))
	requests := strict.Array{}
	for _, group := range r.groups {
		requests = append(requests, value(group, "owner_release_request"))
	}
	d.equal("", "action", action, "owner_release_requests", requests)
	d.equal("", "action", action, "no_unknown_owner_killed", true)
	d.equal("", "action", action, "no_process_signal_sent", true)
}
