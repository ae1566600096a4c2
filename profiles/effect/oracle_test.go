package effect_test

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/effect"
)

// oracle reads sections 1.2 to 4 sentence by sentence over the trees of the lines, without a
// thought for its time. It shares nothing with the law's code but the types of its facts and
// its answer.
type oracle struct {
	f       *effect.Facts
	records []strict.Object
}

func has(o strict.Object, names ...string) bool {
	if len(o) != len(names) {
		return false
	}
	for _, name := range names {
		if _, there := o.Get(name); !there {
			return false
		}
	}
	return true
}

func oracleInteger(v strict.Value) (int64, bool) {
	n, ok := strict.AsInteger(v)
	i, fits := n.Int64()
	return i, ok && fits && i >= 0 && i <= law.MaxInteger && v != strict.Number("-0")
}

func isID(v strict.Value) bool {
	s, _ := v.(string)
	return law.IsName(s)
}

func isDigest(v strict.Value) bool {
	s, _ := v.(string)
	return strict.IsHex(s, 64)
}

func isOneOf(v strict.Value, words ...string) bool {
	s, ok := v.(string)
	return ok && slices.Contains(words, s)
}

func isResource(v strict.Value) bool {
	o, ok := v.(strict.Object)
	place, isArray := o.At("place").(strict.Array)
	if !ok || !isArray || !has(o, "kind", "place", "generation") || len(place) < 1 || len(place) > 16 ||
		slices.ContainsFunc(place, func(v strict.Value) bool { return !isID(v) }) {
		return false
	}
	return isOneOf(o.At("kind"), "file", "record", "external", "job") &&
		(o.At("generation") == nil || isID(o.At("generation")))
}

func samePlace(a, b strict.Object) bool {
	return a.Text("kind") == b.Text("kind") && strict.Equal(a.At("place"), b.At("place"))
}

func overlap(a, b strict.Object) bool {
	x, y := a.Array("place"), b.Array("place")
	n := min(len(x), len(y))
	return a.Text("kind") == b.Text("kind") && strict.Equal(x[:n], y[:n])
}

func isClaim(o strict.Object) bool {
	if !has(o, "v", "type", "seq", "effect", "lineage", "scope", "expect") || !isID(o.At("effect")) ||
		!isID(o.At("lineage")) {
		return false
	}
	scope, isArray := o.At("scope").(strict.Array)
	if !isArray && o.At("scope") != nil || isArray && len(scope) == 0 ||
		slices.ContainsFunc(scope, func(v strict.Value) bool {
			return !isResource(v)
		}) {
		return false
	}
	expect, isArray := o.At("expect").(strict.Array)
	if !isArray {
		return false
	}
	for _, v := range expect {
		e, _ := v.(strict.Object)
		if !has(e, "resource", "predicate", "digest") || !isResource(e.At("resource")) {
			return false
		}
		words := []string{"exists", "absent", "digest", "changed"}
		if e.Object("resource").Text("kind") == "job" {
			words = []string{"settled"}
		}
		needsDigest := isOneOf(e.At("predicate"), "digest", "changed")
		if !isOneOf(e.At("predicate"), words...) || needsDigest && !isDigest(e.At("digest")) || !needsDigest &&
			e.At("digest") != nil {
			return false
		}
		if !slices.ContainsFunc(scope, func(r strict.Value) bool { return strict.Equal(r, e.At("resource")) }) {
			return false
		}
	}
	return true
}

func isOutcome(o strict.Object) bool {
	_, isText := o.At("message").(string)
	return has(o, "v", "type", "seq", "effect", "execution", "possible_impact", "message") && isID(o.At("effect")) &&
		isOneOf(o.At("execution"), "not_invoked", "running", "completed", "failed", "timed_out", "interrupted") &&
		o.At("possible_impact") == (o.Text("execution") != "not_invoked") && (isText || o.At("message") == nil)
}

func isObservation(o strict.Object) bool {
	if !has(o, "v", "type", "seq", "resource", "source", "coverage", "state", "digest") ||
		!isResource(o.At("resource")) {
		return false
	}
	words := []string{"present", "absent"}
	if o.Object("resource").Text("kind") == "job" {
		words = []string{"settled", "running"}
	}
	return isOneOf(o.At("source"), "readback", "acknowledgement", "cache") &&
		isOneOf(o.At("coverage"), "complete", "partial") &&
		(o.At("state") == nil || isOneOf(o.At("state"), words...)) &&
		(o.At("digest") == nil || isDigest(o.At("digest")) && o.Text("state") == "present")
}

func (o *oracle) seq(i int) int64 {
	n, _ := oracleInteger(o.records[i].At("seq"))
	return n
}

func (o *oracle) isBad(line string) bool {
	v, err := strict.Decode([]byte(line))
	record, isObject := v.(strict.Object)
	if strings.Contains(line, "\ufffd") || err != nil || !isObject || record.At("v") != strict.Number("1") {
		return true
	}
	seq, ok := oracleInteger(record.At("seq"))
	if !ok || len(o.records) > 0 && seq <= o.seq(len(o.records)-1) {
		return true
	}
	of := func(typ string) []strict.Object {
		var found []strict.Object
		for _, r := range o.records {
			if r.Text("type") == typ && r.Text("effect") == record.Text("effect") {
				found = append(found, r)
			}
		}
		return found
	}
	switch record.Text("type") {
	case "claim":
		ok = isClaim(record) && record.Text("lineage") == o.f.Log.Lineage && len(of("claim")) == 0
	case "outcome":
		ok = isOutcome(record) && len(of("claim")) > 0
		for _, earlier := range of("outcome") {
			ok = ok && earlier.Text("execution") == "running" && record.Text("execution") != "not_invoked"
		}
	case "observation":
		ok = isObservation(record)
	default:
		ok = false
	}
	o.records = append(o.records, record)
	return !ok
}

func (o *oracle) decide() *effect.Answer {
	a := &effect.Answer{Rows: []effect.Row{},
		Summary: effect.Summary{Decision: "blocked", UnsettledRequired: []string{}}}
	s := &a.Summary
	for i := range o.f.Required {
		s.UnsettledRequired = append(s.UnsettledRequired, o.f.Required[i].ID)
	}
	kind := o.f.Log.FileKind
	if kind == nil || *kind != "regular" && *kind != "absent" || *kind == "regular" &&
		(o.f.Log.LinkCount == nil || *o.f.Log.LinkCount != 1) {
		s.Log = "aliased"
		return a
	}
	if o.f.Log.Text == nil {
		s.Log = "unreadable"
		return a
	}
	lines := strings.Split(*o.f.Log.Text, "\n")
	end := int64(0)
	for i, line := range lines[:len(lines)-1] {
		if o.isBad(line) {
			number := int64(i + 1)
			s.Log, s.BadLine = "corrupt", &number
			return a
		}
		end += int64(len(line)) + 1
	}
	if s.Log = "ok"; lines[len(lines)-1] != "" {
		s.Log = "torn_tail"
	}
	s.AppendAt = &end
	for i := range o.records {
		if o.records[i].Text("type") == "claim" {
			a.Rows = append(a.Rows, o.row(i))
		}
	}
	o.conclude(a)
	return a
}

// settlement is the last outcome of a claim's effect, "" for none, and its seq where it settles.
func (o *oracle) settlement(claim int) (execution string, seq int64) {
	seq = -1
	for i, r := range o.records {
		if r.Text("type") == "outcome" && r.Text("effect") == o.records[claim].Text("effect") {
			if execution = r.Text("execution"); execution != "running" {
				seq = o.seq(i)
			}
		}
	}
	return execution, seq
}

func (o *oracle) row(claim int) effect.Row {
	row := effect.Row{ID: o.records[claim].Text("effect"), Verification: "unverified", Reason: "not_settled",
		PossibleImpact: true}
	execution, settled := o.settlement(claim)
	row.Execution = execution
	switch {
	case execution == "" && o.f.Writer != nil && *o.f.Writer == "gone":
		word := "interrupted"
		row.Execution, row.Append = word, &word
	case execution == "":
		row.Execution = "pending"
	case execution == "running":
	case execution == "not_invoked":
		row.Verification, row.Reason, row.PossibleImpact = "known_noop", "refused", false
	case len(o.records[claim].Array("expect")) == 0:
		row.Reason = "no_expectation"
	default:
		worst := []string{"contradicted", "unverified", "verified", "observed_state_without_causation"}
		if execution != "completed" {
			worst = []string{"contradicted", "unverified", "observed_state_without_causation"}
		}
		best := len(worst)
		for _, e := range o.records[claim].Array("expect") {
			v, reason, seq := o.expectation(claim, execution, settled, e.(strict.Object))
			if rank := slices.Index(worst, v); rank < best {
				best = rank
				row.Verification, row.Reason, row.Evidence = v, reason, nil
				if v != "unverified" {
					row.Evidence = &seq
				}
			}
		}
	}
	return row
}

func (o *oracle) touches(claim int, place strict.Object) bool {
	execution, _ := o.settlement(claim)
	scope := o.records[claim].At("scope")
	if execution == "not_invoked" {
		return false
	}
	return scope == nil || slices.ContainsFunc(scope.(strict.Array), func(r strict.Value) bool {
		return overlap(r.(strict.Object), place)
	})
}

func (o *oracle) expectation(claim int, execution string, settled int64, e strict.Object) (verification, reason string,
	seq int64) {
	place := e.Object("resource")
	last := -1
	var looked, acknowledged bool
	for i, r := range o.records {
		if r.Text("type") != "observation" || !samePlace(r.Object("resource"), place) {
			continue
		}
		if r.Text("source") == "readback" && o.seq(i) > settled {
			last = i
		}
		looked = looked || i > claim && r.Text("source") != "acknowledgement"
		acknowledged = acknowledged || i > claim && r.Text("source") == "acknowledgement"
	}
	if last < 0 {
		switch {
		case looked:
			return "unverified", "stale", 0
		case execution == "completed", acknowledged:
			return "unverified", "acknowledgement_only", 0
		}
		return "unverified", "no_readback", 0
	}
	r := o.records[last]
	if r.Object("resource").At("generation") == nil || r.Object("resource").At("generation") != place.At("generation") {
		return "unverified", "replaced", 0
	}
	inFlight := false
	for i, other := range o.records {
		if other.Text("type") != "claim" || !o.touches(i, place) {
			continue
		}
		if i > last {
			return "unverified", "stale", 0
		}
		_, end := o.settlement(i)
		inFlight = inFlight || end < 0 || end >= o.seq(last)
	}
	state, digest := r.At("state"), r.At("digest")
	predicate := e.Text("predicate")
	isContent := predicate == "digest" || predicate == "changed"
	switch {
	case inFlight:
		return "unverified", "in_flight", 0
	case r.Text("coverage") == "partial":
		return "unverified", "partial", 0
	case state == nil, isContent && state == "present" && digest == nil:
		return "unverified", "undecided", 0
	}
	holds := map[string]bool{"exists": state == "present", "absent": state == "absent", "settled": state == "settled",
		"digest": state == "present" && digest == e.At("digest"), "changed": state == "present" &&
			digest != e.At("digest")}[predicate]
	switch {
	case !holds:
		return "contradicted", "contradicted", o.seq(last)
	case execution == "failed":
		return "unverified", "execution_failed", 0
	case execution == "completed":
		return "verified", "readback_matches", o.seq(last)
	}
	return "observed_state_without_causation", "causation_unknown", o.seq(last)
}

func (o *oracle) conclude(a *effect.Answer) {
	var claims []int // known no-ops do not count
	rows := map[int]*effect.Row{}
	n := 0
	for i, r := range o.records {
		if r.Text("type") != "claim" {
			continue
		}
		if a.Rows[n].Verification != "known_noop" {
			claims = append(claims, i)
		}
		rows[i] = &a.Rows[n]
		n++
	}
	expects := func(claim int, place strict.Object) bool {
		return slices.ContainsFunc(o.records[claim].Array("expect"), func(e strict.Value) bool {
			return samePlace(e.(strict.Object).Object("resource"), place)
		})
	}
	unsettled := []string{}
	for i := range o.f.Required {
		need := &o.f.Required[i]
		place := strict.Object{{Name: "kind", Value: need.Kind}, {Name: "place", Value: strict.Array{}}}
		for _, id := range need.Place {
			place[1].Value = append(place[1].Value.(strict.Array), id)
		}
		settled := false
		for _, c := range claims {
			if !expects(c, place) {
				continue
			}
			settled = rows[c].Verification == "verified" || rows[c].Verification == "observed_state_without_causation"
			for _, e := range o.records[c].Array("expect") {
				e := e.(strict.Object)
				settled = settled && !(samePlace(e.Object("resource"), place) && e.Text("predicate") == "absent")
			}
		}
		if !settled {
			unsettled = append(unsettled, need.ID)
		}
	}
	a.Summary.UnsettledRequired = unsettled
	superseded := func(claim int) bool {
		if o.records[claim].At("scope") == nil {
			return false
		}
		for _, r := range o.records[claim].Array("scope") {
			if !slices.ContainsFunc(claims, func(later int) bool {
				return later > claim && expects(later, r.(strict.Object))
			}) {
				return false
			}
		}
		return true
	}
	any := func(holds func(claim int, row *effect.Row) bool) bool {
		return slices.ContainsFunc(claims, func(c int) bool { return holds(c, rows[c]) })
	}
	switch {
	case any(func(c int, row *effect.Row) bool { return row.Verification == "contradicted" && !superseded(c) }):
		a.Summary.Decision = "failed"
	case len(unsettled) > 0, any(func(_ int, row *effect.Row) bool { return row.Reason == "not_settled" }):
		a.Summary.Decision = "incomplete"
	case any(func(c int, row *effect.Row) bool { return row.Verification == "unverified" && !superseded(c) }):
		a.Summary.Decision = "unverified"
	default:
		a.Summary.Decision = "done"
	}
}
