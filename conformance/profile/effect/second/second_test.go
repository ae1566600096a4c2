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

func TestDeterminism(t *testing.T) { implementation.CheckDeterminism(t, 400) }

// The records of section 9.
const (
	fileF = `{"kind":"file","place":["ws","out.json"],"generation":"g1"}`
	c4    = `{"v":1,"type":"claim","seq":4,"effect":"e2","lineage":"run1","scope":null,"expect":[]}`
)

var c1 = `{"v":1,"type":"claim","seq":1,"effect":"e1","lineage":"run1","scope":[` + fileF + `],"expect":[{"resource":` + fileF +
	`,"predicate":"digest","digest":"` + hashA + `"}]}`

func o(seq int, execution string) string {
	return `{"v":1,"type":"outcome","seq":` + Digits(seq) + `,"effect":"e1","execution":"` + execution + `","possible_impact":true,"message":null}`
}

func s(seq int, source string) string {
	return `{"v":1,"type":"observation","seq":` + Digits(seq) + `,"resource":` + fileF + `,"source":"` + source +
		`","coverage":"complete","state":"present","digest":"` + hashA + `"}`
}

// logOf is the facts of section 9 with these lines.
func logOf(writer strict.Value, tail string, lines ...string) strict.Object {
	return Object("log", Object("text", strings.Join(lines, "\n")+"\n"+tail, "file_kind", "regular", "link_count", Int(1), "lineage", "run1"),
		"writer", writer, "required", strict.Array{Object("id", "art", "kind", "file", "place", strict.Array{"ws", "out.json"})})
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
	got := implementation.Ask("audit", Object("facts", logOf("live", "", c1, o(2, "timed_out"), s(3, "readback")), "claim", answers[0]), nil)
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
