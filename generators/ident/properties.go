package ident

import (
	"fmt"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// difference is one of a property of this profile.
type difference = generators.Difference

// properties are those of ident alone: what an answer must not permit, by the facts
// themselves.
func properties(w *generators.FactWorlds) []generators.Property {
	p := asking{w}
	const decide, audit = "ident.decide", "ident.audit"
	safety := func(name, clause string, check func(*generators.Trial) ([]difference, error)) generators.Property {
		return generators.Property{Name: name, Family: generators.Safety, Clause: clause, Op: decide, OneIn: 1,
			Check: check}
	}
	return []generators.Property{
		safety("an-unverifiable-record-permits-nothing", "3.signal", p.each(unverifiable)),
		safety("a-signal-needs-the-recorded-token", "3.signal", p.each(signalled)),
		safety("a-group-signal-needs-a-led-group", "3.group_signal", p.each(groupSignalled)),
		safety("a-teardown-needs-a-permission", "3.disposition", p.each(tornDown)),
		safety("the-summary-counts-the-rows", "4.summary", p.counted),
		{Name: "another-boot-permits-nothing", Family: generators.Safety, Clause: "2.boot", Op: decide, OneIn: 4,
			Check: p.otherBoot},
		{Name: "forgetting-a-fact-of-a-record-permits-nothing-more", Family: generators.Safety, Clause: "2.order",
			Op: decide, OneIn: 4, Check: p.forgetting},
		{Name: "a-second-signal-without-a-look-is-found", Family: generators.Safety, Clause: "5.regate", Op: audit,
			OneIn: 4, Check: p.secondSignal},
	}
}

// asking are the properties, with what asks for them.
type asking struct{ worlds *generators.FactWorlds }

// rows is the implementation's answer about the facts of the trial, nil where it refuses them.
func (p asking) rows(t *generators.Trial) (strict.Object, error) {
	answer, err := p.worlds.Ask(t)
	if err != nil {
		return nil, generators.Unrefused(err)
	}
	object, _ := answer.(strict.Object)
	return object, nil
}

// about are the facts that a row is about.
type about struct {
	host, record, row strict.Object
	looks             []strict.Object // at the record's pid
}

// is reports whether a member of the record is known and is that value.
func (a about) is(member string, v strict.Value) bool {
	recorded := a.record.At(member)
	return recorded != nil && strict.Equal(recorded, v)
}

// each holds every row against a rule. The rule says what is permitted that must not be: the
// member of the row, and why not; "" where nothing is.
func (p asking) each(rule func(about) (member, why string)) func(*generators.Trial) ([]difference, error) {
	return func(t *generators.Trial) ([]difference, error) {
		answer, err := p.rows(t)
		if err != nil || answer == nil {
			return nil, err
		}
		var found []difference
		facts, _ := generators.WorldOf(t).Facts.(strict.Object)
		records := facts.Array("records")
		for i, element := range answer.Array("rows") {
			if i >= len(records) {
				break
			}
			a := about{host: facts.Object("host")}
			a.row, _ = element.(strict.Object)
			a.record, _ = records[i].(strict.Object)
			for _, element := range facts.Array("observations") {
				if look, ok := element.(strict.Object); ok && a.is("pid", look.At("pid")) {
					a.looks = append(a.looks, look)
				}
			}
			if member, why := rule(a); member != "" {
				found = append(found, permitted(i, member, why))
			}
		}
		return found, nil
	}
}

func permitted(row int, member, why string) difference {
	return difference{Kind: generators.KindPermits, Path: fmt.Sprintf("rows[%d].%s", row, member),
		Want: "nothing permitted: " + why, Got: "permitted"}
}

func unverifiable(a about) (member, why string) {
	if a.row.Text("verdict") != "unverifiable" {
		return "", ""
	}
	for _, member := range []string{"signal_permitted", "group_signal_permitted"} {
		if a.row.At(member) == true {
			return member, "the record is unverifiable"
		}
	}
	if a.row.Text("disposition") == "tear_down" {
		return "disposition", "the record is unverifiable"
	}
	if a.row.At("ended") != nil {
		return "ended", "the record is unverifiable"
	}
	return "", ""
}

func signalled(a about) (member, why string) {
	const signal = "signal_permitted"
	from := a.record.Text("token_from")
	switch {
	case a.row.At(signal) != true:
		return "", ""
	case !a.is("scope", a.host.At("scope")):
		return signal, "its pid has no meaning here"
	case a.record.At("boot_id") != nil && a.host.At("boot_id") != nil && !a.is("boot_id", a.host.At("boot_id")):
		return signal, "it was recorded in another boot"
	case from != "spawn" && from != "snapshot":
		return signal, "its token was not read with the proof"
	case len(a.looks) != 1:
		return signal, "there is no one look at its pid"
	case a.looks[0].Text("state") != "running", a.looks[0].At("probe") == "esrch":
		return signal, "nothing is seen running"
	case !a.is("start_token", a.looks[0].At("start_token")):
		return signal, "the token that was seen is not the recorded one"
	case a.is("pid", number(1)), a.is("pid", a.host.At("own_pid")):
		return signal, "it is init or the observer"
	}
	return "", ""
}

func groupSignalled(a about) (member, why string) {
	const signal = "group_signal_permitted"
	own := a.host.At("own_pgid")
	switch {
	case a.row.At(signal) != true:
		return "", ""
	case a.host.Text("platform") == "windows":
		return signal, "windows has no groups"
	case !a.is("pgid", a.record.At("pid")):
		return signal, "it led no group"
	case own == nil, a.is("pgid", own), a.is("pgid", a.host.At("own_pid")), a.is("pgid", number(1)):
		return signal, "the group may be the observer's, or everybody's"
	case a.row.Text("verdict") == "foreign", a.row.Text("verdict") == "unverifiable",
		a.row.Text("reason") == "other_boot":
		return signal, "whoever is in the group is a stranger"
	}
	return "", ""
}

func tornDown(a about) (member, why string) {
	switch {
	case a.row.Text("disposition") != "tear_down":
		return "", ""
	case a.record.At("origin") != "durable":
		return "disposition", "somebody holds its handle"
	case a.record.At("kind") != "grant":
		return "disposition", "a job survives"
	case a.row.At("signal_permitted") != true && a.row.At("group_signal_permitted") != true:
		return "disposition", "no signal is permitted"
	}
	return "", ""
}

// counted: the summary is what its own rows say.
func (p asking) counted(t *generators.Trial) ([]difference, error) {
	answer, err := p.rows(t)
	if err != nil || answer == nil {
		return nil, err
	}
	count := map[string]int{"record_count": 0, "owned_count": 0, "gone_count": 0, "foreign_count": 0,
		"unverifiable_count":     0,
		"signal_permitted_count": 0, "group_signal_permitted_count": 0}
	for _, element := range answer.Array("rows") {
		row, _ := element.(strict.Object)
		count["record_count"]++
		count[row.Text("verdict")+"_count"]++
		for _, member := range []string{"signal_permitted", "group_signal_permitted"} {
			if row.At(member) == true {
				count[member+"_count"]++
			}
		}
	}
	coverage := "whole"
	if count["unverifiable_count"] > 0 {
		coverage = "partial"
	}
	var found []difference
	summary := answer.Object("summary")
	for _, name := range []string{"record_count", "owned_count", "gone_count", "foreign_count", "unverifiable_count",
		"signal_permitted_count", "group_signal_permitted_count"} {
		if !strict.Equal(summary.At(name), number(count[name])) {
			found = append(found, difference{Kind: generators.KindValue, Path: "summary." + name,
				Want: fmt.Sprint(count[name]), Got: "another count"})
		}
	}
	if summary.At("coverage") != coverage {
		found = append(found, difference{Kind: generators.KindValue, Path: "summary.coverage", Want: coverage,
			Got: "another word"})
	}
	return found, nil
}

// otherBoot: where every record is of a boot that is known and has ended, nothing is
// permitted, whatever is seen.
func (p asking) otherBoot(t *generators.Trial) ([]difference, error) {
	if answer, err := p.rows(t); err != nil || answer == nil {
		return nil, err // refused
	}
	facts, _ := generators.WorldOf(t).Facts.(strict.Object)
	records := strict.Array{}
	for _, element := range facts.Array("records") {
		record, _ := element.(strict.Object)
		records = append(records, record.With("boot_id", "boot-before"))
	}
	facts = facts.With("records", records).With("host", facts.Object("host").With("boot_id", "boot-now"))
	answer, err := t.Implementation.Ask(p.worlds.OpDecide(), facts)
	if err != nil {
		return nil, generators.Unrefused(err)
	}
	object, _ := answer.(strict.Object)
	var found []difference
	for i, element := range object.Array("rows") {
		row, _ := element.(strict.Object)
		if member := permission(row); member != "" {
			found = append(found, permitted(i, member, "it was recorded in another boot"))
		}
	}
	return found, nil
}

// permission is a member of a row that permits something.
func permission(row strict.Object) string {
	for _, member := range []string{"signal_permitted", "group_signal_permitted"} {
		if row.At(member) == true {
			return member
		}
	}
	return ""
}

// forgetting: whoever knows less of a record than before may do nothing more to it. The boot
// and the probe are not forgotten: where they were known, they may have been what refused.
func (p asking) forgetting(t *generators.Trial) ([]difference, error) {
	answer, err := p.rows(t)
	if err != nil || answer == nil {
		return nil, err
	}
	facts, _ := generators.WorldOf(t).Facts.(strict.Object)
	records := facts.Array("records")
	if len(records) == 0 || len(answer.Array("rows")) != len(records) {
		return nil, nil
	}
	for _, choice := range t.Choices("forgetting", len(records)*forgettable) {
		found, err := p.forget(t, facts, answer, choice/forgettable, choice%forgettable)
		if err != nil || len(found) > 0 {
			return found, err
		}
	}
	return nil, nil
}

// forgettable is how many facts about a record may be forgotten.
const forgettable = 8

func (p asking) forget(t *generators.Trial, facts, answer strict.Object, i, what int) ([]difference, error) {
	records := facts.Array("records")
	record, _ := records[i].(strict.Object)
	var less strict.Object
	switch what {
	case 5:
		less = facts.With("host", facts.Object("host").With("own_pgid", nil))
	case 6, 7:
		less = facts.With("observations", forgotten(facts.Array("observations"), record, what == 6))
	default:
		changed := append(strict.Array{}, records...)
		changed[i] = record.With([]string{"scope", "pid", "start_token", "token_from", "pgid"}[what], nil)
		less = facts.With("records", changed)
	}
	after, err := t.Implementation.Ask(p.worlds.OpDecide(), less)
	if err != nil {
		return nil, generators.Unrefused(err)
	}
	object, _ := after.(strict.Object)
	rows := object.Array("rows")
	if len(rows) != len(records) {
		return nil, nil
	}
	before, _ := answer.Array("rows")[i].(strict.Object)
	row, _ := rows[i].(strict.Object)
	for _, member := range []string{"signal_permitted", "group_signal_permitted"} {
		if row.At(member) == true && before.At(member) != true {
			return []difference{permitted(i, member, "less is known than when it was refused")}, nil
		}
	}
	return nil, nil
}

// forgotten are looks without the token that was seen, or the group, of the record's pid.
func forgotten(looks strict.Array, record strict.Object, token bool) strict.Array {
	member := "pgid"
	if token {
		member = "start_token"
	}
	out := strict.Array{}
	for _, element := range looks {
		look, _ := element.(strict.Object)
		if strict.Equal(look.At("pid"), record.At("pid")) {
			look = look.With(member, nil)
		}
		out = append(out, look)
	}
	return out
}

// secondSignal: what was seen before a signal permits no other, whoever it is sent to.
func (p asking) secondSignal(t *generators.Trial) ([]difference, error) {
	answer, err := p.rows(t)
	if err != nil || answer == nil {
		return nil, err
	}
	facts, _ := generators.WorldOf(t).Facts.(strict.Object)
	records := facts.Array("records")
	if len(records) == 0 {
		return nil, nil
	}
	signals := 2 * len(records)
	for _, choice := range t.Choices("second signal", signals*signals) {
		found, err := p.signalTwice(t, facts, choice/signals, choice%signals)
		if err != nil || len(found) > 0 {
			return found, err
		}
	}
	return nil, nil
}

// signalTwice claims two signals: each number is of a record, and of a target.
func (p asking) signalTwice(t *generators.Trial, facts strict.Object, one, other int) ([]difference, error) {
	signal := func(n int) (strict.Object, string) {
		record, _ := facts.Array("records")[n/2].(strict.Object)
		return object("event", "signal", "id", record.At("id"), "target", []string{"pid", "group"}[n%2]),
			record.Text("id")
	}
	first, _ := signal(one)
	second, id := signal(other)
	said, err := t.Implementation.Ask(p.worlds.OpAudit(),
		generators.AuditOf(facts, object("actor", "holder", "events", strict.Array{first, second})))
	if err != nil {
		return nil, generators.Unrefused(err)
	}
	report, _ := said.(strict.Object)
	for _, element := range report.Array("findings") {
		if finding, _ := element.(strict.Object); finding.Text("subject_id") == id {
			return nil, nil
		}
	}
	return []difference{{Kind: generators.KindMissed, Path: "findings", Want: "a finding on the second signal",
		Got: "not raised"}}, nil
}
