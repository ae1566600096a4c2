package campaign

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"golang.org/x/tools/txtar"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/facts"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// factWorlds are the worlds of the profiles of facts.
type factWorlds struct {
	generators.Worlds
	profile *profile.Profile
}

func (f factWorlds) of() *profile.Profile { return f.profile }
func (factWorlds) noun() string           { return "worlds" }
func (factWorlds) entities() string       { return "entities" }

func (factWorlds) check(_ *subject, p *generators.Property, t *generators.Trial) ([]generators.Difference, error) {
	return p.Check(t)
}

func (f factWorlds) standing(s *subject, q question, response adapter.Response) (strict.Value, []profile.Difference) {
	return facts.Asked{Profile: f.profile, Op: q.op, Input: q.input, Bytes: len(q.text),
		Canaries: s.world.(*generators.FactWorld).Canaries}.Standing(response)
}

func (factWorlds) isOwn(judge conformance.Answerer) bool { return judge != nil && facts.IsLaw(judge) }

// plausible: facts are as odd as they are.
func (factWorlds) plausible(_ *examination, w generators.World) (generators.World, error) {
	return w, nil
}

func (factWorlds) size(w generators.World) Size { return Size{Rows: w.Size()} }

func (f factWorlds) tell(c *Counterexample, e *examination, w generators.World) {
	world := w.(*generators.FactWorld)
	c.Facts, c.Claim = strict.Encode(world.Facts), strict.Encode(world.Claim)
	if c.Op == f.Op() {
		c.Claim = nil
	}
	if asked := e.failure.asked; asked.op == c.Op && asked.input != nil && !e.muted.quotes(e.failure) {
		if !strict.Equal(asked.input, f.input(c.Op, world)) {
			c.Beside = asked.encoded()
		}
	}
	c.Class = conformance.Wrong
	for i := range c.Differences {
		class, _ := c.Differences[i].Effect()
		if c.Family == string(generators.Safety) {
			class = conformance.Unsafe
		}
		if i == 0 || slices.Index(conformance.Classes(), class) < slices.Index(conformance.Classes(), c.Class) {
			c.Class = class
		}
	}
}

// input is what is asked about a world.
func (f factWorlds) input(op string, w *generators.FactWorld) strict.Value {
	if op == f.Op() {
		return w.Facts
	}
	return w.Audit()
}

func (factWorlds) save(r *Replay, w generators.World) {
	r.World = strict.Encode(w.(*generators.FactWorld).Saved())
}

func (factWorlds) load(r *Replay, _ law.Level) (generators.World, error) {
	if len(r.Table.Lines) > 0 {
		return nil, errors.New("/table: a counterexample of this profile has a world")
	}
	v, err := strict.DecodeWithin(r.World, profile.RequestLevels)
	if err != nil {
		return nil, errors.New("/world: cannot be read")
	}
	w, err := generators.LoadFactWorld(v)
	if err != nil {
		return nil, fmt.Errorf("/world: %w", err)
	}
	return w, nil
}

// caseFile is the question that was asked when the implementation failed, and what the model
// answers.
func (f factWorlds) caseFile(ctx context.Context, c *Counterexample, level law.Level,
	trusted conformance.Answerer) (string, []byte, error) {
	text := c.Beside
	if text == nil {
		w, err := f.load(&c.Replay, level)
		if err != nil {
			return "", nil, err
		}
		text = strict.Encode(f.input(c.Op, w.(*generators.FactWorld)))
	}
	input, err := strict.DecodeWithin(text, profile.RequestLevels)
	if err != nil {
		return "", nil, errors.New("/beside: cannot be read")
	}
	expect, err := demanded(model{ctx: ctx, answerer: trusted}, c.Op, input)
	if err != nil {
		return "", nil, err
	}
	id := fmt.Sprintf("%s/%s/%s/%s", f.profile.Name, level, c.Clause, c.caseName())
	header := fmt.Sprintf(
		"id: %s\ntitle: %s\nop: %s\nclause: %s\nwhy: %s\nsince: %d\nprovisional: true\nchallenge: off\n",
		id, "found by a campaign: "+c.Rule, c.Op, c.Clause, c.caseWhy(trusted), f.profile.Suite)
	file := txtar.Format(&txtar.Archive{Comment: []byte(header), Files: facts.CaseFiles(c.Op, input, expect)})
	_, err = f.profile.ParseCase(id, file)
	return id, file, err
}

// demanded is what the model answers, as an expect.json demands it.
func demanded(m model, op string, input strict.Value) (strict.Value, error) {
	answer, err := m.Ask(op, input)
	var refusal *generators.Refusal
	if errors.As(err, &refusal) {
		return strict.Object{{Name: "error", Value: strict.Object{{Name: "error_code", Value: string(refusal.Code)},
			{Name: "input", Value: string(refusal.Input)}, {Name: "pointer", Value: refusal.Pointer}}}}, nil
	}
	if err != nil {
		return nil, err
	}
	object, _ := answer.(strict.Object)
	findings, isAudit := object.Get("findings")
	if !isAudit {
		return strict.Object{{Name: "rows", Value: object.At("rows")}, {Name: "summary", Value: object.At("summary")}},
			nil
	}
	list := strict.Array{}
	for _, element := range findings.(strict.Array) {
		o, _ := element.(strict.Object)
		list = append(list, strict.Object{{Name: "error_code", Value: o.At("error_code")},
			{Name: "subject_id", Value: o.At("subject_id")}})
	}
	return strict.Object{{Name: "findings", Value: list}}, nil
}

func (factWorlds) write(w io.Writer, c *Counterexample) {
	writeDocuments(w, document{"facts", c.Facts}, document{"claim", c.Claim}, document{"asked with", c.Beside})
}
