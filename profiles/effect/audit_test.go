package effect_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/profiles/effect"
)

// Section 6, step 1: a claim of another shape is a finding, and one that no JSON of ours may
// be is an invalid input. Further members are allowed.
func TestMalformedClaims(t *testing.T) {
	of := facts(t, claimC1+outcome(2, "e1", "completed")+seen(3, "readback"))
	right := decided(t, of)
	for _, test := range []struct{ at, bad string }{
		{"/rows", `null`}, {"/rows/0", `1`}, {"/rows/0/id", `"e 1"`}, {"/rows/0/execution", `"done"`},
		{"/rows/0/verification", `"pending"`}, {"/rows/0/possible_impact", `null`},
		{"/rows/0/evidence", `3.0`}, {"/rows/0/append", `"pending"`}, {"/summary", `[]`}, {"/summary/log", `"good"`},
		{"/summary/append_at", `-1`},
		{"/summary/unsettled_required", `null`}, {"/summary/unsettled_required", `[""]`}, {"/summary/decision", `null`},
	} {
		expect(t, test.at, of, put(t, right, test.at, test.bad), "EFFECT_CLAIM_MALFORMED claim")
	}
	for _, at := range []string{"/rows", "/summary", "/rows/0/id", "/rows/0/execution", "/rows/0/verification",
		"/rows/0/possible_impact", "/rows/0/append",
		"/summary/log", "/summary/append_at", "/summary/unsettled_required", "/summary/decision"} {
		expect(t, at, of, lawtest.Drop(t, right, at), "EFFECT_CLAIM_MALFORMED claim")
	}
	expect(t, "a row twice", of, lawtest.Put(t, right, "/rows/-", right.Array("rows")[0]),
		"EFFECT_CLAIM_MALFORMED claim")
	expect(t, "further members", of, put(t, right, "/more", `1`, "/rows/0/reason", `"mine"`, "/summary/bad_line", `[]`))
	_, err := effect.Audit(of, lawtest.Read(t, strings.Repeat("[", 65)+strings.Repeat("]", 65)))
	var fault *law.InputError
	if !errors.As(err, &fault) || fault.Input != law.InputClaim || fault.Pointer != "" ||
		fault.Code != effect.CodeInputInvalid {
		t.Errorf("a claim of 65 levels: %v", err)
	}
	if effect.MessageOf(effect.CodeInputInvalid) == effect.MessageOf("") {
		t.Error("invalid input has no message")
	}
}

// Section 6, steps 2 to 7: each row of each table, and the edges of what is compared.
func TestAuditSteps(t *testing.T) {
	completed := claimC1 + outcome(2, "e1", "completed")
	verified := facts(t, completed+seen(3, "readback"))
	open := facts(t, claimC1)
	gone := facts(t, claimC1, "/writer", `"gone"`)
	stale := facts(t, completed+seen(3, "cache"))
	timedOut := facts(t, claimC1+outcome(2, "e1", "timed_out")+seen(3, "readback"))
	failed := facts(t, claimC1+outcome(2, "e1", "failed")+seen(3, "readback"))
	inFlight := facts(t, completed+strings.Replace(claimC4, `"seq":4`, `"seq":3`, 1)+seen(4, "readback"))
	replaced := facts(t, completed+strings.Replace(seen(3, "readback"), "g1", "g2", 1))
	refused := facts(t, claimC1+outcome(2, "e1", "not_invoked"))
	corrupt := facts(t, claimC1+"{}\n")
	unreadable := facts(t, claimC1, "/log/text", `null`)
	aliased := facts(t, claimC1, "/log/file_kind", `"symlink"`)
	torn := facts(t, completed+seen(3, "readback")+"{")
	const withoutCausation = `"observed_state_without_causation"`
	for _, test := range []struct {
		name  string
		facts any
		edits []string
		want  []string
	}{
		{"corrupt: ok is said", corrupt, []string{"/summary/log", `"ok"`}, []string{"CORRUPT_ACCEPTED log"}},
		{"corrupt: torn_tail is said", corrupt, []string{"/summary/log", `"torn_tail"`},
			[]string{"CORRUPT_ACCEPTED log"}},
		{"corrupt: done is said, and more is wrong", corrupt,
			[]string{"/summary/decision", `"done"`, "/summary/append_at", `3`}, []string{"CORRUPT_ACCEPTED log"}},
		{"unreadable: failed is said", unreadable, []string{"/summary/decision", `"failed"`},
			[]string{"CORRUPT_ACCEPTED log"}},
		{"aliased: a row is said", aliased,
			[]string{"/rows",
				`[{"id":"e9","execution":"pending","verification":"unverified","possible_impact":true,"evidence":null,"append":null}]`}, []string{"ALIAS_ACCEPTED log"}},
		{"corrupt: unreadable is said", corrupt, []string{"/summary/log", `"unreadable"`},
			[]string{"CLAIM_MISMATCH summary"}},
		{"corrupt: a place to append", corrupt, []string{"/summary/append_at", `0`}, []string{"APPEND_MISPLACED log"}},
		{"corrupt: nothing is left to settle", corrupt, []string{"/summary/unsettled_required", `[]`},
			[]string{"DONE_OVERCLAIMED art"}},
		{"ok: aliased is said, and more is wrong", verified,
			[]string{"/summary/log", `"aliased"`, "/summary/append_at", `3`}, []string{"LOG_REJECTED log"}},
		{"ok: torn_tail is said", verified, []string{"/summary/log", `"torn_tail"`},
			[]string{"CLAIM_MISMATCH summary"}},
		{"torn_tail: ok is said", torn, []string{"/summary/log", `"ok"`}, []string{"CLAIM_MISMATCH summary"}},
		{"another effect", verified, []string{"/rows/0/id", `"e9"`},
			[]string{"CLAIM_MISMATCH e1", "CLAIM_MISMATCH e9"}},
		{"known_noop is said", open, []string{"/rows/0/verification", `"known_noop"`}, []string{"FALSE_NOOP e1"}},
		{"not_invoked is said", open, []string{"/rows/0/execution", `"not_invoked"`}, []string{"FALSE_NOOP e1"}},
		{"not_invoked is appended", gone, []string{"/rows/0/append", `"not_invoked"`}, []string{"FALSE_NOOP e1"}},
		{"completed is appended to what may live", open, []string{"/rows/0/append", `"completed"`},
			[]string{"RESETTLED e1"}},
		{"completed is appended", gone, []string{"/rows/0/append", `"completed"`}, []string{"UNKNOWN_AS_SUCCESS e1"}},
		{"failed is appended", gone, []string{"/rows/0/append", `"failed"`}, []string{"CLAIM_MISMATCH e1"}},
		{"nothing is appended", gone, []string{"/rows/0/append", `null`}, []string{"CLAIM_MISMATCH e1"}},
		{"completed is said", gone, []string{"/rows/0/execution", `"completed"`}, []string{"UNKNOWN_AS_SUCCESS e1"}},
		{"a no-op says impact", refused, []string{"/rows/0/possible_impact", `true`}, []string{"CLAIM_MISMATCH e1"}},
		{"a no-op is verified", refused, []string{"/rows/0/verification", `"verified"`},
			[]string{"UNKNOWN_AS_SUCCESS e1"}},
		{"stale: verified", stale, []string{"/rows/0/verification", `"verified"`}, []string{"STALE_VERIFIED e1"}},
		{"stale: without causation", stale, []string{"/rows/0/verification", withoutCausation},
			[]string{"STALE_VERIFIED e1"}},
		{"in flight: verified", inFlight, []string{"/rows/0/verification", `"verified"`},
			[]string{"STALE_VERIFIED e1"}},
		{"replaced: verified", replaced, []string{"/rows/0/verification", `"verified"`}, []string{"STALE_VERIFIED e1"}},
		{"failed: verified", failed, []string{"/rows/0/verification", `"verified"`}, []string{"UNKNOWN_AS_SUCCESS e1"}},
		{"timed out: completed", timedOut, []string{"/rows/0/execution", `"completed"`},
			[]string{"UNKNOWN_AS_SUCCESS e1"}},
		{"timed out: failed", timedOut, []string{"/rows/0/execution", `"failed"`}, []string{"CLAIM_MISMATCH e1"}},
		{"verified: without causation is less", verified, []string{"/rows/0/verification", withoutCausation},
			[]string{"CLAIM_MISMATCH e1"}},
		{"verified: unverified is less", verified, []string{"/rows/0/verification", `"unverified"`},
			[]string{"CLAIM_MISMATCH e1"}},
		{"verified: no evidence", verified, []string{"/rows/0/evidence", `null`}, []string{"CLAIM_MISMATCH e1"}},
		{"verified: failed is said", verified, []string{"/summary/decision", `"failed"`},
			[]string{"CLAIM_MISMATCH summary"}},
		{"verified: too much is unsettled", verified, []string{"/summary/unsettled_required", `["art"]`},
			[]string{"CLAIM_MISMATCH summary"}},
		{"stale: unverified is above incomplete", stale, []string{"/summary/decision", `"unverified"`},
			[]string{"DONE_OVERCLAIMED decision"}},
		{"stale: all that is wrong, each for itself", stale, []string{"/rows/0/verification", `"verified"`,
			"/summary/decision", `"done"`, "/summary/append_at", `null`, "/summary/unsettled_required", `["other"]`},
			[]string{"APPEND_MISPLACED log", "CLAIM_MISMATCH summary", "DONE_OVERCLAIMED art",
				"DONE_OVERCLAIMED decision", "STALE_VERIFIED e1"}},
	} {
		want := []string{}
		for _, code := range test.want {
			want = append(want, "EFFECT_"+code)
		}
		expect(t, test.name, test.facts, put(t, decided(t, test.facts), test.edits...), want...)
		expect(t, test.name+": its own answer", test.facts, decided(t, test.facts))
	}
}
