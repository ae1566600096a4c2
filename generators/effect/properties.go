package effect

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

type difference = generators.Difference

// properties are those of effect alone: what an answer must not verify, by the log itself.
func properties(w *generators.FactWorlds) []generators.Property {
	p := asking{w}
	const decide, audit = "effect.decide", "effect.audit"
	safety := func(name, clause string, check func(*answer) []difference) generators.Property {
		return generators.Property{Name: name, Family: generators.Safety, Clause: clause, Op: decide, OneIn: 1,
			Check: p.each(check)}
	}
	return []generators.Property{
		safety("only-a-fresh-and-complete-readback-verifies", "3.readbacks", freshReadback),
		safety("an-untrusted-log-has-no-rows", "2.order", untrusted),
		safety("only-what-was-refused-had-no-impact", "3.refused", impact),
		safety("done-leaves-nothing-open", "4.decision", doneIsDone),
		safety("the-next-record-stands-behind-a-line", "5.append_at", appendAt),
		{Name: "a-torn-tail-changes-no-row", Family: generators.Relation, Clause: "2.torn", Op: decide, OneIn: 4,
			Check: p.tornTail},
		{Name: "a-damaged-line-is-never-believed", Family: generators.Safety, Clause: "2.bad_line", Op: decide,
			OneIn: 2, Check: p.damaged},
		{Name: "an-overstated-row-has-its-own-code", Family: generators.Safety, Clause: "6.overstates", Op: audit,
			OneIn: 4, Check: p.overstated},
	}
}

// asking are the properties, with what asks for them.
type asking struct{ worlds *generators.FactWorlds }

// answer is a decision, with the facts that it is about.
type answer struct {
	facts, summary strict.Object
	rows           []strict.Object
	text           string
	hasText        bool
}

func answerOf(facts, decision strict.Object) *answer {
	a := &answer{facts: facts, summary: decision.Object("summary"), rows: generators.Objects(decision, "rows")}
	a.text, a.hasText = textOf(facts)
	return a
}

func (a *answer) trusted() bool {
	log := a.summary.Text("log")
	return log == "ok" || log == "torn_tail"
}

// each holds a decision against a rule.
func (p asking) each(rule func(*answer) []difference) func(*generators.Trial) ([]difference, error) {
	return func(t *generators.Trial) ([]difference, error) {
		decision, err := p.worlds.Decided(t)
		if err != nil || decision == nil {
			return nil, err
		}
		return rule(answerOf(generators.FactsOf(t), decision)), nil
	}
}

// records are the lines of the log that are objects.
func (a *answer) records() []strict.Object {
	var all []strict.Object
	ended, _ := lines(a.text)
	for _, line := range ended {
		v, err := strict.Decode([]byte(line))
		if record, ok := v.(strict.Object); ok && err == nil {
			all = append(all, record)
		}
	}
	return all
}

func standing(verification string) bool {
	return verification == "verified" || verification == "observed_state_without_causation"
}

func samePlace(a, b strict.Object) bool {
	return strict.Equal(a.At("kind"), b.At("kind")) && strict.Equal(a.At("place"), b.At("place"))
}

// freshReadback: what stands rests on the last readback of the thing itself, read whole after
// the act was settled, and on no act that was claimed since and may have touched it.
func freshReadback(a *answer) []difference {
	var found []difference
	records := a.records()
	for i, row := range a.rows {
		if !standing(row.Text("verification")) {
			continue
		}
		if why := disturbed(records, row); why != "" {
			found = append(found, generators.Permission(i, "verification", why))
		}
	}
	return found
}

// disturbed says why the evidence of a row does not make it stand; "" where it may.
func disturbed(records []strict.Object, row strict.Object) string {
	index := func(from int, is func(strict.Object) bool) int {
		for i := from; i < len(records); i++ {
			if is(records[i]) {
				return i
			}
		}
		return -1
	}
	of := func(kind string) func(strict.Object) bool {
		return func(r strict.Object) bool {
			return r.Text("type") == kind && strict.Equal(r.At("effect"), row.At("id")) &&
				r.Text("execution") != "running"
		}
	}
	claimed, settled := index(0, of("claim")), index(0, of("outcome"))
	at := index(0, func(r strict.Object) bool { return strict.Equal(r.At("seq"), row.At("evidence")) })
	if claimed < 0 || at < 0 || settled < 0 {
		return "the log holds no claim, no outcome or no evidence of it"
	}
	read, outcome := records[at], records[settled].Text("execution")
	resource := read.Object("resource")
	expected := slices.ContainsFunc(generators.Objects(records[claimed], "expect"), func(e strict.Object) bool {
		return samePlace(e.Object("resource"), resource) && resource.At("generation") != nil &&
			strict.Equal(e.Object("resource").At("generation"), resource.At("generation"))
	})
	later := index(at+1, func(r strict.Object) bool {
		return r.At("source") == "readback" && samePlace(r.Object("resource"), resource)
	})
	switch {
	case read.At("type") != "observation", read.At("source") != "readback", at < settled:
		return "its evidence is no readback after the act"
	case read.At("coverage") != "complete", read.At("state") == nil:
		return "it was not read whole"
	case !expected:
		return "another thing was read than was expected"
	case later >= 0:
		return "it was read again since"
	case outcome == "failed", outcome == "not_invoked", row.At("verification") == "verified" && outcome != "completed":
		return "its outcome does not say that it was done"
	}
	for i, r := range records {
		if r.Text("type") != "claim" || i == claimed || i < at && settledBefore(records, r, at) {
			continue
		}
		_, known := r.At("scope").(strict.Array)
		touches := !known || slices.ContainsFunc(generators.Objects(r, "scope"), func(o strict.Object) bool {
			return samePlace(o, resource)
		})
		if touches && !refused(records, r) {
			return "another act may have touched it"
		}
	}
	return ""
}

// settledBefore reports whether a claim has its outcome before a record.
func settledBefore(records []strict.Object, claim strict.Object, at int) bool {
	return slices.ContainsFunc(records[:at], func(r strict.Object) bool {
		return r.Text("type") == "outcome" && strict.Equal(r.At("effect"), claim.At("effect")) &&
			r.Text("execution") != "running"
	})
}

func refused(records []strict.Object, claim strict.Object) bool {
	return slices.ContainsFunc(records, func(r strict.Object) bool {
		return r.Text("type") == "outcome" && strict.Equal(r.At("effect"), claim.At("effect")) &&
			r.Text("execution") == "not_invoked"
	})
}

// untrusted: of a log that is an alias, or could not be read, nothing is believed.
func untrusted(a *answer) []difference {
	var found []difference
	log := a.facts.Object("log")
	links, known := log.Integer("link_count")
	switch kind := log.At("file_kind"); {
	case kind != "regular" && kind != "absent", kind == "regular" && (!known || links.String() != "1"), !a.hasText:
		if a.trusted() {
			found = append(found, generators.Difference{Kind: generators.KindPermits, Path: "summary.log",
				Want: "a log that is not trusted", Got: "trusted"})
		}
	case a.summary.Text("log") == "ok" && a.text != "" && !strings.HasSuffix(a.text, "\n"):
		found = append(found, generators.Wrong("summary.log", "torn_tail"))
	}
	if !a.trusted() && (len(a.rows) > 0 || a.summary.Text("decision") != "blocked" ||
		a.summary.At("append_at") != nil) {
		found = append(found, generators.Difference{Kind: generators.KindPermits, Path: "rows",
			Want: "no row, and blocked", Got: "believed"})
	}
	return found
}

// impact: what is not known to have been refused before the call may have had an effect.
func impact(a *answer) []difference {
	var found []difference
	records := a.records()
	for i, row := range a.rows {
		wasRefused := refused(records, generators.Object("effect", row.At("id")))
		if (row.At("possible_impact") != true || row.Text("verification") == "known_noop") && !wasRefused {
			found = append(found,
				generators.Permission(i, "possible_impact", "no outcome says that the call was refused"))
		}
	}
	return found
}

// doneIsDone: done leaves no artefact, no act and no log open.
func doneIsDone(a *answer) []difference {
	if a.summary.Text("decision") != "done" {
		return nil
	}
	open := len(a.summary.Array("unsettled_required")) > 0 || !a.trusted()
	expected := func(r strict.Object) bool {
		return slices.ContainsFunc(a.records(), func(record strict.Object) bool {
			return slices.ContainsFunc(generators.Objects(record, "expect"), func(e strict.Object) bool {
				return samePlace(e.Object("resource"), r)
			})
		})
	}
	for _, required := range generators.Objects(a.facts, "required") {
		open = open || !expected(required)
	}
	for _, row := range a.rows {
		open = open || row.Text("reason") == "not_settled"
	}
	if open {
		return []difference{{Kind: generators.KindPermits, Path: "summary.decision",
			Want: "less than done: something is open", Got: "done"}}
	}
	return nil
}

// appendAt: the next record never follows a torn one, and never overwrites a whole one.
func appendAt(a *answer) []difference {
	if !a.trusted() || strict.Equal(a.summary.At("append_at"), generators.Int(strings.LastIndexByte(a.text, '\n')+1)) {
		return nil
	}
	return []difference{generators.Wrong("summary.append_at", "the bytes up to the last end of a line")}
}

// tornTail: a log that is cut anywhere is read as one that was cut at the end of a line.
func (p asking) tornTail(t *generators.Trial) ([]difference, error) {
	if decision, err := p.worlds.Decided(t); err != nil || decision == nil {
		return nil, err
	}
	facts := generators.FactsOf(t)
	text, ok := textOf(facts)
	if !ok || facts.Object("log").At("file_kind") == "absent" {
		return nil, nil
	}
	for _, choice := range t.Choices("torn tail", len(text)+1) {
		torn := cut(text, choice)
		whole := torn[:strings.LastIndexByte(torn, '\n')+1]
		before, err := p.worlds.DecideOn(t, withText(facts, whole))
		if err != nil || before == nil {
			return nil, err
		}
		after, err := p.worlds.DecideOn(t, withText(facts, torn))
		if err != nil || after == nil {
			return nil, err
		}
		for _, name := range []string{"append_at", "decision", "bad_line", "unsettled_required"} {
			if !strict.Equal(before.Object("summary").At(name), after.Object("summary").At(name)) {
				return []difference{generators.Wrong("summary."+name, "that of the log without its torn tail")}, nil
			}
		}
		if !strict.Equal(before.At("rows"), after.At("rows")) {
			return []difference{generators.Wrong("rows", "those of the log without its torn tail")}, nil
		}
		if found := freshReadback(answerOf(withText(facts, torn), after)); len(found) > 0 {
			return found, nil
		}
	}
	return nil, nil
}

// damaged: a log of which one line is damaged in any way has no rows.
func (p asking) damaged(t *generators.Trial) ([]difference, error) {
	decision, err := p.worlds.Decided(t)
	if err != nil || decision == nil {
		return nil, err
	}
	facts := generators.FactsOf(t)
	a := answerOf(facts, decision)
	if !a.trusted() || !a.hasText {
		return nil, nil
	}
	ended, tail := lines(a.text)
	for _, choice := range t.Choices("damaged", len(ended)*len(damages)) {
		broken := damages[choice%len(damages)](ended, choice/len(damages))
		if broken == nil {
			continue
		}
		after, err := p.worlds.DecideOn(t, withText(facts, joined(broken, tail)))
		if err != nil || after == nil {
			return nil, err
		}
		if summary := after.Object("summary"); len(after.Array("rows")) > 0 || summary.Text("decision") != "blocked" ||
			summary.At("append_at") != nil {
			return []difference{{Kind: generators.KindPermits, Path: "summary.log", Want: "a corrupt log without rows",
				Got: "believed"}}, nil
		}
	}
	return nil, nil
}

// overstated: whoever says verified of an act that his own answer does not verify is told by a
// code that says more than that the two differ.
func (p asking) overstated(t *generators.Trial) ([]difference, error) {
	decision, err := p.worlds.Decided(t)
	if err != nil || decision == nil {
		return nil, err
	}
	rows := generators.Objects(decision, "rows")
	for _, choice := range t.Choices("overstated", len(rows)) {
		if rows[choice].Text("verification") == "verified" {
			continue
		}
		claim := generators.Put(decision, "/rows/"+generators.Digits(choice)+"/verification", "verified")
		found, answered, err := p.worlds.FoundOn(t, generators.FactsOf(t), claim)
		delete(found, generators.Raised{Code: "EFFECT_CLAIM_MISMATCH", Subject: rows[choice].Text("id")})
		if err != nil || answered && !generators.Subjects(found)[rows[choice].Text("id")] {
			return []difference{generators.Missed("the row that is not verified")}, err
		}
	}
	return nil, nil
}
