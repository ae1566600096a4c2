package campaign

import (
	"context"
	"errors"
	"fmt"

	"github.com/tspi-dev/harness/conformance"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/generators"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// CaseFile is the question of a counterexample as a case of the suite, with what
// the model answers as the expectation. Its id is its path below the tree of
// cases, without the ending. A relation compares two answers: its case holds the
// question that was asked last, and the whole is asked again by the replay file.
//
// An error says that the suite's format cannot tell it.
func (c *Counterexample) CaseFile(ctx context.Context, trusted conformance.Answerer) (id string, text []byte,
	err error) {
	level, err := law.ParseLevel(c.Replay.Level)
	if err != nil {
		return "", nil, err
	}
	if c.Op == "" {
		return "", nil, errors.New("nothing was asked")
	}
	worlds, err := worldsNamed(c.Replay.Profile)
	if err != nil {
		return "", nil, err
	}
	return worlds.caseFile(ctx, c, level, trusted)
}

// caseName is the name of a case that a campaign found.
func (c *Counterexample) caseName() string {
	return fmt.Sprintf("campaign-%s-%d", c.Replay.Seed, c.Case)
}

// caseWhy says of such a case where it comes from.
func (c *Counterexample) caseWhy(trusted conformance.Answerer) string {
	return fmt.Sprintf(
		"Case %d of seed %s, shrunk. The expectation was written by %s, and by nobody who thought about it.",
		c.Case, c.Replay.Seed, modelName(trusted))
}

// tableCase is the case of a table, or of a bundle.
func (c *Counterexample) tableCase(ctx context.Context, level law.Level, trusted conformance.Answerer) (id string,
	text []byte, err error) {
	table, err := c.Replay.Table.table(level)
	if err != nil {
		return "", nil, err
	}
	name := c.caseName()
	if c.Op == tspiprofile.OpBundle {
		draws, _ := parseDecimal(c.Replay.Draws)
		return bundleCase(tspigen.BundleFromKey(draws), level, name, "found by a campaign: "+c.Rule,
			fmt.Sprintf("Case %d of seed %s. The expectation is what was planted.", c.Case, c.Replay.Seed))
	}
	made := tspiprofile.MadeCase{
		ID:    fmt.Sprintf("%s/%s/%s/%s", tspiprofile.Name, level, c.Clause, name),
		Title: "found by a campaign: " + c.Rule, Op: c.Op, Clause: c.Clause,
		Why: c.caseWhy(trusted),
	}
	if made.Input, err = c.input(table); err != nil {
		return "", nil, err
	}
	if err := answer(&made, model{ctx: ctx, answerer: trusted}); err != nil {
		return "", nil, err
	}
	text, err = made.Text()
	return made.ID, text, err
}

// input is what was asked when the implementation failed.
func (c *Counterexample) input(table *tspigen.Table) (strict.Object, error) {
	input := table.Input()
	if c.Beside == nil {
		return input, nil
	}
	document, err := strict.DecodeWithin(c.Beside, strict.MaxDepth+1)
	beside, ok := document.(strict.Object)
	if err != nil || !ok {
		return nil, errors.New("/beside: is no object")
	}
	for _, m := range beside {
		replaced := false
		for i := range input {
			if input[i].Name == m.Name {
				input[i].Value, replaced = m.Value, true
			}
		}
		if !replaced {
			input = append(input, m)
		}
	}
	return input, nil
}

// answer asks the model for what the case is to demand.
func answer(made *tspiprofile.MadeCase, m model) error {
	right, err := m.Ask(made.Op, made.Input)
	var refusal *generators.Refusal
	if errors.As(err, &refusal) {
		made.Refusal = &conformance.Refusal{ErrorCode: string(refusal.Code), Input: string(refusal.Input),
			Pointer: &refusal.Pointer}
		return nil
	}
	if err != nil {
		return err
	}
	switch made.Op {
	case tspiprofile.OpClassify:
		made.Inventory = right
		return nil
	case tspiprofile.OpRelief:
		made.Inventory, err = m.Ask(tspiprofile.OpClassify, made.Input)
	}
	made.Answer = right
	return err
}
