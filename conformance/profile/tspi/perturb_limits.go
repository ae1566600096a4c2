package tspi

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// Limits that nobody notices until a machine is busy: an integer in 64 bits, a report of the first 25 findings,
// of the first 50 groups.

// beyond64Bits is an integer that is n where the bits above the lowest 64 are lost.
func (p *perturbation) beyond64Bits(n int64) strict.Value {
	multiples := []string{"18446744073709551616", "36893488147419103232", "340282366920938463463374607431768211456"}
	digits := []byte(multiples[p.rng.IntN(len(multiples))])
	for i := len(digits) - 1; n > 0; i-- { // the multiples end in digits enough to add small numbers to
		sum := int64(digits[i]-'0') + n%10
		digits[i] = byte('0' + sum%10)
		n = n/10 + sum/10
	}
	return strict.Number(digits)
}

// addBudgets gives kinds without a budget one that is beyond every count, and that is small in 64 bits.
func (p *perturbation) addBudgets() {
	if p.expect.Refused != nil {
		return
	}
	policy, _ := p.problem.document(docPolicy).(strict.Object)
	kinds, ok := policy.At("kinds").(strict.Array)
	if !ok {
		return
	}
	kinds = slices.Clone(kinds)
	for i := range kinds {
		kind, _ := kinds[i].(strict.Object)
		if _, given := kind.Get("budget"); kind != nil && !given && p.rng.IntN(2) == 0 {
			kinds[i] = kind.With("budget", p.beyond64Bits(int64(p.rng.IntN(2))))
		}
	}
	p.problem.set(docPolicy, policy.With("kinds", kinds))
}

// addPrematureRows adds to a claim that is judged by what it says of itself more closing rows that are too young
// than anybody's list of findings holds.
func (p *perturbation) addPrematureRows(kind crowdKind) {
	if p.expect.Findings == nil || p.level != law.Hardened || p.rng.IntN(6) != 0 {
		return
	}
	claim, ok := p.problem.document(docClaim).(strict.Object)
	rows, isArray := claim.At("rows").(strict.Array)
	if !ok || !isArray {
		return
	}
	rows = slices.Clone(rows)
	findings := slices.Clone(*p.expect.Findings)
	taken := p.fixedNumbers()
	for _, number := range p.numbers() {
		taken[number] = true
	}
	size := 51 + p.rng.IntN(60)
	for range size {
		pid := p.freshPID(taken)
		taken[pid] = true
		rows = append(rows, strict.Object{
			{Name: "pid", Value: strict.Number(pid)}, {Name: "ppid", Value: strict.Int(1)},
			{Name: "process_kind", Value: kind.name}, {Name: "owner_status", Value: tspi.StatusDetached},
			{Name: "decision", Value: string(tspi.DecisionSafeClose)}, {Name: "age_s", Value: strict.Int(0)},
			{Name: "allowlist_matched", Value: true},
		})
		findings = append(findings, ExpectFinding{ErrorCode: string(tspi.CodePrematureClose), SubjectID: pid})
	}
	claim = claim.With("rows", rows)
	if summary, ok := claim.At("summary").(strict.Object); ok {
		for _, name := range []string{"process_count", "candidate_safe_close_count"} {
			if count, plain := plainCount(summary.At(name)); plain {
				summary = summary.With(name, strict.Int(count+int64(size)))
			}
		}
		claim = claim.With("summary", summary)
	}
	p.problem.set(docClaim, claim)
	p.expect.Findings = &findings
}

// addGroups adds more pressure groups than anybody's list holds: kinds without a budget to spare, and a helper
// of each under a parent that is there.
func (p *perturbation) addGroups() {
	if p.op != OpClassify || p.level != law.Hardened || p.expect.Inventory == nil ||
		!p.isActive(tspi.StatusActiveParent) || p.rng.IntN(40) != 0 {
		return
	}
	target := p.targetOf(tspi.StatusActiveParent)
	for n := range 51 + p.rng.IntN(60) {
		kind := crowdKind{name: "kind-" + p.token(), mark: p.token()}
		if !p.addKind(kind) {
			return
		}
		policy, _ := p.problem.document(docPolicy).(strict.Object)
		kinds, _ := policy.At("kinds").(strict.Array)
		at := slices.IndexFunc(kinds, func(v strict.Value) bool {
			o, _ := v.(strict.Object)
			return o.Text("kind") == kind.name
		})
		kinds = slices.Clone(kinds)
		kinds[at] = kinds[at].(strict.Object).With("budget", strict.Int(0))
		p.problem.set(docPolicy, policy.With("kinds", kinds))
		before := len(p.expect.Inventory.Rows)
		p.addHelpersUnder(kind, 1, 200+n, true)
		row := p.expect.Inventory.Rows[before]
		p.expect.Inventory.Groups = append(p.expect.Inventory.Groups, ExpectGroup{
			ProcessKind: kind.name, OwnerStatus: row.OwnerStatus, Count: 1, ExcessCount: 1,
			OldestAgeS: row.AgeS, NewestAgeS: row.AgeS, TargetOwner: target,
		})
	}
	slices.SortStableFunc(p.expect.Inventory.Groups, func(a, b ExpectGroup) int {
		return cmp.Or(cmp.Compare(b.ExcessCount, a.ExcessCount), cmp.Compare(b.Count, a.Count),
			cmp.Compare(a.ProcessKind, b.ProcessKind), cmp.Compare(a.OwnerStatus, b.OwnerStatus))
	})
}

// targetOf is whom the taxonomy asks for a status; where it names no target, nil.
func (p *perturbation) targetOf(status string) *string {
	owners, _ := p.problem.document(docOwners).(strict.Object)
	targets, _ := owners.At("owner_release_targets").(strict.Object)
	if target, ok := targets.At(status).(string); ok {
		return &target
	}
	return nil
}

// addNearRegistered registers pids that are those of helpers in 32 or 64 bits: no process has them.
func (p *perturbation) addNearRegistered() {
	owners, ok := p.problem.document(docOwners).(strict.Object)
	if !ok || p.expect.Refused != nil || p.level != law.Hardened || p.lines == nil {
		return
	}
	value, given := owners.Get("registered_helpers")
	helpers, isArray := value.(strict.Array)
	if given && !isArray {
		return
	}
	helpers = slices.Clone(helpers)
	for i := range p.plain {
		if i == 8 {
			break
		}
		n, err := strconv.ParseInt(p.plain[i].pid, 10, 64)
		if err != nil {
			continue
		}
		near := p.beyond64Bits(n)
		if p.rng.IntN(2) == 0 {
			near = strict.Int(n + 1<<32)
		}
		helpers = append(helpers, strict.Object{{Name: "pid", Value: near}})
	}
	p.problem.set(docOwners, owners.With("registered_helpers", helpers))
}
