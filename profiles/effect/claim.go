package effect

import (
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// claim is what somebody reports of the same log (section 6).
type claim struct {
	rows      []Row // without reasons
	log       string
	appendAt  *int64
	unsettled []string
	decision  string
}

// readClaim reads a claim. The error says that it is not of the contract's shape. Members
// that are not listed are ignored.
func readClaim(v strict.Value) (*claim, error) {
	r := reader{law.Reader{Input: law.InputClaim, Code: CodeClaimMalformed, Unlisted: true}}
	f := r.Fields(law.Root(v))
	c := &claim{}
	seen := map[string]bool{}
	for _, at := range r.List(f.Take("rows")) {
		row := r.row(at)
		if seen[row.ID] {
			r.FailWith(at, "an earlier row has this id; each stands once")
		}
		seen[row.ID] = true
		c.rows = append(c.rows, row)
	}
	s := r.Fields(f.Take("summary"))
	c.log = r.Word(s.Take("log"), logAliased, logUnreadable, logCorrupt, logTornTail, logOK)
	c.appendAt = law.OrNull(s.Take("append_at"), r.whole)
	for _, at := range r.List(s.Take("unsettled_required")) {
		c.unsettled = append(c.unsettled, r.ID(at))
	}
	c.decision = r.Word(s.Take("decision"), decisions...)
	return c, r.Fault()
}

func (r *reader) row(at law.Place) Row {
	f := r.Fields(at)
	return Row{
		ID:             r.ID(f.Take("id")),
		Execution:      r.Word(f.Take("execution"), append([]string{pending}, executions...)...),
		Verification:   r.Word(f.Take("verification"), verified, contradicted, withoutCausation, unverified, knownNoop),
		PossibleImpact: r.Flag(f.Take("possible_impact")),
		Evidence:       law.OrNull(f.Take("evidence"), r.whole),
		Append:         law.OrNull(f.Take("append"), func(at law.Place) string { return r.Word(at, executions...) }),
	}
}
