package second

import (
	"strings"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

// log is what section 2 reads of the text.
type log struct {
	verdict      string
	badLine      int // counted from 1, of a corrupt log
	appendAt     int64
	effects      []*effect // in the order of the claims
	observations []observation
}

// effect is an act, from its claim to its settlement.
type effect struct {
	id         string
	seq        int64 // of its claim
	scopeKnown bool
	scope      []resource
	expect     []expectation
	outcome    string // the last one, "" for none
	settlement int64  // seq of the outcome that settles it, -1 for none
}

type expectation struct {
	resource  resource
	predicate string
	digest    text
}

type observation struct {
	seq              int64
	resource         resource
	source, coverage string
	state, digest    text
}

func (l *log) trusted() bool { return l.verdict == "ok" || l.verdict == "torn_tail" }

// recordTypes are section 1.2's tables.
func recordTypes(on On) map[string]shape.Type {
	exact := shape.Exact
	if on.Is("record-annotations-accepted") {
		exact = shape.Object
	}
	whole := shape.Also(shape.Integer(), func(v strict.Value) (string, bool) {
		return "", v == strict.Value(strict.Number("-0")) && !on.Is("record-minus-zero-accepted")
	})
	one := shape.Also(whole, func(v strict.Value) (string, bool) {
		return "", !shape.WholeOf(v).Is(1) && !on.Is("any-record-version")
	})
	res := exact(
		shape.Required("kind", shape.Word(kinds...)),
		shape.Required("place", placeType()),
		shape.Required("generation", shape.OrNull(shape.ID())),
	)
	expected := shape.Also(exact(
		shape.Required("resource", res),
		shape.Required("predicate", shape.Word("settled", "exists", "absent", "digest", "changed")),
		shape.Required("digest", shape.OrNull(shape.Hash())),
	), func(v strict.Value) (string, bool) {
		o, _ := v.(strict.Object)
		e := readExpectation(o)
		hashed := e.predicate == "digest" || e.predicate == "changed"
		return "", (e.predicate == "settled") != (e.resource.kind == "job") && !on.Is("predicates-of-any-kind") ||
			hashed != e.digest.Known && !on.Is("predicate-digests-unchecked")
	})
	scope := shape.Array(res)
	if !on.Is("empty-scope-accepted") {
		scope = scope.Sized(1, -1)
	}
	record := func(members ...shape.Member) shape.Type {
		return exact(append(members, shape.Required("v", one), shape.Required("type", shape.Text()),
			shape.Required("seq", whole))...)
	}
	claim := shape.Also(record(
		shape.Required("effect", shape.ID()),
		shape.Required("lineage", shape.ID()),
		shape.Required("scope", shape.OrNull(scope)),
		shape.Required("expect", shape.Array(expected)),
	), func(v strict.Value) (string, bool) {
		o, _ := v.(strict.Object)
		e := readClaim(o)
		for _, x := range e.expect {
			if !x.resource.among(e.scope, on) {
				return "", true
			}
		}
		return "", false
	})
	outcome := shape.Also(record(
		shape.Required("effect", shape.ID()),
		shape.Required("execution", shape.Word(executions...)),
		shape.Required("possible_impact", shape.Bool()),
		shape.Required("message", shape.OrNull(shape.Text())),
	), func(v strict.Value) (string, bool) {
		o, _ := v.(strict.Object)
		return "", (o.At("possible_impact") == true) == (o.Text("execution") == "not_invoked") &&
			!on.Is("outcome-impact-unchecked")
	})
	seen := shape.Also(record(
		shape.Required("resource", res),
		shape.Required("source", shape.Word("readback", "acknowledgement", "cache")),
		shape.Required("coverage", shape.Word("complete", "partial")),
		shape.Required("state", shape.OrNull(shape.Word("settled", "running", "present", "absent"))),
		shape.Required("digest", shape.OrNull(shape.Hash())),
	), func(v strict.Value) (string, bool) {
		o, _ := v.(strict.Object)
		ob := readObservation(o)
		ofJob := ob.state.Is("settled") || ob.state.Is("running")
		return "", ob.state.Known && ofJob != (ob.resource.kind == "job") && !on.Is("states-of-any-kind") ||
			ob.digest.Known && !ob.state.Is("present") && !on.Is("digest-of-absent-accepted")
	})
	return map[string]shape.Type{"claim": claim, "outcome": outcome, "observation": seen}
}

// readLog is section 2.
func readLog(f facts, on On) *log {
	l := &log{}
	regular := f.fileKind.Is("regular") || f.fileKind.Is("symlink") && on.Is("symlink-followed") ||
		!f.fileKind.Known && on.Is("unknown-kind-regular")
	one := f.links.Is(1) || !f.links.Known && on.Is("unknown-links-one") || on.Is("links-not-counted")
	if f.fileKind.Is("absent") && on.Is("absent-needs-link") {
		regular = true
	}
	switch {
	case !regular && !f.fileKind.Is("absent"), regular && !one:
		l.verdict = "aliased"
		return l
	case !f.text.Known:
		l.verdict = "unreadable"
		if on.Is("unreadable-log-empty") {
			l.verdict = "ok"
		}
		return l
	}
	end := strings.LastIndexByte(f.text.V, '\n') + 1
	l.appendAt = int64(end)
	if on.Is("append-counts-characters") {
		l.appendAt = int64(len([]rune(f.text.V[:end])))
	}
	tail := f.text.V[end:]
	if on.Is("torn-tail-read") && tail != "" {
		if _, err := strict.Decode([]byte(tail)); err == nil {
			end, tail = len(f.text.V), ""
		}
	}
	if on.Is("append-behind-tail") {
		l.appendAt = int64(len(f.text.V))
	}
	types := recordTypes(on)
	last := int64(-1)
	for i, line := range lines(f.text.V[:end], on) {
		if on.Is("blank-lines-skipped") && strings.TrimSpace(line) == "" {
			continue
		}
		good := l.take(line, f.lineage, types, &last, on)
		if good || on.Is("bad-lines-skipped") || on.Is("last-bad-line-torn") && i == strings.Count(f.text.V, "\n")-1 {
			continue
		}
		number := i + 1
		if on.Is("lines-counted-from-zero") {
			number = i
		}
		return &log{verdict: "corrupt", badLine: number}
	}
	l.verdict = "ok"
	if tail != "" && !on.Is("torn-tail-ignored") {
		l.verdict = "torn_tail"
	}
	if on.Is("torn-tail-corrupt") && tail != "" {
		return &log{verdict: "corrupt", badLine: strings.Count(f.text.V, "\n") + 1}
	}
	return l
}

func lines(whole string, on On) []string {
	if on.Is("line-separators-end-lines") {
		whole = strings.ReplaceAll(whole, "\u2028", "\n")
	}
	if on.Is("carriage-return-ends-lines") {
		whole = strings.ReplaceAll(strings.ReplaceAll(whole, "\r\n", "\n"), "\r", "\n")
	}
	if whole == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(whole, "\n"), "\n")
}

// take reads a line; it reports whether the line is good.
func (l *log) take(line, lineage string, types map[string]shape.Type, last *int64, on On) bool {
	if strings.ContainsRune(line, '\ufffd') && !on.Is("replacement-characters-accepted") {
		return false
	}
	v, err := strict.Decode([]byte(line))
	o, isObject := v.(strict.Object)
	if err != nil || !isObject {
		return false
	}
	t, known := types[o.Text("type")]
	if !known || !shape.Fits(t, o, on) {
		return !known && on.Is("unknown-records-skipped")
	}
	seq := shape.WholeAt(o, "seq").V
	if seq <= *last && !on.Is("seq-not-compared") && !(on.Is("seq-may-repeat") && seq == *last) {
		return false
	}
	if on.Is("seq-without-gaps") && *last >= 0 && seq != *last+1 {
		return false
	}
	*last = seq
	switch o.Text("type") {
	case "claim":
		e := readClaim(o)
		if l.effect(e.id) != nil && !on.Is("effect-claimed-again") || o.Text("lineage") != lineage &&
			!on.Is("lineage-not-compared") {
			return false
		}
		l.effects = append(l.effects, e)
	case "outcome":
		return l.outcome(o, seq, on)
	default:
		l.observations = append(l.observations, readObservation(o))
	}
	return true
}

func (l *log) outcome(o strict.Object, seq int64, on On) bool {
	e := l.effect(o.Text("effect"))
	if e == nil {
		return on.Is("unclaimed-outcome-skipped")
	}
	execution := o.Text("execution")
	if e.settlement >= 0 && !on.Is("effect-settled-again") {
		return false
	}
	if e.outcome == "running" && (execution == "not_invoked" && !on.Is("running-then-not-invoked") ||
		execution == "running" && on.Is("running-once")) {
		return false
	}
	e.outcome = execution
	if execution != "running" {
		e.settlement = seq
	}
	return true
}

func (l *log) effect(id string) *effect {
	for _, e := range l.effects {
		if e.id == id {
			return e
		}
	}
	return nil
}

func readClaim(o strict.Object) *effect {
	_, known := o.At("scope").(strict.Array)
	e := &effect{id: o.Text("effect"), seq: shape.WholeAt(o, "seq").V, scopeKnown: known, settlement: -1}
	for _, r := range shape.ObjectsAt(o, "scope") {
		e.scope = append(e.scope, readResource(r))
	}
	for _, x := range shape.ObjectsAt(o, "expect") {
		e.expect = append(e.expect, readExpectation(x))
	}
	return e
}

func readExpectation(o strict.Object) expectation {
	return expectation{readResource(o.Object("resource")), o.Text("predicate"), shape.TextAt(o, "digest")}
}

func readObservation(o strict.Object) observation {
	return observation{
		seq: shape.WholeAt(o, "seq").V, resource: readResource(o.Object("resource")), source: o.Text("source"),
		coverage: o.Text("coverage"), state: shape.TextAt(o, "state"), digest: shape.TextAt(o, "digest"),
	}
}
