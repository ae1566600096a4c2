//go:build unix

package adapter_test

import (
	"slices"
	"testing"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// harness.md, section 2: an answer that something follows is none, whenever the
// harness comes to see it. The call behind it is innocent, and is answered.
func TestBehindAnAnswer(t *testing.T) {
	// Each behaviour misbehaves behind the answer to "bad", call 2. The moments
	// are made certain by events: "at rest" is before the next request is sent,
	// "at next" after, "at end" when the input ends.
	for _, behaviour := range []string{
		"twice at rest", "letters at rest",
		"twice at next", "debug line at next", "letters at next",
	} {
		t.Run(behaviour, func(t *testing.T) {
			r := newRig(t, behaviour)
			r.echoes(`1`)
			r.gets(adapter.Answered, 0)
			if behaviour == "twice at rest" || behaviour == "letters at rest" {
				r.wire.free()
				r.wire.await()
			}
			if res := r.echoes(`3`); !slices.Equal(calls(res.Revoked), []int{2}) {
				t.Errorf("call 3 revoked %v, want 2", calls(res.Revoked))
			}
			if got, want := r.Stats().Starts, 2; got != want {
				t.Errorf("%d processes were started, want %d", got, want)
			}
			r.gone()
		})
	}
	for _, behaviour := range []string{"twice at end", "letters at end"} {
		for _, how := range []struct {
			name string
			end  func(*rig) []adapter.Revocation
		}{
			{"Close", func(r *rig) []adapter.Revocation { return r.Close() }},
			{"Renew", func(r *rig) []adapter.Revocation { return r.Renew() }},
		} {
			t.Run(behaviour+", "+how.name, func(t *testing.T) {
				r := newRig(t, behaviour)
				r.echoes(`1`)
				r.echoes(`2`)
				if got := calls(how.end(r)); !slices.Equal(got, []int{2}) {
					t.Errorf("revoked %v, want 2", got)
				}
				r.gone()
			})
		}
	}
}

// What was there before the next request is the last call's for certain, even if
// the next one gets no answer from any process.
func TestBehindBeforeACrash(t *testing.T) {
	r := newRig(t, "letters at rest, then a crash")
	r.gets(adapter.Answered, 0)
	r.wire.free()
	r.wire.await()
	res := r.ask(`"worse"`, 0)
	if res.Outcome != adapter.Crash || !slices.Equal(calls(res.Revoked), []int{1}) {
		t.Errorf("got %v, revoked %v, want a crash and call 1", res.Outcome, calls(res.Revoked))
	}
	r.gone()
}

// A garbage line of the open call must not be charged to the innocent one
// before it: the fresh process shows whose it is.
func TestOwnGarbage(t *testing.T) {
	for _, behaviour := range []string{"traceback", "wrong id", "neither"} {
		t.Run(behaviour, func(t *testing.T) {
			r := newRig(t, behaviour)
			r.echoes(`1`)
			if res := r.gets(adapter.Garbage, 0); res.Revoked != nil {
				t.Errorf("the innocent calls %v lost their answers", calls(res.Revoked))
			}
			r.gone()
		})
	}
}

// A line with the id of an earlier call cannot be told from a second answer to
// it: neither that call nor the open one may pass.
func TestOldID(t *testing.T) {
	r := newRig(t, "old id")
	r.echoes(`1`)
	if res := r.gets(adapter.Garbage, 0); !slices.Equal(calls(res.Revoked), []int{1}) {
		t.Errorf("revoked %v, want call 1", calls(res.Revoked))
	}
	r.gone()
}

// describe is no call, so its second answer costs the first call its own, and
// Close tells of it when there was none.
func TestDescribesTwice(t *testing.T) {
	r := newRig(t, "describes twice late")
	if res := r.gets(adapter.Garbage, 0); res.Revoked != nil {
		t.Errorf("revoked %v, want nothing", calls(res.Revoked))
	}
	r.gone()

	r = newRig(t, "twice at end")
	if _, err := r.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := calls(r.Close()); !slices.Equal(got, []int{0}) {
		t.Errorf("revoked %v, want describe, which is call 0", got)
	}
	r.wire.allGone()
}

// harness.md, section 2: a late answer is never read. The adapter writes it when
// it is asked to end, which is after its time-out.
func TestLateAnswer(t *testing.T) {
	r := newRig(t, "answers to SIGTERM")
	r.gets(adapter.Hang, short)
	r.wire.await() // it did wait for the signal
	if res := r.echoes(`"next"`); res.Revoked != nil {
		t.Errorf("the late answer was read: revoked %v", calls(res.Revoked))
	}
	r.gone()
}
