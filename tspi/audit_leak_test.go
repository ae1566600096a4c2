package tspi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/long"
	"github.com/tspi-dev/harness/tspi"
)

const preview = "COMMAND_PREVIEW_FORBIDDEN claimed_inventory"

// Section 8, redaction: the guard runs over the claim, with or without a fixture.
func TestAuditRunsTheGuard(t *testing.T) {
	tests := []struct {
		member string
		want   []string
	}{
		{`"x_note":"all is well"`, nil},
		{`"command_preview":false`, []string{preview}},
		{`"sigkill_sent":true`, []string{"PROCESS_SIGNAL_FORBIDDEN claimed_inventory"}},
		{`"sigkill_sent":false`, nil},
		{`"x_note":"/home/me/run"`, []string{"ABSOLUTE_PATH_FORBIDDEN claimed_inventory"}},
		{`"x_note":{"a":[{"cmdline":1,"killed_pid":7,"b":"/Users/me/"}]}`,
			[]string{"ABSOLUTE_PATH_FORBIDDEN claimed_inventory", preview,
				"PROCESS_SIGNAL_FORBIDDEN claimed_inventory"}},
	}
	for _, test := range tests {
		for _, level := range levels() {
			claim := members{`"rows":[` + goodRow().String() + `]`, test.member}.String()
			check(t, ungrounded(claim), level, test.want...)
			check(t, grounded(t, fixture{}, claim), level, test.want...)
		}
	}
	// The guard knows its level: core knows one spelling of each key.
	claim := members{`"rows":[]`, `"Command-Line":"x"`}.String()
	check(t, ungrounded(claim), tspi.Hardened, preview)
	check(t, ungrounded(claim), tspi.Core)
}

// Section 8, redaction, [H]: with a fixture, a string that holds 20 successive
// bytes of a command of the table, or a whole command of 12 to 19 bytes.
func TestAuditFindsCommands(t *testing.T) {
	const long = "abcdefghijklmnopqrstuvwxyz" // 26 bytes, of a process that is no helper
	tests := []struct {
		name, command, text string
		leak                bool
	}{
		{"20 bytes at the start", long, "abcdefghijklmnopqrst", true},
		{"20 bytes in the middle", long, "defghijklmnopqrstuvw", true},
		{"20 bytes at the end", long, "ghijklmnopqrstuvwxyz", true},
		{"20 bytes inside other text", long, "see " + long[3:23] + "!", true},
		{"the whole of it", long, long, true},
		{"19 bytes", long, "abcdefghijklmnopqrs", false},
		{"19 bytes and another", long, "abcdefghijklmnopqrsX", false},
		{"20 bytes in another letter case", long, "ABCDEFGHIJKLMNOPQRST", false},
		{"20 bytes in two pieces", long, "abcdefghij klmnopqrstu", false},

		{"a whole command of 12 bytes", "abcdefghijkl", "abcdefghijkl", true},
		{"a whole command of 12 bytes inside other text", "abcdefghijkl", "see abcdefghijkl!", true},
		{"a whole command of 11 bytes", "abcdefghijk", "abcdefghijk", false},
		{"a whole command of 19 bytes", "abcdefghijklmnopqrs", "Xabcdefghijklmnopqrs", true},
		{"18 of its 19 bytes", "abcdefghijklmnopqrs", "abcdefghijklmnopqr", false},
		{"a whole command of 20 bytes", "abcdefghijklmnopqrst", "abcdefghijklmnopqrst", true},
		{"19 of its 20 bytes", "abcdefghijklmnopqrst", "abcdefghijklmnopqrs", false},
		{"bytes, not letters: 10 of 2 bytes", "éééééééééé", "éééééééééé", true},
		{"bytes, not letters: 9 of 2 bytes of many", "ééééééééééé", "ééééééééé", false},
		{"a zombie's title is a command", "zzzzzzz <defunct>", "zzzzzzz <defunct>", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := fixture{ps: orphan + "30 1 600 0.0 1 " + test.command + "\n"}
			for _, place := range []string{
				`"x_note":%q`, `"x_note":["a",%q]`, `"x_note":{"deep":[{"er":%q}]}`, `%q:1`, `"x_note":{%q:[]}`,
				`"schema":[%q]`,
			} {
				claim := members{`"rows":[` + goodRow().String() + `]`, fmt.Sprintf(place, test.text)}.String()
				if test.leak {
					check(t, grounded(t, f, claim), tspi.Hardened, preview)
				} else {
					check(t, grounded(t, f, claim), tspi.Hardened)
				}
				check(t, grounded(t, f, claim), tspi.Core)
				check(t, ungrounded(claim), tspi.Hardened)
			}
		})
	}
}

// Section 8, redaction, [H]: a claim that is only a string is searched too.
func TestAuditFindsACommandAsTheClaim(t *testing.T) {
	f := fixture{ps: "30 1 600 0.0 1 a long command of a process\n"}
	check(t, grounded(t, f, `"a long command of a process"`), tspi.Hardened, "CLAIM_MALFORMED claimed_inventory",
		preview)
	check(t, grounded(t, f, `"a short answer"`), tspi.Hardened, "CLAIM_MALFORMED claimed_inventory")
}

// Section 8, redaction, [H]: the values of some fields and the keys of the three
// counts are excepted: a policy's names may well be words of a command.
func TestAuditExceptsNames(t *testing.T) {
	const name = "everything-on-stdio-now"
	f := fixture{ps: orphan + "30 1 600 0.0 1 npx everything-on-stdio-now --x\n"}
	excepted := []string{"schema", "process_kind", "owner", "owner_status", "target_owner", "decision", "reason",
		"chain_end", "command_hash"}
	for _, field := range excepted {
		if field == "command_hash" {
			continue // the guard wants 16 hex digits there
		}
		claim := members{`"rows":[` + goodRow().String() + `]`, `"x_note":{"` + field + `":"` + name + `"}`}.String()
		check(t, grounded(t, f, claim), tspi.Hardened)
	}
	for _, field := range []string{"kind", "status", "x_owner", "owners", "pressure_mode", "owner_release_route",
		"message"} {
		claim := members{`"rows":[` + goodRow().String() + `]`, `"x_note":{"` + field + `":"` + name + `"}`}.String()
		check(t, grounded(t, f, claim), tspi.Hardened, preview)
	}
	for counts, leak := range map[string]bool{"kind_counts": false, "decision_counts": false,
		"owner_status_counts": false, "counts": true} {
		claim := members{`"rows":[` + goodRow().String() + `]`, `"summary":{"` + counts + `":{"` + name +
			`":1}}`}.String()
		if leak {
			check(t, grounded(t, f, claim), tspi.Hardened, preview)
		} else {
			check(t, grounded(t, f, claim), tspi.Hardened)
		}
	}
}

// Section 8, redaction, [H]: this contract's own field names and fixed values are
// excepted, even where a command of the table holds them, but not text around
// them.
func TestAuditExceptsItsOwnText(t *testing.T) {
	for _, own := range []string{
		"active_owner_pressure_group_count", "candidate_safe_close_count", "no_active_session_terminated",
		"owner_must_release_own_helper",
		"active_owner_release_request_count", "tool_server_pressure_inventory_v1", "helper_owner_release_request_v1",
		"ppid==1 and allowlisted kind and age>=min_age_seconds", "detached_ancestor_count",
		"inventory_is_not_kill_list",
		"ask_owner_to_release", "request_owner_release", tspi.OwnerReleaseRoute, "active_session_chain",
		"active_owner_status_values", "source_module_manifest_status",
	} {
		f := fixture{ps: orphan + "30 1 600 0.0 1 print " + own + " now\n"}
		row := `"rows":[` + goodRow().String() + `]`
		check(t, grounded(t, f, members{row, fmt.Sprintf(`%q:1`, own)}.String()), tspi.Hardened)
		check(t, grounded(t, f, members{row, fmt.Sprintf(`"x_note":%q`, own)}.String()), tspi.Hardened)
		check(t, grounded(t, f, members{row, fmt.Sprintf(`"x_note":%q`, "print "+own+" now")}.String()), tspi.Hardened,
			preview)
	}
}

// Our own record of a table whose commands are the contract's words has no finding.
func TestAuditOfOwnWords(t *testing.T) {
	ps := sessionRow
	for i, own := range []string{tspi.OwnerReleaseRoute, tspi.SafeClosePredicate, "no_active_session_terminated",
		"tool_server_pressure_inventory_v1"} {
		ps += fmt.Sprintf("%d 20 600 0.0 1 a-server %s\n", 21+i, own)
	}
	f := fixture{ps: ps, policy: kindsPolicy(kindEntry("a", `,"budget":0`))}
	check(t, grounded(t, f, string(written(t, f.classify(t, tspi.Hardened)))), tspi.Hardened)
}

// A claim with more free text than is indexed at once is searched to its end.
func TestAuditSearchesLargeClaims(t *testing.T) {
	long.Only(t, "9 MB of text")
	f := fixture{ps: orphan + "30 1 600 0.0 1 the needle of this haystack\n"}
	claim := func(last string) string {
		var b strings.Builder
		b.WriteString(`{"rows":[` + goodRow().String() + `],"x_note":[`)
		for i := range 90 {
			fmt.Fprintf(&b, "%q,", strings.Repeat(fmt.Sprintf("hay%d ", i), 20_000))
		}
		fmt.Fprintf(&b, "%q]}", last)
		return b.String()
	}
	for last, leak := range map[string]bool{"the needle of this haystack": true, "no needle of a haystack": false} {
		findings, err := tspi.Audit(document(t, grounded(t, f, claim(last))), tspi.Hardened)
		if err != nil || (len(findings) == 1) != leak {
			t.Errorf("%q: got %v, %v; want a leak: %v", last, said(findings), err, leak)
		}
	}
}
