package campaign_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/tspi-dev/harness/conformance/campaign"
)

// summaryText is a summary as it is saved, after an edit.
func summaryText(t testing.TB, s campaign.Summary, edit func(s *campaign.Summary)) []byte {
	t.Helper()
	edit(&s)
	text, err := json.Marshal(&s, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Guards docs/campaigns.md: a summary that is read back agrees with itself, or is refused with
// the place that does not. What an interrupted run could write is taken.
func TestSummariesAreReadStrictly(t *testing.T) {
	s := *run(t, inProcess(wrong["stops a hop early"].answer), campaign.Options{Seed: 3, Cases: 200, Jobs: 1})
	if s.Cases < 2 {
		t.Fatalf("found in case %d, which is too early for this test", s.Cases)
	}
	for name, test := range map[string]struct {
		edit func(s *campaign.Summary)
		want string // of the error, "" for none
	}{
		"as it was written":    {func(*campaign.Summary) {}, ""},
		"interrupted below it": {func(s *campaign.Summary) { s.Interrupted, s.Cases = true, s.Cases-1 }, ""},
		"a case less": {func(s *campaign.Summary) {
			s.Cases--
		}, "/counterexample: is not the last case"},
		"held all the same":             {func(s *campaign.Summary) { s.Verdict = campaign.Held }, "/verdict"},
		"no counterexample, yet failed": {func(s *campaign.Summary) { s.Counterexample = nil }, "/verdict"},
		"another schema":                {func(s *campaign.Summary) { s.Schema = "x" }, "/schema"},
		"another level":                 {func(s *campaign.Summary) { s.Level = "x" }, "/level"},
		"a seed that is none":           {func(s *campaign.Summary) { s.Seed = "0x1" }, "/seed"},
		"a digest that is none": {func(s *campaign.Summary) {
			s.Digest = s.Digest[:len(s.Digest)-1]
		}, "/tables_digest"},
		"a shard that is none":   {func(s *campaign.Summary) { s.Shard.Index = 2 }, "/shard"},
		"more cases than it has": {func(s *campaign.Summary) { s.Planned = 1 }, "/cases"},
		"another replay": {func(s *campaign.Summary) {
			c := *s.Counterexample
			c.Case--
			s.Counterexample = &c
		}, "/counterexample/replay"},
	} {
		_, err := campaign.ReadSummary(summaryText(t, s, test.edit))
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

// FuzzReadReplay: a replay file and a summary come from anybody. Whatever is taken
// can be written, and is the same when it is read again.
func FuzzReadReplay(f *testing.F) {
	s, err := campaign.Run(f.Context(), inProcess(wrong["knows no registry"].answer),
		campaign.Options{Seed: 1, Cases: 50, Jobs: 1})
	if err != nil || s.Counterexample == nil {
		f.Fatal(err)
	}
	f.Add(summaryText(f, *s, func(*campaign.Summary) {}))
	replay, err := json.Marshal(s.Counterexample.Replay)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(replay)
	f.Add(bytes.Replace(replay, []byte(`"age_s":`), []byte(`"age_s":1`), 1))
	f.Add([]byte(`{"schema":"tspi_campaign_replay_v1"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := campaign.ReadReplay(text)
		if err != nil {
			return
		}
		written, err := json.Marshal(r, json.Deterministic(true))
		if err != nil {
			t.Fatal(err)
		}
		again, err := campaign.ReadReplay(written)
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		if second, _ := json.Marshal(again, json.Deterministic(true)); !bytes.Equal(written, second) {
			t.Errorf("%s\nand\n%s", written, second)
		}
	})
}
