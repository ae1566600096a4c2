// Package effect is the profile effect as the harness judges it: did the act happen, and how do we know? It ties the
// law, the
// second implementation and the declaration of what facts mean nothing by themselves
// together; everything else is package facts'.
package effect

import (
	"fmt"
	"strings"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/effect/second"
	"github.com/tspi-dev/harness/conformance/profile/facts"
	"github.com/tspi-dev/harness/generators"

	worlds "github.com/tspi-dev/harness/generators/effect"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/effect"
)

// Name is the profile's name.
const Name = "effect"

// Profile is effect: did the act happen, and how do we know?
func Profile() *profile.Profile {
	return facts.New(facts.Spec{
		Name: Name, Title: "Did the act happen, and how do we know?", Suite: 1,
		Clauses:      second.Clauses(),
		Decide:       func(v strict.Value) (any, error) { return effect.Decide(v) },
		Audit:        effect.Audit,
		SecondDecide: second.Decide, SecondAudit: second.Audit,
		Mutants: second.Mutants(), Controls: second.Controls(),
		Codes: effect.Codes(), MessageOf: effect.MessageOf,
		Limits: "A log proves what was written to it: an act that was never claimed leaves no row, and verified " +
			"says that what was expected stood when it was read, until the next act. A timed-out act may " +
			"still land after the readback.",
		Facts: generators.Facts{
			// The log is a text, in which nothing is renamed or shuffled.
			RowKey:  "id",
			Claimed: []string{"rows", "summary"},
		},
		Permits: map[string][]string{
			"rows[].verification": {"verified", "observed_state_without_causation"},
			"summary.decision":    {"done"},
		},
		Schemas: harness.FactsSchemas(Name),
		Worlds:  worlds.Worlds(),
		Fill:    fillLog,
	})
}

// fillLog reads a log that stands in a file of a case, beside facts whose log.text is $log:
// log.jsonl as it is, with .chomp behind its name without its last LF.
func fillLog(name string, data []byte) (mark, text string, err error) {
	text = string(data)
	switch name {
	case "log.jsonl":
	case "log.jsonl.chomp", "log.chomp":
		text = strings.TrimSuffix(text, "\n")
	default:
		err = fmt.Errorf("there is no such file in a case; want log.jsonl or log.jsonl.chomp")
	}
	return "$log", text, err
}
