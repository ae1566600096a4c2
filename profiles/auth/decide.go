package auth

import "github.com/tspi-dev/harness/internal/strict"

// Answer is what auth.decide answers (section 5).
type Answer struct {
	Rows    []Row   `json:"rows"` // one a request, in their order
	Summary Summary `json:"summary"`
}

// Row is the answer to one request.
type Row struct {
	ID                string       `json:"id"`
	Operation         string       `json:"operation"`
	Verdict           string       `json:"verdict"` // admit_mutation, admit_read, noop_historical, refuse
	Reason            string       `json:"reason"`
	JobID             *string      `json:"job_id"`
	Generation        *string      `json:"generation"`
	Approval          *string      `json:"approval"`
	SignalPermitted   *Incarnation `json:"signal_permitted"`
	CeilingOperations []string     `json:"ceiling_operations"`
	CeilingJobs       []int        `json:"ceiling_jobs"`     // places in granted.jobs
	CeilingLaunches   []int        `json:"ceiling_launches"` // places in granted.launches

	target *Identity // X, where it is known
}

// Summary counts the rows by verdict.
type Summary struct {
	RequestCount        int `json:"request_count"`
	AdmitMutationCount  int `json:"admit_mutation_count"`
	AdmitReadCount      int `json:"admit_read_count"`
	NoopHistoricalCount int `json:"noop_historical_count"`
	RefuseCount         int `json:"refuse_count"`
}

// Decide answers auth.decide. The error is a *[law.InputError]; nothing was decided then.
func Decide(facts strict.Value) (*Answer, error) {
	f, err := ReadFacts(facts)
	if err != nil {
		return nil, err
	}
	return f.Decide(), nil
}

// Decide judges the requests one by one, in their order.
func (f *Facts) Decide() *Answer {
	s := newStores(f)
	a := &Answer{Rows: make([]Row, len(f.Requests)), Summary: Summary{RequestCount: len(f.Requests)}}
	launched := map[string]bool{}
	for i := range f.Requests {
		q := &f.Requests[i]
		under := &admission{stores: s, q: q, held: s.holds(q), launched: launched}
		a.Rows[i] = under.row()
		if a.Rows[i].Verdict != refuse && under.isLaunch() {
			launched[q.Launch.Generation] = true
		}
		a.Summary.add(a.Rows[i].Verdict)
	}
	return a
}

func (a *admission) row() Row {
	verdict, reason := a.judge()
	c := a.ceiling(a.q, a.held)
	row := Row{ID: a.q.ID, Operation: a.q.Operation, Verdict: verdict, Reason: reason,
		CeilingOperations: c.operations, CeilingJobs: c.jobs, CeilingLaunches: c.launches, target: a.target}
	if verdict == refuse {
		return row
	}
	row.Approval = a.q.Approval
	if a.isLaunch() {
		row.Generation = &a.q.Launch.Generation
		return row
	}
	row.JobID, row.Generation = &a.target.JobID, &a.target.Generation
	if a.q.Operation == opStop && verdict == admitMutation {
		row.SignalPermitted = &a.target.Supervisor
	}
	return row
}

func (s *Summary) add(verdict string) {
	switch verdict {
	case admitMutation:
		s.AdmitMutationCount++
	case admitRead:
		s.AdmitReadCount++
	case noopHistorical:
		s.NoopHistoricalCount++
	case refuse:
		s.RefuseCount++
	}
}
