// Package auth is the profile auth as the harness judges it: may this request act on that job? It ties the law, the
// second implementation and the declaration of what facts mean nothing by themselves
// together; everything else is package facts'.
package auth

import (
	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/auth/second"
	"github.com/tspi-dev/harness/conformance/profile/facts"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/auth"
)

// Name is the profile's name.
const Name = "auth"

// Profile is auth: may this request act on it?
func Profile() *profile.Profile {
	return facts.New(facts.Spec{
		Name: Name, Title: "May this request act on it?", Suite: 1,
		Clauses:      second.Clauses(),
		Decide:       func(v strict.Value) (any, error) { return auth.Decide(v) },
		Audit:        auth.Audit,
		SecondDecide: second.Decide, SecondAudit: second.Audit,
		Mutants: second.Mutants(), Controls: second.Controls(),
		Codes: auth.Codes(), MessageOf: auth.MessageOf,
		Claim: logOf,
		Limits: "Whoever acts decides again at the act, over facts read then; nothing here closes the time " +
			"between. Only the supervisor may be signalled: how its tree goes down, and whether it did, are " +
			"other profiles' questions.",
		Facts: generators.Facts{
			// Identifiers are bound by the digests of approvals, and are not renamed; a decision is
			// no claim.
			RowKey: "id",
			Sets: []string{"records", "publications", "sidecars", "receipts", "processes", "approvals", "roots",
				"required", "mounts", "operations"},
		},
		Permits: map[string][]string{
			"rows[].verdict":          {"admit_mutation", "admit_read"},
			"rows[].signal_permitted": {"object"},
		},
		Untrusted: []string{"text"},
		Schemas:   harness.FactsSchemas(Name),
	})
}
