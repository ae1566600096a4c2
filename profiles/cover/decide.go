package cover

import (
	"cmp"
	"maps"
	"slices"

	"github.com/tspi-dev/harness/internal/strict"
)

// Answer is what cover.decide answers (section 5).
type Answer struct {
	Rows    []Row   `json:"rows"` // by begin_ms, then id
	Summary Summary `json:"summary"`
}

// Row is what is known of one span.
type Row struct {
	ID       string   `json:"id"`
	Unit     string   `json:"unit"`     // of the figure: microjoule, microsecond, kibibyte
	Figure   *int64   `json:"figure"`   // nil: not known
	Coverage string   `json:"coverage"` // whole, partial
	Gaps     []string `json:"gaps"`     // in text order
	Declared bool     `json:"declared"` // by the operator
	StartSeq *int64   `json:"start_seq"`
	StopSeq  *int64   `json:"stop_seq"`
}

// Summary counts the rows.
type Summary struct {
	Unit         string         `json:"unit"`
	SpanCount    int            `json:"span_count"`
	WholeCount   int            `json:"whole_count"`
	PartialCount int            `json:"partial_count"`
	UnreadCount  int            `json:"unread_count"` // rows without a figure
	GapCounts    map[string]int `json:"gap_counts"`   // rows by gap
}

const (
	whole   = "whole"
	partial = "partial"
)

// Decide answers cover.decide. The error is a *[law.InputError]; nothing was decided then.
func Decide(facts strict.Value) (*Answer, error) {
	f, err := ReadFacts(facts)
	if err != nil {
		return nil, err
	}
	return f.Decide(), nil
}

// Decide gives a row for each span, and their summary.
func (f *Facts) Decide() *Answer {
	a := &Answer{Rows: []Row{}, Summary: Summary{Unit: f.unit().name, SpanCount: len(f.Spans),
		GapCounts: map[string]int{}}}
	for _, s := range f.judge() {
		a.Rows = append(a.Rows, s.Row)
		a.Summary.add(&s.Row)
	}
	slices.SortFunc(a.Rows, func(x, y Row) int { return cmp.Compare(x.ID, y.ID) })
	begin := make(map[string]int64, len(f.Spans))
	for i := range f.Spans {
		begin[f.Spans[i].ID] = f.Spans[i].BeginMS
	}
	slices.SortStableFunc(a.Rows, func(x, y Row) int { return cmp.Compare(begin[x.ID], begin[y.ID]) })
	return a
}

func (s *Summary) add(row *Row) {
	if row.Coverage == whole {
		s.WholeCount++
	} else {
		s.PartialCount++
	}
	if row.Figure == nil {
		s.UnreadCount++
	}
	for _, gap := range row.Gaps {
		s.GapCounts[gap]++
	}
}

// spanRow is a span under judgement.
type spanRow struct {
	Row
	span *Span
	ends ends
	gaps map[string]bool
	// reading and sums are those of a span whose ends are read; else reading is nil.
	reading *reading
	sums    sums
}

// judge gives the rows in the order of the spans.
func (f *Facts) judge() []*spanRow {
	w := newWorld(f)
	rows := make([]*spanRow, len(f.Spans))
	byRoot := map[Incarnation][]*spanRow{}
	var roots []Incarnation // in the order of the spans
	for i := range f.Spans {
		span := &f.Spans[i]
		rows[i] = &spanRow{span: span}
		if byRoot[span.Root] == nil {
			roots = append(roots, span.Root)
		}
		byRoot[span.Root] = append(byRoot[span.Root], rows[i])
	}
	occurs := w.occurrences(roots)
	s, last := newScratch(len(w.numbers)), newScratch(len(w.numbers))
	var groups []*stopping
	for _, root := range roots {
		c := w.newCourse(root, occurs[root], s)
		groups = append(groups, c.readAll(byRoot[root], s, last)...)
	}
	markShared(groups, len(w.numbers))
	for _, row := range rows {
		row.conclude(w)
	}
	return rows
}

// occurrences are the walks that have a row of each root, in order.
func (w *world) occurrences(roots []Incarnation) map[Incarnation][]int32 {
	isRoot := map[int32]Incarnation{}
	for _, root := range roots {
		if number, known := w.numbers[root]; known {
			isRoot[number] = root
		}
	}
	occurs := map[Incarnation][]int32{}
	for i := range w.walks {
		for _, who := range w.walks[i].who {
			if root, ok := isRoot[who]; ok {
				occurs[root] = append(occurs[root], int32(i))
			}
		}
	}
	return occurs
}

// readAll finds the ends of the spans of one root and reads those that can be read. It
// returns the spans that are read by their stop walks.
func (c *course) readAll(rows []*spanRow, s, last *scratch) []*stopping {
	asked := map[pair]bool{}
	for _, row := range rows {
		row.ends, row.gaps = c.findEnds(row.span)
		if row.ends.areRead() {
			asked[row.ends.pair()] = true
		}
	}
	made := c.readings(slices.Collect(maps.Keys(asked)), s, last)
	byStop := map[int]*stopping{}
	var groups []*stopping
	for _, row := range rows {
		if !row.ends.areRead() {
			continue
		}
		row.read(made[row.ends.pair()])
		g := byStop[row.ends.stop]
		if g == nil {
			g = &stopping{start: row.ends.start, stop: row.ends.stop, terms: row.reading.terms}
			byStop[row.ends.stop] = g
			groups = append(groups, g)
		}
		g.start = min(g.start, row.ends.start)
		g.spans = append(g.spans, row)
	}
	return groups
}

func (e *ends) pair() pair { return pair{e.start, e.stop} }

// read takes over what the two walks say, and what the begin of this span adds to it.
func (row *spanRow) read(r *reading) {
	row.reading = r
	for _, gap := range r.gaps {
		row.gaps[gap] = true
	}
	predating, born := r.split(row.span.BeginMS)
	if predating.count > 0 {
		row.gaps[gapPredatesSpan] = true
	}
	row.sums = r.sums(predating, born)
}

// conclude fills in the row when all gaps are known.
func (row *spanRow) conclude(w *world) {
	unit := w.unit()
	row.ID, row.Unit, row.Coverage = row.span.ID, unit.name, partial
	row.Declared = row.span.DeclaredBy != nil && *row.span.DeclaredBy == byOperator
	row.Gaps = append([]string{}, slices.Sorted(maps.Keys(row.gaps))...)
	if len(row.Gaps) == 0 && row.Declared {
		row.Coverage = whole
	}
	if row.ends.start >= 0 && row.ends.settled {
		row.StartSeq = &w.Walks[row.ends.start].Seq
	}
	if row.ends.stop >= 0 {
		row.StopSeq = &w.Walks[row.ends.stop].Seq
	}
	if row.reading != nil && !row.gaps[gapUnreadable] && !row.reading.rootMissing {
		figure := unit.roundUp(row.sums.right)
		row.Figure = &figure
	}
}

func (u figureUnit) roundUp(sum int64) int64 { return (sum + u.divisor - 1) / u.divisor }
