package tspi

import (
	"maps"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// countsAgree: the numbers of the summary are those of the answer's own rows and
// groups.
func countsAgree(_ *Trial, r reading, d *differences) {
	counts := map[string]map[string]int{"kind_counts": {}, "decision_counts": {}, "owner_status_counts": {}}
	for _, row := range r.rows {
		counts["kind_counts"][text(row, "process_kind")]++
		counts["decision_counts"][text(row, "decision")]++
		counts["owner_status_counts"][text(row, "owner_status")]++
	}
	decisions := counts["decision_counts"]
	d.equal("", "summary", r.summary, "process_count", integer(len(r.rows)))
	d.equal("", "summary", r.summary, "candidate_safe_close_count", integer(decisions[string(tspi.DecisionSafeClose)]))
	d.equal("", "summary", r.summary, "requires_owner_check_count", integer(decisions[string(tspi.DecisionOwnerCheck)]))
	d.equal("", "summary", r.summary, "keep_count", integer(decisions[string(tspi.DecisionKeep)]))
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		d.equal("", "summary", r.summary, name, countsValue(counts[name]))
	}
	excess := int64(0)
	for _, group := range r.groups {
		n, _ := integerAt(group, "excess_count")
		excess += n
	}
	d.equal("", "summary", r.summary, "active_owner_pressure_group_count", integer(len(r.groups)))
	d.equal("", "summary", r.summary, "active_owner_release_request_count", integer(excess))
}

func countsValue(counts map[string]int) strict.Value {
	o := strict.Object{}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		o = append(o, strict.Member{Name: name, Value: integer(counts[name])})
	}
	return o
}

// skippedCounted: the lines that are no rows are counted by cause.
func skippedCounted(t *Trial, r reading, d *differences) {
	if t.Level == law.Core {
		return
	}
	counts := map[string]int{"comment": 0, "header": 0, "malformed": 0}
	for i := range t.Table.Lines {
		if t.Table.Lines[i].Row == nil {
			if cause := t.Table.Lines[i].cause(); cause != "" {
				counts[cause]++
			}
		}
	}
	skipped := object(r.summary, "skipped_line_counts")
	for _, cause := range slices.Sorted(maps.Keys(counts)) {
		d.equal("", "summary.skipped_line_counts", skipped, cause, integer(counts[cause]))
	}
}

// cause is why a line is no row, "" for a blank one.
func (l Line) cause() string {
	switch words := columnsOf(l.Text); {
	case len(words) == 0:
		return ""
	case strings.HasPrefix(words[0], "#"):
		return "comment"
	case strings.EqualFold(words[0], "PID"):
		return "header"
	}
	return "malformed"
}

// initState: the summary says what pid 1 is.
func initState(t *Trial, r reading, d *differences) {
	if t.Level == law.Core {
		return
	}
	state := tspi.InitUnrecognised
	switch s := t.survey(); {
	case len(s.inits)+s.strays == 0:
		state = tspi.InitNotInTable
	case s.detaches:
		state = tspi.InitRecognised
	}
	d.equal("", "summary", r.summary, "init", string(state))
}
