package second

import (
	"math/big"
	"slices"

	"github.com/tspi-dev/harness/internal/strict"
)

const (
	codeActive     = "TSPI_ACTIVE_OWNER_KILL_CANDIDATE"
	codeUnknown    = "TSPI_UNKNOWN_OWNER_KILL_FORBIDDEN"
	codePremature  = "TSPI_PREMATURE_SAFE_CLOSE"
	codeContradict = "TSPI_ROW_CONTRADICTS_TABLE"
	codeVocabulary = "TSPI_DECISION_OUT_OF_VOCABULARY"
	codeMalformed  = "TSPI_CLAIM_MALFORMED"
	codeOverclaim  = "TSPI_OWNER_RELEASE_OVERCLAIM"
	codeSummary    = "TSPI_SUMMARY_MISMATCH"
)

// finding is one offence.
type finding struct{ code, subject, kind string }

func (f finding) record() object {
	return object{"error_code": f.code, "message": f.code, "negative_case_id": nil, "subject_id": f.subject,
		"subject_kind": f.kind, "body_in_receipt": false}
}

// findings are offences, once for each code and subject.
type findings []finding

func (f *findings) raise(code, subject, kind string) {
	if one := (finding{code, subject, kind}); !slices.Contains(*f, one) {
		*f = append(*f, one)
	}
}

func (f findings) records() []object {
	records := []object{}
	for _, one := range f {
		records = append(records, one.record())
	}
	return records
}

// codes are the codes of findings, sorted, each once.
func (f findings) codes() []string {
	codes := []string{}
	for _, one := range f {
		codes = append(codes, one.code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// auditor judges one claim.
type auditor struct {
	*contract
	claim  strict.Value
	minAge *big.Int
	active []string
	world  *world    // the fixture of the claim, nil where there is none
	truth  []*helper // its inventory
	found  findings
}

// auditMembers are the members of an audit's input.
var auditMembers = []string{inputClaim, "min_age_seconds", "active_owner_status_values", inputTable, inputPolicy,
	inputOwners}

// readAudit reads what an audit is given. A case that is a file of its own names
// all of its faults itself, with pointers that lead through the file.
func (l *contract) readAudit(n node, ownFile bool, listed ...string) *auditor {
	if !l.on("misspelt-members-ignored") {
		n.object(slices.Concat(auditMembers, listed)...)
	}
	claim := n.get(inputClaim)
	if depth(claim.value) > maxLevels && !ownFile {
		claim.refuse("at most 64 levels")
	}
	if !l.on("no-claim-is-good") && !(ownFile && l.on("cases-without-a-claim")) {
		claim.needed()
	}
	least := int64(1)
	if l.on("audits-from-0") || ownFile && l.on("cases-from-0") {
		least = 0
	}
	a := &auditor{contract: l, claim: claim.value, minAge: n.get("min_age_seconds").integer(least)}
	switch active := n.get("active_owner_status_values"); {
	case l.on("audit-names-unread"):
		a.active = active.texts()
	case !l.on("active-values-unread"):
		a.active = active.statuses()
	}
	if a.minAge == nil {
		a.minAge = big.NewInt(300)
	}
	if len(a.active) == 0 && !(has(n.value, "active_owner_status_values") && l.on("empty-audit-list")) {
		a.active = activeByDefault()
	}
	parts := 0
	for _, name := range []string{inputTable, inputPolicy, inputOwners} {
		if has(n.value, name) {
			parts++
		}
	}
	if parts > 0 && n.r.fault == nil && !(l.on("parts-of-a-fixture-ignored") && parts < 3) {
		a.readFixture(n, ownFile)
	}
	return a
}

func (a *auditor) readFixture(n node, ownFile bool) {
	for _, name := range []string{"min_age_seconds", "active_owner_status_values"} {
		if has(n.value, name) && !a.on("thresholds-beside-a-fixture") &&
			!(ownFile && a.on("cases-with-two-thresholds")) {
			n.get(name).refuse("either a fixture or thresholds")
		}
	}
	a.world = &world{contract: a.contract}
	part := func(name string, read func(node)) {
		inner := n.get(name)
		if !ownFile {
			inner = a.document(n.value, name)
		}
		read(inner)
		if n.r.fault == nil && !a.on("lenient-fixtures") {
			n.r.fault = inner.r.fault
		}
	}
	part(inputTable, func(n node) { a.world.table = a.readTable(n) })
	part(inputPolicy, func(n node) {
		a.world.policy = readPolicy(n)
		a.world.policy.refuseSignals(n)
	})
	part(inputOwners, func(n node) { a.world.owners = readOwners(n) })
	if n.r.fault != nil {
		return
	}
	a.truth = a.world.helpers()
	if !a.on("fixture-threshold-unread") {
		a.minAge, a.active = a.world.policy.minAge, a.world.owners.active
	}
}

// judge returns the findings on the claim.
func (a *auditor) judge() findings {
	claim, isObject := a.claim.(strict.Object)
	rows, hasRows := get(claim, "rows").(strict.Array)
	groups, groupsThere := a.groups()
	if a.hardened() && !a.on("shape-unread") && !(isObject && hasRows && a.wellFormed(rows)) {
		a.found.raise(codeMalformed, inputClaim, "claim")
	}
	a.judgeRows(rows)
	for _, g := range groups {
		a.judgeGroup(g)
	}
	if a.hardened() {
		a.judgeSummary(rows)
		if groupsThere && a.world != nil && !a.on("groups-believed") {
			a.compareGroups()
		}
		if a.world != nil && a.leaks() {
			a.found.raise(codePreview, inputClaim, "claim")
		}
	}
	if !a.on("claims-unguarded") {
		for _, code := range a.guard(a.claim) {
			a.found.raise(code, inputClaim, "claim")
		}
	}
	return a.found
}

// wellFormed is what section 8 asks of the shape of a claim with rows.
func (a *auditor) wellFormed(rows strict.Array) bool {
	for _, row := range rows {
		if _, ok := row.(strict.Object); !ok {
			return false
		}
		for _, name := range []string{"pid", "ppid"} {
			if integer(get(row, name)) == nil {
				return false
			}
		}
		for _, name := range []string{"process_kind", "owner_status", "decision"} {
			if _, ok := get(row, name).(string); !ok {
				return false
			}
		}
	}
	if _, ok := get(a.claim, "summary").(strict.Object); !ok && has(a.claim, "summary") &&
		!a.on("summary-of-any-type") {
		return false
	}
	for _, place := range []strict.Value{a.claim, get(a.claim, "summary")} {
		groups, ok := get(place, groupsField).(strict.Array)
		if !ok && has(place, groupsField) {
			return false
		}
		for _, g := range groups {
			if _, ok := g.(strict.Object); !ok && !a.on("groups-of-any-type") {
				return false
			}
		}
	}
	return true
}
