package conformance

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// inventory compares an answer to classify.
func (c *comparison) inventory(want *ExpectInventory, p *Problem, got tspi.Value) {
	object, ok := got.(tspi.Object)
	if !ok {
		c.otherType("", "an inventory", got, true)
		return
	}
	policy, _ := object.Get("policy")
	if o, ok := policy.(tspi.Object); ok {
		c.equal(o, "policy", "min_age_seconds", minAge(p))
	} else {
		c.otherType("policy", "an object", policy, policy != nil)
	}
	c.rows(want, p, object)
	summary, _ := object.Get("summary")
	c.summary(want, "summary", summary)
}

// minAge is the threshold that the case's policy sets.
func minAge(p *Problem) tspi.Value {
	policy, _ := p.document(docPolicy).(tspi.Object)
	if n, there := policy.Get("min_age_seconds"); there {
		return n
	}
	return integer(tspi.DefaultMinAgeSeconds)
}

func (c *comparison) rows(want *ExpectInventory, p *Problem, object tspi.Object) {
	value, there := object.Get("rows")
	got, ok := value.(tspi.Array)
	if !ok {
		c.otherType("rows", "an array", value, there)
		return
	}
	c.pairRows(want.Rows, plainLines(p.PSText), got)
}

// pairRows compares the rows by their pids. Where other helpers stand there, or these
// in another order, that is told once, and each row is still held against its own: a
// decision that closes what must stay must not hide behind a row that is missing.
func (c *comparison) pairRows(want []ExpectRow, lines []plainLine, got tspi.Array) {
	wantPIDs, gotPIDs := make([]string, len(want)), make([]string, len(got))
	for i := range want {
		wantPIDs[i] = strconv.FormatInt(want[i].PID, 10)
	}
	for i := range got {
		if _, ok := got[i].(tspi.Object); !ok {
			c.otherType(at("rows", "#"+strconv.Itoa(i)), "an object", got[i], true)
		}
		gotPIDs[i] = pidOf(got[i])
	}
	switch sorted := slices.Sorted(slices.Values(gotPIDs)); {
	case slices.Equal(wantPIDs, gotPIDs):
	case slices.Equal(slices.Sorted(slices.Values(wantPIDs)), sorted):
		order := "in another order: "
		if slices.IsSortedFunc(gotPIDs, comparePIDs) {
			order = "sorted by pid: "
		}
		c.differ(KindOrder, "rows", "in table order: "+pidList(wantPIDs), order+pidList(gotPIDs))
	default:
		c.differ(KindCount, "rows", countOf(len(want), "row", "rows")+pidsAre(wantPIDs), countOf(len(got), "row", "rows")+pidsAre(gotPIDs))
	}
	taken := make([]bool, len(got))
	for i := range want {
		for j := range got {
			if !taken[j] && gotPIDs[j] == wantPIDs[i] { // a pid may stand in several rows
				taken[j] = true
				c.pairedRow(want[i], lines, got[j])
				break
			}
		}
	}
	for i := range got {
		row, _ := got[i].(tspi.Object)
		if decision, _ := row.Get("decision"); !taken[i] && decision == string(tspi.DecisionSafeClose) {
			c.differ(KindExtra, at("rows", gotPIDs[i])+".decision", "no row: it is no helper", show(decision, true))
		}
	}
}

func (c *comparison) pairedRow(want ExpectRow, lines []plainLine, got tspi.Value) {
	row, _ := got.(tspi.Object) // else it had no pid to be paired by
	path := at("rows", want.PID)
	c.equal(row, path, "pid", integer(want.PID))
	c.row(want.complete(lines), path, row)
}

// pidOf is a row's pid as text, "?" where it has none that could be meant.
func pidOf(row tspi.Value) string {
	object, _ := row.(tspi.Object)
	pid, _ := object.Get("pid")
	text, ok := pid.(string)
	if number, isNumber := pid.(tspi.Number); isNumber {
		text, ok = string(number), true
	}
	if !ok || text == "" || len(text) > 12 || strings.Trim(text, "0123456789.") != "" {
		return "?"
	}
	return strings.TrimSuffix(text, ".0")
}

// comparePIDs compares pids as numbers.
func comparePIDs(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) }

// maxPIDs is how many pids a difference lists.
const maxPIDs = 12

func pidList(pids []string) string {
	if len(pids) > maxPIDs {
		return strings.Join(pids[:maxPIDs], " ") + " …"
	}
	return strings.Join(pids, " ")
}

func pidsAre(pids []string) string {
	if len(pids) == 0 {
		return ""
	}
	return ": " + pidList(pids)
}

func countOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// complete fills in what the row leaves to the case's own table line of its pid.
func (r ExpectRow) complete(lines []plainLine) ExpectRow {
	pid := strconv.FormatInt(r.PID, 10)
	for i := range lines {
		if lines[i].pid != pid {
			continue
		}
		if r.PPID == nil {
			ppid, _ := strconv.ParseInt(lines[i].ppid, 10, 64)
			r.PPID = &ppid
		}
		if !r.CPUPct.Given {
			if v, err := strconv.ParseFloat(lines[i].cpu, 64); err == nil {
				r.CPUPct = CPU{true, &v}
			}
		}
		if r.Command == "" {
			r.Command = lines[i].command
		}
		break
	}
	if r.CommandHash == "" && r.Command != "" {
		r.CommandHash = tspi.CommandHash(r.Command)
	}
	return r
}

func (c *comparison) row(want ExpectRow, path string, got tspi.Object) {
	c.equal(got, path, "process_kind", want.ProcessKind)
	c.equal(got, path, "owner_status", want.OwnerStatus)
	c.equal(got, path, "decision", want.Decision)
	c.equal(got, path, "age_s", orNull(want.AgeS))
	c.equal(got, path, "allowlist_matched", want.AllowlistMatched)
	c.equal(got, path, "command_hash", want.CommandHash)
	if want.PPID != nil {
		c.equal(got, path, "ppid", integer(*want.PPID))
	}
	if !c.full {
		return
	}
	c.equal(got, path, "owner", want.OwnerStatus)
	c.equal(got, path, "reason", want.Reason)
	c.equal(got, path, "chain_end", want.ChainEnd)
	c.equal(got, path, "chain_hops", integer(want.ChainHops))
	c.equal(got, path, "chain_end_pid", orNull(want.ChainEndPID))
	if want.CPUPct.Given {
		c.cpu(want.CPUPct.Value, path, got)
	}
}

// cpu compares the one value that is no integer: 0 and 0.0 are the same.
func (c *comparison) cpu(want *float64, path string, got tspi.Object) {
	if want == nil {
		c.equal(got, path, "cpu_pct", nil)
		return
	}
	right := tspi.Number(strconv.FormatFloat(*want, 'f', -1, 64))
	value, there := got.Get("cpu_pct")
	if number, ok := value.(tspi.Number); !ok || !sameFloat(right, number) {
		c.otherValue(join(path, "cpu_pct"), right, value, there)
	}
}

// summary compares the counts, which follow from the wanted rows and groups.
func (c *comparison) summary(want *ExpectInventory, path string, value tspi.Value) {
	got, ok := value.(tspi.Object)
	if !ok {
		c.otherType(path, "an object", value, value != nil)
		return
	}
	counts := countRows(want.Rows)
	excess := int64(0)
	for i := range want.Groups {
		excess += want.Groups[i].ExcessCount
	}
	c.equal(got, path, "process_count", integer(int64(len(want.Rows))))
	for _, decision := range []string{"candidate_safe_close", "requires_owner_check", "keep"} {
		c.equal(got, path, decision+"_count", integer(counts["decision_counts"][decision]))
	}
	for _, name := range []string{"kind_counts", "decision_counts", "owner_status_counts"} {
		c.counts(counts[name], join(path, name), got, name)
	}
	c.equal(got, path, "active_owner_pressure_group_count", integer(int64(len(want.Groups))))
	c.equal(got, path, "active_owner_release_request_count", integer(excess))
	c.groups(want.Groups, join(path, "active_owner_pressure_groups"), got)
	if c.full {
		c.tableSummary(want, path, got)
	}
}

func (c *comparison) tableSummary(want *ExpectInventory, path string, got tspi.Object) {
	c.equal(got, path, "init", cmp.Or(want.Init, string(tspi.InitNotInTable)))
	skipped, there := got.Get("skipped_line_counts")
	object, ok := skipped.(tspi.Object)
	path = join(path, "skipped_line_counts")
	if !ok {
		c.otherType(path, "an object", skipped, there)
		return
	}
	c.equal(object, path, "comment", integer(want.Skipped.Comment))
	c.equal(object, path, "header", integer(want.Skipped.Header))
	c.equal(object, path, "malformed", integer(want.Skipped.Malformed))
}

func countRows(rows []ExpectRow) map[string]map[string]int64 {
	counts := map[string]map[string]int64{"kind_counts": {}, "decision_counts": {}, "owner_status_counts": {}}
	for i := range rows {
		counts["kind_counts"][rows[i].ProcessKind]++
		counts["decision_counts"][rows[i].Decision]++
		counts["owner_status_counts"][rows[i].OwnerStatus]++
	}
	return counts
}

// counts compares an object of counts, which names only what occurs.
func (c *comparison) counts(want map[string]int64, path string, summary tspi.Object, name string) {
	value, there := summary.Get(name)
	got, ok := value.(tspi.Object)
	if !ok {
		c.otherType(path, "an object", value, there)
		return
	}
	if len(got) != len(want) {
		c.differ(KindValue, path, strconv.Itoa(len(want))+" names", strconv.Itoa(len(got))+" names")
		return
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		c.equal(got, path, key, integer(want[key]))
	}
}

func (c *comparison) groups(want []ExpectGroup, path string, summary tspi.Object) {
	value, there := summary.Get("active_owner_pressure_groups")
	got, ok := value.(tspi.Array)
	if !ok {
		c.otherType(path, "an array", value, there)
		return
	}
	if len(got) != len(want) {
		c.differ(KindValue, path, strconv.Itoa(len(want))+" groups", strconv.Itoa(len(got))+" groups")
		return
	}
	for i := range want {
		group, ok := got[i].(tspi.Object)
		if !ok {
			c.otherType(at(path, i), "an object", got[i], true)
			continue
		}
		c.group(want[i], at(path, i), group)
	}
}

func (c *comparison) group(want ExpectGroup, path string, got tspi.Object) {
	c.equal(got, path, "process_kind", want.ProcessKind)
	c.equal(got, path, "owner_status", want.OwnerStatus)
	c.equal(got, path, "budget", integer(want.Budget))
	c.equal(got, path, "count", integer(want.Count))
	c.equal(got, path, "excess_count", integer(want.ExcessCount))
	c.equal(got, path, "oldest_age_s", orNull(want.OldestAgeS))
	c.equal(got, path, "newest_age_s", orNull(want.NewestAgeS))
	if c.full {
		c.equal(got, path, "detached_ancestor_count", integer(want.DetachedAncestorCount))
	}
	request, there := got.Get("owner_release_request")
	path = join(path, "owner_release_request")
	object, ok := request.(tspi.Object)
	if !ok {
		c.otherType(path, "an object", request, there)
		return
	}
	c.request(want, path, object)
}

// request compares what a release request takes from its group; its fixed
// values are the schema's business.
func (c *comparison) request(want ExpectGroup, path string, got tspi.Object) {
	c.equal(got, path, "process_kind", want.ProcessKind)
	c.equal(got, path, "owner_status", want.OwnerStatus)
	c.equal(got, path, "target_owner", textOrNull(want.TargetOwner))
	c.equal(got, path, "process_count", integer(want.Count))
	c.equal(got, path, "excess_count", integer(want.ExcessCount))
}
