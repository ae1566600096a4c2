// Package ident is the profile ident as the harness judges it: is this still the process
// that was recorded? It ties the law, the second implementation and the declaration of what
// facts mean nothing by themselves together; everything else is package facts'.
package ident

import (
	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/facts"
	"github.com/tspi-dev/harness/conformance/profile/ident/second"
	"github.com/tspi-dev/harness/generators"
	worlds "github.com/tspi-dev/harness/generators/ident"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/ident"
)

// Name is the profile's name.
const Name = "ident"

// Profile is ident: is this still the process that I recorded?
func Profile() *profile.Profile {
	return facts.New(facts.Spec{
		Name: Name, Title: "Is this still the process that I recorded?", Suite: 1,
		Clauses:      second.Clauses(),
		Decide:       func(v strict.Value) (any, error) { return ident.Decide(v) },
		Audit:        ident.Audit,
		SecondDecide: second.Decide, SecondAudit: second.Audit,
		Mutants: second.Mutants(), Controls: second.Controls(),
		Codes: ident.Codes(), MessageOf: ident.MessageOf,
		Limits: "A pid that is given away within one tick of its token looks like the recorded process, and " +
			"between a look and a signal a pid can still change hands: decide again right before the act.",
		Facts: generators.Facts{
			RowKey:  "id",
			Claimed: []string{"rows", "summary"},
			IDs:     []string{"id", "scope", "boot_id", "gaps"},
			Numbers: []string{"pid", "pgid", "own_pid", "own_pgid"},
			Largest: 1<<53 - 1,
			Tokens:  []string{"start_token"},
			Sets:    []string{"observations", "groups"},
		},
		Permits: map[string][]string{
			"rows[].signal_permitted":       {"true"},
			"rows[].group_signal_permitted": {"true"},
			"rows[].verdict":                {"owned"},
			"rows[].disposition":            {"tear_down"},
			"rows[].ended":                  {"true"},
		},
		Untrusted: []string{"command"},
		Worlds:    worlds.Worlds(),
		Schemas:   harness.FactsSchemas(Name),
	})
}
