package attr

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

type difference = generators.Difference

// properties are those of attr alone: what must not be reclaimed, by the facts themselves.
func properties(w *generators.FactWorlds) []generators.Property {
	p := asking{w}
	const decide, audit = "attr.decide", "attr.audit"
	safety := func(name, clause string, check func(*answer) []difference) generators.Property {
		return generators.Property{Name: name, Family: generators.Safety, Clause: clause, Op: decide, OneIn: 1,
			Check: p.each(check)}
	}
	return []generators.Property{
		safety("only-terminal-sessions-and-orphans-are-eligible", "4.terminal", onlyTerminal),
		safety("an-unknown-turn-is-never-idle", "4.turn", turnsKnown),
		safety("what-was-not-sampled-is-not-idle", "4.cpu", sampled),
		safety("what-holds-others-is-not-eligible", "4.holds_others", holdsNobody),
		safety("what-is-not-known-is-null", "3.memory", unknownIsNull),
		safety("each-process-is-counted-once", "4.summary", countedOnce),
		{Name: "forgetting-a-fact-permits-nothing-more", Family: generators.Safety, Clause: "4.eligible", Op: decide,
			OneIn: 4, Check: p.forgetting},
		{Name: "stopping-what-is-shared-is-found", Family: generators.Safety, Clause: "5.stop", Op: audit, OneIn: 4,
			Check: p.sharedStopped},
	}
}

// asking are the properties, with what asks for them.
type asking struct{ worlds *generators.FactWorlds }

// answer is a decision, with the facts that it is about.
type answer struct {
	facts, decision strict.Object
	rows            []strict.Object
	processes       map[string]strict.Object // by the digits of the pid
}

// each holds a decision against a rule.
func (p asking) each(rule func(*answer) []difference) func(*generators.Trial) ([]difference, error) {
	return func(t *generators.Trial) ([]difference, error) {
		decision, err := p.worlds.Decided(t)
		if err != nil || decision == nil {
			return nil, err
		}
		a := &answer{generators.FactsOf(t), decision, generators.Objects(decision, "rows"), map[string]strict.Object{}}
		for _, process := range generators.Objects(a.facts, "processes") {
			a.processes[digitsOf(process.At("pid"))] = process
		}
		return rule(a), nil
	}
}

func digitsOf(v strict.Value) string {
	n, _ := strict.AsInteger(v)
	return n.String()
}

func eligible(row strict.Object) bool { return row.Object("reclaim").Text("verdict") == "eligible" }

const verdict = "reclaim.verdict"

// session is the record of a row of kind session.
func (a *answer) session(row strict.Object) strict.Object {
	id, ok := strings.CutPrefix(row.Text("id"), "session:")
	for _, s := range generators.Objects(a.facts, "sessions") {
		if ok && s.Text("id") == id {
			return s
		}
	}
	return nil
}

// eligibleRows holds each eligible row against a rule, which says why it must not be.
func (a *answer) eligibleRows(rule func(row strict.Object) string) []difference {
	var found []difference
	for i, row := range a.rows {
		if !eligible(row) {
			continue
		}
		if why := rule(row); why != "" {
			found = append(found, generators.Permission(i, verdict, why))
		}
	}
	return found
}

func onlyTerminal(a *answer) []difference {
	return a.eligibleRows(func(row strict.Object) string {
		if strings.HasPrefix(row.Text("id"), "orphan:session:") {
			if a.facts.At("records_listed") != true {
				return "its record may be one that was not read"
			}
			return ""
		}
		s := a.session(row)
		proposal := s.Text("proposal")
		switch {
		case s == nil:
			return "it is no session"
		case s.At("corrupt") != false, s.At("archived") != false:
			return "its record is corrupt or archived"
		case s.Text("status") != "awaiting", proposal != "nothing" && proposal != "close":
			return "the session is not terminal"
		}
		return ""
	})
}

// turnsKnown: a thread of which any runtime says another word than idle may be at work.
func turnsKnown(a *answer) []difference {
	return a.eligibleRows(func(row strict.Object) string {
		s := a.session(row)
		for _, r := range generators.Objects(a.facts, "runtimes") {
			if s.At("runtime_id") != nil && strict.Equal(s.At("runtime_id"), r.At("id")) && r.At("references") == nil {
				return "its runtime did not say what it serves"
			}
			for _, reference := range generators.Objects(r, "references") {
				if s.At("thread_id") != nil && strict.Equal(s.At("thread_id"), reference.At("thread_id")) &&
					reference.At("turn") != "idle" {
					return "a turn of its thread is active or unknown"
				}
			}
		}
		return ""
	})
}

// sampled: the figure of a row is known only where each of its processes was seen twice, and
// only a known figure permits.
func sampled(a *answer) []difference {
	total, known := a.facts.Integer("cpu_total_ticks")
	known = known && total.Cmp(strict.NewInteger(0)) > 0
	var found []difference
	for i, row := range a.rows {
		all := known && len(row.Array("pids")) > 0
		for _, pid := range row.Array("pids") {
			process := a.processes[digitsOf(pid)]
			second := process.Object("second")
			before, _ := process.Integer("ticks")
			after, _ := second.Integer("ticks")
			all = all && second != nil && second.At("start_token") == process.At("start_token") &&
				after.Cmp(before) >= 0
		}
		if !all && row.At("cpu_permille") != nil {
			found = append(found, generators.Wrong("rows[].cpu_permille", "null: not every process was sampled"))
		}
		idle, _ := a.facts.Object("budgets").Integer("idle_cpu_permille")
		figure, ok := row.Integer("cpu_permille")
		if eligible(row) && (!all || !ok || figure.Cmp(idle) > 0) {
			found = append(found, generators.Permission(i, verdict, "its processes are not known to be idle"))
		}
	}
	return found
}

// holdsNobody: no process of an eligible row is above one of another row, and none is the root
// of a runtime, by itself.
func holdsNobody(a *answer) []difference {
	owner := map[string]int{}
	for i, row := range a.rows {
		for _, pid := range row.Array("pids") {
			owner[digitsOf(pid)] = i
		}
	}
	var found []difference
	for i, row := range a.rows {
		for _, element := range row.Array("pids") {
			pid := digitsOf(element)
			for range a.processes { // as far as a way can lead
				pid = digitsOf(a.processes[pid].At("ppid"))
				if above, owned := owner[pid]; owned && above != i && a.processes[pid] != nil &&
					eligible(a.rows[above]) {
					found = append(found, generators.Permission(above, verdict, "a process of another row is below it"))
					break
				}
			}
			for _, r := range generators.Objects(a.facts, "runtimes") {
				root, process := r.Object("root"), a.processes[digitsOf(element)]
				if eligible(row) && root != nil && strict.Equal(root.At("pid"), element) &&
					root.At("start_token") == process.At("start_token") {
					found = append(found, generators.Permission(i, verdict, "it holds the root of a shared runtime"))
				}
			}
		}
	}
	return found
}

// unknownIsNull: an unhealthy probe's count is null, and no sum holds what is not known.
func unknownIsNull(a *answer) []difference {
	var found []difference
	for _, row := range a.rows {
		pids := row.Array("pids")
		unread := func(pid strict.Value) bool { return a.processes[digitsOf(pid)].At("pss_kib") == nil }
		if row.At("pss_kib") != nil && (len(pids) == 0 || slices.ContainsFunc(pids, unread)) {
			found = append(found, generators.Wrong("rows[].pss_kib", "null: it is not known of each process"))
		}
		if row.At("rss_kib") != nil && len(pids) == 0 {
			found = append(found, generators.Wrong("rows[].rss_kib", "null: there is no process"))
		}
		for _, r := range generators.Objects(a.facts, "runtimes") {
			if row.Text("id") == "shared_runtime:"+r.Text("id") && r.At("references") == nil &&
				row.At("ref_count") != nil {
				found = append(found, generators.Wrong("rows[].ref_count", "null: the runtime did not answer"))
			}
		}
	}
	return found
}

// countedOnce: each process is in one row at most, and in one of the three counts.
func countedOnce(a *answer) []difference {
	var found []difference
	seen := map[string]bool{}
	for _, row := range a.rows {
		for _, pid := range row.Array("pids") {
			if seen[digitsOf(pid)] {
				found = append(found, generators.Wrong("rows[].pids", "each process in one row"))
			}
			seen[digitsOf(pid)] = true
		}
	}
	summary, total := a.decision.Object("summary"), strict.NewInteger(0)
	for _, name := range []string{"process_count", "unread_count", "outside_count"} {
		n, _ := summary.Integer(name)
		total = total.Add(n)
	}
	if total.Cmp(strict.NewInteger(int64(len(a.processes)))) != 0 {
		found = append(found, generators.Wrong("summary", "counts that add up to all processes"))
	}
	if !strict.Equal(summary.At("process_count"), generators.Int(len(seen))) {
		found = append(found, generators.Wrong("summary.process_count", "the processes in rows"))
	}
	count := 0
	for _, row := range a.rows {
		if eligible(row) {
			count++
		}
	}
	if !strict.Equal(summary.At("eligible_count"), generators.Int(count)) {
		found = append(found, generators.Wrong("summary.eligible_count", "the eligible rows"))
	}
	return found
}

// forgetting: whoever knows less than before may reclaim no more. Only such facts are
// forgotten as charge nobody else with a process.
func (p asking) forgetting(t *generators.Trial) ([]difference, error) {
	before, err := p.worlds.Decided(t)
	if err != nil || before == nil {
		return nil, err
	}
	free := map[string]bool{}
	for _, row := range generators.Objects(before, "rows") {
		free[row.Text("id")] = eligible(row)
	}
	facts := generators.FactsOf(t)
	all := forgettings(facts)
	for _, choice := range t.Choices("forgetting", len(all)) {
		after, err := p.worlds.DecideOn(t, all[choice])
		if err != nil || after == nil {
			return nil, err
		}
		for i, row := range generators.Objects(after, "rows") {
			if eligible(row) && !free[row.Text("id")] {
				return []difference{generators.Permission(i, verdict, "less is known than when it was not eligible")},
					nil
			}
		}
	}
	return nil, nil
}

// forgettings are the facts, each time with one of them forgotten.
func forgettings(facts strict.Object) []strict.Value {
	all := []strict.Value{facts.With("records_listed", false), facts.With("cpu_total_ticks", nil)}
	for i := range facts.Array("processes") {
		all = append(all, generators.Put(facts, "/processes/"+generators.Digits(i)+"/second", nil))
	}
	for i, s := range generators.Objects(facts, "sessions") {
		if s.At("corrupt") == false {
			all = append(all, generators.Put(facts, "/sessions/"+generators.Digits(i)+"/proposal", nil))
		}
	}
	for i, r := range generators.Objects(facts, "runtimes") {
		for j := range r.Array("references") {
			all = append(all, generators.Put(facts, "/runtimes/"+generators.Digits(i)+"/references/"+
				generators.Digits(j)+"/turn", nil))
		}
	}
	return all
}

// sharedStopped: a stop of what is shared, current or nobody's is found, whatever the rows say.
func (p asking) sharedStopped(t *generators.Trial) ([]difference, error) {
	decision, err := p.worlds.Decided(t)
	if err != nil || decision == nil {
		return nil, err
	}
	var shared []string
	for _, row := range generators.Objects(decision, "rows") {
		if kind := row.Text("kind"); kind != "session" && !strings.HasPrefix(row.Text("id"), "orphan:session:") {
			shared = append(shared, row.Text("id"))
		}
	}
	for _, choice := range t.Choices("shared stopped", len(shared)) {
		claim := generators.Object("rows", decision.At("rows"), "acts",
			strict.Array{generators.Object("act", "stop", "id", shared[choice])})
		found, answered, err := p.worlds.FoundOn(t, generators.FactsOf(t), claim)
		if err != nil || answered && !generators.Subjects(found)[shared[choice]] {
			return []difference{generators.Missed("the stop of what is shared")}, err
		}
	}
	return nil, nil
}
