package cover

import (
	"slices"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

type difference = generators.Difference

// properties are those of cover alone: what must not be sealed as whole, by the walks.
func properties(w *generators.FactWorlds) []generators.Property {
	p := asking{w}
	const decide, audit = "cover.decide", "cover.audit"
	safety := func(name, clause string, check func(reading) (path, why string)) generators.Property {
		return generators.Property{Name: name, Family: generators.Safety, Clause: clause, Op: decide, OneIn: 1,
			Check: p.each(check)}
	}
	return []generators.Property{
		safety("whole-needs-no-gap-and-the-operators-word", "5.coverage", whole),
		safety("a-figure-needs-two-settled-ends", "3.seqs", ended),
		safety("what-could-not-be-read-is-null-and-not-0", "5.null", unreadable),
		safety("a-figure-holds-no-work-of-before", "5.terms", bounded),
		safety("what-was-seen-in-the-window-is-told", "4.gpu", told),
		{Name: "forgetting-a-fact-makes-nothing-whole", Family: generators.Safety, Clause: "5.coverage", Op: decide,
			OneIn: 4, Check: p.forgetting},
		{Name: "a-process-of-no-tree-changes-nothing", Family: generators.Relation, Clause: "2.members", Op: decide,
			OneIn: 4, Check: p.strangers},
		{Name: "a-partial-figure-sealed-as-whole-has-its-own-code", Family: generators.Safety, Clause: "6.whole_gap",
			Op: audit, OneIn: 4, Check: p.sealedWhole},
	}
}

// asking are the properties, with what asks for them.
type asking struct{ worlds *generators.FactWorlds }

// reading is one span and the row about it.
type reading struct {
	facts, span, row strict.Object
	walks            []strict.Object
	start, stop      int // places of the walks that the row names; -1 for none
}

// each holds every row against a rule, which says which member permits what it must not, and
// why.
func (p asking) each(rule func(reading) (path, why string)) func(*generators.Trial) ([]difference, error) {
	return func(t *generators.Trial) ([]difference, error) {
		decision, err := p.worlds.Decided(t)
		if err != nil || decision == nil {
			return nil, err
		}
		var found []difference
		for i, r := range readings(generators.FactsOf(t), decision) {
			if path, why := rule(r); path != "" {
				found = append(found, generators.Permission(i, path, why))
			}
		}
		return found, nil
	}
}

func readings(facts, decision strict.Object) []reading {
	var all []reading
	walks := generators.Objects(facts, "walks")
	place := func(seq strict.Value) int {
		return slices.IndexFunc(walks, func(w strict.Object) bool { return strict.Equal(w.At("seq"), seq) })
	}
	for _, row := range generators.Objects(decision, "rows") {
		r := reading{facts: facts, row: row, walks: walks, start: place(row.At("start_seq")),
			stop: place(row.At("stop_seq"))}
		for _, span := range generators.Objects(facts, "spans") {
			if strict.Equal(span.At("id"), row.At("id")) {
				r.span = span
			}
		}
		all = append(all, r)
	}
	return all
}

func (r reading) has(gaps ...string) bool {
	return slices.ContainsFunc(r.row.Array("gaps"), func(v strict.Value) bool {
		gap, _ := v.(string)
		return slices.Contains(gaps, gap)
	})
}

// of is the row of an incarnation in a walk; nil where there is none.
func of(walk, incarnation strict.Object) strict.Object {
	if !strict.Equal(walk.At("boot_id"), incarnation.At("boot_id")) {
		return nil
	}
	for _, row := range generators.Objects(walk, "rows") {
		if strict.Equal(row.At("pid"), incarnation.At("pid")) &&
			strict.Equal(row.At("start_token"), incarnation.At("start_token")) {
			return row
		}
	}
	return nil
}

// root is the root's row in the walk at a place.
func (r reading) root(at int) strict.Object { return of(r.walks[at], r.span.Object("root")) }

func whole(r reading) (path, why string) {
	operator := r.span.At("declared_by") == "operator"
	switch {
	case r.row.At("declared") != operator:
		return "declared", "the operator's word is another"
	case r.row.Text("coverage") != "whole":
		return "", ""
	case len(r.row.Array("gaps")) > 0:
		return "coverage", "it has a gap"
	case !operator:
		return "coverage", "the operator did not declare it"
	case r.row.At("figure") == nil, r.start < 0, r.stop < 0:
		return "coverage", "an end was not read"
	}
	return "", ""
}

func integer(v strict.Value) strict.Integer {
	n, _ := strict.AsInteger(v)
	return n
}

func ended(r reading) (path, why string) {
	if r.row.At("figure") == nil {
		return "", ""
	}
	if r.start < 0 || r.stop < 0 {
		return "figure", "an end was not read"
	}
	start, stop, settle := r.walks[r.start].At("at_ms"), r.walks[r.stop].At("at_ms"), integer(r.facts.At("settle_ms"))
	begin, end := integer(r.span.At("begin_ms")), integer(r.span.At("end_ms"))
	root := r.root(r.start)
	switch {
	case r.stop <= r.start:
		return "stop_seq", "the call was read after its end alone"
	case integer(start).Cmp(begin) > 0, integer(start).Cmp(begin.Sub(settle)) < 0:
		return "start_seq", "the walk is not that of the begin"
	case integer(stop).Cmp(end) < 0, integer(stop).Cmp(end.Add(settle)) > 0:
		return "stop_seq", "the walk is not that of the end"
	case r.start == 0, integer(r.walks[r.start-1].At("seq")).Add(strict.NewInteger(1)).
		Cmp(integer(r.walks[r.start].At("seq"))) != 0:
		return "start_seq", "the walk before was lost"
	case root != nil && root.At("exited") == false && !strict.Equal(root.At("running_threads"), generators.Int(0)):
		return "start_seq", "the root was at work"
	}
	return "", ""
}

// unreadable: a count that is not known is no count of 0.
func unreadable(r reading) (path, why string) {
	if r.row.At("figure") == nil || r.start < 0 || r.stop < 0 {
		return "", ""
	}
	before, after := r.root(r.start), r.root(r.stop)
	switch {
	case r.has("unreadable"):
		return "figure", "a count could not be read"
	case after == nil, after.At("exited") != false:
		return "figure", "the root is gone"
	case after.At("counter") == nil, after.At("reaped") == nil, before != nil &&
		(before.At("counter") == nil || before.At("reaped") == nil):
		return "figure", "the root's count could not be read"
	}
	return "", ""
}

// bounded: a figure is never above what all processes of the stop walk, of any tree, have used
// since the start walk, or since they were born in the call.
func bounded(r reading) (path, why string) {
	figure, ok := r.row.Integer("figure")
	if !ok || r.start < 0 || r.stop < 0 {
		return "", ""
	}
	sum, zero := strict.NewInteger(0), strict.NewInteger(0)
	for _, row := range generators.Objects(r.walks[r.stop], "rows") {
		incarnation := row.With("boot_id", r.walks[r.stop].At("boot_id"))
		before, born := of(r.walks[r.start], incarnation), row.At("started_ms")
		used := integer(row.At("counter"))
		switch {
		case before != nil:
			used = used.Sub(integer(before.At("counter")))
		case born == nil, integer(born).Cmp(integer(r.span.At("begin_ms"))) < 0:
			used = zero
		}
		if used.Cmp(zero) > 0 {
			sum = sum.Add(used)
		}
	}
	divisor := map[string]int64{"nanojoule": 1000, "nanosecond": 1000, "byte": 1024}[r.facts.Text("counter_unit")]
	if divisor == 0 {
		divisor = 1
	}
	// Rounded up, a figure of n units holds more than n - 1 of them.
	least := zero
	if n, fits := figure.Int64(); fits && n > 0 && n < 1<<40 {
		least = strict.NewInteger((n-1)*divisor + 1)
	}
	if least.Cmp(sum) > 0 {
		return "figure", "no process has used as much in the call"
	}
	return "", ""
}

// told: what the root shows in a walk from start to stop is told, and makes nothing whole.
func told(r reading) (path, why string) {
	if r.start < 0 || r.stop < 0 || r.row.Text("coverage") != "whole" {
		return "", ""
	}
	energy := r.facts.Text("counter_unit") == "nanojoule" || r.facts.Text("counter_unit") == "microjoule"
	for at := r.start; at <= r.stop; at++ {
		switch root := r.root(at); {
		case root == nil, root.At("exited") != false:
			if at == r.stop {
				return "coverage", "the root is gone"
			}
		case root.At("children_listed") != true:
			return "coverage", "its children were not listed"
		case energy && (root.At("gpu") != "none" || root.At("neural") != "none"):
			return "coverage", "it used an accelerator, or may have"
		}
	}
	before, after := r.root(r.start), r.root(r.stop)
	if before != nil && !strict.Equal(before.At("reaped"), after.At("reaped")) {
		return "coverage", "a child was waited for"
	}
	return "", ""
}

// forgetting: whoever knows less than before calls no more whole. Only such facts are forgotten
// as leave the ends where they are, or take them away.
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
		for i, row := range generators.Objects(after, "rows") {
			if i < len(rows) && row.Text("coverage") == "whole" && rows[i].Text("coverage") != "whole" {
				return []difference{generators.Permission(i, "coverage", "less is known than when it was partial")}, nil
			}
		}
	}
	return nil, nil
}

// forgettings are the facts, each time with something of them forgotten: a fact of the rows
// of one walk, or of all, or who declared the calls.
func forgettings(facts strict.Object) []strict.Value {
	var all []strict.Value
	everywhere := map[string]strict.Value{"running_threads": facts, "reaped": facts}
	for i, walk := range generators.Objects(facts, "walks") {
		unlisted := strict.Value(facts)
		here := map[string]strict.Value{"counter": facts, "gpu": facts, "neural": facts}
		for j := range walk.Array("rows") {
			row := "/walks/" + generators.Digits(i) + "/rows/" + generators.Digits(j) + "/"
			for _, some := range []map[string]strict.Value{here, everywhere} {
				for name := range some {
					some[name] = generators.Put(some[name], row+name, nil)
				}
			}
			unlisted = generators.Put(unlisted, row+"children_listed", false)
		}
		all = append(all, here["counter"], here["gpu"], here["neural"], unlisted)
	}
	undeclared := strict.Value(facts)
	for i := range facts.Array("spans") {
		undeclared = generators.Put(undeclared, "/spans/"+generators.Digits(i)+"/declared_by", nil)
	}
	return append(all, everywhere["running_threads"], everywhere["reaped"], undeclared,
		facts.With("walks", strict.Array{}))
}

// strangers: a process below nobody is in no tree.
func (p asking) strangers(t *generators.Trial) ([]difference, error) {
	before, err := p.worlds.Decided(t)
	if err != nil || before == nil {
		return nil, err
	}
	facts := generators.FactsOf(t)
	pid := 2147483600
	used := func(v strict.Value) bool { return strict.Equal(v, generators.Int(pid)) }
	stranger := generators.Object("pid", generators.Int(pid), "ppid", generators.Int(0), "start_token", "stranger",
		"started_ms", generators.Int(1),
		"counter", generators.Int(0), "reaped", generators.Int(1), "running_threads", generators.Int(9), "exited",
		false, "children_listed", false,
		"gpu", "used", "neural", nil)
	changed := strict.Value(facts)
	for i, walk := range generators.Objects(facts, "walks") {
		for _, row := range generators.Objects(walk, "rows") {
			if used(row.At("pid")) || used(row.At("ppid")) {
				return nil, nil
			}
		}
		changed = generators.Append(changed, "/walks/"+generators.Digits(i)+"/rows", stranger)
	}
	for _, span := range generators.Objects(facts, "spans") {
		if used(span.Object("root").At("pid")) {
			return nil, nil
		}
	}
	after, err := p.worlds.DecideOn(t, changed)
	if err != nil || after == nil || strict.Equal(before, after) {
		return nil, err
	}
	return []difference{generators.Wrong("rows", "those without the process of no tree")}, nil
}

// sealedWhole: whoever seals as whole what his own answer calls partial is told which gap, or
// whose word, he left out.
func (p asking) sealedWhole(t *generators.Trial) ([]difference, error) {
	decision, err := p.worlds.Decided(t)
	if err != nil || decision == nil {
		return nil, err
	}
	rows := generators.Objects(decision, "rows")
	for _, choice := range t.Choices("sealed whole", len(rows)) {
		if rows[choice].Text("coverage") != "partial" {
			continue
		}
		receipts := strict.Array{}
		for i, row := range rows {
			receipt := row.Without("start_seq").Without("stop_seq")
			if i == choice {
				receipt = receipt.With("coverage", "whole").With("gaps", strict.Array{}).With("declared", true)
			}
			receipts = append(receipts, receipt)
		}
		found, answered, err := p.worlds.FoundOn(t, generators.FactsOf(t), generators.Object("receipts", receipts))
		delete(found, generators.Raised{Code: "COVER_RECEIPT_MISMATCH", Subject: rows[choice].Text("id")})
		if err != nil || answered && !generators.Subjects(found)[rows[choice].Text("id")] {
			return []difference{generators.Missed("the receipt that says whole")}, err
		}
	}
	return nil, nil
}
