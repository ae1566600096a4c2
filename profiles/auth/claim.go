package auth

import (
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// entry is one step of a log: what was decided on a request, and done (section 6).
type entry struct {
	request   string
	verdict   string
	resource  *Identity
	launch    *Launch
	approval  *spent
	signalled []Incarnation
	updated   []string
	ceiling   *claimedCeiling
}

// spent is an approval that was used.
type spent struct{ id, digest string }

// claimedCeiling is what a request is said to have been given.
type claimedCeiling struct {
	operations []string
	jobs       []Identity
	launches   []Scope
}

// readClaim reads a log. The error says that it is not of the contract's shape.
func readClaim(v strict.Value) ([]entry, error) {
	r := reader{law.Reader{Input: law.InputClaim, Code: CodeClaimMalformed}}
	f := r.Fields(law.Root(v), "log")
	var log []entry
	for _, at := range r.List(f.Take("log")) {
		log = append(log, r.entry(at))
	}
	return log, r.Fault()
}

func (r *reader) entry(at law.Place) entry {
	f := r.Fields(at, "request", "verdict", "resource", "launch", "approval", "signalled", "updated", "ceiling")
	e := entry{
		request:  r.ID(f.Take("request")),
		verdict:  r.Word(f.Take("verdict"), admitMutation, admitRead, noopHistorical, refuse),
		resource: law.OrNull(f.Take("resource"), r.identity),
		launch:   law.OrNull(f.Take("launch"), r.launch),
		approval: law.OrNull(f.Take("approval"), r.spent),
		ceiling:  law.OrNull(f.Take("ceiling"), r.ceiling),
	}
	for _, at := range r.List(f.Take("signalled")) {
		e.signalled = append(e.signalled, r.incarnation(at))
	}
	for _, at := range r.List(f.Take("updated")) {
		e.updated = append(e.updated, r.ID(at))
	}
	return e
}

func (r *reader) spent(at law.Place) spent {
	f := r.Fields(at, "id", "digest")
	return spent{r.ID(f.Take("id")), r.hash(f.Take("digest"))}
}

func (r *reader) ceiling(at law.Place) claimedCeiling {
	f := r.Fields(at, "operations", "jobs", "launches")
	return claimedCeiling{
		operations: set(r, f.Take("operations"), r.operation, same),
		jobs:       set(r, f.Take("jobs"), r.identity, same),
		launches:   set(r, f.Take("launches"), r.scope, (*Scope).key),
	}
}

// acts reports whether anything was done.
func (e *entry) acts() bool {
	return e.resource != nil || e.launch != nil || e.approval != nil || len(e.signalled) > 0 || len(e.updated) > 0
}
