package secondtest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Law is the law of a profile, as its package answers.
type Law struct {
	Decide func(facts strict.Value) (any, error)
	Audit  func(facts, claim strict.Value) ([]law.Finding, error)
}

// Ask returns the answer as [Second.Ask] does.
func (l Law) Ask(op string, input strict.Object) (strict.Object, error) {
	var ok any
	var err error
	if op == "decide" {
		ok, err = l.Decide(input)
	} else {
		var found []law.Finding
		found, err = l.Audit(input.At("facts"), input.At("claim"))
		ok = map[string]any{"findings": append([]law.Finding{}, found...)}
	}
	if err != nil {
		var fault *law.InputError
		if !errors.As(err, &fault) {
			return nil, fmt.Errorf("an error that is no refusal: %w", err)
		}
		return Object("error", Object("code", "invalid_input", "error_code", string(fault.Code), "input",
			string(fault.Input),
			"pointer", fault.Pointer)), nil
	}
	v, err := strict.ValueOf(ok)
	return Object("ok", v), err
}

// CheckAgainst guards that the second implementation and the law agree on so many requests: in
// every answer, and in what is refused. The pointer of a refusal is compared where the two name
// one: of several faults, any is right, and so is any pointer of nesting that is too deep.
func (s Second) CheckAgainst(t *testing.T, requests int, l Law) {
	refused, pointers := 0, 0
	for i, compared := uint64(0), 0; compared < requests; i++ {
		op, input := s.World(NewDraw(4, i))
		if _, claimed := input.Get("claim"); op == "audit" && !claimed {
			continue // whoever decodes the request sees a missing member
		}
		if _, there := input.Get("facts"); op == "audit" && !there {
			continue
		}
		compared++
		mine := s.Ask(op, input, nil)
		theirs, err := l.Ask(op, input)
		if err != nil {
			t.Fatalf("request %d: %v", i, err)
		}
		if fault, said := mine.Object("error"), theirs.Object("error"); fault != nil && said != nil {
			refused++
			if fault.Text("pointer") != said.Text("pointer") {
				pointers++
				t.Logf("request %d: pointers %s and %s", i, fault.Text("pointer"), said.Text("pointer"))
				fault = fault.With("pointer", said.Text("pointer"))
			}
			mine = Object("error", fault)
		} else if fault == nil && said == nil {
			mine, theirs = comparable(mine), comparable(theirs)
		}
		if !Same(mine, theirs) {
			t.Errorf("request %d: %s\n%s\nsecond: %s\nlaw:    %s", i, op, strict.Encode(input), strict.Encode(mine),
				strict.Encode(theirs))
			return
		}
	}
	if refused == 0 || pointers*10 > refused {
		t.Errorf("%d requests were refused, with %d other pointers", refused, pointers)
	}
}

// comparable is an answer without what a contract leaves free in findings.
func comparable(answer strict.Object) strict.Object {
	ok := answer.Object("ok")
	list, there := ok.At("findings").(strict.Array)
	if !there {
		return answer
	}
	out := strict.Array{}
	for _, v := range list {
		f, _ := v.(strict.Object)
		out = append(out, Object("error_code", f.At("error_code"), "subject_id", f.At("subject_id")))
	}
	return answer.With("ok", ok.With("findings", out))
}
