// Package cover is the profile cover as the harness judges it: did the measurement see
// everything? It ties the law, the second implementation and the declaration of what facts
// mean nothing by themselves together; everything else is package facts'.
package cover

import (
	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/cover/second"
	"github.com/tspi-dev/harness/conformance/profile/facts"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/cover"
)

// Name is the profile's name.
const Name = "cover"

// Profile is cover: did the measurement see everything?
func Profile() *profile.Profile {
	return facts.New(facts.Spec{
		Name: Name, Title: "Did the measurement see everything?", Suite: 1,
		Clauses:      second.Clauses(),
		Decide:       func(v strict.Value) (any, error) { return cover.Decide(v) },
		Audit:        cover.Audit,
		SecondDecide: second.Decide, SecondAudit: second.Audit,
		Mutants: second.Mutants(), Controls: second.Controls(),
		Codes: cover.Codes(), MessageOf: cover.MessageOf,
		Limits: "Work that is handed out of the tree (a system service, a database, a remote API) is seen by no " +
			"walk, and a child that leaves the tree before any walk saw it shows nowhere: only the operator " +
			"can declare that there is none.",
		Facts: generators.Facts{
			RowKey:  "id",
			Claim:   claimOf,
			IDs:     []string{"id", "start_token", "boot_id"},
			Numbers: []string{"pid", "ppid"},
		},
		Permits: map[string][]string{
			"rows[].coverage": {"whole"},
			"rows[].declared": {"true"},
		},
		Untrusted: []string{"label"},
		Schemas:   harness.FactsSchemas(Name),
	})
}

// claimOf is a decision as receipts: what each row says of its span.
func claimOf(_, decision strict.Object) strict.Value {
	receipts := strict.Array{}
	for _, v := range decision.Array("rows") {
		row, _ := v.(strict.Object)
		receipt := strict.Object{}
		for _, name := range []string{"id", "unit", "figure", "coverage", "gaps", "declared"} {
			receipt = append(receipt, strict.Member{Name: name, Value: row.At(name)})
		}
		receipts = append(receipts, receipt)
	}
	return strict.Object{{Name: "receipts", Value: receipts}}
}
