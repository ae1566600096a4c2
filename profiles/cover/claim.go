package cover

import (
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// receipt is what was sealed for a span (section 6).
type receipt struct {
	id, unit string
	figure   *int64
	coverage string
	gaps     map[string]bool
	declared bool
}

// readClaim reads the receipts. The error says that the claim is not of the contract's shape.
func readClaim(v strict.Value) ([]receipt, error) {
	r := reader{law.Reader{Input: law.InputClaim, Code: CodeClaimMalformed}}
	f := r.Fields(law.Root(v), "receipts")
	var receipts []receipt
	for _, at := range r.List(f.Take("receipts")) {
		receipts = append(receipts, r.receipt(at))
	}
	return receipts, r.Fault()
}

func (r *reader) receipt(at law.Place) receipt {
	f := r.Fields(at, "id", "unit", "figure", "coverage", "gaps", "declared")
	c := receipt{
		id:       r.ID(f.Take("id")),
		unit:     r.Word(f.Take("unit"), "nanojoule", "microjoule", "nanosecond", "microsecond", "byte", "kibibyte"),
		figure:   law.OrNull(f.Take("figure"), r.whole),
		coverage: r.Word(f.Take("coverage"), whole, partial),
		gaps:     map[string]bool{},
		declared: r.Flag(f.Take("declared")),
	}
	for _, at := range r.List(f.Take("gaps")) {
		gap := r.Word(at, allGaps()...)
		if c.gaps[gap] {
			r.FailWith(at, "an earlier gap is the same; each stands once")
		}
		c.gaps[gap] = true
	}
	return c
}
