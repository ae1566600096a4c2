package conformance

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tspi-dev/harness/internal/strict"
)

// byHeart answers the published requests rightly, and every other by f.
func byHeart(t *testing.T, known map[string]*Case, f answerFunc) answerFunc {
	t.Helper()
	return func(ctx context.Context, ask ask, ok jsontext.Value, err error) (jsontext.Value, error) {
		if _, published := known[string(ask.input)]; published {
			return ok, err
		}
		return f(ctx, ask, ok, err)
	}
}

// An implementation that knows the published cases by heart passes without
// challenges, which gives no certificate, and fails with them, whatever it says to
// other requests: nothing, or an answer that is right but for one rule (docs/suite.md).
func TestByHeart(t *testing.T) {
	files := part(t, 40)
	known := published(t, files)
	for name, other := range map[string]answerFunc{
		"and nothing else":       instead(`{}`),
		"and accepts all others": instead(`{"findings":[]}`),
		"and panics": func(context.Context, ask, jsontext.Value, error) (jsontext.Value, error) {
			panic("what is this")
		},
		"and closes all others": rowFault(closeAll),
		"and leaves one out":    rowFault(func(rows strict.Array) strict.Array { return rows[:len(rows)-1] }),
	} {
		t.Run(name, func(t *testing.T) {
			f := faulty{answer: byHeart(t, known, other)}
			r := runFaulty(t, f, Options{Cases: files, ChallengeMode: ChallengeOff})
			if !r.Passed() || !slices.Equal(r.Certifiable(), []string{"there were no challenges (--challenge off)"}) {
				t.Errorf("without challenges: passed %v, %v", r.Passed(), r.Certifiable())
			}
			if r := runFaulty(t, f, Options{Cases: files}); r.Passed() || r.Certifiable() == nil {
				t.Error("with challenges it passes")
			}
		})
	}
}

// One that learns its answers is caught by none of the published cases and by
// every variant; one that keeps state from question to question, by questions that
// are asked twice.
func TestStateIsCaught(t *testing.T) {
	files := part(t, 40)
	var mu sync.Mutex
	seen := map[string]bool{}
	f := faulty{answer: func(_ context.Context, ask ask, ok jsontext.Value, err error) (jsontext.Value, error) {
		mu.Lock()
		defer mu.Unlock()
		key := ask.op + string(ask.input)
		if seen[key] {
			return nil, &ErrorAnswer{Code: ErrorInternal, Message: "seen before"}
		}
		seen[key] = true
		return ok, err
	}}
	r := runFaulty(t, f, Options{Cases: files, Jobs: 1}) // two could ask the second time first
	if r.Passed() {
		t.Fatal("it passes")
	}
	repeats := 0
	for i := range r.Results {
		result := &r.Results[i]
		if (result.Repeat > 0) == result.Green() {
			t.Errorf("%s, variant %d, repeat %d is %s", result.Case, result.Variant, result.Repeat, result.Verdict)
		}
		repeats += result.Repeat
	}
	if n := len(r.Results); repeats < n/30 || repeats > n/4 {
		t.Errorf("%d of %d questions were asked twice, want about a tenth", repeats, n)
	}
}
