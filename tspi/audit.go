package tspi

import "github.com/tspi-dev/harness/internal/law"

// Audit judges a claimed inventory, ours or anyone's (contract, section 8).
//
// The input is an object with claimed_inventory and either min_age_seconds and
// active_owner_status_values, or all three inputs of the fixture that the claim
// is about, from which the right inventory is then derived. An unusable input is
// an *[InputError]; a claim of whatever shape is judged. Findings come sorted,
// once for each code and subject.
func Audit(input Value, level Level) ([]Finding, error) {
	return newReader(InputClaimedInventory, level).audit(input)
}

func (r *reader) audit(input Value) ([]Finding, error) {
	f := r.Fields(law.Root(input), auditFields()...)
	g, err := r.grounds(f)
	if err != nil {
		return nil, err
	}
	return g.judge(), nil
}

// AuditInventory is [Audit] of a claim about inputs that are already read.
func AuditInventory(claim Value, in Inputs) []Finding {
	return groundsOf(claim, in, deriveFrom(in)).judge()
}

func auditFields() []string {
	return []string{string(InputClaimedInventory), "min_age_seconds", "active_owner_status_values",
		string(InputProcessTable), string(InputPressurePolicy), string(InputOwnerClasses)}
}

// grounds is a claim and what it is judged by.
type grounds struct {
	level  Level
	claim  claim
	raw    Value
	minAge Integer
	active map[string]bool
	// fixture is nil where the claim comes without the fixture it is about.
	fixture *derived
}

func groundsOf(raw Value, in Inputs, fixture *derived) *grounds {
	g := &grounds{
		level: in.Level, claim: readClaim(raw), raw: raw,
		minAge: in.Policy.MinAgeSeconds, active: map[string]bool{}, fixture: fixture,
	}
	for _, status := range in.Owners.ActiveStatuses {
		g.active[status] = true
	}
	return g
}

// grounds reads an audit's input. Faults of the fixture's parts name those
// parts; all others name the reader's own input.
func (r *reader) grounds(f law.Fields) (*grounds, error) {
	claimed := r.Document(r.Need(f.Take(string(InputClaimedInventory)), "the claimed inventory"))
	minAge, active := f.Take("min_age_seconds"), f.Take("active_owner_status_values")
	table, policy, owners := f.Take(string(InputProcessTable)), f.Take(string(InputPressurePolicy)),
		f.Take(string(InputOwnerClasses))
	withFixture := table.Found || policy.Found || owners.Found

	if withFixture {
		for _, at := range []law.Place{minAge, active} {
			if at.Found {
				r.FailWith(at, "a claim is judged by its fixture or by this value, not by both; remove one of them")
			}
		}
	}
	if r.Failed() {
		return nil, r.Fault()
	}
	if withFixture {
		return r.groundsWithFixture(claimed.Value, table, policy, owners)
	}
	g := &grounds{level: r.level, claim: readClaim(claimed.Value), raw: claimed.Value,
		minAge: NewInteger(DefaultMinAgeSeconds), active: map[string]bool{}}
	if minAge.Found {
		g.minAge = r.Integer(minAge, 1)
	}
	for _, status := range r.activeStatuses(active) {
		g.active[status] = true
	}
	return g, r.Fault()
}

func (r *reader) groundsWithFixture(claim Value, parts ...law.Place) (*grounds, error) {
	inputs := []Input{InputProcessTable, InputPressurePolicy, InputOwnerClasses}
	for i, at := range parts {
		if !at.Found {
			return nil, &InputError{Code: CodeInputInvalid, Input: inputs[i],
				Problem: "this part of the fixture is missing; give all three parts or none"}
		}
	}
	if r.memory != nil {
		in, err := r.memory.Inputs(parts[0].Value, parts[1].Value, parts[2].Value)
		if err != nil {
			return nil, err
		}
		return groundsOf(claim, in, r.memory.derive(in)), nil
	}
	in, err := ReadInputs(parts[0].Value, parts[1].Value, parts[2].Value, r.level)
	if err != nil {
		return nil, err
	}
	return groundsOf(claim, in, deriveFrom(in)), nil
}

// judge gathers the findings of every lane of section 8.
func (g *grounds) judge() []Finding {
	findings := []Finding{}
	findings = append(findings, g.shapeFindings()...)
	findings = append(findings, g.rowFindings()...)
	findings = append(findings, g.groupFindings()...)
	findings = append(findings, g.summaryFindings()...)
	findings = append(findings, g.redactionFindings()...)
	return SortFindings(findings)
}

func (g *grounds) shapeFindings() []Finding {
	if g.level.IsHardened() && !g.claim.wellFormed() {
		return []Finding{newFinding(CodeClaimMalformed, SubjectClaim, string(InputClaimedInventory))}
	}
	return nil
}

func (g *grounds) redactionFindings() []Finding {
	var findings []Finding
	for _, leak := range Guard(g.raw, g.level) {
		findings = append(findings, newFinding(leak.Code, SubjectClaim, string(InputClaimedInventory)))
	}
	if g.level.IsHardened() && g.fixture != nil && holdsCommand(g.raw, g.fixture.table.Rows) {
		findings = append(findings, newFinding(CodeCommandPreview, SubjectClaim, string(InputClaimedInventory)))
	}
	return findings
}

// derived is the right inventory of the fixture that a claim is about.
type derived struct {
	classifier *classifier
	table      *Table
	inventory  *Inventory
	at         []int32 // by row of the table: that of the inventory + 1, 0 where there is none
}

func deriveFrom(in Inputs) *derived {
	survey := NewSurvey(in)
	d := &derived{classifier: survey.c, table: in.Table, inventory: survey.inventory(),
		at: make([]int32, len(in.Table.Rows))}
	helpers := int32(0)
	for row := range in.Table.Rows {
		if survey.c.kinds.of(int32(row)) != noKind {
			helpers++
			d.at[row] = helpers
		}
	}
	return d
}

// only returns the inventory row of a pid that exactly one row of the table has,
// with that row.
func (d *derived) only(pid Integer) (*InventoryRow, *Row) {
	n, ok := pid.Int64()
	if !ok || n < 0 || n > maxPID {
		return nil, nil
	}
	ref := d.table.byPID.find(int32(n))
	if ref.none() || ref.several() || d.at[ref.index()] == 0 {
		return nil, nil
	}
	return &d.inventory.Rows[d.at[ref.index()]-1], &d.table.Rows[ref.index()]
}
