package cli

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/tspi"
)

// Guards docs/campaigns.md: the line of progress tells the rate, the shapes and the time
// left, by whichever end comes first.
func TestCampaignLine(t *testing.T) {
	for _, test := range []struct {
		name          string
		progress      campaign.Progress
		passed, limit time.Duration
		want          string
	}{
		{"by number", campaign.Progress{Cases: 500, Total: 2000, Shapes: 42}, 10 * time.Second, 0,
			"500 of 2000 tables, 50 a second, 42 of ALL shapes seen, 30s left"},
		{"by time", campaign.Progress{Cases: 500, Shapes: 41}, 10 * time.Second, time.Hour,
			"500 tables, 50 a second, 41 of ALL shapes seen, 59m50s left"},
		{"by both, the time first", campaign.Progress{Cases: 500, Total: 2000, Shapes: 42}, 10 * time.Second,
			15 * time.Second,
			"500 of 2000 tables, 50 a second, 42 of ALL shapes seen, 5s left"},
		{"by both, the number first", campaign.Progress{Cases: 500, Total: 2000, Shapes: 42}, 10 * time.Second,
			time.Hour,
			"500 of 2000 tables, 50 a second, 42 of ALL shapes seen, 30s left"},
		{"over time", campaign.Progress{Cases: 500}, 2 * time.Minute, time.Minute,
			"500 tables, 4 a second, 0 of ALL shapes seen, 0s left"},
		{"shrinking", campaign.Progress{Cases: 17, Total: 2000, Shrinking: true, Tries: 5}, time.Second, 0,
			"a counterexample after 17 tables; shrinking it, 5 smaller ones tried"},
	} {
		want := strings.Replace(test.want, "ALL", strconv.Itoa(len(tspigen.AllShapes())), 1)
		if got := campaignLine(test.progress, test.passed, test.limit); got != want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, want)
		}
	}
}

// interrupting is a terminal at which somebody types Ctrl-C when the first line of
// progress is there.
type interrupting struct {
	bytes.Buffer
	interrupt func()
}

func (w *interrupting) Write(p []byte) (int, error) {
	w.interrupt()
	return w.Buffer.Write(p)
}

// Guards docs/campaigns.md: an interrupt ends a campaign cleanly, with what was judged until
// then, and that is no verdict. Progress is on a terminal only, and is taken away.
func TestInterruptedCampaign(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stderr := &interrupting{interrupt: cancel}
	var stdout bytes.Buffer
	now := time.Unix(1_700_000_000, 0)
	status := Run(Call{
		Args: []string{"campaign", "--self", "--seed", "1", "--cases", "1000000", "--jobs", "2"}, Context: ctx,
		Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: stderr, StderrIsTerminal: true,
		LookupEnv: environment(nil),
		Now:       func() time.Time { now = now.Add(time.Second); return now },
	})
	if status != statusUnusable ||
		!strings.Contains(stdout.String(), "NO VERDICT: interrupted; no counterexample in the ") {
		t.Errorf("status %d, stdout %q", status, stdout.String())
	}
	said := stderr.String()
	if !strings.Contains(said, " of 1000000 tables, ") || !strings.Contains(said, "\r\x1b[Ktspi: interrupted after ") {
		t.Errorf("stderr %q", said)
	}
	quiet := call(t, "", "campaign", "--self", "--seed", "1", "--cases", "30")
	if quiet.status != statusHolds || quiet.stderr != "" {
		t.Errorf("without a terminal: status %d, stderr %q", quiet.status, quiet.stderr)
	}
}

// Guards contract, section 10, and docs/campaigns.md: an implementation that declares bundles
// is asked about generated ones, and our own finds in them what was planted.
func TestBundlesOfACampaign(t *testing.T) {
	for _, level := range []tspi.Level{tspi.Hardened, tspi.Core} {
		own := BuiltIn(Call{LookupEnv: environment(nil), Now: time.Now}, level)
		s, err := campaign.Run(t.Context(), conformance.InProcess(own),
			campaign.Options{Level: level, Seed: 21, Cases: 25})
		if err != nil {
			t.Fatal(err)
		}
		last := s.Rules[len(s.Rules)-1]
		if s.Verdict != campaign.Held || last.Rule != campaign.RuleBundles || last.Tables == 0 {
			t.Errorf("%s: %s, %+v, %+v", level, s.Verdict, last, s.Counterexample)
		}
	}
}

// Guards docs/campaigns.md: the part that a pod of an Indexed Job takes. The flag
// goes before the environment.
func TestCampaignShardOfTheEnvironment(t *testing.T) {
	for _, test := range []struct {
		name, flag string
		env        map[string]string
		want       string // "" for a refusal
	}{
		{"nothing", "", nil, "1/1"},
		{"flag", "2/3", nil, "2/3"},
		{"first pod", "", map[string]string{shardIndexVariable: "0", shardCountVariable: "3"}, "1/3"},
		{"last pod", "", map[string]string{shardIndexVariable: "2", shardCountVariable: "3"}, "3/3"},
		{"one pod too many", "", map[string]string{shardIndexVariable: "3", shardCountVariable: "3"}, ""},
		{"no count", "", map[string]string{shardIndexVariable: "0"}, ""},
		{"no index", "", map[string]string{shardCountVariable: "3"}, "1/1"},
		{"flag in a pod", "1/1", map[string]string{shardIndexVariable: "0"}, "1/1"},
		{"an index that is none", "", map[string]string{shardIndexVariable: "-1", shardCountVariable: "3"}, ""},
		{"a count that is none", "", map[string]string{shardIndexVariable: "0", shardCountVariable: "many"}, ""},
	} {
		a := &app{call: Call{LookupEnv: environment(test.env)}}
		got, err := a.campaignShard(test.flag)
		if (err != nil) != (test.want == "") || err == nil && got.String() != test.want {
			t.Errorf("%s: %s, %v; want %q", test.name, got, err, test.want)
		}
	}
}

// Guards docs/campaigns.md: the commands that are shown ask the same implementation, and
// hold nobody's folders.
func TestAgainCommand(t *testing.T) {
	s := &campaign.Summary{Profile: "tspi", Level: "core", Seed: "7",
		Counterexample: &campaign.Counterexample{Case: 17}}
	for _, test := range []struct {
		name  string
		flags adapterFlags
		args  []string
		want  string
	}{
		{"self", adapterFlags{self: true}, nil, " --self"},
		{"plain words", adapterFlags{}, []string{"python3", "adapter.py", "--level", "core"},
			" -- python3 adapter.py --level core"},
		{"a value that may be a secret", adapterFlags{}, []string{"python3", "adapter.py", "--level=core"}, " -- …"},
		{"a word that announces one", adapterFlags{}, []string{"./adapter", "--Token", "hunter2"}, " -- …"},
		{"one that looks like one", adapterFlags{}, []string{"./adapter", "ghp_" + strings.Repeat("16C7e42F292c", 3)},
			" -- …"},
		{"one-shot", adapterFlags{oneShot: true}, []string{"./adapter"}, " --one-shot -- ./adapter"},
		{"somebody's folder", adapterFlags{}, []string{"/home/me/adapter"}, " -- …"},
		{"a word for a shell", adapterFlags{}, []string{"sh", "-c", "a b $c"}, " -- sh -c 'a b $c'"},
		{"a word that no quotes hold", adapterFlags{}, []string{"sh", "-c", "a'b\x1b"}, " -- …"},
	} {
		got := againCommand(campaignFlags{adapter: &test.flags}, s, s.Counterexample, test.args)
		if want := "tspi campaign --level core --seed 7 --cases 18 --shard 18/18" + test.want; got != want {
			t.Errorf("%s: %s, want %s", test.name, got, want)
		}
	}
	s.Counterexample.Case = 0
	if got := againCommand(campaignFlags{adapter: &adapterFlags{self: true}}, s, s.Counterexample,
		nil); !strings.HasSuffix(got, "--cases 1 --shard 1/2 --self") {
		t.Errorf("the first case: %s", got)
	}
}
