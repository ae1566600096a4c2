package campaign_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	"github.com/tspi-dev/harness/internal/strict"
)

// Guards docs/campaigns.md: a summary whose numbers contradict each other, or whose texts are
// none that a description holds, is refused with the place and without the text; the
// neighbour that is just within the bound is taken.
func TestSummariesArePlausible(t *testing.T) {
	s := *run(t, inProcess(wrong["stops a hop early"].answer),
		campaign.Options{Seed: 3, Cases: 400, Shard: campaign.Shard{Index: 1, Count: 2}, Jobs: 1})
	if s.Counterexample == nil {
		t.Fatalf("%s after %d tables", s.Verdict, s.Cases)
	}
	unplanned := func(edit func(s *campaign.Summary, c *campaign.Counterexample)) func(*campaign.Summary) {
		return func(s *campaign.Summary) {
			c := *s.Counterexample
			s.Planned, s.Counterexample = 0, &c
			edit(s, &c)
			c.Replay.Case = c.Case
		}
	}
	timed := func(edit func(t *campaign.Timing)) func(*campaign.Summary) {
		return func(s *campaign.Summary) {
			timing := *s.Timing
			edit(&timing)
			s.Timing = &timing
		}
	}
	described := func(edit func(d *conformance.Description)) func(*campaign.Summary) {
		return func(s *campaign.Summary) { edit(&s.Implementation) }
	}
	for name, test := range map[string]struct {
		edit func(s *campaign.Summary)
		want string // of the error, "" for none
	}{
		"as many questions as cases": {timed(func(t *campaign.Timing) { t.Questions = int64(s.Cases) }), ""},
		"a question less": {timed(func(t *campaign.Timing) {
			t.Questions = int64(s.Cases) - 1
		}), "/timing/questions"},
		"questions below none": {timed(func(t *campaign.Timing) { t.Questions = -1 }), "/timing/questions"},
		"no time":              {timed(func(t *campaign.Timing) { t.Seconds = 0 }), ""},
		"time below none":      {timed(func(t *campaign.Timing) { t.Seconds = -1 }), "/timing"},
		"no timing":            {func(s *campaign.Summary) { s.Timing = nil }, ""},
		"many cases": {unplanned(func(s *campaign.Summary, _ *campaign.Counterexample) {
			s.Cases, s.Timing = 1_000_000_000_000, nil
		}), ""},
		"one more": {unplanned(func(s *campaign.Summary, _ *campaign.Counterexample) {
			s.Cases, s.Timing = 1_000_000_000_001, nil
		}), "/cases"},
		"a far case": {unplanned(func(_ *campaign.Summary, c *campaign.Counterexample) {
			c.Case += 2_000_000
		}), ""},
		"another shard's case": {unplanned(func(_ *campaign.Summary, c *campaign.Counterexample) {
			c.Case++
		}), "/counterexample/case"},
		"the last case of all": {unplanned(func(_ *campaign.Summary, c *campaign.Counterexample) {
			c.Case = 1<<64 - 2
		}), "/counterexample/case"},
		"never failed again": {unplanned(func(_ *campaign.Summary, c *campaign.Counterexample) {
			c.Failed = 0
		}), ""},
		"failed more often than asked": {unplanned(func(_ *campaign.Summary, c *campaign.Counterexample) {
			c.Failed = c.Asked + 1
		}), "/counterexample/failed"},
		"failed less than never": {unplanned(func(_ *campaign.Summary, c *campaign.Counterexample) {
			c.Failed = -1
		}), "/counterexample/failed"},
		"a long name": {described(func(d *conformance.Description) {
			d.Name = strings.Repeat("x", 200)
		}), ""},
		"a longer name": {described(func(d *conformance.Description) {
			d.Name = strings.Repeat("x", 201)
		}), "/implementation/name: want at most 200"},
		"a version in another script": {described(func(d *conformance.Description) { d.Version = "版本 1" }), ""},
		"a version that moves a cursor": {described(func(d *conformance.Description) {
			d.Version = "1\x1b[2J"
		}), "/implementation/version: want"},
		"a version that turns the text": {described(func(d *conformance.Description) {
			d.Version = "1\u202e2"
		}), "/implementation/version: want"},
		"a web address": {described(func(d *conformance.Description) {
			d.URL = "https://acme.example/home/x"
		}), ""},
		"a path": {described(func(d *conformance.Description) {
			d.Contact = "see /home/somebody/x"
		}), "/implementation/contact: holds an absolute path"},
		"many operations": {described(func(d *conformance.Description) {
			d.Ops = append(d.Ops, "x.y")
		}), ""},
		"too many operations": {described(func(d *conformance.Description) {
			d.Ops = make([]string, 101)
		}), "/implementation/ops: want at most 100"},
		"an operation of two lines": {described(func(d *conformance.Description) {
			d.Ops = []string{"a\nb"}
		}), "/implementation/ops/0: want"},
		"another model": {func(s *campaign.Summary) { s.Model = "theirs 2" }, ""},
		"a model that is a path": {func(s *campaign.Summary) {
			s.Model = "/home/somebody/model 1"
		}, "/model: holds an absolute path"},
		"a harness of many words": {func(s *campaign.Summary) {
			s.Harness = strings.Repeat("x", 201)
		}, "/harness: want"},
		"a shortcoming": {func(s *campaign.Summary) {
			s.Shortcomings = []string{"describe: differs"}
		}, ""},
		"a shortcoming with a bell": {func(s *campaign.Summary) {
			s.Shortcomings = []string{"describe:\x07"}
		}, "/shortcomings/0: want"},
		"more shortcomings than one has": {func(s *campaign.Summary) {
			s.Shortcomings = make([]string, 21)
		}, "/shortcomings: want at most 20"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := campaign.ReadSummary(summaryText(t, s, test.edit))
			if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
			if err != nil && strings.Contains(err.Error(), "somebody") {
				t.Errorf("the error repeats the text: %v", err)
			}
		})
	}
}

// Guards docs/campaigns.md: what a summary claims never makes merge draw more than a million
// tables again, and a property that is asked of every table was. A neighbour that
// claims as much as it did is merged.
func TestMergeWorksWithinBounds(t *testing.T) {
	shard := func(index uint64) campaign.Summary {
		return *run(t, inProcess(wrong["stops a hop early"].answer),
			campaign.Options{Seed: 3, Cases: 400, Shard: campaign.Shard{Index: index, Count: 2}, Jobs: 1})
	}
	one, two := shard(1), shard(2)
	if one.Counterexample == nil || two.Counterexample == nil {
		t.Fatal("both shards should find it")
	}
	whole := run(t, inProcess(wrong["stops a hop early"].answer), campaign.Options{Seed: 3, Cases: 400, Jobs: 1})
	rules := func(s *campaign.Summary, tables uint64) {
		s.Rules = append([]campaign.RuleCount{}, s.Rules...)
		s.Rules[0].Tables = tables
	}
	// claim makes both shards claim a counterexample so far behind, and twice as many
	// tables: they would be drawn again up to it.
	claim := func(place, cases uint64) func(one, two *campaign.Summary) {
		return func(one, two *campaign.Summary) {
			for i, s := range []*campaign.Summary{one, two} {
				c := *s.Counterexample
				c.Case = 2*place + uint64(i)
				s.Planned, s.Cases, s.Counterexample = 0, cases, &c
				s.Rules = append([]campaign.RuleCount{}, s.Rules...)
				for j := range s.Rules {
					s.Rules[j].Tables = cases
				}
			}
		}
	}
	// nothing makes a shard one that judged no table, and fails without one.
	nothing := func(s *campaign.Summary, digest string) {
		s.Cases, s.Counterexample, s.Shortcomings, s.Digest = 0, nil, []string{"describe: differs"}, digest
		s.Rules, s.Shapes = append([]campaign.RuleCount{}, s.Rules...), append([]campaign.ShapeCount{}, s.Shapes...)
		for i := range s.Rules {
			s.Rules[i].Tables = 0
		}
		for i := range s.Shapes {
			s.Shapes[i].Tables = 0
		}
	}
	for name, test := range map[string]struct {
		edit func(one, two *campaign.Summary)
		want string // of the error, "" for none
	}{
		"as they were": {func(_, _ *campaign.Summary) {}, ""},
		"near":         {claim(30, 100), ""},
		"far": {claim(600_000, 100_000_000_000),
			"shard 2/2: its tables up to case 1200000, the counterexample's, would be drawn again"},
		"a rule too seldom asked": {func(one, _ *campaign.Summary) {
			rules(one, one.Cases-1)
		}, "shard 1/2: /rules/0: is held against every table"},
		"tables of no case": {func(one, _ *campaign.Summary) { nothing(one, one.Digest) }, "shard 1/2: /tables_digest"},
		"no table": {func(one, _ *campaign.Summary) {
			nothing(one, "sum-sha256:"+strings.Repeat("0", 64))
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			one, two := one, two
			test.edit(&one, &two)
			merged, err := campaign.Merge([]*campaign.Summary{&one, &two}, "")
			if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
			if name == "as they were" && (merged.Cases != whole.Cases || merged.Digest != whole.Digest) {
				t.Errorf("%d tables, %s; one run has %d, %s", merged.Cases, merged.Digest, whole.Cases, whole.Digest)
			}
		})
	}
}

// Guards docs/campaigns.md: the documents of a counterexample are shown as JSON that can be
// copied, on one line and without a character that a terminal obeys.
func TestDocumentsAreShownAsJSON(t *testing.T) {
	s := *run(t, inProcess(wrong["stops a hop early"].answer), campaign.Options{Seed: 3, Cases: 400, Jobs: 1})
	c := *s.Counterexample
	policy := jsontext.Value(
		"{\n \"kinds\": [{\"kind\": \"a\", \"match_substrings\": [\"índice\u00a0\u202e\\u001b \U000e0041 x\"]}]}")
	c.Policy, s.Counterexample = policy, &c
	var out strings.Builder
	if err := campaign.WriteText(&out, &s, nil); err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(out.String(), "  pressure_policy: ")
	shown, _, _ := strings.Cut(rest, "\n")
	if want :=
		`{"kinds":[{"kind":"a","match_substrings":["índice\u00a0\u202e\u001b \udb40\udc41 x"]}]}`; shown != want {
		t.Errorf("shown is %s, want %s", shown, want)
	}
	asked, errAsked := strict.Decode([]byte(policy))
	got, err := strict.Decode([]byte(shown))
	if err != nil || errAsked != nil || string(strict.Encode(got)) != string(strict.Encode(asked)) {
		t.Errorf("it means %v (%v), want %v (%v)", got, err, asked, errAsked)
	}
}

// Guards docs/campaigns.md: how a pid is spelt is saved with the table, is asked again so, and
// is bounded.
func TestZerosBeforePIDsAreSaved(t *testing.T) {
	s := *run(t, inProcess(wrong["stops a hop early"].answer), campaign.Options{Seed: 3, Cases: 400, Jobs: 1})
	for name, test := range map[string]struct {
		pid, ppid int
		want      string // of the error, "" for none
	}{
		"none":                 {0, 0, ""},
		"some":                 {3, 1000, ""},
		"too many":             {0, 1001, "/table/lines/"},
		"less than none":       {-1, 0, "/table/lines/"},
		"less than none above": {0, -1, "/table/lines/"},
	} {
		t.Run(name, func(t *testing.T) {
			r := s.Counterexample.Replay
			r.Table.Lines = append([]campaign.Line{}, r.Table.Lines...)
			for i := range r.Table.Lines {
				if row := r.Table.Lines[i].Row; row != nil {
					spelt := *row
					spelt.PIDZeros, spelt.PPIDZeros = test.pid, test.ppid
					r.Table.Lines[i].Row = &spelt
				}
			}
			text, err := json.Marshal(&r)
			if err != nil {
				t.Fatal(err)
			}
			read, err := campaign.ReadReplay(text)
			if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
				t.Fatalf("%v, want %q", err, test.want)
			}
			if err != nil {
				return
			}
			c, err := read.Again(t.Context(), inProcess(wrong["stops a hop early"].answer), campaign.Options{})
			if err != nil || c == nil {
				t.Fatalf("it does not fail any more: %v", err)
			}
			if zeros := strings.Repeat("0", test.ppid); !strings.Contains(c.PSText, " "+zeros) ||
				test.ppid > 0 != strings.Contains(c.PSText, " 000") {
				t.Errorf("asked was %q", c.PSText)
			}
		})
	}
}
