package effect_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/effect"
)

// The records of section 9.
const (
	digestA   = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	digestB   = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
	resourceF = `{"kind":"file","place":["ws","out.json"],"generation":"g1"}`
	resourceG = `{"kind":"file","place":["ws","other"],"generation":"g1"}`
	claimC1   = `{"v":1,"type":"claim","seq":1,"effect":"e1","lineage":"run1","scope":[` + resourceF +
		`],"expect":[{"resource":` + resourceF +
		`,"predicate":"digest","digest":"` + digestA + `"}]}` + "\n"
	claimC4 = `{"v":1,"type":"claim","seq":4,"effect":"e2","lineage":"run1","scope":null,"expect":[]}` + "\n"
)

func outcome(seq int, effect, execution string) string {
	return fmt.Sprintf(
		`{"v":1,"type":"outcome","seq":%d,"effect":%q,"execution":%q,"possible_impact":%t,"message":null}`+"\n", seq,
		effect, execution, execution != "not_invoked")
}

func seen(seq int, source string) string {
	return fmt.Sprintf(
		`{"v":1,"type":"observation","seq":%d,"resource":%s,"source":%q,"coverage":"complete","state":"present","digest":%q}`+"\n", seq, resourceF, source, digestA)
}

func facts(t testing.TB, text string, edits ...string) strict.Value {
	t.Helper()
	v := lawtest.Read(t,
		`{"log":{"text":"","file_kind":"regular","link_count":1,"lineage":"run1"},"writer":"live","required":[{"id":"art","kind":"file","place":["ws","out.json"]}]}`)
	return put(t, lawtest.Put(t, v, "/log/text", text), edits...)
}

func put(t testing.TB, v strict.Value, edits ...string) strict.Value {
	t.Helper()
	for i := 0; i < len(edits); i += 2 {
		v = lawtest.Put(t, v, edits[i], lawtest.Read(t, edits[i+1]))
	}
	return v
}

func decided(t testing.TB, facts strict.Value) strict.Object {
	t.Helper()
	answer, err := effect.Decide(facts)
	if err != nil {
		t.Fatal(err)
	}
	v, err := strict.ValueOf(answer)
	if err != nil {
		t.Fatal(err)
	}
	return v.(strict.Object)
}

func expect(t *testing.T, name string, facts, claim strict.Value, want ...string) {
	t.Helper()
	findings, err := effect.Audit(facts, claim)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	got := []string{}
	for _, f := range findings {
		got = append(got, string(f.ErrorCode)+" "+f.SubjectID)
		if f.Message != effect.MessageOf(f.ErrorCode) || f.Message == effect.MessageOf("") {
			t.Errorf("%s has the message %q", f.ErrorCode, f.Message)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", name, got, want)
	}
}

// answers are the lines of section 9 which hold an answer, by their numbers.
func answers(t *testing.T) []strict.Value {
	t.Helper()
	_, section, _ := strings.Cut(lawtest.Contract(t, "effect"), "## 9.")
	var found []strict.Value
	for _, part := range strings.Split(section, "`") {
		if strings.HasPrefix(part, `{"rows":`) {
			found = append(found, lawtest.Read(t, part))
		}
	}
	if len(found) != 4 {
		t.Fatalf("section 9 has %d answers", len(found))
	}
	return found
}

// Section 9: the examples are answered as the contract says.
func TestExamples(t *testing.T) {
	want := answers(t)
	good := claimC1 + outcome(2, "e1", "completed") + seen(3, "readback")
	for i, facts := range []strict.Value{
		facts(t, good),
		facts(t, claimC1+outcome(2, "e1", "completed")+seen(3, "acknowledgement")),
		facts(t, claimC1+outcome(2, "e1", "timed_out")+seen(3, "readback")+claimC4+`{"v":1,"ty`, "/writer", `"gone"`),
		facts(t, good+outcome(4, "e1", "interrupted")),
	} {
		if got := decided(t, facts); !strict.Equal(got, want[i]) {
			t.Errorf("example %d:\n got %s\nwant %s", i+1, strict.Encode(got), strict.Encode(want[i]))
		}
	}
	timedOut := facts(t, claimC1+outcome(2, "e1", "timed_out")+seen(3, "readback"))
	row := decided(t, timedOut).Array("rows")[0].(strict.Object)
	if row.Text("verification") != "observed_state_without_causation" || row.Text("reason") != "causation_unknown" ||
		row.At("evidence") != strict.Number("3") {
		t.Errorf("example 5: %s", strict.Encode(row))
	}
	expect(t, "example 5", timedOut, want[0], "EFFECT_UNKNOWN_AS_SUCCESS e1")
}

// Section 7: each negative case raises its code and nothing else, and its sibling nothing.
func TestNegativeCases(t *testing.T) {
	const (
		c2      = `{"v":1,"type":"claim","seq":%d,"effect":"e2","lineage":"run1","scope":null,"expect":[]}` + "\n"
		halfBad = `{"v":1,"type":"obs`
	)
	e2 := func(seq int) string { return fmt.Sprintf(c2, seq) }
	completed := claimC1 + outcome(2, "e1", "completed")
	done := completed + seen(3, "readback")
	ack := completed + seen(3, "acknowledgement")
	other := strings.Replace(strings.Replace(seen(3, "readback"), "out.json", "elsewhere", 1), `"v":1`, `"v":2`, 1)
	otherGood := strings.Replace(other, `"v":2`, `"v":1`, 1)
	contradicting := completed + strings.Replace(seen(3, "readback"), digestA, digestB, 1)
	partial := completed + strings.Replace(seen(3, "readback"), `"complete"`, `"partial"`, 1)
	whole := claimC1 + outcome(2, "e1", "timed_out") + seen(3, "readback")
	openTail := done + halfBad
	say := func(facts strict.Value, edits ...string) strict.Value { return put(t, decided(t, facts), edits...) }
	of := func(text string, edits ...string) strict.Value { return facts(t, text, edits...) }
	verified := []string{"/rows/0/verification", `"verified"`, "/rows/0/evidence", `3`}
	for _, test := range []struct {
		code, subject string
		facts         strict.Value
		claim         strict.Value
		sibling       strict.Value
	}{
		{"CLAIM_MALFORMED", "claim", of(done), lawtest.Drop(t, say(of(done)), "/rows/0/evidence"), of(done)},
		{"ALIAS_ACCEPTED", "log", of(done, "/log/link_count", `2`), say(of(done)), of(done)},
		{"CORRUPT_ACCEPTED", "log", of(completed + other), say(of(completed + otherGood)), of(completed + otherGood)},
		{"LOG_REJECTED", "log", of(openTail), say(of(openTail), "/rows", `[]`, "/summary/log", `"corrupt"`,
			"/summary/append_at", `null`,
			"/summary/decision", `"blocked"`, "/summary/unsettled_required", `["art"]`), of(done + halfBad + "\n")},
		{"FALSE_NOOP", "e1", of(claimC1 + e2(2) + outcome(3, "e2", "running") + outcome(4, "e1", "failed")),
			say(of(claimC1+e2(2)+outcome(3, "e2", "running")+outcome(4, "e1", "failed")), "/rows/0/possible_impact",
				`false`),
			of(claimC1 + e2(2) + outcome(3, "e2", "running") + outcome(4, "e1", "not_invoked"))},
		{"RESETTLED", "e1", of(claimC1+outcome(2, "e1", "running"), "/writer", `"gone"`),
			say(of(claimC1+outcome(2, "e1", "running"), "/writer", `"gone"`), "/rows/0/append", `"interrupted"`),
			of(claimC1, "/writer", `"gone"`)},
		{"CONTRADICTION_HIDDEN", "e1", of(contradicting), say(of(contradicting), "/rows/0/verification", `"unverified"`,
			"/rows/0/evidence", `null`),
			of(strings.Replace(contradicting, `"complete"`, `"partial"`, 1))},
		{"ACK_VERIFIED", "e1", of(ack), say(of(ack), verified...), of(done)},
		{"STALE_VERIFIED", "e1", of(done + e2(4)), say(of(done+e2(4)), verified...),
			of(done + e2(4) + outcome(5, "e2", "not_invoked"))},
		{"PARTIAL_VERIFIED", "e1", of(partial), say(of(partial), verified...), of(done)},
		{"UNKNOWN_AS_SUCCESS", "e1", of(whole), say(of(whole), "/rows/0/verification", `"verified"`), of(done)},
		{"APPEND_MISPLACED", "log", of(openTail), say(of(openTail), "/summary/append_at", fmt.Sprint(len(openTail))),
			of(done)},
		{"DONE_OVERCLAIMED", "decision", of(ack), say(of(ack), "/summary/decision", `"done"`), of(done)},
		{"CLAIM_MISMATCH", "e1", of(done + seen(4, "readback")),
			say(of(done+seen(4, "readback")), "/rows/0/evidence", `3`), of(done)},
	} {
		expect(t, test.code, test.facts, test.claim, "EFFECT_"+test.code+" "+test.subject)
		expect(t, "the sibling of "+test.code, test.sibling, decided(t, test.sibling))
	}
	expect(t, "the sibling of CLAIM_MALFORMED", of(done), say(of(done)))
}
