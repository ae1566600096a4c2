package ident

import "github.com/tspi-dev/harness/internal/strict"

// Answer is what ident.decide answers (section 4).
type Answer struct {
	Rows    []Row   `json:"rows"` // one a record, in their order
	Summary Summary `json:"summary"`
}

// Summary counts the rows.
type Summary struct {
	RecordCount               int      `json:"record_count"`
	OwnedCount                int      `json:"owned_count"`
	GoneCount                 int      `json:"gone_count"`
	ForeignCount              int      `json:"foreign_count"`
	UnverifiableCount         int      `json:"unverifiable_count"`
	SignalPermittedCount      int      `json:"signal_permitted_count"`
	GroupSignalPermittedCount int      `json:"group_signal_permitted_count"`
	Coverage                  string   `json:"coverage"` // whole, partial
	Gaps                      []string `json:"gaps"`     // ids of the unverifiable records, in their order
}

// Decide answers ident.decide. The error is a *[law.InputError]; nothing was decided then.
func Decide(facts strict.Value) (*Answer, error) {
	f, err := ReadFacts(facts)
	if err != nil {
		return nil, err
	}
	return f.Decide(), nil
}

// Decide gives a row for each record, and their summary.
func (f *Facts) Decide() *Answer {
	l := newLook(indexRecords(f), f.Observations, f.Groups)
	a := &Answer{Rows: make([]Row, len(f.Records)), Summary: Summary{RecordCount: len(f.Records), Gaps: []string{}}}
	for i := range f.Records {
		a.Rows[i] = l.row(&f.Records[i])
		a.Summary.add(&a.Rows[i])
	}
	a.Summary.Coverage = "whole"
	if len(a.Summary.Gaps) > 0 {
		a.Summary.Coverage = "partial"
	}
	return a
}

func (s *Summary) add(row *Row) {
	switch row.Verdict {
	case Owned:
		s.OwnedCount++
	case Gone:
		s.GoneCount++
	case Foreign:
		s.ForeignCount++
	case Unverifiable:
		s.UnverifiableCount++
		s.Gaps = append(s.Gaps, row.ID)
	}
	if row.SignalPermitted {
		s.SignalPermittedCount++
	}
	if row.GroupSignalPermitted {
		s.GroupSignalPermittedCount++
	}
}
