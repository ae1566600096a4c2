package report

import (
	"fmt"
	"math"

	"github.com/tspi-dev/harness/internal/plain"
)

// Heatmap is a matrix of counts, such as which clause's cases reject which wrong
// implementation.
type Heatmap struct {
	Title string
	Note  string // what to see in it, in a sentence
	// RowName and ColumnName say what rows and columns are, ValueName what is
	// counted: "mutant", "clause", "cases".
	RowName, ColumnName, ValueName string
	Columns                        []string
	Rows                           []HeatRow // at most 1,000, of at most 200 columns
}

// HeatRow is one row of a [Heatmap].
type HeatRow struct {
	Name  string
	Cells []int // one for each column, none negative
	// Target is the column in which a count above zero is wanted, -1 where there is
	// no such column. It gets a frame, and a bold one where the count is zero.
	Target int
}

// The paper of a heat map, in pixels.
const (
	heatCell    = 15
	heatLeft    = 230
	heatTop     = 110
	heatMargin  = 8
	heatLevels  = 4
	maxHeatName = 34
)

type drawnMap struct {
	ID int
	Heatmap
	Width, Height, Cell int // pixels
	Labels, Heads       []heatLabel
	Cells               []heatCellRect
	Targets             []heatCellRect
	Missed              int
	Lines               []heatLine // the numbers, for who does not see the colours
}

type heatLabel struct {
	X, Y int
	Text string
}

type heatCellRect struct {
	X, Y, Level int
	Miss        bool
	Title       string
}

// heatLine is a row in words.
type heatLine struct{ Name, Target, Text string }

func (h Heatmap) draw(id int) (drawnMap, error) {
	d := drawnMap{ID: id, Heatmap: h, Cell: heatCell, Width: heatLeft + len(h.Columns)*heatCell + heatMargin,
		Height: heatTop + len(h.Rows)*heatCell + heatMargin}
	if len(h.Rows) == 0 || len(h.Rows) > maxHeatRows || len(h.Columns) == 0 || len(h.Columns) > maxHeatColumns {
		return d, fmt.Errorf("want 1 to %d rows and 1 to %d columns, got %d and %d", maxHeatRows, maxHeatColumns,
			len(h.Rows), len(h.Columns))
	}
	most := 0
	for i, row := range h.Rows {
		if len(row.Cells) != len(h.Columns) || row.Target < -1 || row.Target >= len(h.Columns) {
			return d, fmt.Errorf("row %d: want a count for each column and a target among them", i)
		}
		for _, n := range row.Cells {
			if n < 0 {
				return d, fmt.Errorf("row %d: want counts, got a negative number", i)
			}
			most = max(most, n)
		}
	}
	for i, name := range h.Columns {
		d.Heads = append(d.Heads, heatLabel{heatLeft + i*heatCell + heatCell - 3, heatTop - 6, plain.Clip(name, 16)})
	}
	for i, row := range h.Rows {
		d.drawRow(i, row, most)
	}
	return d, nil
}

func (d *drawnMap) drawRow(i int, row HeatRow, most int) {
	y := heatTop + i*heatCell
	d.Labels = append(d.Labels, heatLabel{heatLeft - 6, y + heatCell - 3, plain.Clip(row.Name, maxHeatName)})
	line := heatLine{Name: row.Name, Target: "–"}
	for column, n := range row.Cells {
		x, name := heatLeft+column*heatCell, d.Columns[column]
		if n > 0 {
			d.Cells = append(d.Cells, heatCellRect{X: x, Y: y, Level: heatLevel(n, most),
				Title: fmt.Sprintf("%s, %s: %d %s", row.Name, name, n, d.ValueName)})
			if line.Text != "" {
				line.Text += ", "
			}
			line.Text += fmt.Sprintf("%s %d", name, n)
		}
		if column == row.Target {
			line.Target = name
			d.Targets = append(d.Targets, heatCellRect{X: x, Y: y, Miss: n == 0,
				Title: fmt.Sprintf("%s: wanted in %s, %d %s", row.Name, name, n, d.ValueName)})
			if n == 0 {
				d.Missed++
			}
		}
	}
	if line.Text == "" {
		line.Text = "none"
	}
	d.Lines = append(d.Lines, line)
}

// heatLevel is the shade of a count, 1 to 4. Counts are spread widely, so the
// shades go by their logarithm.
func heatLevel(n, most int) int {
	level := int(math.Ceil(heatLevels * math.Log1p(float64(n)) / math.Log1p(float64(most))))
	return min(max(level, 1), heatLevels)
}
