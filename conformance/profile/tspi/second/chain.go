package second

import (
	"slices"
	"strings"
)

// chain is what is known of a helper's owner.
type chain struct {
	status string
	end    string
	hops   int
	last   *int64 // the last process visited
}

// owner resolves the owner of a helper (contract, section 4).
func (w *world) owner(r *row, k *kind) chain {
	if slices.Contains(w.policy.keep, k.name) && !w.on("kept-chains-walked") {
		return chain{status: k.keepStatus, end: "keep_kind"}
	}
	orphan := r.ppid == 1
	if w.on("ppid-0-is-orphan") {
		orphan = r.ppid <= 1
	}
	if w.on("missing-parent-is-orphan") {
		orphan = orphan || len(w.table.byPID[r.ppid]) == 0
	}
	var c chain
	if orphan {
		c = w.underInit(r)
	} else {
		c = w.walk(r)
	}
	if w.asksTheHelper(orphan, c.end) {
		if own := w.statusOf(r.command); own != activeParent {
			return chain{status: own, end: "owner_hint"}
		}
	}
	return c
}

// asksTheHelper is where a mutant takes a hint in the helper's own command for one in
// its owner's.
func (w *world) asksTheHelper(orphan bool, end string) bool {
	switch {
	case end == "detached":
		return w.on("own-hints-of-orphans")
	case orphan:
		return w.on("own-hints-at-an-entrypoint")
	}
	return w.on("own-hints-first") || w.on("own-hints-last") && end != "owner_hint"
}

// maxHops is how many processes a chain visits.
const maxHops = 8

func (w *world) walk(helper *row) chain {
	limit := maxHops
	if w.on("hop-limit-nine") {
		limit = 9
	} else if w.on("hop-limit-seven") {
		limit = 7
	}
	c := chain{status: unknownParent}
	visited := map[int64]bool{helper.pid: w.on("helper-visited")}
	below, pid := helper, helper.ppid
	for {
		parent := w.parent(pid)
		switch {
		case c.hops == limit && !(w.on("cycle-before-limit") && visited[pid]) &&
			!(w.on("missing-before-limit") && parent == nil):
			c.end = "hop_limit"
		case visited[pid]:
			c.end = "cycle"
			if w.on("cycle-is-unknown") {
				c.status = unknownParent
			}
		case parent == nil:
			c.end = "missing_parent"
			if w.on("missing-is-unknown") {
				c.status = unknownParent
			}
		case w.hardened() && len(w.table.byPID[pid]) > 1 && !w.on("last-twin"):
			c.end = "ambiguous_pid"
			if w.on("ambiguous-is-unknown") {
				c.status = unknownParent
			}
		case w.stale(below, parent, helper):
			c.end = "stale_link"
		default:
			visited[pid] = true
			c.hops, c.last = c.hops+1, &parent.pid
			if w.on("chain-ends-at-the-parent") {
				c.last = &helper.ppid
			}
			c.status = w.statusOf(parent.command)
			if parent == helper && w.on("own-hints-unread") {
				c.status = activeParent
			}
			if w.on("hint-asked-last") && parent.ppid == 1 {
				c.status = activeParent
			}
			if c.status != activeParent || w.on("any-hint-ends") && w.hinted(parent.command) {
				c.end = "owner_hint"
				return c
			}
			if w.on("parent-only") || parent.ppid == 1 && !w.on("walks-past-wrappers") {
				c.end = w.ancestorEnd(parent, helper)
				if w.on("wrapper-is-detached") {
					c.status = detached
				}
				return c
			}
			below, pid = parent, parent.ppid
			continue
		}
		return c
	}
}

// ancestorEnd is how a chain ends at an ancestor whose ppid is 1.
func (w *world) ancestorEnd(ancestor, helper *row) string {
	if w.on("ancestors-as-old-as-helpers") {
		ancestor = helper
	}
	switch {
	case !w.trustsInit() && !w.on("ancestors-always-detached"):
		return "unrecognised_init"
	case w.startedByInit(ancestor) && !w.on("ancestors-never-started"):
		return startedByInit
	}
	return "detached_ancestor"
}

// parent is the row of a pid, nil where there is none. Core takes the last of
// several.
func (w *world) parent(pid int64) *row {
	rows := w.table.byPID[pid]
	if len(rows) == 0 {
		return nil
	}
	parent := rows[len(rows)-1]
	if w.on("parents-are-helpers") && w.kindOf(parent) == nil {
		return nil
	}
	return parent
}

// stale reports whether a parent is younger than its child: its pid was reused.
func (w *world) stale(below, parent, helper *row) bool {
	if w.on("stale-by-helper") {
		below = helper
	}
	apart := int64(slack)
	if w.on("no-slack") {
		apart = 0
	}
	switch {
	case !w.hardened() || w.on("stale-ignored"):
		return false
	case w.on("unknown-age-is-0"):
		return parent.age < below.age-apart && (parent.known || below.known)
	}
	return below.known && parent.known && parent.age < below.age-apart
}

// statusOf is the status of the first owner hint in a command.
func (w *world) statusOf(command string) string {
	status, at := activeParent, len(command)+1
	for _, h := range w.owners.hints {
		found := strings.Index(command, h.substring)
		if w.on("hints-in-the-program") {
			found = strings.Index(w.program(command), h.substring)
		}
		if w.on("hints-in-any-case") {
			found = strings.Index(lower(command), lower(h.substring))
		}
		if w.on("hints-as-like") && like(command, h.substring) {
			found = 0
		}
		if found < 0 || w.on("hints-as-words") && !slices.Contains(strings.Fields(command), h.substring) {
			continue
		}
		if !w.on("leftmost-hint") {
			return h.status
		}
		if found < at {
			status, at = h.status, found
		}
	}
	return status
}

func (w *world) hinted(command string) bool {
	return slices.ContainsFunc(w.owners.hints, func(h hint) bool { return strings.Contains(command, h.substring) })
}

// like reports whether a text holds a pattern of LIKE, in which an underscore is any character and a percent sign any
// text.
func like(text, pattern string) bool {
	for at := range text {
		if likeAt(text[at:], pattern) {
			return true
		}
	}
	return false
}

func likeAt(text, pattern string) bool {
	switch {
	case pattern == "":
		return true
	case pattern[0] == '%':
		return likeAt(text, pattern[1:]) || text != "" && likeAt(text[1:], pattern)
	case text == "":
		return false
	}
	return (pattern[0] == '_' || pattern[0] == text[0]) && likeAt(text[1:], pattern[1:])
}
