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
		Limits: "Whoever acts decides again at the act, over facts read then; nothing here closes the time " +
			"between. Only the supervisor may be signalled: how its tree goes down, and whether it did, are " +
			"other profiles' questions.",
		Facts: generators.Facts{
			// Identifiers are bound by the digests of approvals, and are not renamed.
			RowKey: "id",
			Claim:  claimOf,
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

// claimOf is a decision as a log: an entry for each row, with its verdict and its ceiling and
// without an act.
func claimOf(facts, decision strict.Object) strict.Value {
	granted := map[string]strict.Object{}
	for _, v := range facts.Array("requests") {
		request, _ := v.(strict.Object)
		granted[request.Text("id")] = request.Object("granted")
	}
	log := strict.Array{}
	for _, v := range decision.Array("rows") {
		row, _ := v.(strict.Object)
		snapshot := granted[row.Text("id")]
		log = append(log, strict.Object{
			{Name: "request", Value: row.At("id")}, {Name: "verdict", Value: row.At("verdict")},
			{Name: "resource", Value: nil}, {Name: "launch", Value: nil}, {Name: "approval", Value: nil},
			{Name: "signalled", Value: strict.Array{}}, {Name: "updated", Value: strict.Array{}},
			{Name: "ceiling", Value: strict.Object{
				{Name: "operations", Value: row.At("ceiling_operations")},
				{Name: "jobs", Value: placed(snapshot.Array("jobs"), row.Array("ceiling_jobs"))},
				{Name: "launches", Value: placed(snapshot.Array("launches"), row.Array("ceiling_launches"))},
			}},
		})
	}
	return strict.Object{{Name: "log", Value: log}}
}

// placed are the elements at some places of an array. A place that is none gives null, which
// no ceiling holds.
func placed(all, places strict.Array) strict.Array {
	some := strict.Array{}
	for _, place := range places {
		integer, ok := strict.AsInteger(place)
		i, fits := integer.Int64()
		if !ok || !fits || i < 0 || i >= int64(len(all)) {
			some = append(some, nil)
			continue
		}
		some = append(some, all[i])
	}
	return some
}
