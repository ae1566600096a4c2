package mutant

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
)

// asking is the cases in which each switch is asked for, by the mutant's name. Where
// it is not, the mutant answers as the right implementation does, to the byte, and
// need not be run.
type asking map[string][]*conformance.Case

// traceAll traces the right implementation at each level.
func (p *pass) traceAll(ctx context.Context) (map[law.Level]asking, error) {
	traced := make([]asking, len(p.Levels))
	var jobs []func() error
	for i, level := range p.Levels {
		jobs = append(jobs, func() (err error) {
			traced[i], err = p.trace(ctx, level)
			return err
		})
	}
	if err := parallel(ctx, p.Jobs, jobs); err != nil {
		return nil, err
	}
	asked := map[law.Level]asking{}
	for i, level := range p.Levels {
		asked[level] = traced[i]
	}
	return asked, nil
}

// trace runs the right implementation through the suite and notes the switches.
func (p *pass) trace(ctx context.Context, level law.Level) (asking, error) {
	t := &tracer{}
	t.Judge = p.Profile.Second(level, func(name string) bool {
		t.asked[name] = true
		return false
	})
	report, err := p.run(ctx, conformance.InProcess(t), level)
	if err != nil {
		return nil, err
	}
	// One session asks the cases in the order of their ids, in which the results
	// stand too.
	if len(t.calls) != len(report.Results) {
		return nil,
			fmt.Errorf(
				"mutants: %d of %d cases were asked; the suite holds operations that the second implementation has not",
				len(t.calls), len(report.Results))
	}
	cases := asking{}
	for i, asked := range t.calls {
		c, there := p.suite.Case(report.Results[i].Case)
		if !there {
			return nil, fmt.Errorf("mutants: case %s: is not in the suite", report.Results[i].Case)
		}
		for name := range asked {
			cases[name] = append(cases[name], c)
		}
	}
	return cases, nil
}

// tracer notes which switches each answer asks for.
type tracer struct {
	profile.Judge
	asked map[string]bool
	calls []map[string]bool
}

func (t *tracer) Answer(ctx context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	t.asked = map[string]bool{}
	defer func() { t.calls = append(t.calls, t.asked) }()
	return t.Judge.Answer(ctx, op, input)
}
