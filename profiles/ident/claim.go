package ident

import (
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// claim is what somebody says of the facts, or did (section 5).
type claim struct {
	rows    []Row
	hasRows bool
	summary strict.Object
	actor   string // reaper, holder
	events  []event
}

const reaper = "reaper"

// Words of events.
const (
	eventObserve = "observe"
	eventVerdict = "verdict"
	eventSignal  = "signal"
	eventUpdate  = "update"
	eventReceipt = "receipt"

	targetPID   = "pid"
	targetGroup = "group"
)

// event is one step of a trace; which members mean something depends on its name.
type event struct {
	name         string
	id           string
	observations []Observation
	groups       []Group
	verdict      Verdict
	target       string
	member       string
	dead         *bool
	signals      int64
}

// readClaim reads a claim. The error says that it is not of the contract's shape. Members
// that are not listed are ignored.
func readClaim(v strict.Value) (*claim, error) {
	r := reader{law.Reader{Input: law.InputClaim, Code: CodeClaimMalformed, Unlisted: true}}
	f := r.Fields(law.Root(v))
	c := &claim{}
	if at := f.Take("rows"); at.Found {
		c.hasRows = true
		for _, at := range r.List(at) {
			c.rows = append(c.rows, r.row(at))
		}
	}
	if at := f.Take("summary"); at.Found {
		c.summary = r.Fields(at).Object
	}
	actor, events := f.Take("actor"), f.Take("events")
	if actor.Found || events.Found {
		c.actor = r.Word(actor, reaper, "holder")
	}
	if events.Found {
		for _, at := range r.List(events) {
			c.events = append(c.events, r.event(at))
		}
	}
	return c, r.Fault()
}

func (r *reader) row(at law.Place) Row {
	f := r.Fields(at)
	return Row{
		ID:                   r.ID(f.Take("id")),
		Verdict:              Verdict(r.Word(f.Take("verdict"), verdicts()...)),
		Reason:               Reason(r.Word(f.Take("reason"), reasons()...)),
		Ended:                law.OrNull(f.Take("ended"), r.Flag),
		SignalPermitted:      r.Flag(f.Take("signal_permitted")),
		GroupState:           GroupState(r.Word(f.Take("group_state"), groupStates()...)),
		GroupSignalPermitted: r.Flag(f.Take("group_signal_permitted")),
		Disposition:          Disposition(r.Word(f.Take("disposition"), dispositions()...)),
	}
}

func (r *reader) event(at law.Place) event {
	f := r.Fields(at)
	e := event{name: r.Word(f.Take("event"), eventObserve, eventVerdict, eventSignal, eventUpdate, eventReceipt)}
	if e.name == eventObserve {
		e.observations, e.groups = r.observations(f.Take("observations")), r.groups(f.Take("groups"))
		return e
	}
	e.id = r.ID(f.Take("id"))
	switch e.name {
	case eventVerdict:
		e.verdict = Verdict(r.Word(f.Take("verdict"), verdicts()...))
	case eventSignal:
		e.target = r.Word(f.Take("target"), targetPID, targetGroup)
	case eventUpdate:
		e.member = r.Word(f.Take("member"), append(recordMembers(), "verdict")...)
	case eventReceipt:
		e.dead = law.OrNull(f.Take("dead"), r.Flag)
		e.signals = r.Whole(f.Take("signals"), 0, law.MaxInteger)
	}
	return e
}
