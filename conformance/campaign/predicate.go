package campaign

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/tspi-dev/harness/conformance"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

// nameFailingPart says, where a row was called a candidate that is none, which part of
// the safe-close predicate it does not satisfy.
func nameFailingPart(c *Counterexample, table *tspigen.Table, level law.Level) {
	if c.Rule != "candidates-satisfy-the-predicate" {
		return // a relation may be about another table than this
	}
	in := table.Input()
	inputs, err := tspi.ReadInputs(in[0].Value, in[1].Value, in[2].Value, level)
	if err != nil {
		return // a table that cannot be read has no candidates
	}
	inventory := tspi.Classify(inputs)
	for i := range c.Differences {
		d := &c.Differences[i]
		pid, ok := strings.CutSuffix(strings.TrimPrefix(d.Path, "rows["), "].decision")
		if !ok || d.Got != string(tspi.DecisionSafeClose) || !strings.HasPrefix(d.Want, "no candidate") {
			continue
		}
		var parts []string
		for j := range inventory.Rows {
			if row := &inventory.Rows[j]; fmt.Sprint(row.PID) == pid {
				parts = append(parts,
					failingParts(row, cmp.Or(table.Policy.MinAgeSeconds, tspi.DefaultMinAgeSeconds))...)
			}
		}
		if len(parts) > 0 {
			d.Want = "no candidate: " + strings.Join(parts, ", and ")
		}
	}
}

// failingParts are the parts of the predicate that a row does not satisfy; where it
// satisfies them all, the line of section 5 that comes before.
func failingParts(row *tspi.InventoryRow, minAge int64) []string {
	var parts []string
	if row.PPID != 1 {
		parts = append(parts, fmt.Sprintf("its ppid is %d, not 1", row.PPID))
	}
	if !row.AllowlistMatched {
		parts = append(parts, "its kind is not allowlisted")
	}
	switch {
	case row.AgeS == nil:
		parts = append(parts, "its age is not known")
	case *row.AgeS < minAge:
		parts = append(parts, fmt.Sprintf("its age of %d s is below min_age_seconds, %d", *row.AgeS, minAge))
	}
	if len(parts) == 0 {
		parts = append(parts, "the law says "+string(row.Decision)+" ("+string(row.Reason)+")")
	}
	return parts
}

// classOf is how bad a counterexample is. Safety properties and the clauses of our own
// audit are about what is closed, found and told.
func classOf(c *Counterexample) conformance.Class {
	switch c.Rule {
	case "rows-that-satisfy-the-predicate-are-candidates":
		return conformance.OverCautious
	case RuleAnswers:
		return conformance.Wrong
	case RuleBundles:
		return conformance.Unsafe
	}
	class := conformance.Wrong
	for i := range c.Differences {
		d := &c.Differences[i]
		switch {
		case closes(d), d.Got == "not raised", c.Rule == RuleStanding && strings.HasPrefix(d.Clause, "7."):
			return conformance.Unsafe
		case d.Want == "not raised":
			class = conformance.OverCautious
		case strings.HasSuffix(d.Path, "decision") && d.Want == string(tspi.DecisionSafeClose):
			class = conformance.OverCautious
		}
	}
	return class
}

// closes reports whether a difference calls what must stay a candidate.
func closes(d *conformance.Difference) bool {
	safe := string(tspi.DecisionSafeClose)
	switch law.Code(d.Got) {
	case tspi.CodeActiveOwnerKill, tspi.CodeUnknownOwnerKill, tspi.CodePrematureClose:
		return !strings.HasPrefix(d.Want, "no such")
	}
	return strings.HasSuffix(d.Path, "decision") && d.Got == safe && d.Want != safe
}
