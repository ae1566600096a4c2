package tspi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// members is a JSON object as an author writes it, one `"name": value` each, so
// that a test can change one fact of it.
type members []string

// with replaces members by name, adds new ones, and drops those that are given as
// -name.
func (m members) with(changes ...string) members {
	out := slices.Clone(m)
	for _, change := range changes {
		name, drop := strings.CutPrefix(change, "-")
		if !drop {
			name = memberName(change)
		}
		i := slices.IndexFunc(out, func(old string) bool { return memberName(old) == name })
		switch {
		case drop:
			out = slices.Delete(out, i, i+1)
		case i < 0:
			out = append(out, change)
		default:
			out[i] = change
		}
	}
	return out
}

func memberName(member string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(member, `"`), `"`)
	return name
}

func (m members) String() string { return "{" + strings.Join(m, ",") + "}" }

// goodRow is a closing row that nothing can be said against.
func goodRow() members {
	return members{`"pid":7`, `"ppid":1`, `"process_kind":"mcp"`, `"owner":"launchd_detached"`,
		`"owner_status":"launchd_detached"`,
		`"decision":"candidate_safe_close"`, `"reason":"strict_orphan_allowlist_age_threshold_met"`, `"age_s":600`,
		`"cpu_pct":0`,
		`"allowlist_matched":true`, `"command_hash":"` + hashMCPServer + `"`}
}

// claimOf is a claim with these rows and nothing else.
func claimOf(rows ...members) string {
	texts := make([]string, len(rows))
	for i, row := range rows {
		texts[i] = row.String()
	}
	return `{"rows":[` + strings.Join(texts, ",") + `]}`
}

// audited gives the findings of an audit's input as "CODE subject", in order and
// without the codes' common prefix.
func audited(t testing.TB, input string, level tspi.Level) []string {
	t.Helper()
	findings, err := tspi.Audit(document(t, input), level)
	if err != nil {
		t.Fatalf("%v: the audit refuses its input: %v\n%s", level, err, input)
	}
	return said(findings)
}

func said(findings []tspi.Finding) []string {
	said := []string{}
	for _, f := range findings {
		said = append(said, strings.TrimPrefix(string(f.ErrorCode), "TSPI_")+" "+f.SubjectID)
	}
	return said
}

// grounded is an audit's input with the fixture that the claim is about.
func grounded(t testing.TB, f fixture, claim string) string {
	t.Helper()
	table := written(t, map[string]string{"ps_text": orElse(f.ps, orphan)})
	return `{"claimed_inventory":` + claim + `,"process_table":` + string(table) +
		`,"pressure_policy":` + orElse(f.policy, plainPolicy) + `,"owner_classes":` + orElse(f.owners, plainOwners) +
		`}`
}

func ungrounded(claim string) string { return `{"claimed_inventory":` + claim + `}` }

// check holds an audit's input against what must be said of it.
func check(t *testing.T, input string, level tspi.Level, want ...string) {
	t.Helper()
	if got := audited(t, input, level); !slices.Equal(got, want) {
		t.Errorf("%v: got %v, want %v\n%.400s", level, got, want, input)
	}
}

// Section 8: a good claim has no finding, with its fixture or without, at either
// level; neither has our own inventory.
func TestAuditOfAGoodClaim(t *testing.T) {
	for _, level := range levels() {
		check(t, ungrounded(claimOf(goodRow())), level)
		check(t, grounded(t, fixture{}, claimOf(goodRow())), level)
		check(t, ungrounded(`{"rows":[]}`), level)

		f := recordsFixture(t, level)
		own := string(written(t, f.classify(t, level)))
		check(t, ungrounded(own), level)
		check(t, grounded(t, f, own), level)
		claim := document(t, own)
		if got := said(tspi.AuditInventory(claim, f.inputs(t, level))); len(got) > 0 {
			t.Errorf("%v: AuditInventory finds %v", level, got)
		}
	}
}

// Section 8: a finding is {error_code, message, negative_case_id, subject_id,
// subject_kind, body_in_receipt: false}, once for each code and subject.
func TestFindingRecord(t *testing.T) {
	row := goodRow().with(`"age_s":299`)
	findings, err := tspi.Audit(document(t, ungrounded(claimOf(row))), tspi.Core)
	if err != nil || len(findings) != 1 {
		t.Fatalf("got %v, %v", findings, err)
	}
	want := `{"error_code":"TSPI_PREMATURE_SAFE_CLOSE","message":"` + tspi.MessageOf(tspi.CodePrematureClose) +
		`","negative_case_id":null,"subject_id":"7","subject_kind":"row","body_in_receipt":false}`
	if got := string(written(t, findings[0])); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// Core knows no rule against the same pid twice: two offences, one finding.
	check(t, ungrounded(claimOf(row, row)), tspi.Core, "PREMATURE_SAFE_CLOSE 7")
}

// A claim without findings gives an empty list, not null.
func TestNoFindingsIsAnEmptyList(t *testing.T) {
	findings, err := tspi.Audit(document(t, ungrounded(claimOf())), tspi.Hardened)
	if err != nil || string(written(t, findings)) != "[]" {
		t.Errorf("got %s, %v", written(t, findings), err)
	}
}
