package auth

import (
	"slices"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

type difference = generators.Difference

// properties are those of auth alone: what must not be admitted, by the facts themselves.
func properties(w *generators.FactWorlds) []generators.Property {
	p := asking{w}
	const decide, audit = "auth.decide", "auth.audit"
	safety := func(name, clause string, check func(asked) (member, why string)) generators.Property {
		return generators.Property{Name: name, Family: generators.Safety, Clause: clause, Op: decide, OneIn: 1,
			Check: p.each(check)}
	}
	return []generators.Property{
		safety("an-act-needs-the-exact-identity", "4.identity", exact),
		safety("history-is-never-signalled", "5.signal", signalled),
		safety("an-approval-is-used-once-and-by-no-child", "3.approval", approved),
		safety("a-child-only-narrows", "2.launches", narrowed),
		safety("a-ceiling-holds-own-jobs-alone", "2.jobs", ownJobs),
		{Name: "another-generation-permits-nothing", Family: generators.Safety, Clause: "4.identity", Op: decide,
			OneIn: 4, Check: p.otherGeneration},
		{Name: "forgetting-a-fact-permits-nothing-more", Family: generators.Safety, Clause: "3.stands", Op: decide,
			OneIn: 4, Check: p.forgetting},
		{Name: "an-approval-spent-twice-is-found", Family: generators.Safety, Clause: "6.replayed", Op: audit, OneIn: 4,
			Check: p.spentTwice},
	}
}

// asking are the properties, with what asks for them.
type asking struct{ worlds *generators.FactWorlds }

// asked is one request and the row about it.
type asked struct{ facts, request, row strict.Object }

// each holds every row against a rule, which says what is permitted that must not be.
func (p asking) each(rule func(asked) (member, why string)) func(*generators.Trial) ([]difference, error) {
	return func(t *generators.Trial) ([]difference, error) {
		decision, err := p.worlds.Decided(t)
		if err != nil || decision == nil {
			return nil, err
		}
		var found []difference
		facts := generators.FactsOf(t)
		requests, rows := generators.Objects(facts, "requests"), generators.Objects(decision, "rows")
		for i := range min(len(requests), len(rows)) {
			if member, why := rule(asked{facts, requests[i], rows[i]}); member != "" {
				found = append(found, generators.Permission(i, member, why))
			}
		}
		return found, nil
	}
}

func (r asked) refused() bool { return r.row.Text("verdict") == "refuse" }
func (r asked) launches() bool {
	return r.request.Text("operation") == "launch"
}

// body is the body of a store's entry with that key; nil where there is none that can be read.
func (r asked) body(store, key string, v strict.Value) strict.Object {
	for _, entry := range generators.Objects(r.facts, store) {
		if strict.Equal(entry.At(key), v) {
			return entry.Object("body")
		}
	}
	return nil
}

// same reports whether two objects have some members that are equal. Whatever else stands in
// them is a note.
func same(a, b strict.Object, names ...string) bool {
	return a != nil && b != nil && !slices.ContainsFunc(names, func(name string) bool {
		v, there := a.Get(name)
		other, too := b.Get(name)
		return !there || !too || !strict.Equal(v, other)
	})
}

func sameIncarnation(a, b strict.Object) bool { return same(a, b, "pid", "start_token", "boot_id") }

func sameIdentity(a, b strict.Object) bool {
	return same(a, b, "store", "job_id", "generation", "owner", "thread", "origin", "receipt_id") &&
		sameIncarnation(a.Object("supervisor"), b.Object("supervisor"))
}

// target is the job that the row of an admitted job request is about: what its record holds.
func (r asked) target() (record, job strict.Object) {
	record = r.body("records", "job_id", r.row.At("job_id"))
	return record, record.Object("identity")
}

// exact: whatever is admitted for a job holds its full identity, and so do all that bind it.
func exact(r asked) (member, why string) {
	if r.refused() || r.launches() {
		return "", ""
	}
	_, job := r.target()
	expected, selector := r.request.Object("expected"), r.request.At("selector")
	published := r.body("publications", "generation", r.row.At("generation"))
	sidecar := r.body("sidecars", "job_id", r.row.At("job_id"))
	switch {
	case job == nil, !same(job, r.row, "job_id", "generation"):
		return "verdict", "no record that can be read holds the job"
	case expected != nil && !sameIdentity(expected, job):
		return "verdict", "the record holds another job than the expected one"
	case selector != nil && !strict.Equal(selector, job.At("job_id")):
		return "verdict", "the selector names another job"
	case expected == nil && !slices.ContainsFunc(generators.Objects(r.request.Object("granted"), "jobs"),
		func(granted strict.Object) bool { return sameIdentity(granted, job) }):
		return "verdict", "the job that the selector found is not granted"
	case !strict.Equal(job.At("store"), r.facts.At("store")), !same(job, r.request, "owner", "thread"):
		return "verdict", "the job is another store's, owner's or thread's"
	case !sameIdentity(published.Object("job"), job), !sameIdentity(sidecar.Object("job"), job),
		!same(sidecar, published, "authority"):
		return "verdict", "a publication or a sidecar does not bind the job"
	}
	return "", ""
}

// signalled: only the supervisor of a running job is signalled, where it is owned.
func signalled(r asked) (member, why string) {
	to := r.row.Object("signal_permitted")
	if to == nil {
		return "", ""
	}
	const signal = "signal_permitted"
	record, job := r.target()
	owned := slices.ContainsFunc(generators.Objects(r.facts, "processes"), func(p strict.Object) bool {
		return sameIncarnation(p, to) && p.At("verdict") == "owned"
	})
	switch {
	case r.request.Text("operation") != "stop", r.row.Text("verdict") != "admit_mutation":
		return signal, "it is no stop that was admitted"
	case record.Text("status") != "running":
		return signal, "the job is history"
	case !sameIncarnation(to, job.Object("supervisor")):
		return signal, "it is not the job's supervisor"
	case !owned:
		return signal, "the supervisor is not owned"
	}
	return "", ""
}

// approved: a request that names an approval is held to one that was not used.
func approved(r asked) (member, why string) {
	id := r.request.At("approval")
	if r.refused() || id == nil {
		return "", ""
	}
	unused := slices.ContainsFunc(generators.Objects(r.facts, "approvals"), func(a strict.Object) bool {
		return strict.Equal(a.At("id"), id) && a.At("used") == false
	})
	switch {
	case r.request.At("parent") != nil:
		return "verdict", "an approval is not inherited"
	case !unused:
		return "verdict", "the approval was used, or there is none"
	}
	return "", ""
}

// narrowed: what a child holds and may do, its parent holds and may do.
func narrowed(r asked) (member, why string) {
	parent, granted := r.request.Object("parent"), r.request.Object("granted")
	if parent == nil {
		return "", ""
	}
	old := func(o strict.Object) bool { return !strict.Equal(o.At("version"), generators.Int(4)) }
	for _, operation := range r.row.Array("ceiling_operations") {
		if !slices.ContainsFunc(parent.Array("operations"), func(v strict.Value) bool {
			return strict.Equal(v, operation)
		}) {
			return "ceiling_operations", "its parent has not the operation"
		}
	}
	for _, job := range placed(granted, "jobs", r.row.Array("ceiling_jobs")) {
		if old(parent) || old(granted) || !slices.ContainsFunc(generators.Objects(parent, "jobs"),
			func(o strict.Object) bool {
				return sameIdentity(o, job)
			}) {
			return "ceiling_jobs", "its parent has not the job"
		}
	}
	for _, scope := range placed(granted, "launches", r.row.Array("ceiling_launches")) {
		if old(parent) || old(granted) || !slices.ContainsFunc(generators.Objects(parent, "launches"),
			func(o strict.Object) bool {
				return within(scope, o)
			}) {
			return "ceiling_launches", "no launch of its parent's is as wide"
		}
	}
	if _, job := r.target(); !r.refused() && !r.launches() &&
		!slices.ContainsFunc(generators.Objects(parent, "jobs"), func(o strict.Object) bool {
			return sameIdentity(o, job)
		}) {
		return "verdict", "its parent has not the job"
	}
	if !r.refused() && !slices.ContainsFunc(parent.Array("operations"), func(v strict.Value) bool {
		return strict.Equal(v, r.request.At("operation"))
	}) {
		return "verdict", "its parent has not the operation"
	}
	return "", ""
}

// within reports whether a scope asks for no more than another.
func within(scope, wide strict.Object) bool {
	root, outer := scope.Array("root"), wide.Array("root")
	limit, _ := wide.Integer("max_runtime_s")
	seconds, _ := scope.Integer("max_runtime_s")
	has := func(list strict.Array, all strict.Array) bool {
		return !slices.ContainsFunc(all, func(v strict.Value) bool {
			return !slices.ContainsFunc(list, func(w strict.Value) bool { return strict.Equal(v, w) })
		})
	}
	return same(scope, wide, "backend") && len(root) >= len(outer) && strict.Equal(root[:len(outer)], outer) &&
		seconds.Cmp(limit) <= 0 &&
		(wide.At("network") == "inherit" || scope.At("network") == "none") &&
		has(scope.Array("required"), wide.Array("required")) && has(wide.Array("mounts"), scope.Array("mounts"))
}

// placed are the elements at some places of an array, nil for a place beyond its ends.
func placed(o strict.Object, name string, places strict.Array) []strict.Object {
	all := generators.Objects(o, name)
	some := make([]strict.Object, len(places))
	for i, place := range places {
		n, ok := strict.AsInteger(place)
		if at, fits := n.Int64(); ok && fits && at >= 0 && at < int64(len(all)) {
			some[i] = all[at]
		}
	}
	return some
}

// ownJobs: a ceiling has no job of somebody else, and none that its record does not hold.
func ownJobs(r asked) (member, why string) {
	granted := r.request.Object("granted")
	for _, job := range placed(granted, "jobs", r.row.Array("ceiling_jobs")) {
		record := r.body("records", "job_id", job.At("job_id"))
		switch {
		case job == nil, !strict.Equal(granted.At("version"), generators.Int(4)):
			return "ceiling_jobs", "it was not granted"
		case !strict.Equal(job.At("store"), r.facts.At("store")), !same(job, r.request, "owner", "thread"):
			return "ceiling_jobs", "it is somebody else's"
		case !sameIdentity(record.Object("identity"), job):
			return "ceiling_jobs", "its record does not hold it"
		}
	}
	return "", ""
}

// otherGeneration: where each record holds another generation, no job may be acted on.
func (p asking) otherGeneration(t *generators.Trial) ([]difference, error) {
	if decision, err := p.worlds.Decided(t); err != nil || decision == nil {
		return nil, err // refused
	}
	facts := generators.FactsOf(t)
	for i, entry := range generators.Objects(facts, "records") {
		if entry.Object("body") != nil {
			facts = generators.Put(facts, "/records/"+generators.Digits(i)+"/body/identity/generation",
				"generation-after").(strict.Object)
		}
	}
	decision, err := p.worlds.DecideOn(t, facts)
	if err != nil || decision == nil {
		return nil, err
	}
	requests := generators.Objects(facts, "requests")
	for i, row := range generators.Objects(decision, "rows") {
		switch {
		case len(row.Array("ceiling_jobs")) > 0:
			return []difference{generators.Permission(i, "ceiling_jobs", "the record holds another generation")}, nil
		case i < len(requests) && requests[i].Text("operation") != "launch" && row.Text("verdict") != "refuse":
			return []difference{generators.Permission(i, "verdict", "the record holds another generation")}, nil
		}
	}
	return nil, nil
}

// forgetting: whoever knows less than before may do no more. A launch is left out whose
// generation an earlier launch takes, which may be refused now, or a record, a sidecar or a
// receipt: section 3, rule 19 counts those that can be read.
func (p asking) forgetting(t *generators.Trial) ([]difference, error) {
	before, err := p.worlds.Decided(t)
	if err != nil || before == nil {
		return nil, err
	}
	facts := generators.FactsOf(t)
	all := forgettings(facts)
	for _, choice := range t.Choices("forgetting", len(all)) {
		after, err := p.worlds.DecideOn(t, all[choice])
		if err != nil || after == nil {
			return nil, err
		}
		rows := generators.Objects(before, "rows")
		reserved := taken(facts)
		for i, row := range generators.Objects(after, "rows") {
			requests := generators.Objects(facts, "requests")
			if i >= len(rows) || i >= len(requests) {
				break
			}
			generation := requests[i].Object("launch").Text("generation")
			if row.Text("verdict") != "refuse" && rows[i].Text("verdict") == "refuse" &&
				(generation == "" || !reserved[generation]) {
				return []difference{generators.Permission(i, "verdict", "less is known than when it was refused")}, nil
			}
			if len(row.Array("ceiling_jobs")) > len(rows[i].Array("ceiling_jobs")) ||
				len(row.Array("ceiling_launches")) > len(rows[i].Array("ceiling_launches")) {
				return []difference{generators.Permission(i, "ceiling", "less is known than when it was smaller")}, nil
			}
			if generation != "" {
				reserved[generation] = true
			}
		}
	}
	return nil, nil
}

// taken are the generations that a record, a sidecar or a receipt holds.
func taken(facts strict.Object) map[string]bool {
	generations := map[string]bool{}
	for _, entry := range generators.Objects(facts, "records") {
		generations[entry.Object("body").Object("identity").Text("generation")] = true
	}
	for _, entry := range generators.Objects(facts, "sidecars") {
		generations[entry.Object("body").Object("job").Text("generation")] = true
	}
	for _, entry := range generators.Objects(facts, "receipts") {
		generations[entry.Object("body").Text("generation")] = true
	}
	return generations
}

// forgettings are the facts, each time with one of them forgotten.
func forgettings(facts strict.Object) []strict.Value {
	var all []strict.Value
	for _, name := range []string{"records", "publications", "sidecars", "receipts"} {
		all = append(all, facts.With(name, nil))
	}
	each := func(list string, pointer string, to strict.Value) {
		for i, entry := range generators.Objects(facts, list) {
			if entry.Object("body") != nil || pointer[:len("/body")] != "/body" {
				all = append(all, generators.Put(facts, "/"+list+"/"+generators.Digits(i)+pointer, to))
			}
		}
	}
	each("records", "/body", nil)
	each("records", "/body/status", nil)
	each("records", "/body/acknowledged", nil)
	each("publications", "/body", nil)
	each("sidecars", "/body", nil)
	each("receipts", "/body", nil)
	each("receipts", "/body/external", nil)
	each("approvals", "/used", nil)
	each("roots", "/live", nil)
	each("roots", "/control", nil)
	each("processes", "/verdict", "unverifiable")
	return all
}

// spentTwice: one approval that two entries of a log spend is found, whatever the request is.
func (p asking) spentTwice(t *generators.Trial) ([]difference, error) {
	if decision, err := p.worlds.Decided(t); err != nil || decision == nil {
		return nil, err
	}
	facts := generators.FactsOf(t)
	requests := generators.Objects(facts, "requests")
	for _, choice := range t.Choices("spent twice", len(requests)) {
		r := requests[choice]
		entry := generators.Object("request", r.At("id"), "verdict", "admit_mutation", "resource", nil, "launch", nil,
			"approval", generators.Object("id", "twice", "digest", hashes[0]), "signalled", strict.Array{}, "updated",
			strict.Array{}, "ceiling", nil)
		if id := r.At("approval"); id != nil {
			entry = entry.With("approval", generators.Object("id", id, "digest", digestOf(facts, id)))
		}
		found, answered, err := p.worlds.FoundOn(t, facts, generators.Object("log", strict.Array{entry, entry}))
		if err != nil || answered && !generators.Subjects(found)[r.Text("id")] {
			return []difference{generators.Missed("the approval that was spent twice")}, err
		}
	}
	return nil, nil
}

// digestOf is the digest of an approval, of any job where there is none.
func digestOf(facts strict.Object, id strict.Value) strict.Value {
	for _, a := range generators.Objects(facts, "approvals") {
		if strict.Equal(a.At("id"), id) {
			return a.At("digest")
		}
	}
	return hashes[0]
}
