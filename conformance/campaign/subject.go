package campaign

import (
	"context"
	"time"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// subject is the judged implementation behind one session, as properties see it.
// Each answer is held against the standing checks on its way. It is used by one
// goroutine.
type subject struct {
	ctx     context.Context
	session conformance.Session
	worlds  worlds
	level   law.Level
	timeout time.Duration
	stats   *stats
	muted   muted

	world generators.World
	// values is the session where it is ours and this world's questions go without texts: the
	// standing checks, which its answers are known to satisfy, are of the texts. Else nil.
	values   conformance.ValueSession
	quick    bool     // those that are the same as ours are, too
	first    question // about the table
	last     question
	standing *violation // the first since the table was set
	// begun are the calls with which the last tables began, to find the table of a
	// call that is revoked.
	begun   []beginning
	calls   int
	revoked []adapter.Revocation
}

// violation is an answer that breaks a standing check.
type violation struct {
	question    question
	differences []generators.Difference
}

// beginning is the first call about a case.
type beginning struct {
	call int
	k    uint64
}

// keptBeginnings bounds what is remembered. A revocation of a call before them is
// charged to the oldest.
const keptBeginnings = 64

// about turns to another world. k is its place in the shard.
func (s *subject) about(k uint64, world generators.World) {
	s.world, s.standing, s.first, s.last = world, nil, question{}, question{}
	if len(s.begun) == keptBeginnings {
		s.begun = append(s.begun[:0], s.begun[1:]...)
	}
	s.begun = append(s.begun, beginning{s.calls + 1, k})
}

// chargedTo is the case of a call.
func (s *subject) chargedTo(call int) (k uint64, ok bool) {
	for i := len(s.begun) - 1; i >= 0; i-- {
		if b := s.begun[i]; b.call <= call || i == 0 {
			return b.k, true
		}
	}
	return 0, false
}

// Ask returns what the implementation answers.
func (s *subject) Ask(op string, input strict.Value) (strict.Value, error) {
	s.last = question{op: op, input: input}
	if s.first.op == "" {
		s.last.text = s.last.encoded()
		s.first = s.last
	}
	if s.values != nil && strict.Readable(input, profile.RequestLevels) {
		return s.askValue()
	}
	s.last.text = s.last.encoded()
	result, err := s.session.Call(s.ctx, op, s.last.text, s.timeout)
	if err != nil {
		return nil, err
	}
	s.noted(result)
	if result.Outcome != adapter.Answered {
		return nil, &noAnswer{verdictOf(result.Outcome), result.Detail, result.Stderr, result.Received}
	}
	answer, found := s.worlds.standing(s, s.last, result.Response)
	if len(found) > 0 && s.standing == nil {
		s.standing = &violation{s.last, differencesOf(found)}
	}
	if result.Response.Error != nil {
		return nil, refusalOf(result.Response.Error)
	}
	return answer, nil
}

// askValue asks the last question without a text.
func (s *subject) askValue() (strict.Value, error) {
	result, err := s.values.AskValue(s.ctx, s.last.op, s.last.input, s.timeout)
	if err != nil {
		return nil, err
	}
	s.noted(result.Result)
	switch {
	case result.Outcome != adapter.Answered:
		return nil, &noAnswer{verdict: verdictOf(result.Outcome), detail: result.Detail}
	case result.Refusal == nil:
		return result.Value, nil
	case result.Refusal.Code != conformance.ErrorInvalidInput:
		return nil, noRefusal()
	}
	return nil, refusedBy(result.Refusal)
}

// noted keeps what a call says of itself and of earlier ones.
func (s *subject) noted(result adapter.Result) {
	s.calls = result.Call
	s.revoked = append(s.revoked, result.Revoked...)
	s.stats.note(result)
}

func verdictOf(o adapter.Outcome) conformance.Verdict {
	switch o {
	case adapter.Hang:
		return conformance.Hang
	case adapter.Garbage:
		return conformance.Garbage
	}
	return conformance.Crash
}

func differencesOf(found []conformance.Difference) []generators.Difference {
	all := make([]generators.Difference, len(found))
	for i, d := range found {
		all[i] = generators.Difference{Clause: d.Clause, Kind: d.Kind, Path: d.Path, Want: d.Want, Got: d.Got}
	}
	return all
}
