package second_test

import (
	"strings"
	"testing"

	. "github.com/tspi-dev/harness/conformance/profile/secondtest"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
)

// Every mutant is a wrong implementation: it answers some request otherwise.
func TestMutants(t *testing.T) { implementation.CheckMutants(t, 8000) }

func TestControls(t *testing.T) { implementation.CheckControls(t, 400) }

func TestTotality(t *testing.T) { implementation.CheckTotality(t, 30) }

func TestDeterminism(t *testing.T) { implementation.CheckDeterminism(t, 400) }

// The records of section 9.
const (
	fileF = `{"kind":"file","place":["ws","out.json"],"generation":"g1"}`
	c4    = `{"v":1,"type":"claim","seq":4,"effect":"e2","lineage":"run1","scope":null,"expect":[]}`
)

var c1 = `{"v":1,"type":"claim","seq":1,"effect":"e1","lineage":"run1","scope":[` + fileF + `],"expect":[{"resource":` +
	fileF +
	`,"predicate":"digest","digest":"` + hashA + `"}]}`

func o(seq int, execution string) string {
	return `{"v":1,"type":"outcome","seq":` + Digits(seq) + `,"effect":"e1","execution":"` + execution +
		`","possible_impact":true,"message":null}`
}

func s(seq int, source string) string {
	return `{"v":1,"type":"observation","seq":` + Digits(seq) + `,"resource":` + fileF + `,"source":"` + source +
		`","coverage":"complete","state":"present","digest":"` + hashA + `"}`
}

// logOf is the facts of section 9 with these lines.
func logOf(writer strict.Value, tail string, lines ...string) strict.Object {
	return Object("log", Object("text", strings.Join(lines, "\n")+"\n"+tail, "file_kind", "regular", "link_count",
		Int(1), "lineage", "run1"),
		"writer", writer, "required",
		strict.Array{Object("id", "art", "kind", "file", "place", strict.Array{"ws", "out.json"})})
}

// Section 9.
func TestExamples(t *testing.T) {
	answers := workedAnswers(t)
	for i, facts := range []strict.Object{
		logOf("live", "", c1, o(2, "completed"), s(3, "readback")),
		logOf("live", "", c1, o(2, "completed"), s(3, "acknowledgement")),
		logOf("gone", `{"v":1,"ty`, c1, o(2, "timed_out"), s(3, "readback"), c4),
		logOf("live", "", c1, o(2, "completed"), s(3, "readback"), o(4, "interrupted")),
	} {
		if got := implementation.Ask("decide", facts, nil).At("ok"); !strict.Equal(got, answers[i]) {
			t.Errorf("%d: got %s\nwant %s", i+1, strict.Encode(got), strict.Encode(answers[i]))
		}
	}
	got := implementation.Ask("audit", Object("facts", logOf("live", "", c1, o(2, "timed_out"), s(3, "readback")),
		"claim", answers[0]), nil)
	want := lawtest.Read(t, `{"ok":{"findings":[{"error_code":"EFFECT_UNKNOWN_AS_SUCCESS","subject_id":"e1"}]}}`)
	if !strict.Equal(got, want) {
		t.Errorf("5: got %s", strict.Encode(got))
	}
}

// workedAnswers are the answers that section 9 spells.
func workedAnswers(t *testing.T) []strict.Value {
	t.Helper()
	var answers []strict.Value
	for _, part := range strings.Split(lawtest.Contract(t, "effect"), "`") {
		if strings.HasPrefix(part, `{"rows":[`) && strings.HasSuffix(part, "}}") {
			answers = append(answers, lawtest.Read(t, part))
		}
	}
	if len(answers) != 4 {
		t.Fatalf("the contract spells %d answers, want 4", len(answers))
	}
	return answers
}

// Section 7.
func TestNegativeCases(t *testing.T) {
	decided := func(facts strict.Value) strict.Object {
		return implementation.Ask("decide", facts.(strict.Object), nil).Object("ok")
	}
	row := func(facts strict.Value, edits ...any) strict.Value {
		said := strict.Value(decided(facts))
		for i := 0; i < len(edits); i += 2 {
			said = lawtest.Put(t, said, edits[i].(string), edits[i+1])
		}
		return said
	}
	fault := func(facts strict.Value, edits ...any) Said { return Of(facts, row(facts, edits...)) }
	truth := func(facts strict.Value) Said { return Of(facts, decided(facts)) }
	free := func(writer strict.Value, tail string, lines ...string) strict.Value {
		return logOf(writer, tail, lines...).With("required", strict.Array{})
	}
	done := func(lines ...string) strict.Value {
		return free("live", "", append([]string{c1, o(2, "completed")}, lines...)...)
	}
	other := func(seq int, v string) string {
		return strings.Replace(strings.Replace(s(seq, "readback"), "out.json", "other", 1), `"v":1`, `"v":`+v, 1)
	}
	noop := func(text string) string {
		return strings.Replace(strings.Replace(text, "failed", "not_invoked", 1), `"possible_impact":true`,
			`"possible_impact":false`, 1)
	}
	e2 := func(seq int) string { return strings.Replace(c4, `"seq":4`, `"seq":`+Digits(seq), 1) }
	e2Outcome := func(seq int, execution string) string { return strings.Replace(o(seq, execution), `"e1"`, `"e2"`, 1) }
	partial := func(text string) string { return strings.Replace(text, "complete\"", "partial\"", 1) }
	good := done(s(3, "readback"))
	linked := lawtest.Put(t, good, "/log/link_count", Int(2))
	badLine, goodLine := done(other(3, "2"), s(4, "readback")), done(other(3, "1"), s(4, "readback"))
	torn := free("live", `{"v":1,"ty`, c1, o(2, "completed"), s(3, "readback"))
	ended := done(s(3, "readback"), `{"v":1,"ty`)
	rejected := Object("rows", strict.Array{}, "summary",
		Object("log", "corrupt", "append_at", nil, "unsettled_required", strict.Array{},
			"decision", "blocked"))
	failed := func(outcome string) strict.Value {
		return free("live", "", c1, outcome, e2(3), e2Outcome(4, "running"))
	}
	required := logOf("live", "", c1, o(2, "completed"), s(3, "acknowledgement"))
	another := strings.ReplaceAll(s(3, "readback"), hashA, hashB)
	const v = "/rows/0/verification"
	disturbed := func(outcome string) strict.Value { return done(s(3, "readback"), e2(4), outcome) }
	timedOut := free("live", "", c1, o(2, "timed_out"), s(3, "readback"))
	without := Of(good, lawtest.Drop(t, decided(good), "/rows/0/evidence"))
	implementation.CheckNegatives(t, []Negative{
		Case("CLAIM_MALFORMED", "claim", without, truth(good)),
		Case("ALIAS_ACCEPTED", "log", Of(linked, decided(good)), truth(good)),
		Case("CORRUPT_ACCEPTED", "log", Of(badLine, decided(goodLine)), truth(goodLine)),
		Case("LOG_REJECTED", "log", Of(torn, rejected), truth(ended)),
		Case("FALSE_NOOP", "e1", fault(failed(o(2, "failed")), "/rows/0/possible_impact", false),
			truth(failed(noop(o(2, "failed"))))),
		Case("RESETTLED", "e1", fault(free("gone", "", c1, o(2, "running")), "/rows/0/append", "interrupted"),
			truth(free("gone", "", c1))),
		Case("CONTRADICTION_HIDDEN", "e1", fault(done(another), v, "unverified"), truth(done(partial(another)))),
		Case("ACK_VERIFIED", "e1", fault(done(s(3, "acknowledgement")), v, "verified"), truth(good)),
		Case("STALE_VERIFIED", "e1", fault(disturbed(e2Outcome(5, "failed")), v, "verified"),
			truth(disturbed(noop(e2Outcome(5, "failed"))))),
		Case("PARTIAL_VERIFIED", "e1", fault(done(partial(s(3, "readback"))), v, "verified"), truth(good)),
		Case("UNKNOWN_AS_SUCCESS", "e1", fault(timedOut, v, "verified"), truth(good)),
		Case("APPEND_MISPLACED", "log", fault(torn, "/summary/append_at", Int(676)), truth(good)),
		Case("DONE_OVERCLAIMED", "decision", fault(required, "/summary/decision", "done"),
			truth(logOf("live", "", c1, o(2, "completed"), s(3, "readback")))),
		Case("CLAIM_MISMATCH", "e1", fault(done(s(3, "readback"), s(4, "readback")), "/rows/0/evidence", Int(3)),
			truth(good)),
	})
}
