package tspi

import (
	"errors"
	"math/rand"
	"slices"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// faultOneIn is how many tables there are for one that a fault is put into.
const faultOneIn = 16

// auditProperties hold audits of claims about the table: right ones raise nothing,
// and one fault raises its code, and only that.
func auditProperties() []Property {
	all := []Property{
		{"right-claims-raise-nothing", Injected, "8.contradicts", opAudit, 2, rightClaims},
		{"own-inventories-raise-nothing", Relation, "8.contradicts", opAudit, 4, ownInventory},
		{"fault-close-a-row-that-names-no-pid", Injected, "8.identity", opAudit, faultOneIn, closingWithoutPID},
	}
	for _, fault := range AllFaults() {
		all = append(all, fault.property())
	}
	return all
}

func (f Fault) property() Property {
	name := "fault-" + dashed(f.Name)
	return Property{Name: name, Family: Injected, Clause: f.Clause, Op: opAudit, OneIn: faultOneIn,
		Check: func(t *Trial) ([]Difference, error) {
			ways := f.waysAt(t.Level)
			if len(ways) == 0 || !t.settled() {
				return nil, nil
			}
			expected, err := t.Expected()
			if err != nil {
				return nil, unlessRefused(err)
			}
			rng := t.draws(name)
			claim, subject, ok := f.Inject(t.Table, expected, rng)
			if !ok {
				return nil, nil
			}
			return t.audited(ways[rng.Intn(len(ways))], claim, finding{f.Code, subject})
		}}
}

// waysAt are the ways in which a level sees the fault.
func (f Fault) waysAt(level law.Level) []Ways {
	var ways []Ways
	for _, way := range waysOf(level) {
		if f.Ways&way != 0 {
			ways = append(ways, way)
		}
	}
	return ways
}

func waysOf(level law.Level) []Ways {
	if level == law.Core {
		return []Ways{ByCore}
	}
	return []Ways{Grounded, Alone}
}

// rightClaims: the model's inventory, in the words of another, raises nothing.
func rightClaims(t *Trial) ([]Difference, error) {
	expected, err := t.Expected()
	if err != nil || !t.settled() {
		return nil, unlessRefused(err)
	}
	rng := t.draws("right-claims-raise-nothing")
	return t.audited(anyWay(t.Level, rng), RightClaim(expected, rng))
}

// ownInventory: what the implementation says itself stands before its own audit.
func ownInventory(t *Trial) ([]Difference, error) {
	inventory, err := t.Inventory()
	if err != nil || !t.settled() {
		return nil, unlessRefused(err)
	}
	return t.audited(anyWay(t.Level, t.draws("own-inventories-raise-nothing")), inventory)
}

// closingWithoutPID: a closing row that names no process is an offence of its own,
// beside the shape of the claim and, with a fixture, the row that is missing then.
func closingWithoutPID(t *Trial) ([]Difference, error) {
	if t.Level == law.Core {
		return nil, nil
	}
	expected, err := t.Expected()
	if err != nil {
		return nil, unlessRefused(err)
	}
	rng := t.draws("fault-close-a-row-that-names-no-pid")
	claimed, isObject := copyOf(expected).(strict.Object)
	if !isObject {
		return nil, nil
	}
	c := &claim{table: t.Table, rng: rng, object: claimed}
	row, ok := c.pick(isCandidate)
	if !ok {
		return nil, nil
	}
	pid := number(row, "pid")
	none := []strict.Value{nil, pid, strict.Number(pid + ".0"), strict.Number(pid + "e0"), true,
		strict.Array{strict.Number(pid)}, strict.Object{}, absent{}}
	spoilt := none[rng.Intn(len(none))]
	if spoilt == (absent{}) {
		rows := c.rows()
		i := slices.IndexFunc(rows, func(v strict.Value) bool { r, _ := v.(strict.Object); return &r[0] == &row[0] })
		rows[i] = without(row, "pid")
	} else {
		set(&row, "pid", spoilt)
	}
	way, want := anyWay(t.Level, rng),
		[]finding{{tspi.CodeClaimMalformed, claimSubject}, {tspi.CodeUnknownOwnerKill, string(law.SubjectRow)}}
	if way == Grounded {
		want = append(want, finding{tspi.CodeRowContradicts, pid})
	}
	return t.audited(way, c.object, want...)
}

func anyWay(level law.Level, rng *rand.Rand) Ways {
	ways := waysOf(level)
	return ways[rng.Intn(len(ways))]
}

// audited asks for an audit and holds its findings against the wanted ones.
func (t *Trial) audited(way Ways, claim strict.Value, want ...finding) ([]Difference, error) {
	input := t.Table.PlainAudit(claim)
	if way == Grounded {
		input = t.Table.GroundedAudit(claim)
	}
	answer, err := t.Implementation.Audit(input)
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return []Difference{{Path: "error", Want: "findings", Got: refusal.Error()}}, nil
	}
	if err != nil {
		return nil, err
	}
	d := &differences{}
	whole, _ := answer.(strict.Object)
	d.objectsOnly(whole, "", "findings", len(objects(array(whole, "findings"))))
	d.findings(want, findingsOf(whole))
	leaksOf(t, answer, d)
	return d.list, nil
}

// finding is what of a finding is compared.
type finding struct {
	code    law.Code
	subject string
}

// compared leaves the subject out where it is the whole claim or its counts: the
// contract names it, and nobody is misled by another word.
func (f finding) compared() finding {
	if f.subject == claimSubject || f.subject == summarySubject || f.code == tspi.CodeClaimMalformed ||
		f.code == tspi.CodeSummaryMismatch {
		f.subject = ""
	}
	return f
}

func (f finding) String() string {
	if f.subject == "" {
		return string(f.code)
	}
	return string(f.code) + " of " + shown(f.subject, true)
}

func findingsOf(answer strict.Object) []finding {
	var all []finding
	for _, o := range objects(array(answer, "findings")) {
		all = append(all, finding{law.Code(text(o, "error_code")), text(o, "subject_id")})
	}
	return all
}

// findings compares two sets.
func (d *differences) findings(want, got []finding) {
	var named, said []finding
	for _, f := range want {
		named = append(named, f.compared())
	}
	for _, f := range got {
		said = append(said, f.compared())
	}
	for _, f := range named {
		if !slices.Contains(said, f) {
			d.add("", "findings", f.String(), "not raised")
		}
	}
	for _, f := range said {
		if !slices.Contains(named, f) {
			d.add("", "findings", "not raised", f.codeShown())
		}
	}
}

// codeShown is an unwanted finding, whose code may be anything.
func (f finding) codeShown() string {
	f.code = law.Code(shown(string(f.code), true))
	return f.String()
}
