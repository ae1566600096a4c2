package tspi

import (
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// An answer may hold anything, and a report is published: what is shown of a
// value is a plain name, a short number, or what sort of value it is.
func TestShowRepeatsNothingButPlainWords(t *testing.T) {
	long := strings.Repeat("9", 25)
	for _, test := range []struct {
		v    strict.Value
		want string
	}{
		{nil, "null"}, {true, "true"}, {false, "false"},
		{strict.Number("-1.5e3"), "-1.5e3"}, {strict.Number(long[:24]), long[:24]},
		{strict.Number(long), "a number of 25 bytes"},
		{"keep", "keep"}, {"a-b_c.d:9", "a-b_c.d:9"}, {"TSPI_INPUT_INVALID", "TSPI_INPUT_INVALID"}, {"az.09", "az.09"},
		{"TSPI_AZ", "TSPI_AZ"},
		{"a`", "a string of 2 bytes"}, {"a{", "a string of 2 bytes"}, {"TSPI_@", "a string of 6 bytes"},
		{"TSPI_[", "a string of 6 bytes"}, {"0/", "a string of 2 bytes"}, {"9;", "a string of 2 bytes"},
		{"AKIA-like.Token:9", "a string of 17 bytes"}, {strings.Repeat("a", 64), strings.Repeat("a", 64)},
		{strings.Repeat("a", 65), "a string of 65 bytes"}, {"", "a string of 0 bytes"},
		{"node server.js", "a string of 14 bytes"}, {"/Users/me", "a string of 9 bytes"},
		{`C:\Users\me`, "a string of 11 bytes"},
		{"a\x1b[31m", "a string of 6 bytes"}, {"a\nb", "a string of 3 bytes"}, {"ä", "a string of 2 bytes"},
		{"a\u202eb", "a string of 5 bytes"},
		{strict.Array{nil, "/Users/me"}, "an array of 2"},
		{strict.Object{{Name: "/Users/me"}}, "an object of 1 members"},
	} {
		if got := profile.Show(test.v, true); got != test.want {
			t.Errorf("%v: got %q, want %q", test.v, got, test.want)
		}
	}
	if got := profile.Show("x", false); got != "nothing" {
		t.Errorf("an absent value is shown as %q", got)
	}
}

// Of a pointer every token that is no plain name is hidden; the empty one is put
// into words.
func TestShowPointer(t *testing.T) {
	for _, test := range []struct {
		v    strict.Value
		want string
	}{
		{"", `"" (the whole document)`}, {"/kinds/0/budget", "/kinds/0/budget"}, {"kinds", "kinds"}, {nil, "null"},
		{strict.Int(1), "1"},
	} {
		if got := profile.ShowPointer(test.v, true); got != test.want {
			t.Errorf("%v: got %q, want %q", test.v, got, test.want)
		}
	}
	for _, hostile := range []string{"/a b/node server", "/~1Users~1me", "/x/\x1b[0m"} {
		if got := profile.ShowPointer(hostile, true); strings.ContainsAny(got, " ~\x1b") ||
			!strings.Contains(got, "…") {
			t.Errorf("%q is shown as %q", hostile, got)
		}
	}
}

// Values are compared by value: an integer is one however large, and nothing else
// is (contract, preamble).
func TestSame(t *testing.T) {
	for _, test := range []struct {
		want, got strict.Value
		same      bool
	}{
		{strict.Int(1), strict.Number("1"), true}, {strict.Int(1), strict.Number("1.0"), false},
		{strict.Int(1), strict.Number("1e0"), false},
		{strict.Int(1), true, false}, {strict.Int(1), "1", false}, {strict.Int(0), nil, false},
		{strict.Int(0), false, false},
		{"a", "a", true}, {"a", "A", false}, {"a", nil, false}, {nil, nil, true}, {nil, false, false}, {nil, "", false},
		{true, true, true}, {true, "true", false}, {true, strict.Int(1), false}, {false, nil, false},
		{"a", strict.Array{"a"}, false}, {nil, strict.Object{}, false}, {nil, strict.Array(nil), false},
		{strict.Number("100000000000000000000"), strict.Number("100000000000000000000"), true},
		{strict.Number("100000000000000000000"), strict.Number("100000000000000000001"), false},
	} {
		if got := strict.Equal(test.want, test.got); got != test.same {
			t.Errorf("%v and %v: got %v", test.want, test.got, got)
		}
	}
}

// The fields of a relief receipt are held, each with a difference of its name.
func TestDifferencesOfARelief(t *testing.T) {
	c := inventoryCase(t, OpRelief)
	answer := decoded(t, string(honest(t, c, law.Hardened).OK))
	for _, test := range []struct {
		to        strict.Value
		in        []any
		path      string
		want, got string
	}{
		{"no_safe_action", []any{"verdict"}, "verdict", "pending_safe_close_action", "no_safe_action"},
		{strict.Object{}, []any{"after"}, "after", "null", "an object of 0 members"},
		{"x", []any{"before"}, "before", "an object", "none"},
		{"x", []any{"action"}, "action", "an object", "none"},
		{"no_action", []any{"action", "status"}, "action.status", "safe_action_available", "no_action"},
		{strict.Int(1), []any{"action", "safe_close_action_count"}, "action.safe_close_action_count", "0", "1"},
		{strict.Int(0), []any{"action", "safe_close_candidate_count"}, "action.safe_close_candidate_count", "1", "0"},
		{strict.Int(0), []any{"action", "requires_owner_check_count"}, "action.requires_owner_check_count", "3", "0"},
		{strict.Int(0), []any{"action", "active_owner_release_request_count"},
			"action.active_owner_release_request_count", "1", "0"},
		{strict.Array{}, []any{"action", "owner_release_requests"}, "action.owner_release_requests", "1 requests",
			"an array of 0"},
		{strict.Array{"x"}, []any{"action", "owner_release_requests"}, "action.owner_release_requests[0]", "an object",
			"x"},
		{strict.Int(3), []any{"action", "owner_release_requests", 0, "process_count"},
			"action.owner_release_requests[0].process_count", "2", "3"},
		{strict.Int(4), []any{"before", "inventory_summary", "process_count"}, "before.inventory_summary.process_count",
			"5", "4"},
		{nil, []any{"before", "inventory_summary"}, "before.inventory_summary", "an object", "nothing"},
	} {
		found := differences(c, law.Hardened, answering(with(t, answer, test.to, test.in...)))
		if wanted := (profile.Difference{Clause: "6.rows", Path: test.path, Want: test.want,
			Got: test.got}); !slices.Contains(found, wanted) {
			t.Errorf("%s:\n got %v\nwant %v", spelled(test.in), found, wanted)
		}
	}
	if found := differences(c, law.Hardened, answering("x")); !slices.Contains(found,
		profile.Difference{Clause: "6.rows", Path: "", Want: "a relief receipt", Got: "x"}) {
		t.Errorf("a string for a receipt: %v", found)
	}
}

// A result keeps a bounded number of differences, however wrong an answer is.
func TestDifferencesAreBounded(t *testing.T) {
	c := made(t, OpAudit, "claim.json", `{"rows": []}`, "expect.json", `{"findings": []}`)
	findings := strict.Array{}
	for range 100_000 {
		findings = append(findings,
			strict.Object{{Name: "error_code", Value: "TSPI_X"}, {Name: "subject_id", Value: "TSPI_X"}})
	}
	const maxDifferences = 40 // of each sort
	q := profile.Published(c)
	found := format{}.Judge(&q, law.Hardened, profile.Asked{Bytes: 1 << 20},
		answering(strict.Object{{Name: "findings", Value: findings}}))
	if len(found) != maxDifferences {
		t.Errorf("%d differences are kept, want %d", len(found), maxDifferences)
	}
	checks := standing{}
	for range 2 * maxDifferences {
		checks.differ(profile.KindValue, profile.ClauseStanding, "rows", "one", "none")
	}
	if len(checks.found) != maxDifferences {
		t.Errorf("%d differences by standing checks are kept, want %d", len(checks.found), maxDifferences)
	}
}

// An answer that is far larger than any right one fails before it is looked at;
// one that is large within reason is looked at (docs/suite.md: bounded time and memory).
func TestAnswersAreBoundedByTheirRequest(t *testing.T) {
	c := made(t, OpAudit, "claim.json", `{"rows": []}`, "expect.json", `{"findings": []}`)
	q := profile.Published(c)
	answer := func(n int) strict.Value {
		return strict.Object{{Name: "findings", Value: strict.Array{}}, {Name: "x", Value: strings.Repeat("x", n)}}
	}
	if found := (format{}).Judge(&q, law.Hardened, profile.Asked{Bytes: 100}, answering(answer(1<<20))); found != nil {
		t.Errorf("1 MiB: %v", found)
	}
	found := format{}.Judge(&q, law.Hardened, profile.Asked{Bytes: 100}, answering(answer(1<<20+64*100)))
	if len(found) != 1 || found[0].Want != "an answer of at most 1054976 bytes" {
		t.Errorf("more: %v", found)
	}
}
