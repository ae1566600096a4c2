package mutant

// startedByInit is how a chain ends at what was there from the start.
const startedByInit = "started_by_init"

// underInit is the owner of a helper whose ppid is 1 (contract, section 4, case 2).
func (w *world) underInit(r *row) chain {
	started := w.startedByInit(r) && !w.on("helpers-never-started")
	switch {
	case !w.trustsInit() && !(started && w.on("started-before-init")):
		return w.underUnrecognised()
	case !started:
		return chain{status: detached, end: "detached"}
	}
	c := chain{status: activeParent, end: startedByInit, hops: 1, last: &one}
	switch {
	case w.on("started-by-a-hint"):
		if inits := w.table.byPID[1]; len(inits) == 1 {
			c.status = w.statusOf(inits[0].command)
		}
	case w.on("started-is-unresolved"):
		c.status = unknownParent
	case w.on("started-is-detached"):
		c.status = detached
	case w.on("started-visits-nobody"):
		c.hops, c.last = 0, nil
	case w.on("started-ends-detached"):
		c.end = "detached"
	}
	return c
}

var one int64 = 1 // pid 1

// startedByInit reports whether a row whose ppid is 1 was there from the start.
func (w *world) startedByInit(r *row) bool {
	inits := w.table.byPID[1]
	switch {
	case !w.hardened() || w.on("started-unknown"):
		return false
	case len(inits) != 1:
		return len(inits) == 0 && w.on("no-init-starts-all")
	case !inits[0].known:
		return !w.on("unknown-init-starts-none")
	case !r.known:
		return w.on("unknown-ages-are-started")
	}
	since := inits[0].age - r.age
	switch {
	case w.on("started-to-the-second"):
		return since <= 0
	case w.on("started-within-a-second"):
		return since <= 1
	case w.on("started-within-three-seconds"):
		return since <= 3
	case w.on("never-started-before-init"):
		return 0 <= since && since <= slack
	}
	return since <= slack
}
