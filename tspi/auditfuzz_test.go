package tspi_test

import (
	"regexp"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// subjects are what section 8 lets a finding say of its subject: the pid in
// digits, a kind, or a word of the contract; never free text.
var subjects = regexp.MustCompile(`^(-?[0-9]+|[A-Za-z0-9][A-Za-z0-9_.:-]{0,63})$`)

// Section 8: whatever the claim, it is judged, with its fixture and without, each
// finding once for each code and subject, sorted, and without any free text of
// the claim.
func FuzzAudit(f *testing.F) {
	f.Add([]byte(claimOf(goodRow())))
	f.Add([]byte(claimOfGroup(requesting(`"result":"killed"`))))
	f.Add(
		[]byte(
			`{"rows":[null,{"pid":1e9}],"summary":{"process_count":2,"active_owner_pressure_groups":[{"excess_count":1,"count":99999999999999999999}]}}`))
	f.Add(
		[]byte(
			`{"rows":{},"summary":[],"active_owner_pressure_groups":7,"command_preview":"mcp-server with arguments"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		claim, err := tspi.Decode(text)
		if err != nil {
			return
		}
		for _, level := range levels() {
			in := fixture{ps: groundTable, owners: groundOwners}.inputs(t, level)
			checkFindings(t, tspi.AuditInventory(claim, in))
			findings, err := tspi.Audit(tspi.Object{{Name: "claimed_inventory", Value: claim}}, level)
			if err != nil {
				t.Errorf("a claim is refused: %v", err)
			}
			checkFindings(t, findings)

			// As an audit's whole input it may be unusable, and says so.
			findings, err = tspi.Audit(claim, level)
			if refused(t, err) != (refusal{}) && findings != nil {
				t.Error("an unusable input is judged")
			}
			checkFindings(t, findings)
			for _, c := range tspi.NegativeCases() {
				v, err := tspi.JudgeNegative(c, claim, level)
				if r := refused(t, err); r != (refusal{}) && (v.Observed || string(r.input) != c.ID) {
					t.Errorf("%s: got %+v with %v", c.ID, v, r)
				}
			}
		}
	})
}

func checkFindings(t *testing.T, findings []tspi.Finding) {
	t.Helper()
	for i, f := range findings {
		if f.Message != tspi.MessageOf(f.ErrorCode) || f.NegativeCaseID != nil || f.BodyInReceipt ||
			!subjects.MatchString(f.SubjectID) {
			t.Errorf("no finding of section 8: %+v", f)
		}
		if i > 0 && findings[i-1].ErrorCode == f.ErrorCode && findings[i-1].SubjectID == f.SubjectID &&
			findings[i-1].SubjectKind == f.SubjectKind {
			t.Errorf("%s of %s twice", f.ErrorCode, f.SubjectID)
		}
		if i > 0 && findings[i-1].ErrorCode > f.ErrorCode {
			t.Errorf("%s stands before %s", findings[i-1].ErrorCode, f.ErrorCode)
		}
	}
}

// Sections 6 to 8: whatever the table, nothing can be said against our own
// inventory of it, and no candidate is anything but an orphan of its age.
func FuzzOwnInventory(f *testing.F) {
	f.Add(groundTable)
	f.Add("7 7 1 0.0 1 mcp-server\n8 7 1 0.0 1 mcp-server\n1 0 9-00:00:00 0.0 1 init")
	f.Add("7 1 600 0 1 mcp-server tool_server_pressure_inventory_v1\n1 0\n")
	f.Fuzz(func(t *testing.T, ps string) {
		for _, level := range levels() {
			in, err := fixture{ps: ps, owners: groundOwners}.read(t, level)
			if refused(t, err) != (refusal{}) {
				continue
			}
			inventory := tspi.Classify(in)
			record := written(t, inventory)
			claim := document(t, string(record))
			if findings := tspi.AuditInventory(claim, in); len(findings) > 0 {
				t.Errorf("%v: our own inventory has %v", level, said(findings))
			}
			if leaks := tspi.Guard(claim, level); len(leaks) > 0 {
				t.Errorf("%v: our own inventory leaks %v", level, leaks)
			}
			for _, row := range inventory.Rows {
				if row.Decision == tspi.DecisionSafeClose &&
					(row.PPID != 1 || row.ProcessKind != "mcp" || row.AgeS == nil || *row.AgeS < 300) {
					t.Errorf("%v: a candidate that is none: %+v", level, row)
				}
			}
		}
	})
}
