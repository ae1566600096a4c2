package tspi

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/profiletest"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// misfitOf is what keeps an answer from fitting the schema of its operation.
func misfitOf(op string, level law.Level, answer strict.Value) string {
	return answerSchemas.Misfit(answerSchema(op, level), answer)
}

// Every operation has a schema at both levels, and the binary's own compile.
func TestEveryOperationHasASchema(t *testing.T) {
	for _, op := range Profile().OpNames() {
		for _, level := range []law.Level{law.Core, law.Hardened} {
			if misfit := misfitOf(op, level, nil); !strings.Contains(misfit, " breaks ") {
				t.Errorf("null and the schema of %s at %s: %q", op, level, misfit)
			}
		}
	}
	if misfit := misfitOf("tspi.other", law.Core, nil); !strings.Contains(misfit, "no schema") {
		t.Errorf("an operation of nobody: %q", misfit)
	}
}

// An answer fits its schema by the contract's reading of numbers: an integer has
// neither fraction nor exponent, and anything is one however large (preamble).
// What is said of a misfit names the place and the keyword, and no value.
func TestSchemasReadNumbersAsTheContractDoes(t *testing.T) {
	c := inventoryCase(t, OpClassify)
	answer := decoded(t, string(honest(t, c, law.Hardened).OK))
	for _, test := range []struct {
		to   strict.Value
		path []any
		want string
	}{
		{strict.Int(410), []any{"rows", 0, "pid"}, ""},
		{strict.Number("410.0"), []any{"rows", 0, "pid"}, "/rows/0/pid breaks type"},
		{strict.Number("41e1"), []any{"rows", 0, "pid"}, "/rows/0/pid breaks type"},
		{true, []any{"rows", 0, "pid"}, "/rows/0/pid breaks type"},
		{strict.Int(-1), []any{"rows", 0, "age_s"}, "/rows/0/age_s breaks minimum"},
		{nil, []any{"rows", 0, "age_s"}, ""},
		{strict.Number("1e1000000000"), []any{"rows", 0, "cpu_pct"}, ""}, // a number is all that a schema sees
		{strict.Number("-0.5"), []any{"rows", 0, "cpu_pct"}, "/rows/0/cpu_pct breaks minimum"},
		{strict.Number(strings.Repeat("9", 900)), []any{"policy", "min_age_seconds"}, ""},
		{"node server", []any{"rows", 0, "process_kind"}, "/rows/0/process_kind breaks pattern"},
		{"close_now", []any{"rows", 0, "decision"}, "/rows/0/decision breaks enum"},
		{false, []any{"policy", "no_process_signal_sent"}, "/policy/no_process_signal_sent breaks const"},
		{strict.Object{{Name: "node server", Value: strict.Int(0)}}, []any{"summary", "kind_counts"},
			"/summary/kind_counts/… breaks minimum"},
		{strict.Object{}, []any{"summary", "skipped_line_counts"}, "/summary/skipped_line_counts breaks required"},
	} {
		if got := misfitOf(OpClassify, law.Hardened, with(t, answer, test.to, test.path...)); !strings.HasPrefix(got,
			test.want) || test.want == "" && got != "" {
			t.Errorf("%s = %.40v: got %q, want %q", spelled(test.path), test.to, got, test.want)
		}
	}
}

// The hardened fields are demanded at hardened only.
func TestSchemasOfTheLevels(t *testing.T) {
	c := inventoryCase(t, OpClassify)
	core, hardened := decoded(t, string(honest(t, c, law.Core).OK)), decoded(t, string(honest(t, c, law.Hardened).OK))
	for _, test := range []struct {
		answer strict.Value
		level  law.Level
		fits   bool
	}{{core, law.Core, true}, {core, law.Hardened, false}, {hardened, law.Core, true}, {hardened, law.Hardened, true}} {
		if got := misfitOf(OpClassify, test.level, test.answer); test.fits != (got == "") {
			t.Errorf("at %s: %q", test.level, got)
		}
	}
}

// A core case asks for nothing that only the hardened law has: its answer is read
// by core's schema even at hardened, and a hardened case's by the hardened one.
func TestCaseAndSchema(t *testing.T) {
	c := inventoryCase(t, OpClassify)
	hardened := decoded(t, string(honest(t, c, law.Hardened).OK))
	lacking := answering(without(t, without(t, hardened, "summary", "init"), "rows", 0, "chain_hops"))
	core := *c
	core.ID = "tspi/core/6.rows/made"
	if found := differences(&core, law.Hardened, lacking); found != nil {
		t.Errorf("a core case: %v", found)
	}
	if got := profiletest.Clauses(differences(c, law.Hardened, lacking)); len(got) != 2 ||
		got[1] != profile.ClauseStanding {
		t.Errorf("a hardened case breaks %v", got)
	}
}
