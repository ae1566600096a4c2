package tspi

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// A published case is as small as its rule. Real tables, policies and claims are
// not, and an implementation that is right about the first few rows, kinds or
// hints only must not pass. So a variant may stand in a crowd: helpers of a kind
// of its own whose answer is certain, and entries of the policy and the taxonomy
// that match nothing.

// addCrowd adds the crowd, where the case is one in which it certainly changes
// nothing else.
func (p *perturbation) addCrowd() {
	if p.expect.Refused != nil {
		return // what is refused is refused for where it stands
	}
	size := p.crowdSize()
	if inventory := p.expect.Inventory; inventory != nil && inventory.Relief != nil &&
		inventory.Relief.Status == "no_action" {
		size = 0 // any helper would leave something to do
	}
	kind := crowdKind{name: p.crowdName(), mark: p.token()}
	kind.atProgram = p.level == law.Hardened && p.rng.IntN(2) == 0
	switch {
	case p.lines != nil:
		if p.crowdFits() && p.canClaim() && p.addKind(kind) {
			p.addHelpers(kind, size)
			p.addGroups()
		}
	case p.op == OpAudit && !p.problem.hasFixture():
		p.addClaimedRows(kind, size)
		p.addPrematureRows(kind)
	}
	p.addDecoys()
	p.addBudgets()
	p.addNearRegistered()
}

// crowdKind is the kind of the crowd's helpers: commands that hold the mark, anywhere or
// as their program.
type crowdKind struct {
	name, mark string
	atProgram  bool
}

// crowdName is at times one that every object of JavaScript has without being given it.
func (p *perturbation) crowdName() string {
	inherited := []string{"constructor", "toString", "valueOf", "hasOwnProperty"}
	if name := inherited[p.rng.IntN(len(inherited))]; p.rng.IntN(8) == 0 && !slices.Contains(p.substrings, name) {
		return name
	}
	return "kind-" + p.token()
}

// crowdSize is mostly small, since the plainest questions find most, and at
// times larger than anybody's constant.
func (p *perturbation) crowdSize() int {
	if p.rng.IntN(500) == 0 {
		return 4_500 + p.rng.IntN(1_000) // few, since each costs as much as a hundred others
	}
	switch p.rng.IntN(10) {
	case 0, 1, 2:
		return 0
	case 9:
		return 150 + p.rng.IntN(250)
	case 8:
		return 20 + p.rng.IntN(60)
	}
	return 1 + p.rng.IntN(8)
}

// crowdFits reports whether rows may be added: there are rows, and pid 1, whose
// age bounds all others, is understood.
func (p *perturbation) crowdFits() bool {
	if len(p.plain) == 0 {
		return false
	}
	for i, line := range p.lines {
		words := append(strings.Fields(line), "") // any blank may part the columns
		if n, err := strconv.ParseUint(words[0], 10, 64); err == nil && n == 1 &&
			!slices.ContainsFunc(p.plain, func(l plainLine) bool {
				_, known := plainAge(l.etime)
				return l.index == i && known
			}) {
			return false
		}
	}
	return true
}

// oldest is the age up to which a row of the table is readable.
func (p *perturbation) oldest() int64 {
	most := int64(2_000_000)
	for i := range p.plain {
		if age, ok := plainAge(p.plain[i].etime); ok && p.plain[i].pid == "1" {
			most = min(most, age)
		}
	}
	return most
}

// addKind lists the crowd's kind somewhere in the policy.
func (p *perturbation) addKind(kind crowdKind) bool {
	entry := strict.Object{
		{Name: "kind", Value: kind.name},
		{Name: "match_substrings", Value: strict.Array{kind.mark}},
		{Name: "allowlisted", Value: true},
	}
	if kind.atProgram {
		entry = append(entry, strict.Member{Name: "match_at", Value: "program"})
	}
	return p.insertInto(docPolicy, "kinds", entry)
}

// insertInto puts an element somewhere into an array of objects of a document.
func (p *perturbation) insertInto(document, name string, element strict.Value) bool {
	object, ok := p.problem.document(document).(strict.Object)
	array, isArray := object.At(name).(strict.Array)
	if !ok || !isArray {
		return false
	}
	array = slices.Insert(slices.Clone(array), p.rng.IntN(len(array)+1), element)
	p.problem.set(document, object.With(name, array))
	return true
}

// addHelpers adds helpers that are certainly no candidates: their parents are
// not in the table, or are strangers whose own parents are not.
func (p *perturbation) addHelpers(kind crowdKind, size int) { p.addHelpersUnder(kind, size, 0, false) }

// addHelpersUnder does so, the first helper being the n-th of the crowd; with parents, each has one in the table and
// a row of its own.
func (p *perturbation) addHelpersUnder(kind crowdKind, size, first int, parents bool) {
	taken := p.fixedNumbers()
	for _, number := range p.numbers() {
		taken[number] = true
	}
	fresh := func() string {
		pid := p.freshPID(taken)
		taken[pid] = true
		return pid
	}
	oldest := p.oldest()
	for n := first; n < first+size; n++ {
		line := plainLine{pid: fresh(), ppid: fresh(), cpu: "0." + strconv.Itoa(p.rng.IntN(10)),
			rss: strconv.Itoa(p.rng.IntN(900_000))}
		age := p.rng.Int64N(oldest + 1)
		line.etime, line.command = p.spell(age), p.helperCommand(kind, n)
		row := ExpectRow{
			ProcessKind: kind.name, OwnerStatus: tspi.StatusUnknownParent, Decision: string(tspi.DecisionOwnerCheck),
			AgeS: &age, AllowlistMatched: true, ChainEnd: string(tspi.EndMissingParent),
		}
		if parents || p.rng.IntN(2) == 0 {
			parent := plainLine{pid: line.ppid, ppid: fresh(), etime: p.spell(age + p.rng.Int64N(oldest-age+1)),
				cpu: "1.5", rss: "70000", command: p.parentCommand(kind, n)}
			p.append(parent)
			row.OwnerStatus, row.ChainHops, row.ChainEndPID = tspi.StatusActiveParent, 1, number(parent.pid)
		}
		row.Reason = string(tspi.ReasonOwnerUnsolved)
		if p.isActive(row.OwnerStatus) {
			row.Reason = string(tspi.ReasonActiveOwner)
		}
		p.append(line)
		if twins := p.level == law.Hardened && !parents && p.rng.IntN(12) == 0; twins {
			p.addTwinRow(&row, line)
		}
		p.expectHelper(row, line)
	}
}

// addTwinRow adds another row of a helper's pid, which then is decided as one whose pid is used twice (contract,
// section 5): the same row once more, or what is left of a process that has ended.
func (p *perturbation) addTwinRow(row *ExpectRow, line plainLine) {
	row.Reason = string(tspi.ReasonPIDReuse)
	if p.rng.IntN(2) == 0 {
		p.expectHelper(*row, line)
	} else {
		line.command = "<defunct>"
	}
	p.append(line)
}

func number(digits string) *int64 {
	n, _ := strconv.ParseInt(digits, 10, 64) // one of our own
	return &n
}

// append adds a row at the end of the table, before the end of its last line.
func (p *perturbation) append(line plainLine) {
	line.index = len(p.lines)
	if line.index > 0 && p.lines[line.index-1] == "" {
		line.index--
	}
	p.lines = slices.Insert(p.lines, line.index, line.text())
	p.plain = append(p.plain, line)
}

// expectHelper adds the row to what is wanted, and to what is claimed.
func (p *perturbation) expectHelper(row ExpectRow, line plainLine) {
	row.PID = *number(line.pid)
	row = row.complete([]plainLine{line})
	if inventory := p.expect.Inventory; inventory != nil {
		inventory.Rows = append(inventory.Rows, row)
	}
	p.claimRow(row)
}

// addClaimedRows adds rows to a claim that is judged by what it says of itself.
func (p *perturbation) addClaimedRows(kind crowdKind, size int) {
	taken := p.fixedNumbers()
	for _, number := range p.numbers() {
		taken[number] = true
	}
	for range size {
		pid := p.freshPID(taken)
		taken[pid] = true
		age := int64(p.rng.IntN(2_000_000))
		p.claimRow(ExpectRow{
			PID: *number(pid), PPID: number(p.freshPID(taken)), ProcessKind: kind.name,
			OwnerStatus: tspi.StatusUnknownParent, Decision: string(tspi.DecisionOwnerCheck), AgeS: &age,
			CommandHash: tspi.CommandHash(p.token()),
		})
	}
}

// canClaim reports whether a helper that is added to the table can be added to the
// claim about it: one that is left out would be a fault.
func (p *perturbation) canClaim() bool {
	claim, _ := p.problem.document(docClaim).(strict.Object)
	_, hasRows := claim.At("rows").(strict.Array)
	return p.op != OpAudit || hasRows
}

// claimRow adds a row to the claim and to the counts of its summary, where they
// are: a count that was wrong stays so by as much.
func (p *perturbation) claimRow(row ExpectRow) {
	claim, ok := p.problem.document(docClaim).(strict.Object)
	rows, isArray := claim.At("rows").(strict.Array)
	if !ok || !isArray {
		return
	}
	rows = append(slices.Clone(rows), strict.Object{
		{Name: "pid", Value: strict.Int(row.PID)}, {Name: "ppid", Value: strict.Int(*row.PPID)},
		{Name: "process_kind", Value: row.ProcessKind}, {Name: "owner_status", Value: row.OwnerStatus},
		{Name: "decision", Value: row.Decision}, {Name: "age_s", Value: strict.IntOrNull(row.AgeS)},
		{Name: "allowlist_matched", Value: row.AllowlistMatched}, {Name: "command_hash", Value: row.CommandHash},
	})
	claim = claim.With("rows", rows)
	if summary, ok := claim.At("summary").(strict.Object); ok {
		for _, name := range []string{"process_count", "requires_owner_check_count"} {
			if count, plain := plainCount(summary.At(name)); plain {
				summary = summary.With(name, strict.Int(count+1))
			}
		}
		claim = claim.With("summary", summary)
	}
	p.problem.set(docClaim, claim)
}

// isActive reports whether the taxonomy calls a status active.
func (p *perturbation) isActive(status string) bool {
	owners, _ := p.problem.document(docOwners).(strict.Object)
	active, _ := owners.At("active_owner_status_values").(strict.Array)
	if len(active) == 0 {
		return status == tspi.StatusActiveParent
	}
	return slices.Contains(active, strict.Value(status))
}
