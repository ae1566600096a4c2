package campaign_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/fstest"

	"github.com/tspi-dev/harness/internal/law"

	"github.com/go-json-experiment/json"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
)

// Guards docs/campaigns.md: what is saved of a counterexample asks it again. It fails while
// the fault is there, and not in an implementation that has another one, or none.
func TestReplay(t *testing.T) {
	for name, test := range wrong {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := found(t, name)
			text, err := json.Marshal(c.Replay, json.Deterministic(true))
			if err != nil {
				t.Fatal(err)
			}
			replay, err := campaign.ReadReplay(text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			again, err := replay.Again(t.Context(), inProcess(test.answer), campaign.Options{})
			if err != nil || again == nil || again.Rule != c.Rule {
				t.Errorf("while the fault is there: %+v, %v", again, err)
			}
			again, err = replay.Again(t.Context(), conformance.InProcess(own(law.Hardened)), campaign.Options{})
			if err != nil || again != nil {
				t.Errorf("when it is mended: %+v, %v", again, err)
			}
		})
	}
}

// Guards harness.md, section 4: every table that is drawn or shrunk to can be saved and
// read back, at either level, and is then the same question; whatever its rows hold.
func TestEveryTableCanBeReplayed(t *testing.T) {
	replay := found(t, "knows no registry").Replay
	again := func(table *tspigen.Table) error {
		for _, level := range []law.Level{law.Hardened, law.Core} {
			replay.Level, replay.Table = level.String(), campaign.Saved(table)
			text, err := json.Marshal(replay, json.Deterministic(true))
			if err != nil {
				return err
			}
			read, err := campaign.ReadReplay(text)
			if err != nil {
				return fmt.Errorf("%v: %w", level, err)
			}
			if !reflect.DeepEqual(question(t, read.Table), question(t, replay.Table)) {
				return fmt.Errorf("%v: another table is read back", level)
			}
		}
		return nil
	}
	var shapes tspigen.Shapes
	for i := range cases(800) {
		table := tspigen.Case(11, i)
		if table.Size() > 100 {
			continue
		}
		shapes |= table.Shapes
		// A predicate that nobody thought of: half of the tables fail by it.
		rng := rand.New(rand.NewPCG(11, i))
		_, _, err := tspigen.Shrink(table, func(t *tspigen.Table) (bool, error) {
			return rng.IntN(2) == 0, again(t)
		}, 40)
		if err := errors.Join(again(table), err); err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
	}
	for _, shape := range []tspigen.Shape{tspigen.OlderThanInit, tspigen.UnreadableRow, tspigen.BoundaryEtime,
		tspigen.SpeltPID} {
		if !shapes.Has(shape) {
			t.Errorf("no table has the shape %s", shape)
		}
	}
}

// question is all that is asked with a saved table.
func question(t *testing.T, table campaign.Table) []any {
	t.Helper()
	text, err := json.Marshal(table, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return []any{string(text), table.Policy.Launchers == nil, table.Policy.ValueOptions == nil,
		table.Policy.GenericNames == nil}
}

// frozenList is the list of required cases of a tree that has none.
var frozenList = fmt.Sprintf("tspi/suite-%d.txt", conformance.DefaultProfile().Suite)

// Guards harness.md, section 4: a counterexample is saved as a case of the suite,
// which the suite's own loader reads and its runner asks. The wrong implementation
// fails it, the right one does not.
func TestCaseFiles(t *testing.T) {
	for name, test := range wrong {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			id, text, err := found(t, name).CaseFile(context.Background(), own(law.Hardened))
			if err != nil {
				t.Fatal(err)
			}
			tree := fstest.MapFS{id + ".txtar": {Data: text}, frozenList: {Data: []byte("# none\n")}}
			for right, impl := range map[bool]conformance.Implementation{false: inProcess(test.answer),
				true: conformance.InProcess(own(law.Hardened))} {
				report, err := conformance.Run(t.Context(), impl,
					conformance.Options{Cases: tree, ChallengeMode: conformance.ChallengeOff})
				if err != nil || len(report.Results) != 1 {
					t.Fatalf("%v, %d results\n%s", err, len(report.Results), text)
				}
				if green := report.Results[0].Green(); green != right {
					t.Errorf("right: %v, green: %v\n%s\n%v", right, green, text, report.Results[0].Differences)
				}
			}
		})
	}
}

// A replay file comes from anybody: what no campaign writes is refused, with the
// place that is wrong; its neighbour is taken.
func TestReplayFilesAreReadStrictly(t *testing.T) {
	replay := found(t, "knows no registry").Replay
	for name, edit := range map[string]func(r *campaign.Replay){
		"schema":         func(r *campaign.Replay) { r.Schema = "other" },
		"level":          func(r *campaign.Replay) { r.Level = "softened" },
		"seed":           func(r *campaign.Replay) { r.Seed = "-1" },
		"seed with zero": func(r *campaign.Replay) { r.Seed = "01" },
		"draws":          func(r *campaign.Replay) { r.Draws = "" },
		"rule":           func(r *campaign.Replay) { r.Rule = "no-such-property" },
		"during":         func(r *campaign.Replay) { r.During = "no-such-property" },
		"clause":         func(r *campaign.Replay) { r.Clause = "99.none" },
		"verdict":        func(r *campaign.Replay) { r.Verdict = conformance.Pass },
		"no table":       func(r *campaign.Replay) { r.Table = campaign.Table{} },
		"an age that its text does not have": func(r *campaign.Replay) {
			row := *r.Table.Lines[0].Row
			row.Age++
			r.Table.Lines = []campaign.Line{{Row: &row}}
		},
		"two lines in one": func(r *campaign.Replay) {
			row := *r.Table.Lines[0].Row
			row.Command += "\n3 1 05:00 0.0 1 x"
			r.Table.Lines = []campaign.Line{{Row: &row}}
		},
		"a policy of nothing": func(r *campaign.Replay) { r.Table.Policy.Kinds = nil },
	} {
		changed := replay
		edit(&changed)
		text, err := json.Marshal(changed)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := campaign.ReadReplay(text); err == nil {
			t.Errorf("%s: is taken", name)
		}
	}
	text, err := json.Marshal(replay)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := campaign.ReadReplay(text); err != nil {
		t.Errorf("as it was written: %v", err)
	}
	for name, wrong := range map[string]string{"nothing": "", "a list": "[]",
		"a member more": `{"x":1,` + string(text[1:]), "text behind": string(text) + "{}"} {
		if _, err := campaign.ReadReplay([]byte(wrong)); err == nil {
			t.Errorf("%s: is taken", name)
		}
	}
}
