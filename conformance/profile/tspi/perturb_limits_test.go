package tspi

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// An integer beyond 64 bits is the wanted one in 64 bits, and is larger than any (contract, section 0: an integer has
// any size).
func TestBeyond64Bits(t *testing.T) {
	p := &perturbation{rng: profile.Random("s")}
	for _, n := range []int64{0, 1, 9, 4_194_303} {
		for range 8 {
			got, ok := new(big.Int).SetString(string(p.beyond64Bits(n).(strict.Number)), 10)
			if !ok || got.BitLen() <= 64 || new(big.Int).And(got, new(big.Int).SetUint64(1<<64-1)).Int64() != n {
				t.Errorf("%d becomes %s", n, got)
			}
		}
	}
}

// A crowd of young closing rows is claimed now and then, and each raises its own finding (contract, section 8, 4):
// their number is beyond any list's bound.
func TestPrematureRowsAreClaimed(t *testing.T) {
	c := made(t, OpAudit, "claim.json", `{"rows": []}`, "expect.json", `{"findings": []}`)
	most := 0
	for _, p := range crowded(c, 40) {
		rows := p.problem.document(docClaim).(strict.Object).At("rows").(strict.Array)
		closing := 0
		for _, row := range rows {
			if row.(strict.Object).Text("decision") == string(tspi.DecisionSafeClose) {
				closing++
				if subject := string(row.(strict.Object).At("pid").(strict.Number)); !slices.Contains(*p.expect.Findings,
					ExpectFinding{ErrorCode: string(tspi.CodePrematureClose), SubjectID: subject}) {
					t.Errorf("row %s has no finding", subject)
				}
			}
		}
		if closing != len(*p.expect.Findings) {
			t.Errorf("%d closing rows, %d findings", closing, len(*p.expect.Findings))
		}
		most = max(most, closing)
	}
	if most <= 50 {
		t.Errorf("at most %d closing rows are claimed", most)
	}
}

// Wrong modules are put into bundles, each with the finding that it raises (contract, section 10), some of them far
// into a body; and modules lie in folders of tools and under names with blanks at their ends.
func TestWrongModulesAreAdded(t *testing.T) {
	c := bundleCase(t, `{"modules": [{"module_id": "alpha", "sha256": `+digestA+`}]}`)
	codes, names, far := map[string]bool{}, map[string]bool{}, false
	for i := range 400 {
		p := newPerturbation(c, profile.Random("wrong", strings.Repeat("x", i)))
		p.perturbFolder()
		for _, finding := range p.expect.Bundle.Findings {
			codes[finding.ErrorCode] = true
		}
		for _, file := range p.problem.Dir.Files {
			names["blank"] = names["blank"] || strings.HasSuffix(file.Name, " ")
			names["tools"] = names["tools"] || strings.Contains(file.Name, "/.git/")
			far = far || len(file.Data) > 1<<20
		}
	}
	for _, code := range []tspi.Code{tspi.CodeModuleAnchorMissing, tspi.CodeModuleDigestMismatch, tspi.CodeAbsolutePath,
		tspi.CodeCommandPreview,
		tspi.CodeModuleBodyBoundary, tspi.CodeModuleUndeclared} {
		if !codes[string(code)] {
			t.Errorf("nothing raises %s", code)
		}
	}
	if !names["blank"] || !names["tools"] || !far {
		t.Errorf("names %v, a body beyond 1 MiB: %v", names, far)
	}
}
