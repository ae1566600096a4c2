package campaign

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/generators"
)

// Summary is the outcome of a campaign, or of a shard of one. All but Timing
// depends on the seed, the level, the number of cases and the implementation
// alone.
type Summary struct {
	Schema         string                  `json:"schema"`           // SummarySchema
	Profile        string                  `json:"profile,omitzero"` // "" in older files means tspi
	Harness        string                  `json:"harness"`          // the harness's version
	Implementation conformance.Description `json:"implementation"`
	Model          string                  `json:"model"` // the name and version of what answers were compared with
	Level          string                  `json:"level"` // core or hardened
	Seed           string                  `json:"seed"`  // a decimal number
	Shard          Shard                   `json:"shard"`
	// Planned is how many cases the whole campaign was to have, 0 where its time
	// decided. Cases is how many were judged, up to and with the one that failed.
	Planned uint64 `json:"planned_cases"`
	Cases   uint64 `json:"cases"`
	// Digest is over the judged tables: the sum modulo 2^256 of the SHA-256 of each
	// (eight bytes of its case number, then its documents as JSON).
	Digest string `json:"tables_digest"`
	// Shapes counts the tables with each shape, Rules those that each property was
	// held against.
	Shapes []ShapeCount `json:"shapes"`
	Rules  []RuleCount  `json:"rules"`
	// Interrupted says that the run was ended before its time, Aborted why it was
	// given up.
	Interrupted bool   `json:"interrupted"`
	Aborted     string `json:"aborted,omitzero"`
	// Shortcomings are faults of the implementation that no table shows, such as a
	// required operation that it does not declare. Problems are why a run without a
	// counterexample proves nothing, such as one that was never asked.
	Shortcomings []string `json:"shortcomings"`
	Problems     []string `json:"problems"`
	Verdict      Verdict  `json:"verdict"`
	// Counterexample is the first, that of the lowest case. Further are those of other
	// properties, where the campaign went on.
	Counterexample *Counterexample   `json:"counterexample,omitzero"`
	Further        []*Counterexample `json:"further_counterexamples,omitzero"`
	GoesOn         bool              `json:"goes_on,omitzero"`
	// Skipped are the patterns of rules that nothing was held against.
	Skipped []string `json:"skipped,omitzero"`
	// Timing differs from run to run.
	Timing *Timing `json:"timing,omitzero"`
}

// SummarySchema is the schema of a [Summary].
const SummarySchema = "tspi_campaign_summary_v1"

// Verdict is what a campaign says of an implementation.
type Verdict string

const (
	// Held: no counterexample in all the cases that were planned.
	Held Verdict = "held"
	// Failed: there is a counterexample, or a shortcoming that needs none.
	Failed Verdict = "failed"
	// NoVerdict: it was interrupted, judged nothing, or never asked what it must.
	NoVerdict Verdict = "no_verdict"
)

// ShapeCount is how many tables had a shape.
type ShapeCount struct {
	Shape  string `json:"shape"`
	Tables uint64 `json:"tables"`
}

// RuleCount is how many tables a property was held against. It may have had
// nothing to say of some.
type RuleCount struct {
	Rule   string `json:"rule"`
	Family string `json:"family"`
	Clause string `json:"clause"`
	Tables uint64 `json:"tables"`
}

// Timing is what a clock says of a run.
type Timing struct {
	Seconds         float64 `json:"seconds"`
	TablesPerSecond float64 `json:"tables_per_second"`
	Questions       int64   `json:"questions"`
	// Slow counts the cases that were answered in time only when they were asked
	// once more, alone.
	Slow int `json:"slow"`
}

// summary tells how the run ended.
func (r *run) summary(interrupted bool) *Summary {
	o := r.options
	s := &Summary{
		Schema: SummarySchema, Profile: o.Profile.Name, Harness: o.Harness, Implementation: r.described,
		Model: modelName(o.Model),
		Level: o.Level.String(), Seed: fmt.Sprint(o.Seed), Shard: o.Shard, Planned: o.Cases,
		Interrupted: interrupted, Aborted: r.aborted, Problems: []string{}, GoesOn: o.GoOn, Skipped: o.Skip,
		Shortcomings: append([]string{}, r.shortcomings...),
	}
	if len(r.found) > 0 {
		s.Counterexample, s.Further = r.found[0], append(s.Further, r.found[1:]...)
	}
	if r.differs {
		s.Shortcomings = append(s.Shortcomings, "describe: differs from one process of the adapter to another")
	}
	s.count(r.worlds, r.rules, &r.ledger.total)
	s.conclude(r.worlds)
	seconds := time.Since(r.began).Seconds()
	s.Timing = &Timing{Seconds: seconds, TablesPerSecond: float64(s.Cases) / seconds,
		Questions: r.stats.answered.Load() + r.stats.unanswered.Load(), Slow: r.slow}
	return s
}

func modelName(m conformance.Answerer) string {
	d := m.Describe()
	return d.Name + " " + d.Version
}

// count takes the counts from a tally.
func (s *Summary) count(w worlds, rules []generators.Property, t *tally) {
	s.Cases, s.Digest = t.cases, t.digest()
	s.Shapes, s.Rules = []ShapeCount{}, []RuleCount{}
	for i, shape := range w.Shapes() {
		count := ShapeCount{Shape: shape}
		if t.shapes != nil {
			count.Tables = t.shapes[i]
		}
		s.Shapes = append(s.Shapes, count)
	}
	for i := range rules {
		count := RuleCount{Rule: rules[i].Name, Family: string(rules[i].Family), Clause: rules[i].Clause}
		if t.held != nil {
			count.Tables = t.held[i]
		}
		s.Rules = append(s.Rules, count)
	}
}

// conclude gives the verdict.
func (s *Summary) conclude(w worlds) {
	if !s.fails() && len(s.Shortcomings) == 0 && !s.Interrupted {
		s.Problems = append(s.Problems, s.proveNothing(w)...)
	}
	switch {
	case s.fails(), len(s.Shortcomings) > 0:
		s.Verdict = Failed
	case s.Interrupted, s.Aborted != "", len(s.Problems) > 0:
		s.Verdict = NoVerdict
	default:
		s.Verdict = Held
	}
}

// Counterexamples are all of them, the first one first.
func (s *Summary) Counterexamples() []*Counterexample {
	if s.Counterexample == nil {
		return nil
	}
	return append([]*Counterexample{s.Counterexample}, s.Further...)
}

// fails reports whether there is a counterexample that nobody knew of.
func (s *Summary) fails() bool {
	return slices.ContainsFunc(s.Counterexamples(), func(c *Counterexample) bool { return c.Known == "" })
}

// proveNothing says what a campaign must have asked and did not. A shard is only
// a part of one.
func (s *Summary) proveNothing(w worlds) []string {
	if s.Cases == 0 {
		return []string{"no " + strings.TrimSuffix(w.noun(), "s") + " was judged"}
	}
	if s.Shard.Count > 1 {
		return nil
	}
	asked := map[string]uint64{w.Op(): s.Cases}
	for _, p := range w.Properties() {
		for _, rule := range s.Rules {
			if rule.Rule == p.Name {
				asked[p.Op] += rule.Tables
			}
		}
	}
	var problems []string
	for _, op := range w.of().Required() {
		if asked[op] == 0 {
			problems = append(problems, "operation "+op+": is required and was never asked; ask for more cases")
		}
	}
	return problems
}

// withoutText keeps of a decoding error only where it is: its text may quote the
// document.
func withoutText(err error) error {
	var semantic *json.SemanticError
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.As(err, &semantic):
		return fmt.Errorf("at byte %d", semantic.ByteOffset)
	case errors.As(err, &syntactic):
		return fmt.Errorf("at byte %d", syntactic.ByteOffset)
	}
	return errors.New("it cannot be read")
}
