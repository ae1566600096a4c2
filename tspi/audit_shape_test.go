package tspi_test

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 8: a claim is well formed when it is an object, rows an array of
// objects, summary, where it is there, an object, and active_owner_pressure_groups,
// where it is there, an array of objects; [H] and when every row has integer pid
// and ppid and strings process_kind, owner_status, decision. What is not raises
// one TSPI_CLAIM_MALFORMED.
func TestAuditShape(t *testing.T) {
	harmless := goodRow().with(`"decision":"keep"`)
	tests := []struct {
		name, claim string
		wellFormed  bool
	}{
		{"rows alone", `{"rows":[]}`, true},
		{"null", `null`, false},
		{"an array", `[]`, false},
		{"text", `"{}"`, false},
		{"no rows", `{}`, false},
		{"rows null", `{"rows":null}`, false},
		{"rows an object", `{"rows":{}}`, false},
		{"a row that is null", `{"rows":[null]}`, false},
		{"a row that is a pid", `{"rows":[7]}`, false},
		{"a row that is an array", `{"rows":[[]]}`, false},
		{"an empty summary", `{"rows":[],"summary":{}}`, true},
		{"summary null", `{"rows":[],"summary":null}`, false},
		{"summary an array", `{"rows":[],"summary":[]}`, false},
		{"no groups", `{"rows":[],"summary":{"active_owner_pressure_groups":[]}}`, true},
		{"groups null", `{"rows":[],"summary":{"active_owner_pressure_groups":null}}`, false},
		{"groups an object", `{"rows":[],"summary":{"active_owner_pressure_groups":{}}}`, false},
		{"a group that is null", `{"rows":[],"summary":{"active_owner_pressure_groups":[null]}}`, false},
		{"groups beside the summary", `{"rows":[],"active_owner_pressure_groups":[]}`, true},
		{"such groups null", `{"rows":[],"active_owner_pressure_groups":null}`, false},

		{"a whole row", claimOf(harmless), true},
		{"a row without what core added nothing to",
			claimOf(harmless.with("-owner", "-reason", "-age_s", "-cpu_pct", "-allowlist_matched", "-command_hash")),
			true},
		{"no pid", claimOf(harmless.with("-pid")), false},
		{"pid null", claimOf(harmless.with(`"pid":null`)), false},
		{"pid in quotes", claimOf(harmless.with(`"pid":"7"`)), false},
		{"pid 7.0", claimOf(harmless.with(`"pid":7.0`)), false},
		{"pid true", claimOf(harmless.with(`"pid":true`)), false},
		{"no ppid", claimOf(harmless.with("-ppid")), false},
		{"ppid 1e0", claimOf(harmless.with(`"ppid":1e0`)), false},
		{"no kind", claimOf(harmless.with("-process_kind")), false},
		{"kind null", claimOf(harmless.with(`"process_kind":null`)), false},
		{"an empty kind is a string", claimOf(harmless.with(`"process_kind":""`)), true},
		{"no owner status", claimOf(harmless.with("-owner_status")), false},
		{"owner status a number", claimOf(harmless.with(`"owner_status":7`)), false},
		{"two faults", claimOf(harmless.with("-pid"), harmless.with("-owner_status")), false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.wellFormed {
				check(t, ungrounded(test.claim), tspi.Hardened)
			} else {
				check(t, ungrounded(test.claim), tspi.Hardened, "CLAIM_MALFORMED claimed_inventory")
			}
			check(t, ungrounded(test.claim), tspi.Core) // no core case has one; core says nothing
		})
	}
}

// Section 8, [H]: in a malformed claim every row and group that is an object is
// judged all the same.
func TestAuditJudgesAMalformedClaim(t *testing.T) {
	young := goodRow().with(`"age_s":1`).String()
	group := `{"process_kind":"mcp","recommended_action":"kill"}`
	tests := []struct {
		claim string
		want  []string
	}{
		{`{"rows":[null,` + young + `,7]}`, []string{"PREMATURE_SAFE_CLOSE 7"}},
		{`{"rows":[` + young + `],"summary":7}`, []string{"PREMATURE_SAFE_CLOSE 7"}},
		{`{"summary":{"active_owner_pressure_groups":[7,` + group + `]}}`,
			[]string{"OWNER_RELEASE_OVERCLAIM mcp", "PROCESS_SIGNAL_FORBIDDEN mcp"}},
	}
	for _, test := range tests {
		check(t, ungrounded(test.claim), tspi.Hardened,
			append([]string{"CLAIM_MALFORMED claimed_inventory"}, test.want...)...)
	}
}
