// Package attr is the profile attr as the harness judges it: whose is each process, and may it be reclaimed? It ties
// the law, the
// second implementation and the declaration of what facts mean nothing by themselves
// together; everything else is package facts'.
package attr

import (
	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/attr/second"
	"github.com/tspi-dev/harness/conformance/profile/facts"
	"github.com/tspi-dev/harness/generators"
	worlds "github.com/tspi-dev/harness/generators/attr"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/attr"
)

// Name is the profile's name.
const Name = "attr"

// Profile is attr: whose is it, and may it be reclaimed?
func Profile() *profile.Profile {
	return facts.New(facts.Spec{
		Name: Name, Title: "Whose is it, and may it be reclaimed?", Suite: 1,
		Clauses:      second.Clauses(),
		Decide:       func(v strict.Value) (any, error) { return attr.Decide(v) },
		Audit:        attr.Audit,
		SecondDecide: second.Decide, SecondAudit: second.Audit,
		Mutants: second.Mutants(), Controls: second.Controls(),
		Codes: attr.Codes(), MessageOf: attr.MessageOf,
		Limits: "The facts are two samples: a process that came after the first is in no row. A declared identity " +
			"can be inherited or forged; it charges a process to an owner, and only a terminal record and a " +
			"quiet, proven tree make it reclaimable.",
		Facts: generators.Facts{
			RowKey:  "id",
			Claimed: []string{"rows", "summary"},
			IDs:     []string{"id", "thread_id", "runtime_id", "session_id", "backend_id", "start_token"},
			Words:   []string{"unattributed"},
			// Longer prefixes stand first.
			Composed: []string{"orphan:session:", "orphan:backend:", "session:", "shared_runtime:", "backend:"},
			Numbers:  []string{"pid", "ppid", "pids"},
			Sets:     []string{"sessions", "runtimes", "backends", "processes", "references"},
		},
		Permits: map[string][]string{
			"rows[].reclaim.verdict": {"eligible"},
		},
		Untrusted: []string{"command", "error"},
		Schemas:   harness.FactsSchemas(Name),
		Worlds:    worlds.Worlds(),
	})
}
