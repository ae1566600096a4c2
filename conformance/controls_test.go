package conformance

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/long"
	"github.com/tspi-dev/harness/internal/strict"
)

// controls differ from the built-in implementation only in what the contract and
// the protocol leave free.
func controls() map[string]answerFunc {
	return map[string]answerFunc{
		"members in another order": editing("", func(answer strict.Object, _ ask) strict.Value {
			return backwards(answer)
		}),
		"findings in another order": editing(tspiprofile.OpAudit, func(answer strict.Object, _ ask) strict.Value {
			findings := slices.Clone(answer.At("findings").(strict.Array))
			slices.Reverse(findings)
			return answer.With("findings", findings)
		}),
		"further fields": editing("", func(answer strict.Object, _ ask) strict.Value {
			return append(answer,
				strict.Member{Name: "generator", Value: strict.Object{{Name: "took_ms", Value: strict.Number("1.5")},
					{Name: "see", Value: strict.Array{"https://acme.example/users/home/reaper", nil}}}})
		}),
		"other messages": func(_ context.Context, _ ask, ok jsontext.Value, err error) (jsontext.Value, error) {
			if err != nil {
				answer := *errorAnswer(err)
				answer.Message = "Das geht so nicht."
				return nil, &answer
			}
			return editing(tspiprofile.OpAudit, otherMessages)(context.Background(), ask{op: tspiprofile.OpAudit}, ok,
				nil)
		},
		"slower": func(ctx context.Context, ask ask, ok jsontext.Value, err error) (jsontext.Value, error) {
			if ask.op == tspiprofile.OpAudit {
				time.Sleep(time.Millisecond) // what is tried is that waiting does no harm
			}
			return ok, err
		},
		"0.0 for cpu_pct": editing(tspiprofile.OpClassify, func(answer strict.Object, _ ask) strict.Value {
			return fractions(answer)
		}),
		"all escaped": func(_ context.Context, _ ask, ok jsontext.Value, err error) (jsontext.Value, error) {
			return escaped(ok, err)
		},
		"indented": func(_ context.Context, _ ask, ok jsontext.Value, err error) (jsontext.Value, error) {
			if err == nil {
				err = ok.Indent()
			}
			return ok, err
		},
	}
}

func backwards(v strict.Value) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		out := slices.Clone(v)
		for i := range out {
			out[i] = backwards(out[i])
		}
		return out
	case strict.Object:
		out := slices.Clone(v)
		for i := range out {
			out[i].Value = backwards(out[i].Value)
		}
		slices.Reverse(out)
		return out
	}
	return v
}

func otherMessages(answer strict.Object, _ ask) strict.Value {
	findings, ok := answer.At("findings").(strict.Array)
	if !ok {
		return answer
	}
	findings = slices.Clone(findings)
	for i := range findings {
		findings[i] = findings[i].(strict.Object).With("message", "Das geht so nicht.")
	}
	return answer.With("findings", findings)
}

// fractions spells every cpu_pct with a fraction, as Python and JavaScript do not
// agree upon.
func fractions(answer strict.Object) strict.Value {
	rows := slices.Clone(answer.At("rows").(strict.Array))
	for i := range rows {
		row := rows[i].(strict.Object)
		if number, ok := row.At("cpu_pct").(strict.Number); ok && !strings.ContainsAny(string(number), ".eE") {
			rows[i] = row.With("cpu_pct", number+".0")
		}
	}
	return answer.With("rows", rows)
}

// Each control is certified, at both levels: the faults above are refused for what
// they do, not for being another implementation.
func TestControlsAreCertified(t *testing.T) {
	long.Only(t, "conformance/mutant certifies controls of its own")
	files := part(t, 16)
	for name, answer := range controls() {
		for _, level := range []law.Level{law.Core, law.Hardened} {
			t.Run(name+"/"+level.String(), func(t *testing.T) {
				r := runFaulty(t, faulty{answer: answer}, Options{Level: level, Cases: files})
				if reasons := r.Certifiable(); reasons != nil {
					t.Errorf("%v: %v", reasons, r.Counts)
					for i := range r.Results {
						if !r.Results[i].Green() {
							t.Fatalf("%+v", r.Results[i])
						}
					}
				}
			})
		}
	}
}
