// Package second is another implementation of docs/contracts/auth.md, written from the
// contract alone: the judge of the suite's cases and, with one of its rules turned wrong, the
// wrong implementation that the suite must catch.
//
// It imports internal/strict and the packages that the second implementations share, and no law.
package second

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/conformance/profile/switches"
	"github.com/tspi-dev/harness/internal/strict"
)

const profile = "auth"

type (
	// On reports whether the rule of that name is to be broken; nil breaks nothing.
	On = switches.On
	// Mutant is an implementation with one rule turned wrong.
	Mutant = switches.Mutant
	// Control is a right implementation with other answers.
	Control = switches.Control
)

// Controls returns the right implementations that answer differently.
func Controls() []Control { return switches.Controls() }

// Decide answers auth.decide (sections 2 to 5).
func Decide(v strict.Value, on On) (strict.Value, *shape.Refusal) {
	if refusal := shape.Facts(profile, types{on}.facts(), v, on); refusal != nil {
		return nil, refusal
	}
	rows := readFacts(v, on).rows(on)
	if on.Is("rows-by-id") {
		slices.SortStableFunc(rows, func(a, b row) int { return strings.Compare(a.request.id, b.request.id) })
	}
	answer := strict.Array{}
	counts := map[string]int64{}
	for _, d := range rows {
		answer = append(answer, d.value(on))
		counts[d.verdict]++
		if d.verdict == noop && on.Is("noops-counted-as-mutations") {
			counts[admitMutation]++
		}
	}
	return strict.Object{{Name: "rows", Value: answer}, {Name: "summary", Value: strict.Object{
		{Name: "request_count", Value: shape.Number(int64(len(rows)))},
		{Name: "admit_mutation_count", Value: shape.Number(counts[admitMutation])},
		{Name: "admit_read_count", Value: shape.Number(counts[admitRead])},
		{Name: "noop_historical_count", Value: shape.Number(counts[noop])},
		{Name: "refuse_count", Value: shape.Number(counts[refuse])},
	}}}, nil
}

// value is section 5's row.
func (d row) value(on On) strict.Object {
	var job, generation, approval, signal strict.Value
	if d.verdict != refuse {
		approval = d.request.approval.Value()
		if d.request.operation == "launch" {
			generation = d.request.launch.generation
		} else {
			job, generation = d.x.job, d.x.generation
		}
	}
	if d.verdict == refuse && on.Is("refused-named") && d.request.expected != nil {
		job = d.request.expected.job
	}
	if d.signals {
		s := d.x.supervisor
		signal = strict.Object{
			{Name: "pid", Value: shape.Number(s.pid)}, {Name: "start_token", Value: s.token},
			{Name: "boot_id", Value: s.boot},
		}
	}
	ceiling := d.ceiling
	if d.verdict == refuse && on.Is("refused-without-ceiling") {
		ceiling = held{}
	}
	if on.Is("operations-as-granted") {
		ceiling.operations = slices.DeleteFunc(slices.Clone(d.request.granted.operations), func(op string) bool {
			return !slices.Contains(d.ceiling.operations, op)
		})
	}
	return strict.Object{
		{Name: "id", Value: d.request.id}, {Name: "operation", Value: d.request.operation},
		{Name: "verdict", Value: d.verdict}, {Name: "reason", Value: d.reason},
		{Name: "job_id", Value: job}, {Name: "generation", Value: generation}, {Name: "approval", Value: approval},
		{Name: "signal_permitted", Value: signal},
		{Name: "ceiling_operations", Value: shape.Texts(ceiling.operations)},
		{Name: "ceiling_jobs", Value: places(ceiling.jobs)},
		{Name: "ceiling_launches", Value: places(ceiling.launches)},
	}
}

func places(list []int) strict.Array {
	array := strict.Array{}
	for _, i := range list {
		array = append(array, shape.Number(int64(i)))
	}
	return array
}
