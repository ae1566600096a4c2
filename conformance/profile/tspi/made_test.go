package tspi

import (
	"bytes"
	"context"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// madeOf is the case of a generated table, made from the built-in implementation's
// answers.
func madeOf(t *testing.T, table *tspigen.Table, op string, level law.Level) MadeCase {
	t.Helper()
	input := table.Input()
	inventory := answerOf(t, OpClassify, input, level)
	m := MadeCase{ID: "tspi/" + level.String() + "/6.rows/made", Title: "made", Op: op, Clause: "6.rows", Why: "made",
		Input: input, Inventory: inventory}
	if op == OpAudit {
		m.Input = append(m.Input, strict.Member{Name: docClaim, Value: inventory})
	}
	if op != OpClassify {
		m.Answer = answerOf(t, op, m.Input, level)
	}
	return m
}

func answerOf(t *testing.T, op string, input strict.Object, level law.Level) strict.Value {
	t.Helper()
	text, err := BuiltIn(level, "1", Folders{}).Answer(context.Background(), op, strict.Encode(input))
	if err != nil {
		t.Fatal(err)
	}
	return decoded(t, string(text))
}

// Guards harness.md, section 4: a counterexample is saved as a case of the suite.
// Whatever the table holds, the case can be read back, sends the very same
// documents, and passes the answer that it was made from; an answer with one
// thing changed it does not pass.
func TestMadeCases(t *testing.T) {
	for _, level := range []law.Level{law.Hardened, law.Core} {
		for _, op := range []string{OpClassify, OpRelief, OpAudit} {
			plain := 0
			for i := range uint64(120) {
				m := madeOf(t, tspigen.Case(5, i), op, level)
				text, err := m.Text()
				if err != nil {
					t.Fatalf("%s, case %d at %s: %v", op, i, level, err)
				}
				c, err := Profile().ParseCase(m.ID, text)
				if err != nil || !c.Provisional || !c.NoChallenge {
					t.Fatalf("%s, case %d: %v", op, i, err)
				}
				if bytes.Contains(text, []byte("-- ps.txt --")) {
					plain++
				}
				if sent := c.Problem.Input(op, ""); !bytes.Equal(canonicalText(t, sent),
					canonicalText(t, strict.Encode(m.Input))) {
					t.Fatalf("%s, case %d sends other documents", op, i)
				}
				right := m.Answer
				if op == OpClassify {
					right = m.Inventory
				}
				if found := withoutStanding(differences(c, level, answering(right))); len(found) > 0 {
					t.Fatalf("%s, case %d at %s does not pass its own answer: %v", op, i, level, found)
				}
				if wrong, changed := misanswered(right); changed &&
					len(withoutStanding(differences(c, level, answering(wrong)))) == 0 {
					t.Fatalf("%s, case %d at %s passes a wrong answer", op, i, level)
				}
			}
			if plain == 0 || plain == 120 {
				t.Errorf("%s: %d of 120 tables stand as plain text; want some of both sorts", op, plain)
			}
		}
	}
}

// misanswered is the answer with its first count, or its first finding, changed.
func misanswered(v strict.Value) (strict.Value, bool) {
	o, _ := v.(strict.Object)
	if summary, ok := member(o, "summary"); ok {
		return o.With("summary", summary.With("process_count", strict.Number("77"))), true
	}
	if _, ok := o.Get("findings"); ok {
		return o.With("findings",
			strict.Array{strict.Object{{Name: "error_code", Value: "TSPI_SUMMARY_MISMATCH"},
				{Name: "subject_id", Value: "summary"}}}), true
	}
	_, ok := o.Get("verdict")
	return o.With("verdict", "other"), ok
}

func withoutStanding(found []profile.Difference) []profile.Difference {
	var own []profile.Difference
	for _, d := range found {
		if d.Clause == "6.rows" {
			own = append(own, d)
		}
	}
	return own
}

func canonicalText(t *testing.T, text []byte) []byte {
	t.Helper()
	v, err := strict.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return strict.Encode(v)
}

// A case that demands a refusal can be made too; what is no inventory cannot be
// one's right answer.
func TestMadeCasesOfOtherAnswers(t *testing.T) {
	m := madeOf(t, tspigen.Case(5, 1), OpClassify, law.Hardened)
	m.Refusal = &profile.Refusal{ErrorCode: string(tspi.CodeInputInvalid), Input: docPolicy}
	text, err := m.Text()
	if err != nil {
		t.Fatal(err)
	}
	if c, err := Profile().ParseCase(m.ID, text); err != nil || len(c.Expect.Refusals()) != 1 {
		t.Errorf("%v", err)
	}
	for name, wrong := range map[string]strict.Value{"nothing": nil,
		"rows that are no array": strict.Object{{Name: "rows", Value: "none"}}} {
		m := madeOf(t, tspigen.Case(5, 1), OpClassify, law.Hardened)
		m.Inventory = wrong
		if _, err := m.Text(); err == nil {
			t.Errorf("%s is taken for an inventory", name)
		}
	}
	audit := madeOf(t, tspigen.Case(5, 1), OpAudit, law.Hardened)
	audit.Answer = strict.Object{}
	if _, err := audit.Text(); err == nil {
		t.Error("an answer without findings is taken for an audit's")
	}
}
