package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Replay is all that is needed to ask a counterexample again.
type Replay struct {
	Schema  string `json:"schema"`           // ReplaySchema
	Profile string `json:"profile,omitzero"` // "" in older files means tspi
	Level   string `json:"level"`
	// Seed and Case say where it was found, Seed as a decimal number.
	Seed string `json:"seed"`
	Case uint64 `json:"case"`
	// Rule, During, Clause and Verdict are how it failed.
	Rule    string              `json:"rule"`
	During  string              `json:"during,omitzero"`
	Clause  string              `json:"clause"`
	Verdict conformance.Verdict `json:"verdict"`
	// Draws is the seed from which a property draws its own choices.
	Draws string `json:"draws"`
	// Table is the world of tspi, World that of a profile of facts.
	Table Table          `json:"table,omitzero"`
	World jsontext.Value `json:"world,omitzero"`
}

// ReplaySchema is the schema of a [Replay].
const ReplaySchema = "tspi_campaign_replay_v1"

// MaxReplayBytes bounds a replay file and a summary that are read back.
const MaxReplayBytes = 16 << 20

// ReadReplay reads a replay file, or the counterexample of a summary. It is
// strict: what it does not know, it refuses.
func ReadReplay(text []byte) (*Replay, error) {
	document, err := strict.DecodeWithin(text, profile.RequestLevels) // a world may be too deep on purpose
	if err != nil {
		return nil, err
	}
	object, _ := document.(strict.Object)
	if schema, _ := object.Get("schema"); schema == SummarySchema {
		s, err := ReadSummary(text)
		if err != nil {
			return nil, err
		}
		if s.Counterexample == nil {
			return nil, errors.New("the summary has no counterexample")
		}
		return &s.Counterexample.Replay, nil
	}
	r := &Replay{}
	if err := json.Unmarshal(text, r, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("no replay file: %w", withoutText(err))
	}
	return r, r.check()
}

// check refuses what no campaign writes.
func (r *Replay) check() error {
	w, err := worldsNamed(r.Profile)
	if err != nil {
		return err
	}
	level, err := law.ParseLevel(r.Level)
	if err != nil || !w.of().HasLevel(level) {
		return errors.New("/level: want " + levelsOf(w))
	}
	if r.Schema != ReplaySchema {
		return fmt.Errorf("/schema: want %s", ReplaySchema)
	}
	for _, number := range []struct{ name, text string }{{"seed", r.Seed}, {"draws", r.Draws}} {
		if _, err := parseDecimal(number.text); err != nil {
			return fmt.Errorf("/%s: want an integer from 0 to 2^64-1 in a string", number.name)
		}
	}
	if !slices.Contains(allRules(w), r.Rule) {
		return errors.New("/rule: there is no such property; see docs/campaigns.md")
	}
	if r.During != "" && !slices.Contains(allRules(w), r.During) {
		return errors.New("/during: there is no such property")
	}
	switch r.Verdict {
	case conformance.Fail, conformance.Crash, conformance.Hang, conformance.Garbage:
	default:
		return errors.New("/verdict: want fail, crash, hang or garbage")
	}
	if _, ok := w.of().Clause(r.Clause); !ok {
		return errors.New("/clause: there is no such clause")
	}
	_, err = w.load(r, level)
	return err
}

func parseDecimal(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err == nil && strconv.FormatUint(n, 10) != text {
		err = errors.New("no plain decimal number")
	}
	return n, err
}

// levelsOf names the levels of a profile.
func levelsOf(w worlds) string {
	var names []string
	for _, level := range w.of().Levels {
		names = append(names, level.String())
	}
	return strings.Join(names, " or ")
}

// Again asks a counterexample once more, up to five times. The result is how it
// fails now, nil where it does not: then the other properties that hold for the
// table were not asked. Of the options only Timeout and Model matter.
//
// An error means that there is no verdict, as in [Run].
func (r *Replay) Again(ctx context.Context, impl conformance.Implementation, options Options) (*Counterexample, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	w, err := worldsNamed(r.Profile)
	if err != nil {
		return nil, err
	}
	options.Profile = w.of()
	options.Level, _ = law.ParseLevel(r.Level)
	options.Seed, _ = parseDecimal(r.Seed)
	options.Cases, options.Shard = 1, Shard{1, 1}
	o := options.withDefaults()
	campaign := &run{impl: impl, worlds: w, options: &o}
	if err := campaign.describe(ctx); err != nil {
		return nil, err
	}
	table, err := w.load(r, o.Level)
	if err != nil {
		return nil, err
	}
	asking := r.Rule
	if r.During != "" {
		asking = r.During
	}
	rules := named(campaign.rules, asking)
	if len(rules) == 0 && asking != RuleStanding && asking != RuleAnswers {
		return nil, fmt.Errorf("the implementation does not declare the operation that %s needs", asking)
	}
	e := &examination{run: campaign, ctx: ctx, failure: &failure{rule: r.Rule, verdict: r.Verdict, clause: r.Clause},
		rules: rules}
	defer e.close()
	e.trial = campaign.trial(ctx, table, nil)
	e.trial.Seed, _ = parseDecimal(r.Draws)
	if err := e.vote(table); err != nil {
		return nil, err
	}
	if e.fails == 0 {
		return nil, nil
	}
	return e.counterexample(r.Case, table, table), nil
}
