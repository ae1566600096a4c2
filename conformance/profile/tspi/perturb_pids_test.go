package tspi

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/profiletest"

	"github.com/tspi-dev/harness/internal/strict"
)

// A process keeps its identity under its new pid wherever the pid stands: in both
// of its rows, as a parent, in the registry and in what is expected. Nothing else
// that looks like a pid changes, and 0 and 1, which mean something, stay
// (docs/suite.md, challenges).
func TestRenumberingIsConsistent(t *testing.T) {
	c := made(t, OpClassify,
		"ps.txt", "1 0 9 0.0 410 init\n400 77 9 0.0 410 session\n410 400 9 0.0 410 mcp 410\n410 1 9 0.0 410 mcp 410",
		"pressure_policy.json", `{"kinds": [{"kind": "mcp", "match_substrings": ["mcp"], "budget": 410}]}`,
		"owner_classes.json", `{"registered_helpers": [{"pid": 410}, {"pid": 999}]}`,
		"expect.json", `{"rows": [
			{"pid": 410, "ppid": 400, "process_kind": "mcp", "owner_status": "unknown_parent_process", "decision": "requires_owner_check", "age_s": 9, "allowlist_matched": false, "chain_end_pid": 400},
			{"pid": 410, "ppid": 1, "process_kind": "mcp", "owner_status": "launchd_detached", "decision": "requires_owner_check", "age_s": 9, "allowlist_matched": false, "chain_end_pid": null}]}`)
	p := perturbed(c)
	p.renumberPIDs()
	p.writeTable()
	a, b, absent, unlisted := p.number("400"), p.number("410"), p.number("77"), p.number("999")
	all := []string{"0", "1", "400", "410", "77", "999", a, b, absent, unlisted}
	slices.Sort(all)
	if len(slices.Compact(all)) != 10 {
		t.Errorf("the new pids %v are not all new and different", all)
	}
	table := fmt.Sprintf(
		"1 0 9 0.0 410 init\n%s %s 9 0.0 410 session\n%s %s 9 0.0 410 mcp 410\n%s 1 9 0.0 410 mcp 410\n", a, absent, b,
		a, b)
	if p.problem.PSText != table {
		t.Errorf("the table is\n%swant\n%s", p.problem.PSText, table)
	}
	if got := string(strict.Encode(p.problem.document(docOwners))); got != fmt.Sprintf(
		`{"registered_helpers":[{"pid":%s},{"pid":%s}]}`, b, unlisted) {
		t.Errorf("the owners are %s", got)
	}
	if got := string(strict.Encode(p.problem.document(docPolicy))); !strings.Contains(got, `"budget":410`) {
		t.Errorf("the policy is %s", got)
	}
	rows := p.expect.Inventory.Rows
	for i, want := range []string{b + " " + a + " " + a, b + " 1 null"} {
		got := fmt.Sprintf("%d %d %s", rows[i].PID, *rows[i].PPID, profiletest.JSON(t, rows[i].ChainEndPID))
		if got != want {
			t.Errorf("expected row %d has the pids %s, want %s", i, got, want)
		}
	}
}

// A number on a line that is not plain may mean a process, however it is spelt
// there: it stays. So do the numbers of a line with tabs, a CR or a bad column.
func TestNumbersOfOtherLinesStay(t *testing.T) {
	for name, line := range map[string]string{
		"leading zeros": "0410 2 9 0.0 1 odd",
		"as a parent":   "2 00410 9 0.0 1 odd",
		"tabs":          "410\t2\t9\t0.0\t1\todd",
		"malformed":     "410 is no row",
		"in a comment":  "# 410 was here",
	} {
		t.Run(name, func(t *testing.T) {
			c := made(t, OpClassify, "ps.txt", "410 500 9 0.0 1 mcp\n"+line, "expect.json", `{"rows": []}`)
			p := perturbed(c)
			p.renumberPIDs()
			if p.number("410") != "410" {
				t.Error("410 got another number")
			}
			if p.number("500") == "500" {
				t.Error("500 kept its number")
			}
			if p.lines[1] != line {
				t.Errorf("the line became %q", p.lines[1])
			}
		})
	}
}

// In an audit the claim's pids change with the table's, and so do the subjects of
// the findings that name a row; those that name something else stay.
func TestRenumberingAClaim(t *testing.T) {
	c := made(t, OpAudit,
		"claim.json",
		`{"rows": [{"pid": 410, "ppid": 1, "budget": 410, "note": "410"}, {"pid": "410", "ppid": 410.0}]}`,
		"expect.json",
		`{"findings": [{"error_code": "TSPI_PREMATURE_SAFE_CLOSE", "subject_id": "410"}, {"error_code": "TSPI_PREMATURE_SAFE_CLOSE", "subject_id": "row"}]}`)
	p := perturbed(c)
	p.renumberPIDs()
	fresh := p.number("410")
	want := `{"rows":[{"pid":` + fresh + `,"ppid":1,"budget":410,"note":"410"},{"pid":"410","ppid":410.0}]}`
	if got := string(strict.Encode(p.problem.document(docClaim))); got != want || fresh == "410" {
		t.Errorf("the claim is %s, want %s", got, want)
	}
	if got := *p.expect.Findings; got[0].SubjectID != fresh || got[1].SubjectID != "row" {
		t.Errorf("the findings are %v", got)
	}
}
