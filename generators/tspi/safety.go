package tspi

import (
	"errors"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// The operations that properties ask for.
const (
	opClassify = "tspi.classify"
	opRelief   = "tspi.relief"
	opAudit    = "tspi.audit"
)

// safetyProperties need no second implementation and, but for the relief receipt,
// no further question.
func safetyProperties() []Property {
	return []Property{
		{"usable-inputs-are-accepted", Safety, "1.table", opClassify, 1, accepted},
		safety("inventories-have-their-shape", "6.rows", shapely),
		safety("helpers-stand-once-in-table-order", "6.rows", helpersOnce),
		safety("kinds-are-the-first-that-match", "3.match", kindsMatch),
		safety("ages-are-those-of-the-table", "2.etime", agesMatch),
		safety("rows-repeat-the-table", "6.rows", rowsRepeat),
		safety("candidates-satisfy-the-predicate", "5.orphan", candidatesSatisfy),
		safety("rows-that-satisfy-the-predicate-are-candidates", "5.orphan", satisfyingAreCandidates),
		safety("no-active-owners-descendant-is-a-candidate", "5.active", noOwnedCandidate),
		safety("detached-means-child-of-init", "4.detached", detachedAreOrphans),
		safety("no-row-as-old-as-init-is-a-candidate", "4.started", noneAsOldAsInit),
		safety("what-init-started-is-its-own", "4.started", startedIsOwned),
		safety("chains-tell-which-child-of-init-they-end-at", "4.ancestor", chainEndsAtInit),
		safety("kept-kinds-have-their-status", "4.keep", keptStatus),
		safety("decisions-follow-section-5", "5.unresolved", decisionsFollow),
		safety("chain-traces-lead-upwards", "4.hops", tracesLead),
		safety("counts-are-those-of-the-rows", "6.summary", countsAgree),
		safety("skipped-lines-are-counted", "2.malformed", skippedCounted),
		safety("init-is-what-pid-1-is", "4.init", initState),
		safety("groups-obey-the-budgets", "6.groups", groupsObey),
		safety("release-requests-ask-the-owner", "6.request", requestsAsk),
		safety("no-command-leaves-the-table", "7.preview", nothingLeaks),
		{"relief-follows-from-the-inventory", Safety, "6.relief", opRelief, 2, reliefFollows},
	}
}

// safety is a property of the inventory alone.
func safety(name, clause string, check func(*Trial, reading, *differences)) Property {
	return Property{Name: name, Family: Safety, Clause: clause, Op: opClassify, OneIn: 1, Check: ofInventory(check)}
}

// accepted: a generated table breaks classifiers, not section 1.
func accepted(t *Trial) ([]Difference, error) {
	_, err := t.Inventory()
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		return nil, err
	}
	if t.dispute().all || !t.usable() {
		return nil, nil
	}
	return []Difference{{Path: "error", Want: "an inventory", Got: refusal.Error()}}, nil
}

// usable reports whether section 1 takes the table, which a changed one may break.
func (t *Trial) usable() bool {
	_, err := tspi.ReadInputs(t.Table.ProcessTable(), t.Table.PressurePolicy(), t.Table.OwnerClasses(), t.Level)
	return err == nil
}

// ofInventory makes a check of one that reads the inventory alone. A table that
// was refused has none; that it must not be is a property of its own.
func ofInventory(check func(t *Trial, r reading, d *differences)) func(*Trial) ([]Difference, error) {
	return func(t *Trial) ([]Difference, error) {
		inventory, err := t.Inventory()
		if err != nil {
			return nil, unlessRefused(err)
		}
		d := &differences{}
		check(t, read(inventory), d)
		return d.list, nil
	}
}

// unlessRefused is the error of a call that gave no answer: a refusal is one.
func unlessRefused(err error) error {
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return nil
	}
	return err
}

// shapely: the record is what section 6 calls it, with the promises that every
// inventory makes.
func shapely(t *Trial, r reading, d *differences) {
	d.equal("", "", r.whole, "schema", tspi.SchemaInventory)
	policy := object(r.whole, "policy")
	for _, promise := range []string{"no_unknown_owner_killed", "no_process_signal_sent",
		"inventory_is_not_kill_list"} {
		d.equal("", "policy", policy, promise, true)
	}
	d.equal("", "policy", policy, "safe_close_predicate", tspi.SafeClosePredicate)
	d.equal("", "policy", policy, "min_age_seconds", integer(t.Table.Policy.MinAge()))
	d.objectsOnly(r.whole, "", "rows", len(r.rows))
	d.objectsOnly(r.summary, "summary", "active_owner_pressure_groups", len(r.groups))
}

// objectsOnly wants an array of so many objects and nothing else.
func (d *differences) objectsOnly(o strict.Object, path, name string, count int) {
	v, there := o.Get(name)
	if a, ok := v.(strict.Array); !ok || len(a) != count {
		d.add("", join(path, name), "an array of objects", shown(v, there))
	}
}
