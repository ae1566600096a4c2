package conformance

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/strict"

	"github.com/go-json-experiment/json/jsontext"
)

// faulty is the built-in implementation with one fault around it.
type faulty struct {
	Answerer
	// describe changes what it says of itself, where set.
	describe func(*Description)
	// answer gets each request and the honest answer to it, an ok or an error, and
	// returns what is answered.
	answer func(ctx context.Context, ask ask, ok jsontext.Value, err error) (jsontext.Value, error)
}

type ask struct {
	op    string
	input jsontext.Value
}

func (f faulty) Describe() Description {
	d := f.Answerer.Describe()
	if f.describe != nil {
		f.describe(&d)
	}
	return d
}

func (f faulty) Answer(ctx context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	ok, err := f.Answerer.Answer(ctx, op, slices.Clone(input))
	if f.answer == nil {
		return ok, err
	}
	return f.answer(ctx, ask{op, input}, ok, err)
}

// negative reports whether the honest answer refuses or finds something.
func negative(ask ask, ok jsontext.Value, err error) bool {
	return err != nil || ask.op == tspiprofile.OpAudit && !strings.Contains(string(ok), `"findings":[]`)
}

// editing is a fault in the value of ok; the op is that of the request.
func editing(op string, edit func(answer strict.Object, ask ask) strict.Value) func(context.Context, ask,
	jsontext.Value, error) (jsontext.Value, error) {
	return func(_ context.Context, ask ask, ok jsontext.Value, err error) (jsontext.Value, error) {
		if err != nil || ask.op != op && op != "" {
			return ok, err
		}
		answer, decodeErr := strict.DecodeWithin(ok, 72)
		if decodeErr != nil {
			return nil, decodeErr
		}
		return strict.Encode(edit(answer.(strict.Object), ask)), nil
	}
}

// part is a suite of every n-th case without a folder, with the siblings of each,
// frozen as the current version: small enough to be asked often. A short run takes fewer.
func part(t testing.TB, n int) fs.FS {
	t.Helper()
	if testing.Short() {
		n *= 2
	}
	suite := loadCurrent(t)
	files := fstest.MapFS{}
	add := func(c *Case) { files[c.ID+".txtar"] = &fstest.MapFile{Data: c.Text} }
	i := 0
	for _, c := range suite.Cases {
		if c.Problem.Folder() != nil {
			continue
		}
		if i++; i%n != 0 && c.Op != tspiprofile.OpRelief { // of which there are few
			continue
		}
		add(c)
		if sibling, ok := suite.Case(c.Pair); ok {
			add(sibling)
		}
	}
	list, err := FreezeList(tspiProfile, files, tspiProfile.Suite)
	if err != nil {
		t.Fatal(err)
	}
	files[frozenListName(tspiProfile, tspiProfile.Suite)] = &fstest.MapFile{Data: []byte(list)}
	return files
}

// published are the published cases by the bytes that are sent.
func published(t testing.TB, files fs.FS) map[string]*Case {
	t.Helper()
	suite, err := LoadSuite(tspiProfile, files, tspiProfile.Suite)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]*Case{}
	for _, c := range suite.Cases {
		known[string(sentBytes(c.Problem, c.Op))] = c
	}
	return known
}

// runFaulty asks a part of the suite with fresh challenges.
func runFaulty(t *testing.T, f faulty, o Options) *Report {
	t.Helper()
	if f.Answerer == nil {
		f.Answerer = tspiprofile.BuiltIn(o.Level, "1", tspiprofile.Folders{})
	}
	if o.Cases == nil {
		o.Cases = part(t, 40)
	}
	r, err := Run(t.Context(), InProcess(f), o)
	if err != nil {
		t.Fatal(err)
	}
	repeatsNothing(t, r, o.Cases)
	return r
}

// repeatsNothing checks that a report repeats no canary and no 20 bytes of a
// command but in the text that was sent, which is the suite's own.
func repeatsNothing(t *testing.T, r *Report, cases fs.FS) {
	t.Helper()
	suite, err := LoadSuite(tspiProfile, cases, tspiProfile.Suite)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]Question{}
	for _, q := range questions(suite.Cases, r.Challenge) {
		asked[q.Case.ID+"#"+string(rune('0'+q.Variant))] = q
	}
	for i := range r.Results {
		result := &r.Results[i]
		q, ok := asked[result.Case+"#"+string(rune('0'+result.Variant))]
		if !ok {
			t.Fatalf("%s, variant %d, was not asked by the seed of the report", result.Case, result.Variant)
		}
		said := result.Detail
		for _, d := range result.Differences {
			said += "\n" + d.Path + "\n" + d.Want + "\n" + d.Got
		}
		if said == "" {
			continue // a question is made only where something could be repeated
		}
		q = withVariant(tspiProfile, q)
		lower := strings.ToLower(said)
		for _, canary := range q.Canaries {
			if strings.Contains(lower, canary) {
				t.Errorf("%s, variant %d: the report repeats a canary:\n%s", result.Case, result.Variant, said)
			}
		}
		pieces := map[string]bool{}
		for i := 0; i+20 <= len(said); i++ {
			pieces[said[i:i+20]] = true
		}
		for _, command := range commandsOf(q.Problem.Input(q.Case.Op, "")) {
			for i := 0; i+20 <= len(command); i++ {
				if pieces[command[i:i+20]] {
					t.Errorf("%s, variant %d: the report repeats a command:\n%s", result.Case, result.Variant, said)
					break
				}
			}
		}
	}
}
