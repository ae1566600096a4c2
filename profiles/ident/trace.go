package ident

import "github.com/tspi-dev/harness/internal/law"

// trace is how far the events of a claim have come (section 5, events).
type trace struct {
	look    *look
	actor   string
	signals map[string]int64 // by id
	sent    bool             // a signal, to any id
}

// judgeEvents holds the events against the present look, one after another.
func (a *auditor) judgeEvents(c *claim) {
	if len(c.events) == 0 {
		return
	}
	t := &trace{look: newLook(a.records, a.facts.Observations, a.facts.Groups), actor: c.actor,
		signals: map[string]int64{}}
	for i := range c.events {
		e := &c.events[i]
		if e.name == eventObserve {
			t.look.observe(e.observations, e.groups)
			continue
		}
		a.raise(t.code(a.records.byID[e.id], e), law.SubjectEvent, e.id)
		if e.name == eventSignal {
			t.signals[e.id]++
			t.sent = true
			t.look.clear()
		}
	}
}

// code is the first code that an event raises, "" for none. The record is nil where none
// has the event's id.
func (t *trace) code(r *Record, e *event) law.Code {
	switch {
	case r == nil && e.name == eventSignal:
		return CodeForeignAsOwned
	case r == nil:
		return CodeContradictsFacts
	}
	switch e.name {
	case eventVerdict:
		d := t.look.row(r)
		return unless(e.verdict == d.Verdict, t.look.verdictCode(r, &d, e.verdict))
	case eventSignal:
		return t.signalCode(r, e.target)
	case eventUpdate:
		return unless(e.member == "command" || e.member == "verdict", CodeTokenBackfilled)
	}
	return t.receiptCode(r, e)
}

// signalCode adds to S what only events can get wrong: S5 and S10.
func (t *trace) signalCode(r *Record, target string) law.Code {
	d := t.look.row(r)
	code := t.look.signalCode(r, &d, target)
	switch {
	case code == CodeUnverifiable && d.Reason == NotObserved && t.sent:
		return CodeNoRegate
	case code == "" && t.actor == reaper && d.Disposition != TearDown:
		return CodeDispositionExceeded
	}
	return code
}

// receiptCode judges what a receipt says of the end, and then of the signals sent.
func (t *trace) receiptCode(r *Record, e *event) law.Code {
	if e.dead != nil && *e.dead {
		d := t.look.row(r)
		if code := t.look.endCode(r, &d); code != "" {
			return code
		}
		if code := t.look.groupEndCode(r, &d); code != "" {
			return code
		}
	}
	return unless(e.signals == t.signals[e.id], CodeContradictsFacts)
}
