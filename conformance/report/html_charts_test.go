package report

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
)

func charts(t *testing.T, p ChartPage) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteCharts(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func smallPlot() Plot {
	return Plot{Title: "Rate", XName: "seconds", YName: "tables a second", Series: []Series{
		{"all", []Point{{0, 0}, {10, 50}, {20, 100}}}, {"cycles", []Point{{0, 0}, {20, 25}}}}}
}

func smallMap() Heatmap {
	return Heatmap{Title: "Kills", RowName: "mutant", ColumnName: "clause", ValueName: "cases",
		Columns: []string{"4.init", "5.keep", "6.rows"},
		Rows: []HeatRow{{"forgets-init", []int{12, 0, 1}, 0}, {"keeps-nothing", []int{0, 0, 3}, 1},
			{"control", []int{0, 0, 0}, -1}}}
}

// docs/reports.md: a plot is drawn by Go to the pixel: axes from zero, round ticks, a path
// for each line, and the numbers beside it.
func TestPlotIsDrawn(t *testing.T) {
	d, err := smallPlot().draw(0)
	if err != nil {
		t.Fatal(err)
	}
	if want := []tick{{"76.0", "0"}, {"277.0", "5"}, {"478.0", "10"}, {"679.0", "15"},
		{"880.0", "20"}}; !slices.Equal(d.XTicks, want) {
		t.Errorf("across %v", d.XTicks)
	}
	if want := []tick{{"268.0", "0"}, {"218.4", "20"}, {"168.8", "40"}, {"119.2", "60"}, {"69.6", "80"},
		{"20.0", "100"}}; !slices.Equal(d.YTicks, want) {
		t.Errorf("up %v", d.YTicks)
	}
	if got := d.Lines; got[0].Path != "M76.0 268.0L478.0 144.0L880.0 20.0" ||
		got[1].Path != "M76.0 268.0L880.0 206.0" || got[1].Last != "25" || got[1].Style != 1 {
		t.Errorf("lines %+v", got)
	}
	var rows []string
	for _, r := range d.Rows {
		rows = append(rows, r.X+" "+strings.Join(r.Cells, " "))
	}
	if want := []string{"0 0 0", "10 50 –", "20 100 –"}; !slices.Equal(rows, want) {
		t.Errorf("numbers %q", rows)
	}
}

// What cannot be drawn is refused; its neighbour is drawn.
func TestPlotRefuses(t *testing.T) {
	points := func(points ...Point) Plot { return Plot{Series: []Series{{"a", points}}} }
	many := make([]Point, maxChartPoints+1)
	for name, test := range map[string]struct {
		plot Plot
		ok   bool
	}{
		"one point":      {points(Point{1, 1}), true},
		"no point":       {points(), false},
		"no line":        {Plot{}, false},
		"eight lines":    {Plot{Series: slices.Repeat(points(Point{1, 1}).Series, 8)}, true},
		"nine lines":     {Plot{Series: slices.Repeat(points(Point{1, 1}).Series, 9)}, false},
		"not a number":   {points(Point{1, math.NaN()}), false},
		"infinite":       {points(Point{math.Inf(1), 1}), false},
		"same place":     {points(Point{1, 1}, Point{1, 2}), true},
		"backwards":      {points(Point{2, 1}, Point{1, 2}), false},
		"negative":       {points(Point{-2, -1}, Point{1, 2}), true},
		"most points":    {points(many[1:]...), true},
		"too many":       {points(many...), false},
		"tiny and large": {points(Point{0, 1e-9}, Point{1e12, 1e12}), true},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := test.plot.draw(0)
			if (err == nil) != test.ok {
				t.Errorf("got %v", err)
			}
			if test.ok && (len(d.XTicks) > 2*plotTicks+1 || len(d.YTicks) < 2 || len(d.YTicks) > 2*plotTicks+1) {
				t.Errorf("%d and %d ticks", len(d.XTicks), len(d.YTicks))
			}
		})
	}
}

// docs/reports.md: the kill matrix as a heat map: shades by count, a frame where a count
// is wanted, a bold one where it is missing, and all of it in words.
func TestHeatmapIsDrawn(t *testing.T) {
	d, err := smallMap().draw(0)
	if err != nil {
		t.Fatal(err)
	}
	var cells []heatCellRect
	for _, c := range d.Cells {
		c.Title = ""
		cells = append(cells, c)
	}
	if want := []heatCellRect{{X: 230, Y: 110, Level: 4}, {X: 260, Y: 110, Level: 2},
		{X: 260, Y: 125, Level: 3}}; !slices.Equal(cells, want) {
		t.Errorf("cells %+v", cells)
	}
	if d.Cells[0].Title != "forgets-init, 4.init: 12 cases" || len(d.Targets) != 2 || d.Targets[0].Miss ||
		!d.Targets[1].Miss || d.Missed != 1 {
		t.Errorf("%s, targets %+v", d.Cells[0].Title, d.Targets)
	}
	if want := []heatLine{{"forgets-init", "4.init", "4.init 12, 6.rows 1"}, {"keeps-nothing", "5.keep", "6.rows 3"},
		{"control", "–", "none"}}; !slices.Equal(d.Lines, want) {
		t.Errorf("in words %q", d.Lines)
	}
	for name, spoil := range map[string]func(*Heatmap){
		"a cell too few": func(h *Heatmap) { h.Rows[0].Cells = h.Rows[0].Cells[:2] },
		"no row":         func(h *Heatmap) { h.Rows = nil },
		"no column":      func(h *Heatmap) { h.Columns = nil },
		"negative":       func(h *Heatmap) { h.Rows[0].Cells[1] = -1 },
		"target":         func(h *Heatmap) { h.Rows[0].Target = 3 },
	} {
		h := smallMap()
		spoil(&h)
		if _, err := h.draw(0); err == nil {
			t.Errorf("%s: is drawn", name)
		}
	}
}

// A page of charts is as closed as a report's, the same bytes each time, and shows
// hostile names as text.
func TestChartPage(t *testing.T) {
	page := func(name string) ChartPage {
		plot, heat := smallPlot(), smallMap()
		plot.Title, plot.Note, plot.XName, plot.YName, plot.Series[0].Name = name, name, name, name, name
		heat.Title, heat.Note, heat.RowName, heat.ValueName, heat.Columns[1], heat.Rows[0].Name = name, name, name,
			name, name, name
		return ChartPage{Kicker: name, Title: name, Word: name, Sentence: name, Facts: []Fact{{name, name}},
			Lists: []List{{name, []string{name}, name}}, Details: []List{{name, []string{name}, name}},
			Plots: []Plot{plot}, Heatmaps: []Heatmap{heat}}
	}
	harmless, hostile := charts(t, page("word")), charts(t, page(`"><script>x</script><img onerror=x>`))
	if strings.Count(harmless, "<") != strings.Count(hostile, "<") || strings.Count(harmless, "word") < 30 {
		t.Error("a hostile name becomes markup")
	}
	if charts(t, page("word")) != harmless {
		t.Error("two pages of the same charts differ")
	}
	if !strings.Contains(harmless, "default-src &#39;none&#39;") || strings.Contains(harmless, "NaN") {
		t.Error("the page is not closed, or a number is none")
	}
	if got := charts(t, ChartPage{Title: "a", Good: true}); !strings.Contains(got, "t-pass") ||
		strings.Contains(got, "t-fail\"") {
		t.Error("a good verdict is shown as a bad one")
	}
	if err := WriteCharts(&bytes.Buffer{}, ChartPage{Plots: []Plot{{Title: "empty"}}}); err == nil ||
		!strings.Contains(err.Error(), `"empty"`) {
		t.Errorf("an empty plot gives %v", err)
	}
	long := charts(t, ChartPage{Lists: []List{{Title: "l", Items: slices.Repeat([]string{"item"}, maxChartItems+5)}}})
	if strings.Count(long, ">item<") != maxChartItems || !strings.Contains(long, "and 5 more") {
		t.Error("a long list is not cut")
	}
}
