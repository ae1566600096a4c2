package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/plain"
)

// Plot is a plot of lines over a common axis.
type Plot struct {
	Title string
	Note  string // what to see in it, in a sentence
	// XName and YName name the axes, with their units.
	XName, YName string
	Series       []Series // at most 8, of at most 5,000 points
}

// Series is one line of a [Plot]. Its points run from left to right.
type Series struct {
	Name   string
	Points []Point
}

// Point is a point in the units of its plot's axes.
type Point struct{ X, Y float64 }

// The paper of a plot, in pixels.
const (
	plotWidth, plotHeight = 900, 320
	plotLeft, plotRight   = 76, 20
	plotTop, plotBottom   = 20, 52
	plotTicks             = 6
	maxTableRows          = 60 // of the numbers below a plot
	plotBaseline, plotEnd = plotHeight - plotBottom, plotWidth - plotRight
)

type drawnPlot struct {
	ID int
	Plot
	// The paper: its size, and where its axes stand.
	Width, Height, Left, End, Top, Baseline int

	XTicks, YTicks []tick
	Lines          []plotLine
	Rows           []plotRow // the numbers, for who does not see the lines
	Hidden         int
}

// tick is a mark of an axis: where it stands and what it says.
type tick struct {
	At    string
	Label string
}

type plotLine struct {
	Name  string
	Style int
	Path  string
	Last  string // its last value
}

type plotRow struct {
	X     string
	Cells []string
}

func (p Plot) draw(id int) (drawnPlot, error) {
	d := drawnPlot{ID: id, Plot: p, Width: plotWidth, Height: plotHeight, Left: plotLeft, End: plotEnd, Top: plotTop,
		Baseline: plotBaseline}
	if len(p.Series) == 0 || len(p.Series) > maxChartSeries {
		return d, fmt.Errorf("want 1 to %d lines, got %d", maxChartSeries, len(p.Series))
	}
	x, y := axis{math.Inf(1), math.Inf(-1)}, axis{0, 0}
	for _, s := range p.Series {
		if len(s.Points) == 0 || len(s.Points) > maxChartPoints {
			return d, fmt.Errorf("line %q: want 1 to %d points, got %d", plain.Clip(s.Name, 60), maxChartPoints,
				len(s.Points))
		}
		for i, point := range s.Points {
			if !isFinite(point.X) || !isFinite(point.Y) || i > 0 && point.X < s.Points[i-1].X {
				return d, fmt.Errorf("line %q: want finite numbers from left to right, point %d is not",
					plain.Clip(s.Name, 60), i)
			}
			x, y = x.with(point.X), y.with(point.Y)
		}
	}
	y = y.rounded()
	for _, at := range x.ticks() {
		d.XTicks = append(d.XTicks, tick{fixed(x.place(at, plotLeft, plotEnd)), number(at)})
	}
	for _, at := range y.ticks() {
		d.YTicks = append(d.YTicks, tick{fixed(y.place(at, plotBaseline, plotTop)), number(at)})
	}
	for i, s := range p.Series {
		var path strings.Builder
		for n, point := range s.Points {
			command := "L"
			if n == 0 {
				command = "M"
			}
			path.WriteString(command + fixed(x.place(point.X, plotLeft, plotEnd)) + " " +
				fixed(y.place(point.Y, plotBaseline, plotTop)))
		}
		d.Lines = append(d.Lines, plotLine{s.Name, i % 4, path.String(), number(s.Points[len(s.Points)-1].Y)})
	}
	d.Rows, d.Hidden = p.table()
	return d, nil
}

// table is the plot in numbers: one row for each point of the first line, and
// what the other lines have at the same place.
func (p Plot) table() (rows []plotRow, hidden int) {
	first := p.Series[0].Points
	for i, point := range first {
		if i == maxTableRows {
			return rows, len(first) - i
		}
		row := plotRow{X: number(point.X)}
		for _, s := range p.Series {
			cell := "–"
			if i < len(s.Points) && s.Points[i].X == point.X {
				cell = number(s.Points[i].Y)
			}
			row.Cells = append(row.Cells, cell)
		}
		rows = append(rows, row)
	}
	return rows, 0
}

// axis is the range of one.
type axis struct{ low, high float64 }

func (a axis) with(v float64) axis { return axis{math.Min(a.low, v), math.Max(a.high, v)} }

// step is a round distance between two ticks.
func (a axis) step() float64 {
	span := a.high - a.low
	if span <= 0 {
		return 1
	}
	raw := span / plotTicks
	unit := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, factor := range []float64{1, 2, 5} {
		if raw <= factor*unit {
			return factor * unit
		}
	}
	return 10 * unit
}

// rounded ends an axis at a tick.
func (a axis) rounded() axis {
	step := a.step()
	return axis{math.Floor(a.low/step) * step, math.Max(math.Ceil(a.high/step)*step, math.Floor(a.low/step)*step+step)}
}

func (a axis) ticks() []float64 {
	step := a.step()
	var ticks []float64
	for at := math.Ceil(a.low/step) * step; at <= a.high+step/1000 && len(ticks) <= 2*plotTicks; at += step {
		ticks = append(ticks, at)
	}
	return ticks
}

// place maps a value to a pixel between two ends.
func (a axis) place(v, low, high float64) float64 {
	if a.high <= a.low {
		return low
	}
	return low + (v-a.low)/(a.high-a.low)*(high-low)
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// fixed is a pixel with one decimal: enough to see, and the same on every
// machine.
func fixed(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

// number is a value as people read it: four digits that count.
func number(v float64) string {
	if math.Abs(v) >= 1000 {
		return strconv.FormatFloat(math.Round(v), 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
