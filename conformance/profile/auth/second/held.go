package second

import "slices"

// held is what a request holds (section 2). Jobs and launches are places in the granted ones.
type held struct {
	operations     []string
	jobs, launches []int
}

// effective is a snapshot with what counts of it.
func effective(s snapshot, on On) snapshot {
	least := int64(4)
	if on.Is("version-three-trusted") {
		least = 3
	}
	if s.version >= least || on.Is("versions-not-asked") {
		return s
	}
	s.jobs, s.launches = nil, nil
	if on.Is("old-operations-dropped") {
		s.operations = nil
	}
	return s
}

// parentOf is what counts of a child's parent.
func (r request) parentOf(on On) *snapshot {
	if r.parent == nil || on.Is("parent-ignored") {
		return nil
	}
	s := *r.parent
	if !on.Is("parent-of-any-version") {
		s = effective(s, on)
	}
	return &s
}

func (f *facts) held(r request, on On) held {
	granted, parent := effective(r.granted, on), r.parentOf(on)
	var h held
	for _, op := range operations {
		if slices.Contains(granted.operations, op) &&
			(parent == nil || slices.Contains(parent.operations, op) || on.Is("parent-operations-ignored")) {
			h.operations = append(h.operations, op)
		}
	}
	for i, job := range granted.jobs {
		own := (job.store == f.store || on.Is("own-of-any-store")) &&
			(job.owner == r.owner || on.Is("own-of-any-owner")) &&
			(job.thread == r.thread || on.Is("own-of-any-thread"))
		renewed := func(p identity) bool {
			return p == job || on.Is("parent-renewed") && p.store == job.store && p.job == job.job
		}
		if own && (parent == nil || slices.ContainsFunc(parent.jobs, renewed) || on.Is("parent-jobs-ignored")) {
			h.jobs = append(h.jobs, i)
		}
	}
	for i, s := range granted.launches {
		if !f.fresh(s, on) || s.backend == "external" && !on.Is("external-launch-held") {
			continue
		}
		covered := func(p scope) bool { return (f.fresh(p, on) || on.Is("stale-parent-covers")) && covers(p, s, on) }
		if parent == nil || slices.ContainsFunc(parent.launches, covered) || on.Is("parent-launches-ignored") {
			h.launches = append(h.launches, i)
		}
	}
	return h
}

// fresh reports whether every id of a scope's root and mounts is live.
func (f *facts) fresh(s scope, on On) bool {
	ids := slices.Clone(s.root)
	if on.Is("fresh-by-root-itself") {
		ids = ids[len(ids)-min(1, len(ids)):]
	}
	if !on.Is("fresh-without-mounts") {
		ids = append(ids, s.mounts...)
	}
	for _, id := range ids {
		state, listed := f.roots[id]
		if !state.live.Is(true) && !(on.Is("unknown-root-live") && listed && !state.live.Known) &&
			!(on.Is("unlisted-root-live") && !listed) {
			return false
		}
	}
	return true
}

// covers reports whether a parent's scope covers a child's.
func covers(p, c scope, on On) bool {
	within := len(c.root) >= len(p.root) && slices.Equal(c.root[:len(p.root)], p.root)
	if on.Is("covers-same-root-only") {
		within = slices.Equal(c.root, p.root)
	}
	if on.Is("covers-any-root") {
		within = true
	}
	allIn := func(ids, of []string) bool {
		return !slices.ContainsFunc(ids, func(id string) bool { return !slices.Contains(of, id) })
	}
	required, mounts := allIn(p.required, c.required), allIn(c.mounts, p.mounts)
	if on.Is("covers-fewer-boundaries") {
		required = allIn(c.required, p.required)
	}
	if on.Is("covers-more-mounts") {
		mounts = true
	}
	network := p.network != "none" || c.network != "inherit" || on.Is("covers-any-network")
	runtime := c.seconds <= p.seconds
	if on.Is("covers-shorter-runtime-only") {
		runtime = c.seconds < p.seconds
	}
	if on.Is("covers-any-runtime") {
		runtime = true
	}
	return (p.backend == c.backend || on.Is("covers-any-backend")) && within && required && mounts && network && runtime
}

// fits reports whether a launch is what was sealed, with no longer runtime.
func fits(c, s scope, on On) bool {
	if on.Is("fits-what-is-covered") {
		return covers(s, c, on)
	}
	same := s
	same.seconds = c.seconds
	if on.Is("fits-same-runtime-only") {
		same = s
	}
	return c.key(on) == same.key(on) && (c.seconds <= s.seconds || on.Is("fits-any-runtime"))
}
