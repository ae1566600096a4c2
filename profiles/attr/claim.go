package attr

import (
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// claim is what somebody says of the facts, or did (section 5).
type claim struct {
	rows    []Row
	summary strict.Object
	acts    []act
}

// act is a stop of a row, or, where the id is empty, a signal to a pid.
type act struct {
	id  string
	pid int64
}

// readClaim reads a claim. The error says that it is not of the contract's shape. Members
// that are not listed are ignored.
func readClaim(v strict.Value) (*claim, error) {
	r := reader{law.Reader{Input: law.InputClaim, Code: CodeClaimMalformed, Unlisted: true}}
	f := r.Fields(law.Root(v))
	c := &claim{rows: each(&r, f.Take("rows"), "id", r.row, func(row *Row) string { return row.ID })}
	if at := f.Take("summary"); at.Found {
		c.summary = r.Fields(at).Object
	}
	if at := f.Take("acts"); at.Found {
		for _, at := range r.List(at) {
			c.acts = append(c.acts, r.act(at))
		}
	}
	return c, r.Fault()
}

func (r *reader) row(at law.Place) Row {
	f := r.Fields(at)
	id := r.rowID(f.Take("id"))
	row := Row{
		ID:          id,
		Kind:        r.Word(f.Take("kind"), kindOf(id)),
		PIDs:        each(r, f.Take("pids"), "", r.pid, func(pid *int64) int64 { return *pid }),
		RSSKiB:      law.OrNull(f.Take("rss_kib"), r.figure),
		PSSKiB:      law.OrNull(f.Take("pss_kib"), r.figure),
		CPUPermille: law.OrNull(f.Take("cpu_permille"), r.figure),
		Findings:    each(r, f.Take("findings"), "", r.finding, func(finding *Finding) Finding { return *finding }),
	}
	switch at := f.Take("ref_count"); {
	case row.Kind == "shared_runtime":
		row.RefCount = &Count{law.OrNull(at, r.figure)}
	case at.Found:
		r.FailWith(at, "only the row of a runtime has one")
	}
	reclaim := r.Fields(f.Take("reclaim"))
	row.Reclaim.Verdict = r.Word(reclaim.Take("verdict"), eligible, ineligible, protected)
	reason := reclaim.Take("reason")
	word, _ := reason.Value.(string)
	if _, known := reclaimCodes[word]; !known {
		r.Fail(reason, "a reason of section 4")
	}
	row.Reclaim.Reason = word
	return row
}

func (r *reader) figure(at law.Place) int64 { return r.Whole(at, 0, law.MaxInteger) }

func (r *reader) finding(at law.Place) Finding {
	words := make([]string, len(findingCodes))
	for i := range findingCodes {
		words[i] = string(findingCodes[i].finding)
	}
	return Finding(r.Word(at, words...))
}

// rowID reads the id of a row: unattributed, or a prefix and an id.
func (r *reader) rowID(at law.Place) string {
	s, _ := at.Value.(string)
	if s == unattributed {
		return s
	}
	for _, prefix := range []string{ofSession, ofRuntime, ofBackend, ofOrphanSession, ofOrphanBackend} {
		if rest, ok := strings.CutPrefix(s, prefix); ok && law.IsName(rest) {
			return s
		}
	}
	r.Fail(at, "the id of a row")
	return ""
}

func (r *reader) act(at law.Place) act {
	f := r.Fields(at)
	if r.Word(f.Take("act"), "stop", "signal") == "stop" {
		return act{id: r.rowID(f.Take("id"))}
	}
	return act{pid: r.pid(f.Take("pid"))}
}
