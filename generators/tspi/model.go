package tspi

import (
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// modelProperties hold answers against those of the model.
func modelProperties() []Property {
	return []Property{
		{"inventory-equals-the-models", Model, "6.rows", opClassify, 1, inventoryEquals},
		{"relief-equals-the-models", Model, "6.relief", opRelief, 4, reliefEquals},
		{"damaged-inputs-equal-the-models", Model, "1.policy", opClassify, 4, damagedEquals},
	}
}

// inventoryEquals: field by field, at core where both laws agree.
func inventoryEquals(t *Trial) ([]Difference, error) {
	if t.dispute().all {
		return nil, nil
	}
	expected, err := t.Expected()
	if err != nil {
		return nil, unlessRefused(err)
	}
	got, err := t.Inventory()
	if err != nil {
		return nil, unlessRefused(err)
	}
	d := &differences{}
	c := comparison{differences: d, full: t.Level == law.Hardened, skip: t.dispute().pids, clauses: true}
	c.inventory(read(expected), read(got))
	return d.list, nil
}

func reliefEquals(t *Trial) ([]Difference, error) {
	if !t.settled() {
		return nil, nil
	}
	expected, err := t.Model.Relief(t.Table.Input())
	if err != nil {
		return nil, unlessRefused(err)
	}
	got, err := t.Implementation.Relief(t.Table.Input())
	if err != nil {
		return nil, unlessRefused(err)
	}
	want, _ := expected.(strict.Object)
	have, _ := got.(strict.Object)
	d := &differences{}
	c := comparison{differences: d, full: t.Level == law.Hardened}
	c.members("", "", want, have)
	c.summary("before.inventory_summary", object(object(want, "before"), "inventory_summary"),
		object(object(have, "before"), "inventory_summary"))
	action := object(have, "action")
	for _, name := range []string{"status", "safe_close_action_count", "safe_close_candidate_count",
		"requires_owner_check_count",
		"active_owner_release_request_count"} {
		d.equal("", "action", action, name, value(object(want, "action"), name))
	}
	return d.list, nil
}
