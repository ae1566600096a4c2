package cli

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	reporting "github.com/tspi-dev/harness/conformance/report"
)

// docs/reports.md: rate and shapes over time as plots. The rate of a step is what was
// judged in it, the mean what was judged since the start.
func TestCampaignPlots(t *testing.T) {
	start := time.Unix(1_800_000_000, 0)
	clock := start
	var shown []uint64
	options := campaign.Options{Progress: func(p campaign.Progress) { shown = append(shown, p.Cases) }}
	c := &campaignSamples{now: func() time.Time { return clock }}
	c.watch(&options)
	for _, s := range []struct {
		at     time.Duration
		cases  uint64
		shapes int
		shrink bool
	}{{0, 1, 2, false}, {time.Second, 101, 10, false}, {1050 * time.Millisecond, 103, 11, false},
		{3 * time.Second, 501, 12, false}, {4 * time.Second, 501, 12, true}} {
		clock = start.Add(s.at)
		options.Progress(campaign.Progress{Cases: s.cases, Shapes: s.shapes, Shrinking: s.shrink})
	}
	if len(shown) != 5 {
		t.Errorf("the terminal was told %v", shown)
	}
	plots := c.plots()
	if len(plots) != 2 {
		t.Fatalf("%d plots", len(plots))
	}
	for i, want := range []struct {
		of   []reporting.Point
		want []reporting.Point
	}{
		{plots[0].Series[0].Points, []reporting.Point{{X: 1, Y: 101}, {X: 3, Y: 200}}},
		{plots[0].Series[1].Points, []reporting.Point{{X: 1, Y: 101}, {X: 3, Y: 167}}},
		{plots[1].Series[0].Points, []reporting.Point{{X: 0, Y: 2}, {X: 1, Y: 10}, {X: 3, Y: 12}}},
	} {
		if !slices.Equal(want.of, want.want) {
			t.Errorf("line %d is %v, want %v", i, want.of, want.want)
		}
	}
}

// A night takes no more room than a minute: the samples thin out.
func TestCampaignSamplesAreBounded(t *testing.T) {
	c := &campaignSamples{step: firstSampleStep}
	const hours = 10
	for ms := 0; ms < hours*3_600_000; ms += 50 {
		c.note(time.Duration(ms)*time.Millisecond, campaign.Progress{Cases: uint64(ms)})
	}
	n := len(c.samples)
	if n < mostSamples/2-1 || n >= mostSamples || c.samples[n-1].seconds < hours*3600*0.98 {
		t.Errorf("%d samples, the last at %.0f s", n, c.samples[n-1].seconds)
	}
	if !slices.IsSortedFunc(c.samples, func(a, b campaignSample) int { return int(a.cases) - int(b.cases) }) {
		t.Error("they are out of order")
	}
}

// The page says the verdict and what asks again, and holds none of the adapter's
// own words.
func TestCampaignPage(t *testing.T) {
	s := &campaign.Summary{Level: "hardened", Seed: "7", Shard: campaign.Shard{Index: 1, Count: 1},
		Verdict:        campaign.Held,
		Implementation: conformance.Description{Name: "acme", Version: "2"},
		Shapes:         []campaign.ShapeCount{{Shape: "cycle", Tables: 12}}}
	page := campaignPage(s, &campaignSamples{}, nil)
	if !page.Good || page.Word != "Held" || page.Lists != nil || page.Plots != nil ||
		page.Details[0].Items[0] != "cycle: 12 tables" {
		t.Errorf("got %+v", page)
	}
	s.Verdict, s.Counterexample = campaign.Failed, &campaign.Counterexample{Case: 4}
	page = campaignPage(s, &campaignSamples{}, func(c *campaign.Counterexample) string {
		return againCommand(campaignFlags{adapter: &adapterFlags{}}, s, c, nil)
	})
	if text := page.Lists[0].Text; page.Good || page.Word != "Failed" ||
		!strings.Contains(text, "again: tspi campaign --seed 7 --cases 5 --shard 5/5 -- …\n") {
		t.Errorf("good %v, %s:\n%s", page.Good, page.Word, text)
	}
	s.Verdict, s.Counterexample, s.Problems = campaign.NoVerdict, nil, []string{"nothing was judged"}
	if page = campaignPage(s, &campaignSamples{}, nil); page.Good || page.Word != "No verdict" ||
		!slices.Equal(page.Lists[0].Items, s.Problems) {
		t.Errorf("got %+v", page)
	}
}

// --report takes html=PATH and nothing else.
func TestCampaignReportFlag(t *testing.T) {
	good := t.TempDir() + "/page.html"
	for flag, want := range map[string]string{"": "", "html=" + good: good, "html=": "!", "json=" + good: "!",
		good: "!", "html=/no/such/folder/page.html": "!"} {
		path, err := campaignReport(flag)
		if (err != nil) != (want == "!") || err == nil && path != want {
			t.Errorf("%q: got %q, %v", flag, path, err)
		}
	}
}
