package tspi

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// inventory compares an answer to classify.
func (c *comparison) inventory(want *ExpectInventory, p *Problem, got strict.Value) {
	object, ok := got.(strict.Object)
	if !ok {
		c.OtherType("", "an inventory", got, true)
		return
	}
	policy, _ := object.Get("policy")
	if o, ok := policy.(strict.Object); ok {
		c.Equal(o, "policy", "min_age_seconds", minAge(p))
	} else {
		c.OtherType("policy", "an object", policy, policy != nil)
	}
	c.rows(want, p, object)
	summary, _ := object.Get("summary")
	c.summary(want, "summary", summary)
}

// minAge is the threshold that the case's policy sets.
func minAge(p *Problem) strict.Value {
	policy, _ := p.document(docPolicy).(strict.Object)
	if n, there := policy.Get("min_age_seconds"); there {
		return n
	}
	return strict.Int(tspi.DefaultMinAgeSeconds)
}

func (c *comparison) rows(want *ExpectInventory, p *Problem, object strict.Object) {
	value, there := object.Get("rows")
	got, ok := value.(strict.Array)
	if !ok {
		c.OtherType("rows", "an array", value, there)
		return
	}
	c.pairRows(want.Rows, plainLines(p.PSText), got)
}

// pairRows compares the rows by their pids. Where other helpers stand there, or these
// in another order, that is told once, and each row is still held against its own: a
// decision that closes what must stay must not hide behind a row that is missing.
func (c *comparison) pairRows(want []ExpectRow, lines []plainLine, got strict.Array) {
	wantPIDs, gotPIDs := make([]string, len(want)), make([]string, len(got))
	for i := range want {
		wantPIDs[i] = strconv.FormatInt(want[i].PID, 10)
	}
	for i := range got {
		if _, ok := got[i].(strict.Object); !ok {
			c.OtherType(profile.At("rows", "#"+strconv.Itoa(i)), "an object", got[i], true)
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
		c.Differ(profile.KindOrder, "rows", "in table order: "+pidList(wantPIDs), order+pidList(gotPIDs))
	default:
		c.Differ(profile.KindCount, "rows", profile.CountOf(len(want), "row", "rows")+pidsAre(wantPIDs),
			profile.CountOf(len(got), "row", "rows")+pidsAre(gotPIDs))
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
		row, _ := got[i].(strict.Object)
		if decision, _ := row.Get("decision"); !taken[i] && decision == string(tspi.DecisionSafeClose) {
			c.Differ(profile.KindExtra, profile.At("rows", gotPIDs[i])+".decision", "no row: it is no helper",
				profile.Show(decision, true))
		}
	}
}

func (c *comparison) pairedRow(want ExpectRow, lines []plainLine, got strict.Value) {
	row, _ := got.(strict.Object) // else it had no pid to be paired by
	path := profile.At("rows", want.PID)
	c.Equal(row, path, "pid", strict.Int(want.PID))
	c.row(want.complete(lines), path, row)
}

// pidOf is a row's pid as text, "?" where it has none that could be meant.
func pidOf(row strict.Value) string {
	object, _ := row.(strict.Object)
	pid, _ := object.Get("pid")
	text, ok := pid.(string)
	if number, isNumber := pid.(strict.Number); isNumber {
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

func (c *comparison) row(want ExpectRow, path string, got strict.Object) {
	c.Equal(got, path, "process_kind", want.ProcessKind)
	c.Equal(got, path, "owner_status", want.OwnerStatus)
	c.Equal(got, path, "decision", want.Decision)
	c.Equal(got, path, "age_s", strict.IntOrNull(want.AgeS))
	c.Equal(got, path, "allowlist_matched", want.AllowlistMatched)
	c.Equal(got, path, "command_hash", want.CommandHash)
	if want.PPID != nil {
		c.Equal(got, path, "ppid", strict.Int(*want.PPID))
	}
	if !c.full {
		return
	}
	c.Equal(got, path, "owner", want.OwnerStatus)
	c.Equal(got, path, "reason", want.Reason)
	c.Equal(got, path, "chain_end", want.ChainEnd)
	c.Equal(got, path, "chain_hops", strict.Int(want.ChainHops))
	c.Equal(got, path, "chain_end_pid", strict.IntOrNull(want.ChainEndPID))
	if want.CPUPct.Given {
		c.cpu(want.CPUPct.Value, path, got)
	}
}

// cpu compares the one value that is no integer: 0 and 0.0 are the same.
func (c *comparison) cpu(want *float64, path string, got strict.Object) {
	if want == nil {
		c.Equal(got, path, "cpu_pct", nil)
		return
	}
	right := strict.Number(strconv.FormatFloat(*want, 'f', -1, 64))
	value, there := got.Get("cpu_pct")
	if number, ok := value.(strict.Number); !ok || !strict.EqualFloats(right, number) {
		c.OtherValue(profile.Join(path, "cpu_pct"), right, value, there)
	}
}

// summary compares the counts, which follow from the wanted rows and groups.
func (c *comparison) summary(want *ExpectInventory, path string, value strict.Value) {
	got, ok := value.(strict.Object)
	if !ok {
		c.OtherType(path, "an object", value, value != nil)
		return
	}
	counts := countRows(want.Rows)
	excess := int64(0)
	for i := range want.Groups {
		excess += want.Groups[i].ExcessCount
	}
	c.Equal(got, path, "process_count", strict.Int(int64(len(want.Rows))))
	for _, decision := range []string{"candidate_safe_close", "requires_owner_check", "keep"} {
		c.Equal(got, path, decision+"_count", strict.Int(counts["decision_counts"][decision]))
	}
	for _, name := range []string{"kind_counts", "decision_counts", "owner_status_counts"} {
		c.counts(counts[name], profile.Join(path, name), got, name)
	}
	c.Equal(got, path, "active_owner_pressure_group_count", strict.Int(int64(len(want.Groups))))
	c.Equal(got, path, "active_owner_release_request_count", strict.Int(excess))
	c.groups(want.Groups, profile.Join(path, "active_owner_pressure_groups"), got)
	if c.full {
		c.tableSummary(want, path, got)
	}
}

func (c *comparison) tableSummary(want *ExpectInventory, path string, got strict.Object) {
	c.Equal(got, path, "init", cmp.Or(want.Init, string(tspi.InitNotInTable)))
	skipped, there := got.Get("skipped_line_counts")
	object, ok := skipped.(strict.Object)
	path = profile.Join(path, "skipped_line_counts")
	if !ok {
		c.OtherType(path, "an object", skipped, there)
		return
	}
	c.Equal(object, path, "comment", strict.Int(want.Skipped.Comment))
	c.Equal(object, path, "header", strict.Int(want.Skipped.Header))
	c.Equal(object, path, "malformed", strict.Int(want.Skipped.Malformed))
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
func (c *comparison) counts(want map[string]int64, path string, summary strict.Object, name string) {
	value, there := summary.Get(name)
	got, ok := value.(strict.Object)
	if !ok {
		c.OtherType(path, "an object", value, there)
		return
	}
	if len(got) != len(want) {
		c.Differ(profile.KindValue, path, strconv.Itoa(len(want))+" names", strconv.Itoa(len(got))+" names")
		return
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		c.Equal(got, path, key, strict.Int(want[key]))
	}
}

func (c *comparison) groups(want []ExpectGroup, path string, summary strict.Object) {
	value, there := summary.Get("active_owner_pressure_groups")
	got, ok := value.(strict.Array)
	if !ok {
		c.OtherType(path, "an array", value, there)
		return
	}
	if len(got) != len(want) {
		c.Differ(profile.KindValue, path, strconv.Itoa(len(want))+" groups", strconv.Itoa(len(got))+" groups")
		return
	}
	for i := range want {
		group, ok := got[i].(strict.Object)
		if !ok {
			c.OtherType(profile.At(path, i), "an object", got[i], true)
			continue
		}
		c.group(want[i], profile.At(path, i), group)
	}
}

func (c *comparison) group(want ExpectGroup, path string, got strict.Object) {
	c.Equal(got, path, "process_kind", want.ProcessKind)
	c.Equal(got, path, "owner_status", want.OwnerStatus)
	c.Equal(got, path, "budget", strict.Int(want.Budget))
	c.Equal(got, path, "count", strict.Int(want.Count))
	c.Equal(got, path, "excess_count", strict.Int(want.ExcessCount))
	c.Equal(got, path, "oldest_age_s", strict.IntOrNull(want.OldestAgeS))
	c.Equal(got, path, "newest_age_s", strict.IntOrNull(want.NewestAgeS))
	if c.full {
		c.Equal(got, path, "detached_ancestor_count", strict.Int(want.DetachedAncestorCount))
	}
	request, there := got.Get("owner_release_request")
	path = profile.Join(path, "owner_release_request")
	object, ok := request.(strict.Object)
	if !ok {
		c.OtherType(path, "an object", request, there)
		return
	}
	c.request(want, path, object)
}

// request compares what a release request takes from its group; its fixed
// values are the schema's business.
func (c *comparison) request(want ExpectGroup, path string, got strict.Object) {
	c.Equal(got, path, "process_kind", want.ProcessKind)
	c.Equal(got, path, "owner_status", want.OwnerStatus)
	c.Equal(got, path, "target_owner", strict.TextOrNull(want.TargetOwner))
	c.Equal(got, path, "process_count", strict.Int(want.Count))
	c.Equal(got, path, "excess_count", strict.Int(want.ExcessCount))
}
