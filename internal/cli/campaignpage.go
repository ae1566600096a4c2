package cli

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/tspi-dev/harness/conformance/campaign"
	reporting "github.com/tspi-dev/harness/conformance/report"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
)

// campaignSample is how far a campaign was at a time.
type campaignSample struct {
	seconds float64
	cases   uint64
	shapes  int
}

// campaignSamples writes down how a campaign goes, in equal steps of time. When
// there are many, every other one is dropped and the step doubled, so that a night
// takes no more room than a minute.
type campaignSamples struct {
	now     func() time.Time
	began   time.Time
	step    time.Duration
	next    time.Duration
	samples []campaignSample
}

const (
	firstSampleStep = 100 * time.Millisecond
	mostSamples     = 400
)

// watch has a campaign's progress written down beside whatever is done with it
// already.
func (c *campaignSamples) watch(o *campaign.Options) {
	c.began, c.step, c.next = c.now(), firstSampleStep, 0
	before := o.Progress
	o.Progress = func(p campaign.Progress) {
		if before != nil {
			before(p)
		}
		if !p.Shrinking {
			c.note(c.now().Sub(c.began), p)
		}
	}
}

func (c *campaignSamples) note(passed time.Duration, p campaign.Progress) {
	if passed < c.next {
		return
	}
	c.samples = append(c.samples, campaignSample{passed.Seconds(), p.Cases, p.Shapes})
	if len(c.samples) == mostSamples {
		kept := c.samples[:0]
		for i := 1; i < mostSamples; i += 2 {
			kept = append(kept, c.samples[i])
		}
		c.samples, c.step = kept, 2*c.step
	}
	c.next = passed + c.step
}

// plots are the rate and the shapes over time; nothing where there are too few
// samples to draw a line.
func (c *campaignSamples) plots() []reporting.Plot {
	if len(c.samples) < 3 {
		return nil
	}
	rate, mean, shapes := reporting.Series{Name: "in each step"}, reporting.Series{Name: "since the start"},
		reporting.Series{Name: "shapes seen"}
	last := campaignSample{}
	for _, s := range c.samples {
		if s.seconds > last.seconds {
			rate.Points = append(rate.Points,
				reporting.Point{X: s.seconds, Y: float64(s.cases-last.cases) / (s.seconds - last.seconds)})
			mean.Points = append(mean.Points, reporting.Point{X: s.seconds, Y: float64(s.cases) / s.seconds})
			last = s
		}
		shapes.Points = append(shapes.Points, reporting.Point{X: s.seconds, Y: float64(s.shapes)})
	}
	if len(rate.Points) == 0 {
		return nil // the clock stands
	}
	const seconds = "seconds since the start"
	return []reporting.Plot{
		{Title: "Tables a second", Note: "A rate that falls points to a leak or to a machine that is busy.",
			XName: seconds, YName: "tables a second",
			Series: []reporting.Series{rate, mean}},
		{Title: "Shapes of tables seen", Note: fmt.Sprintf("There are %d shapes, such as a cycle or a reused pid.",
			len(tspigen.AllShapes())), XName: seconds, YName: "shapes",
			Series: []reporting.Series{shapes}},
	}
}

// campaignPage is the outcome of a campaign as a page. again is the command that
// asks the counterexample once more, without the adapter's own words: pages are
// passed on.
func campaignPage(s *campaign.Summary, c *campaignSamples,
	again func(*campaign.Counterexample) string) reporting.ChartPage {
	p := reporting.ChartPage{
		Kicker: "tspi campaign", Title: fmt.Sprintf("%s %s before generated tables", s.Implementation.Name,
			s.Implementation.Version),
		Facts: []reporting.Fact{
			{Name: "Level", Value: s.Level},
			{Name: "Tables judged", Value: fmt.Sprint(s.Cases)},
			{Name: "Seed", Value: s.Seed},
			{Name: "Shard", Value: fmt.Sprintf("%d of %d", s.Shard.Index, s.Shard.Count)},
			{Name: "Compared with", Value: s.Model},
			{Name: "Tables digest", Value: s.Digest},
			{Name: "Harness", Value: "tspi " + s.Harness},
		},
		Plots: c.plots(),
	}
	switch s.Verdict {
	case campaign.Held:
		p.Word, p.Good, p.Sentence = "Held", true, "No counterexample in all the tables that were planned."
	case campaign.Failed:
		p.Word, p.Sentence = "Failed", "There is a table to which an answer is wrong, or a shortcoming that needs none."
	default:
		p.Word, p.Sentence = "No verdict", "The campaign was interrupted, or proves nothing."
	}
	add := func(to *[]reporting.List, title string, items []string) {
		if len(items) > 0 {
			*to = append(*to, reporting.List{Title: title, Items: items})
		}
	}
	add(&p.Lists, "Problems", s.Problems)
	add(&p.Lists, "Shortcomings", s.Shortcomings)
	if s.Aborted != "" {
		add(&p.Lists, "Given up", []string{s.Aborted})
	}
	if s.Counterexample != nil {
		var b bytes.Buffer
		_ = campaign.WriteText(&b, s, func(c *campaign.Counterexample) []string { // a buffer takes everything
			command := again(c)
			if strings.HasSuffix(command, " --") {
				command += " …"
			}
			return []string{command}
		})
		p.Lists = append(p.Lists, reporting.List{Title: "Counterexamples", Text: b.String()})
	}
	var shapes, rules []string
	for _, shape := range s.Shapes {
		shapes = append(shapes, fmt.Sprintf("%s: %d tables", shape.Shape, shape.Tables))
	}
	for _, rule := range s.Rules {
		rules = append(rules, fmt.Sprintf("%s (%s): %d tables", rule.Rule, rule.Clause, rule.Tables))
	}
	add(&p.Details, "Shapes, and how many tables had each", shapes)
	add(&p.Details, "Properties, and how many tables each was held against", rules)
	return p
}

// campaignReport reads the value of --report: html=PATH, the one format that a
// campaign has besides its summary.
func campaignReport(flag string) (path string, err error) {
	if flag == "" {
		return "", nil
	}
	path, ok := strings.CutPrefix(flag, string(reporting.HTML)+"=")
	if !ok || path == "" {
		return "", unusable("--report: want html=PATH; --summary writes JSON")
	}
	return path, checkTarget(path)
}

// writeCampaignPage writes the page, where one is wanted.
func writeCampaignPage(path string, page reporting.ChartPage) error {
	if path == "" {
		return nil
	}
	var b bytes.Buffer
	if err := reporting.WriteCharts(&b, page); err != nil {
		return err
	}
	return writeFile(path, b.Bytes())
}
