package campaign

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/generators"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// tableWorlds are the worlds of tspi.
type tableWorlds struct {
	generators.Worlds
	profile *profile.Profile
}

func (t tableWorlds) of() *profile.Profile { return t.profile }
func (tableWorlds) noun() string           { return "tables" }
func (tableWorlds) entities() string       { return "rows" }

// Properties are those of tables, and the rule about bundles.
func (t tableWorlds) Properties() []generators.Property {
	return append(t.Worlds.Properties(), bundleRule())
}

func (tableWorlds) check(s *subject, p *generators.Property, t *generators.Trial) ([]generators.Difference, error) {
	if p.Op == tspiprofile.OpBundle {
		return s.askBundle(t)
	}
	return p.Check(t)
}

func (tableWorlds) standing(s *subject, q question, response adapter.Response) (strict.Value, []profile.Difference) {
	input, _ := q.input.(strict.Object)
	return tspiprofile.Asked{Op: q.op, Level: s.level, Input: input, Bytes: len(q.text),
		Canaries: s.world.(*tspigen.Table).Canaries,
		Quick:    s.quick}.Standing(response)
}

func (tableWorlds) isOwn(judge conformance.Answerer) bool { return tspiprofile.IsBuiltIn(judge) }

func (tableWorlds) plausible(e *examination, w generators.World) (generators.World, error) {
	return e.plausible(w.(*tspigen.Table))
}

func (tableWorlds) size(w generators.World) Size {
	return Size{w.Size(), len(w.(*tspigen.Table).Lines)}
}

func (tableWorlds) tell(c *Counterexample, e *examination, w generators.World) {
	table := w.(*tspigen.Table)
	c.PSText, c.Policy, c.Owners = table.Text(), strict.Encode(table.PressurePolicy()),
		strict.Encode(table.OwnerClasses())
	nameFailingPart(c, table, e.options.Level)
	c.Class = classOf(c)
	if c.Op == tspiprofile.OpBundle {
		c.Planted = append([]string{}, tspigen.BundleFromKey(e.trial.Seed).Faults...)
	}
	if beside := e.failure.asked.beside(table); len(beside) > 0 && !e.muted.quotes(e.failure) {
		c.Beside = strict.Encode(beside)
	}
}

// beside are the documents that were asked with and are not the table's.
func (q question) beside(table *tspigen.Table) strict.Object {
	own := table.Input()
	input, _ := q.input.(strict.Object)
	var beside strict.Object
	for _, document := range input {
		v, there := own.Get(document.Name)
		if !there || !bytes.Equal(strict.Encode(v), strict.Encode(document.Value)) {
			beside = append(beside, document)
		}
	}
	return beside
}

func (tableWorlds) save(r *Replay, w generators.World) { r.Table = saved(w.(*tspigen.Table)) }

func (tableWorlds) load(r *Replay, level law.Level) (generators.World, error) {
	if r.World != nil {
		return nil, fmt.Errorf("/world: a counterexample of tspi has a table")
	}
	return r.Table.table(level)
}

func (tableWorlds) caseFile(ctx context.Context, c *Counterexample, level law.Level,
	trusted conformance.Answerer) (string, []byte, error) {
	return c.tableCase(ctx, level, trusted)
}

func (tableWorlds) write(w io.Writer, c *Counterexample) {
	if c.Op == tspiprofile.OpBundle {
		fmt.Fprintf(w, "  a bundle with %d planted faults: %s\n", len(c.Planted),
			printable(strings.Join(c.Planted, ", ")))
		return
	}
	fmt.Fprintln(w, "  ps_text of process_table:")
	for line := range strings.Lines(c.PSText) {
		fmt.Fprintf(w, "    %s\n", printable(strings.TrimSuffix(line, "\n")))
	}
	writeDocuments(w, document{"pressure_policy", c.Policy}, document{"owner_classes", c.Owners},
		document{"asked with", c.Beside})
}

// document is one of those that are shown.
type document struct {
	name string
	text jsontext.Value
}

func writeDocuments(w io.Writer, documents ...document) {
	for _, d := range slices.DeleteFunc(documents, func(d document) bool { return d.text == nil }) {
		fmt.Fprintf(w, "  %s: %s\n", d.name, printableJSON(d.text))
	}
}
