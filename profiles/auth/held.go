package auth

import "slices"

// held is what a request holds (section 2). Places lead into the granted snapshot.
type held struct {
	operations []string
	jobs       []int // places of the held jobs
	launches   []int // places of the held launches
	isJob      map[Identity]bool
	byJobID    map[string][]int
	longest    map[shape]int64 // of the held launches of one shape: the longest runtime
}

func (s *stores) holds(q *Request) *held {
	h := &held{isJob: map[Identity]bool{}, byJobID: map[string][]int{}, longest: map[shape]int64{}}
	for _, operation := range operations() {
		if slices.Contains(q.Granted.Operations, operation) &&
			(q.Parent == nil || slices.Contains(q.Parent.Operations, operation)) {
			h.operations = append(h.operations, operation)
		}
	}
	parentJobs := map[Identity]bool{}
	for _, job := range q.Parent.countedJobs() {
		parentJobs[job] = true
	}
	for i, job := range q.Granted.countedJobs() {
		own := job.Store == s.Store && job.Owner == q.Owner && job.Thread == q.Thread
		if own && (q.Parent == nil || parentJobs[job]) {
			h.jobs = append(h.jobs, i)
			h.isJob[job] = true
			h.byJobID[job.JobID] = append(h.byJobID[job.JobID], i)
		}
	}
	var parents []*Scope
	for i := range q.Parent.countedLaunches() {
		if scope := &q.Parent.Launches[i]; s.isFresh(scope) {
			parents = append(parents, scope)
		}
	}
	for i := range q.Granted.countedLaunches() {
		scope := &q.Granted.Launches[i]
		covered := q.Parent == nil || slices.ContainsFunc(parents, func(p *Scope) bool { return p.covers(scope) })
		if scope.Backend != backendExternal && covered && s.isFresh(scope) {
			h.launches = append(h.launches, i)
			h.longest[scope.shape()] = max(h.longest[scope.shape()], scope.MaxRuntimeS)
		}
	}
	return h
}

// countedJobs and countedLaunches are those of a snapshot that count: of none, and of one of
// an earlier version, there are none.
func (s *Snapshot) countedJobs() []Identity {
	if s == nil || s.Version < snapshotVersion {
		return nil
	}
	return s.Jobs
}

func (s *Snapshot) countedLaunches() []Scope {
	if s == nil || s.Version < snapshotVersion {
		return nil
	}
	return s.Launches
}

// ceiling is what a request holds and what stands of it.
type ceiling struct {
	operations     []string
	jobs, launches []int // places in the granted snapshot
}

func (s *stores) ceiling(q *Request, h *held) ceiling {
	c := ceiling{operations: append([]string{}, h.operations...), jobs: []int{},
		launches: append([]int{}, h.launches...)}
	for _, i := range h.jobs {
		if s.standing(&q.Granted.Jobs[i]) == "" {
			c.jobs = append(c.jobs, i)
		}
	}
	return c
}
