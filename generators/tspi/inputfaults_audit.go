package tspi

import (
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// auditInput is one fault of what an auditor is asked with, beside a right claim.
type auditInput struct {
	name    string
	core    bool
	want    Refusal
	bad     func(t *Table, claim strict.Value) strict.Object
	good    func(t *Table, claim strict.Value) strict.Object
	pointer bool // is compared
}

// auditInputs are the faults of section 8's first paragraph.
func auditInputs() []auditInput {
	invalid := func(input law.Input, pointer string) Refusal {
		return Refusal{Code: tspi.CodeInputInvalid, Input: input, Pointer: pointer}
	}
	const claimed = tspi.InputClaimedInventory
	alone := func(name string, v strict.Value) func(*Table, strict.Value) strict.Object {
		return func(_ *Table, claim strict.Value) strict.Object {
			return strict.Object{{Name: string(claimed), Value: claim}, {Name: name, Value: v}}
		}
	}
	grounded := func(t *Table, claim strict.Value) strict.Object { return t.GroundedAudit(claim) }
	lacking := func(input law.Input) func(*Table, strict.Value) strict.Object {
		return func(t *Table, claim strict.Value) strict.Object {
			return without(t.GroundedAudit(claim), string(input))
		}
	}
	beside := func(name string, v strict.Value) func(*Table, strict.Value) strict.Object {
		return func(t *Table, claim strict.Value) strict.Object { return with(t.GroundedAudit(claim), name, v) }
	}
	all := []auditInput{
		{"no claim", true, invalid(claimed, "/claimed_inventory"), lacking(claimed), grounded, true},
		{"threshold beside a fixture", true, invalid(claimed, ""), beside("min_age_seconds", strict.Number("300")),
			grounded, false},
		{"statuses beside a fixture", true, invalid(claimed, ""),
			beside("active_owner_status_values", strict.Array{statusSession}), grounded, false},
		{"threshold of another type", true, invalid(claimed, "/min_age_seconds"), alone("min_age_seconds", "300"),
			alone("min_age_seconds", strict.Number("300")), true},
		{"threshold below one", true, invalid(claimed, "/min_age_seconds"),
			alone("min_age_seconds", strict.Number("0")), alone("min_age_seconds", strict.Number("1")), true},
		{"statuses of another type", true, invalid(claimed, "/active_owner_status_values"),
			alone("active_owner_status_values", nil), alone("active_owner_status_values", strict.Array{}), true},
		{"unlisted field of an audit", false, invalid(claimed, "/min_age"), alone("min_age", strict.Number("300")),
			alone("x_min_age", strict.Number("300")), true},
	}
	for _, input := range []law.Input{tspi.InputProcessTable, tspi.InputPressurePolicy, tspi.InputOwnerClasses} {
		all = append(all, auditInput{"fixture without its " + string(input), true, invalid(input, ""), lacking(input),
			grounded, true})
	}
	return all
}

func auditInputProperties() []Property {
	var all []Property
	for _, f := range auditInputs() {
		all = append(all, f.property())
	}
	return all
}

func (f auditInput) property() Property {
	return Property{Name: "input-" + dashed(f.name), Family: Injected, Clause: "8.input", Op: opAudit,
		OneIn: inputFaultOneIn,
		Check: func(t *Trial) ([]Difference, error) {
			claim, err := t.Expected()
			if err != nil || t.Level == law.Core && (!f.core || t.dispute().all) {
				return nil, unlessRefused(err)
			}
			found, err := t.refused(t.Implementation.Audit, f.bad(t.Table, claim), &f.want, !f.pointer)
			if err != nil || len(found) > 0 {
				return found, err
			}
			return accepts(t.Implementation.Audit, f.good(t.Table, claim), f.want.Pointer)
		}}
}
