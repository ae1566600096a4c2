package attr

import (
	"cmp"
	"slices"
	"strings"
)

// Row is the answer about one owner (sections 3 and 4).
type Row struct {
	ID          string    `json:"id"`
	Kind        string    `json:"kind"` // session, shared_runtime, backend, orphan, unattributed
	PIDs        []int64   `json:"pids"` // ascending
	RSSKiB      *int64    `json:"rss_kib"`
	PSSKiB      *int64    `json:"pss_kib"`
	CPUPermille *int64    `json:"cpu_permille"`       // 1000 is one CPU wholly used
	RefCount    *Count    `json:"ref_count,omitzero"` // only of a runtime
	Findings    []Finding `json:"findings"`           // in text order
	Reclaim     Reclaim   `json:"reclaim"`

	// members are the indexes of its processes.
	members []int32
}

// Count is a number that may be unknown; nil is unknown.
type Count struct{ N *int64 }

// MarshalJSON writes the number, or null.
func (c Count) MarshalJSON() ([]byte, error) {
	if c.N == nil {
		return []byte("null"), nil
	}
	return []byte(formatInt(*c.N)), nil
}

// Reclaim says whether a row's processes may be reclaimed.
type Reclaim struct {
	Verdict string `json:"verdict"` // eligible, ineligible, protected
	Reason  string `json:"reason"`
}

// kindOf is the word that a row's id begins with.
func kindOf(id string) string {
	kind, _, _ := strings.Cut(id, ":")
	return kind
}

// named is what a row's id names: at most one of the three.
type named struct {
	session *Session
	runtime *Runtime
	backend *Backend
}

// name finds what a row's id names; orphan:session and unattributed name nothing.
func (w *world) name(id string) (n named) {
	if rest, ok := strings.CutPrefix(id, ofSession); ok {
		n.session = w.sessions[rest]
	} else if rest, ok := strings.CutPrefix(id, ofRuntime); ok {
		n.runtime = w.runtimes[rest]
	} else if rest, ok := strings.CutPrefix(id, ofBackend); ok {
		n.backend = w.backends[rest]
	} else if rest, ok := strings.CutPrefix(id, ofOrphanBackend); ok {
		n.backend = w.backends[rest]
	}
	return n
}

// root is that of what is named, nil where there is none.
func (n named) root() *Root {
	switch {
	case n.session != nil:
		return n.session.Root
	case n.runtime != nil:
		return n.runtime.Root
	case n.backend != nil:
		return n.backend.Root
	}
	return nil
}

// rows gives the rows of section 3 in the order of section 4.
func (w *world) rows() []Row {
	byID := map[string]*Row{}
	row := func(id string) *Row {
		if byID[id] == nil {
			byID[id] = &Row{ID: id, Kind: kindOf(id), PIDs: []int64{}}
		}
		return byID[id]
	}
	for i := range w.Runtimes {
		row(ofRuntime + w.Runtimes[i].ID)
	}
	for i := range w.Sessions {
		if w.Sessions[i].Corrupt {
			row(ofSession + w.Sessions[i].ID)
		}
	}
	for i := range w.owners {
		if id := w.owners[i].id; id != "" {
			r := row(id)
			r.members = append(r.members, int32(i))
		}
	}
	holders := w.tree.holders(w.owners)
	rows := make([]Row, 0, len(byID))
	for _, r := range byID {
		w.measure(r)
		r.Findings = w.findings(r)
		r.Reclaim = w.reclaim(r, holders[r.ID])
		rows = append(rows, *r)
	}
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(-compareKnown(a.RSSKiB, b.RSSKiB), cmp.Compare(a.ID, b.ID))
	})
	return rows
}

// compareKnown orders what is unknown below all numbers.
func compareKnown(a, b *int64) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return cmp.Compare(*a, *b)
}

// measure fills in the pids and the figures of a row.
func (w *world) measure(r *Row) {
	slices.SortFunc(r.members, func(i, j int32) int { return cmp.Compare(w.Processes[i].PID, w.Processes[j].PID) })
	var rss, pss, used int64
	sampled, shares := true, true
	for _, i := range r.members {
		p := &w.Processes[i]
		r.PIDs = append(r.PIDs, p.PID)
		rss += p.RSSKiB
		if p.PSSKiB == nil {
			shares = false
		} else {
			pss += *p.PSSKiB
		}
		if s := p.Second; s == nil || s.StartToken != p.StartToken || s.Ticks < p.Ticks {
			sampled = false
		} else {
			used += s.Ticks - p.Ticks
		}
	}
	if len(r.members) > 0 {
		r.RSSKiB = &rss
		if shares {
			r.PSSKiB = &pss
		}
		if total := w.CPUTotalTicks; sampled && total != nil && *total > 0 {
			permille := w.permille(used, *total)
			r.CPUPermille = &permille
		}
	}
	if runtime := w.name(r.ID).runtime; runtime != nil {
		r.RefCount = &Count{}
		if runtime.References != nil {
			n := int64(len(*runtime.References))
			r.RefCount.N = &n
		}
	}
}

// permille is the share of CPU that a row used, rounded up, and never more than all CPUs
// together.
func (w *world) permille(used, total int64) int64 {
	if used >= total {
		return 1000 * w.CPUCount
	}
	return (used*w.CPUCount*1000 + total - 1) / total
}
