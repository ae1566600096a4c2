package campaign

import (
	"reflect"
	"testing"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// bothWays asks a judge by values and by texts, and compares.
type bothWays struct {
	t         *testing.T
	texts     model
	values    profile.ValueAnswerer
	questions *int
	refusals  *int
}

func (b bothWays) Ask(op string, input strict.Value) (strict.Value, error) {
	want, wantErr := b.texts.Ask(op, input)
	if !strict.Readable(input, profile.RequestLevels) {
		return want, wantErr
	}
	*b.questions++
	asked := strict.Clone(input)
	got, err := b.values(b.t.Context(), op, input)
	if err != nil {
		err = modelRefusal(err)
		*b.refusals++
	}
	if !reflect.DeepEqual(err, wantErr) || err == nil && !reflect.DeepEqual(got, want) {
		b.t.Errorf("%s: by values %v, %v\nby texts %v, %v\nof %s", op, got, err, want, wantErr, strict.Encode(input))
	}
	if !reflect.DeepEqual(asked, strict.Clone(input)) {
		b.t.Errorf("%s: the question was changed", op)
	}
	return want, wantErr
}

// Guards docs/campaigns.md: what answers values answers them as their texts, whatever is
// asked and whatever was asked before: each profile's law and its second implementation,
// about all that the properties ask.
func TestValuesAreAnsweredAsTexts(t *testing.T) {
	worlds := uint64(150)
	if testing.Short() {
		worlds = 20
	}
	for _, p := range conformance.Profiles() {
		if p.Worlds == nil {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			w, err := worldsOf(p)
			if err != nil {
				t.Fatal(err)
			}
			for _, level := range p.Levels {
				questions, refusals := 0, 0
				var asked []generators.Implementation
				for _, judge := range []profile.Judge{p.Law(level, "test"), p.Second(level, nil)} {
					asked = append(asked, bothWays{t, model{ctx: t.Context(), answerer: judge},
						judge.(profile.ValueJudge).Values(), &questions, &refusals})
				}
				for i := range worlds {
					trial := generators.NewTrial(w.Case(24, i), level, asked[0], asked[1])
					for _, property := range w.Properties() {
						if property.Check == nil || property.OneIn > 1 &&
							!generators.Applies(property.Name, property.OneIn, trial.Seed) {
							continue
						}
						if _, err := property.Check(trial); err != nil {
							t.Fatal(property.Name, err)
						}
					}
				}
				if questions < int(worlds) || refusals == 0 {
					t.Errorf("%s: %d questions, %d refused: this proves little", level, questions, refusals)
				}
			}
		})
	}
}
