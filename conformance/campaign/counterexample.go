package campaign

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/generators"
)

// Counterexample is a table on which an implementation failed. It holds nothing
// that the implementation wrote but plain names and numbers; the commands of the
// table were made up by the generators.
type Counterexample struct {
	// Rule is the name of a property of package generators, [RuleStanding] or
	// [RuleAnswers]. During is the property that was asking when one of the latter
	// two was broken, "" for the question about the table itself.
	Rule    string              `json:"rule"`
	During  string              `json:"during,omitzero"`
	Family  string              `json:"family,omitzero"` // of the property
	Clause  string              `json:"clause"`          // the rule of the contract
	Verdict conformance.Verdict `json:"verdict"`         // fail, crash, hang or garbage
	// Class is how bad it is. Known is why somebody knows of it already.
	Class conformance.Class `json:"class"`
	Known string            `json:"known,omitzero"`
	// Detail says what went wrong with the process, for crash, hang and garbage, and
	// Wrote quotes the beginning of what came in place of an answer.
	Wrote       string                   `json:"wrote,omitzero"`
	Detail      string                   `json:"detail,omitzero"`
	Differences []conformance.Difference `json:"differences"`
	Case        uint64                   `json:"case"` // from 0
	// Failed of Asked times it failed when it was asked again, alone. One that did
	// not always fail is flaky.
	Failed int `json:"failed"`
	Asked  int `json:"asked"`
	// Found and Shrunk are the sizes of the table as it was drawn and as it stands
	// here; Tries is how many smaller tables were tried.
	Found  Size `json:"found"`
	Shrunk Size `json:"shrunk"`
	Tries  int  `json:"tries"`
	// PSText, Policy and Owners are the table.
	PSText string         `json:"ps_text,omitzero"`
	Policy jsontext.Value `json:"pressure_policy,omitzero"`
	Owners jsontext.Value `json:"owner_classes,omitzero"`
	// Facts and Claim are what was asked with in a profile of facts, Claim in an audit.
	Facts jsontext.Value `json:"facts,omitzero"`
	Claim jsontext.Value `json:"claim,omitzero"`
	// Op is what was asked when it failed, and Beside what was sent in place of, or
	// beside, the documents above: a claim, or the other table of a relation.
	Op     string         `json:"op"`
	Beside jsontext.Value `json:"beside,omitzero"`
	// Planted are the faults of the bundle that was asked about, where it was one. The
	// table has no part in it then.
	Planted []string `json:"planted_faults,omitzero"`
	// Replay asks it again.
	Replay Replay `json:"replay"`

	// Stderr is the end of what the adapter wrote on its standard error. It is for
	// the terminal only, and is never saved.
	Stderr []byte `json:"-"`
}

// Size is that of a world: rows of a table, or the entities of facts.
type Size struct {
	Rows  int `json:"rows"`
	Lines int `json:"lines,omitzero"` // of a table
}

// Flaky reports whether it did not fail each time.
func (c *Counterexample) Flaky() bool { return c.Failed < c.Asked }

// counterexample tells what was found.
func (e *examination) counterexample(i uint64, drawn, smallest generators.World) *Counterexample {
	f := e.failure
	c := &Counterexample{
		Rule: f.rule, During: f.during, Family: f.family, Clause: f.clause, Verdict: f.verdict, Detail: f.detail,
		Differences: []conformance.Difference{}, Case: i, Failed: e.fails, Asked: e.asks,
		Found: e.worlds.size(drawn), Shrunk: e.worlds.size(smallest), Tries: e.tries,
		Op: f.asked.op, Stderr: f.stderr,
	}
	c.Wrote = conformance.Quoted(f.wrote)
	c.Known = e.options.knownReason(f.rule)
	if c.During == c.Rule {
		c.During = ""
	}
	for _, d := range f.differences {
		d.Clause = firstClause([]generators.Difference{d}, f.clause)
		c.Differences = append(c.Differences, conformance.Difference{Clause: d.Clause, Kind: d.Kind, Path: d.Path,
			Want: d.Want, Got: d.Got})
	}
	e.worlds.tell(c, e, smallest)
	c.Replay = Replay{
		Schema: ReplaySchema, Profile: e.worlds.of().Name, Level: e.options.Level.String(),
		Seed: strconv.FormatUint(e.options.Seed, 10), Case: i,
		Rule: f.rule, During: f.during, Clause: f.clause, Verdict: f.verdict,
		Draws: strconv.FormatUint(e.trial.Seed, 10),
	}
	e.worlds.save(&c.Replay, smallest)
	return c
}
