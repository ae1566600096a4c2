package effect_test

import (
	"math/rand"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/effect"
)

func document(t testing.TB, v any) strict.Value {
	t.Helper()
	value, err := strict.ValueOf(v)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// compare holds the law's answer about facts against the oracle's, and its stream's.
func compare(t *testing.T, f *effect.Facts) strict.Object {
	t.Helper()
	got, want := document(t, f.Decide()), document(t, (&oracle{f: f}).decide())
	if !strict.Equal(got, want) {
		t.Fatalf("got  %s\nwant %s\n%s", strict.Encode(got), strict.Encode(want), *f.Log.Text)
	}
	streamed, err := f.DecideLog(iotest.OneByteReader(strings.NewReader(*f.Log.Text)))
	if err != nil || !strict.Equal(document(t, streamed), got) {
		t.Fatalf("streamed: %v %v, want %s", streamed, err, strict.Encode(got))
	}
	return got.(strict.Object)
}

// Sections 1 to 4: the law says what its text says, read without haste, of whole logs and of
// damaged ones; and its own answer raises nothing (profiles.md, section 1).
func TestAgainstTheOracle(t *testing.T) {
	met := map[string]int{}
	for seed := range int64(5000) {
		f := drawn(rand.New(rand.NewSource(seed)))
		answer := compare(t, f)
		met["log "+answer.Object("summary").Text("log")]++
		met["decision "+answer.Object("summary").Text("decision")]++
		for _, row := range answer.Array("rows") {
			met[row.(strict.Object).Text("reason")]++
		}
		if seed%8 == 0 {
			own := facts(t, *f.Log.Text)
			expect(t, "the law's own answer", own, decided(t, own))
		}
	}
	for _, want := range []string{"log ok", "log torn_tail", "log corrupt", "decision done", "decision unverified",
		"decision incomplete", "decision failed",
		"not_settled", "refused", "no_expectation", "stale", "acknowledgement_only", "no_readback", "replaced",
		"in_flight", "partial", "undecided",
		"contradicted", "execution_failed", "causation_unknown", "readback_matches"} {
		if met[want] < 10 {
			t.Errorf("%s met %d times: the draws are blind to it", want, met[want])
		}
	}
}

// FuzzLog: whatever stands in a log, the law and the oracle say the same of it, from a string
// and from a stream of bytes.
func FuzzLog(f *testing.F) {
	for seed := range int64(40) {
		drawn := drawn(rand.New(rand.NewSource(seed)))
		f.Add(*drawn.Log.Text, seed%3)
	}
	f.Add(claimC1+outcome(2, "e1", "completed")+seen(3, "readback"), int64(0))
	for _, text := range hostileText {
		f.Add(claimC1+text, int64(1))
		f.Add(strings.Replace(outcome(2, "e1", "failed"), "null", `"`+text+`"`, 1), int64(2))
	}
	f.Fuzz(func(t *testing.T, text string, writer int64) {
		f := drawn(rand.New(rand.NewSource(writer)))
		f.Log.Lineage = "run1"
		valid := strings.ToValidUTF8(text, "\ufffd")
		f.Log.Text = &valid
		answer := compare(t, f)
		raw, err := f.DecideLog(strings.NewReader(text))
		if err != nil || !strict.Equal(document(t, raw), answer) {
			t.Fatalf("the bytes of %q (UTF-8: %v): %v %v", text, utf8.ValidString(text), raw, err)
		}
	})
}
