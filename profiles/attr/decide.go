package attr

import (
	"strconv"

	"github.com/tspi-dev/harness/internal/strict"
)

// Answer is what attr.decide answers (sections 3 and 4).
type Answer struct {
	Rows    []Row   `json:"rows"`
	Summary Summary `json:"summary"`
}

// Summary counts rows and processes.
type Summary struct {
	RowCount      int    `json:"row_count"`
	EligibleCount int    `json:"eligible_count"`
	FindingCount  int    `json:"finding_count"`
	ProcessCount  int    `json:"process_count"` // processes in rows
	UnreadCount   int    `json:"unread_count"`  // in no row, and their environment could not be read
	OutsideCount  int    `json:"outside_count"` // all others
	RSSKiB        *int64 `json:"rss_kib"`
	PSSKiB        *int64 `json:"pss_kib"`
	CPUPermille   *int64 `json:"cpu_permille"`
}

// Decide answers attr.decide. The error is a *[law.InputError]; nothing was decided then.
func Decide(facts strict.Value) (*Answer, error) {
	f, err := ReadFacts(facts)
	if err != nil {
		return nil, err
	}
	return f.Decide(), nil
}

// Decide gives the rows and their summary.
func (f *Facts) Decide() *Answer { return newWorld(f).answer() }

func (w *world) answer() *Answer {
	a := &Answer{Rows: w.rows()}
	s := &a.Summary
	s.RowCount = len(a.Rows)
	var rss, pss, cpu int64
	s.RSSKiB, s.PSSKiB, s.CPUPermille = &rss, &pss, &cpu
	for i := range a.Rows {
		r := &a.Rows[i]
		s.FindingCount += len(r.Findings)
		if r.Reclaim.Verdict == eligible {
			s.EligibleCount++
		}
		s.ProcessCount += len(r.PIDs)
		if len(r.PIDs) > 0 {
			s.RSSKiB, s.PSSKiB, s.CPUPermille = plus(s.RSSKiB, r.RSSKiB), plus(s.PSSKiB, r.PSSKiB),
				plus(s.CPUPermille, r.CPUPermille)
		}
	}
	for i := range w.owners {
		switch {
		case w.owners[i].id != "":
		case w.Processes[i].Declared == nil:
			s.UnreadCount++
		default:
			s.OutsideCount++
		}
	}
	return a
}

// plus is a sum that is unknown where one of both is.
func plus(sum, figure *int64) *int64 {
	if sum == nil || figure == nil {
		return nil
	}
	total := *sum + *figure
	return &total
}

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }
