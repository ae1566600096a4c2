package ident_test

import (
	"testing"

	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/ident"
)

// Section 8: every example is answered as the contract says.
func TestExamples(t *testing.T) {
	for i, e := range lawtest.Examples(t, "ident") {
		switch e.Op {
		case "ident.decide":
			answer, err := ident.Decide(e.Input)
			got, _ := strict.ValueOf(answer)
			if err != nil || !strict.Equal(got, e.OK) {
				t.Errorf("example %d: %v\n got %s\nwant %s", i+1, err, strict.Encode(got), strict.Encode(e.OK))
			}
		case "ident.audit":
			findings, err := ident.Audit(e.Input.At("facts"), e.Input.At("claim"))
			if err != nil {
				t.Errorf("example %d: %v", i+1, err)
			}
			want := e.OK.(strict.Object).Array("findings")
			if len(findings) != len(want) {
				t.Errorf("example %d: got %v, want %s", i+1, findings, strict.Encode(want))
				continue
			}
			for j, f := range findings {
				w := want[j].(strict.Object)
				if string(f.ErrorCode) != w.Text("error_code") || f.SubjectID != w.Text("subject_id") {
					t.Errorf("example %d: got %s of %s, want %s", i+1, f.ErrorCode, f.SubjectID, strict.Encode(w))
				}
			}
		default:
			t.Errorf("example %d: an operation %q", i+1, e.Op)
		}
	}
}
