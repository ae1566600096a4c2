package report

import (
	"fmt"
	"io"

	"github.com/tspi-dev/harness/internal/plain"
)

// ChartPage is a page in the look of a report for what is measured and not
// certified: a campaign, the suite's own strength.
type ChartPage struct {
	Kicker string // what sort of report it is, in a few words
	Title  string
	// Word is the verdict, such as "Pass"; Good says how it is shown.
	Word, Sentence string
	Good           bool
	Facts          []Fact
	Lists          []List // what a reader has to look at
	Plots          []Plot
	Heatmaps       []Heatmap
	Details        []List // what stands below, folded
}

// Fact is a name and a value, such as a seed.
type Fact struct{ Name, Value string }

// List is a titled list, a line each, or a text whose lines and blanks count.
type List struct {
	Title string
	Items []string
	Text  string
}

const (
	maxChartItems  = 200
	maxChartSeries = 8
	maxChartPoints = 5000
	maxHeatRows    = 1000
	maxHeatColumns = 200
)

// WriteCharts writes the page. Its error is that of w, or says which chart is
// larger than a page may hold or contradicts itself. The same page gives the same
// bytes.
func WriteCharts(w io.Writer, p ChartPage) error {
	page := chartsPage{htmlSkin: newSkin(p.Title), ChartPage: p}
	for i, plot := range p.Plots {
		drawn, err := plot.draw(i)
		if err != nil {
			return fmt.Errorf("report: plot %q: %w", plain.Clip(plot.Title, 60), err)
		}
		page.DrawnPlots = append(page.DrawnPlots, drawn)
	}
	for i, h := range p.Heatmaps {
		drawn, err := h.draw(i)
		if err != nil {
			return fmt.Errorf("report: heat map %q: %w", plain.Clip(h.Title, 60), err)
		}
		page.DrawnMaps = append(page.DrawnMaps, drawn)
	}
	page.Lists, page.Details = shortLists(p.Lists), shortLists(p.Details)
	return writePage(w, "charts", page)
}

// shortLists cuts lists that are too long for a page.
func shortLists(lists []List) []List {
	out := make([]List, len(lists))
	for i, list := range lists {
		if more := len(list.Items) - maxChartItems; more > 0 {
			list.Items = append(list.Items[:maxChartItems:maxChartItems], fmt.Sprintf("and %d more", more))
		}
		list.Text = plain.Clip(list.Text, maxHTMLText)
		out[i] = list
	}
	return out
}

// chartsPage is what the template shows.
type chartsPage struct {
	htmlSkin
	ChartPage
	DrawnPlots []drawnPlot
	DrawnMaps  []drawnMap
}

// Tone is how the verdict is shown.
func (p chartsPage) Tone() string {
	if p.Good {
		return "pass"
	}
	return "fail"
}
