package mutant

import (
	"context"
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/tspi"
)

// wireTimeout is how long a mutant that breaks the protocol has for an answer: one
// of them never gives any.
const wireTimeout = 2 * time.Second

// asking is the cases in which each switch is asked for, by the mutant's name. Where
// it is not, the mutant answers as the right implementation does, to the byte, and
// need not be run.
type asking map[string][]string

// trace runs the right implementation through the suite and notes the switches.
func (o *Options) trace(ctx context.Context, level tspi.Level) (asking, error) {
	t := &tracer{law: &law{level: level}}
	t.law.trace = func(name string) { t.asked[name] = true }
	report, err := o.run(ctx, conformance.InProcess(t), level, nil)
	if err != nil {
		return nil, err
	}
	// One session asks the cases in the order of their ids, in which the results
	// stand too.
	if len(t.calls) != len(report.Results) {
		return nil, fmt.Errorf("mutants: %d of %d cases were asked; the suite holds operations that the second implementation has not", len(t.calls), len(report.Results))
	}
	cases := asking{}
	for i, asked := range t.calls {
		for name := range asked {
			cases[name] = append(cases[name], report.Results[i].Case)
		}
	}
	return cases, nil
}

// tracer notes which switches each answer asks for.
type tracer struct {
	*law
	asked map[string]bool
	calls []map[string]bool
}

func (t *tracer) Answer(ctx context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	t.asked = map[string]bool{}
	defer func() { t.calls = append(t.calls, t.asked) }()
	return t.law.Answer(ctx, op, input)
}
