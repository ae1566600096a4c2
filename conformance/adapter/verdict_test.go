//go:build unix

package adapter_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// harness.md, section 2: what is a crash, a hang, garbage. Each adapter fails on
// the input "bad" only, so the calls before and after it are the neighbours that
// differ in one fact and must be answered; that the one behind is answered shows
// too that a fresh process was started. No process may be left.
func TestVerdicts(t *testing.T) {
	for _, tt := range []struct {
		behaviour string
		want      adapter.Outcome
		detail    string // words that must be there
	}{
		{"crash", adapter.Crash, "exit status 3"},
		{"exit 0", adapter.Crash, "exit status 0"},
		{"killed", adapter.Crash, "signal: killed"},
		{"half an answer", adapter.Crash, "in the middle"},
		{"last words", adapter.Crash, "exit status 1"},
		{"closes stdout", adapter.Crash, "closed its output"},
		{"hang", adapter.Hang, "no line within"},
		{"half and hang", adapter.Hang, "no whole line within"},
		{"ignores SIGTERM", adapter.Hang, "no line within"},
		{"wrong id", adapter.Garbage, "id of no request"},
		{"old id", adapter.Garbage, "id of an earlier request"},
		{"text id", adapter.Garbage, "not the integer"},
		{"fraction id", adapter.Garbage, "not the integer"},
		{"exponent id", adapter.Garbage, "not the integer"},
		{"no id", adapter.Garbage, "no id"},
		{"both", adapter.Garbage, "both ok and error"},
		{"neither", adapter.Garbage, "neither ok nor error"},
		{"error no code", adapter.Garbage, "no code"},
		{"error text", adapter.Garbage, "no JSON object"},
		{"array", adapter.Garbage, "no JSON object"},
		{"twice a key", adapter.Garbage, "key stands twice"},
		{"twice id", adapter.Garbage, "key stands twice"},
		{"bad UTF-8", adapter.Garbage, "not JSON in UTF-8"},
		{"surrogate", adapter.Garbage, "not JSON in UTF-8"},
		{"mark", adapter.Garbage, "not JSON in UTF-8"},
		{"blank line", adapter.Garbage, "empty"},
		{"trailing", adapter.Garbage, "behind the object"},
		{"two on a line", adapter.Garbage, "behind the object"},
		{"traceback", adapter.Garbage, "not JSON"},
		{"twice in one", adapter.Garbage, "second answer"},
		{"1 GiB", adapter.Garbage, "longer than"},
	} {
		t.Run(tt.behaviour, func(t *testing.T) {
			change := []func(*adapter.Config){func(cfg *adapter.Config) { cfg.MaxMessageBytes = 4 << 20 }}
			timeout := time.Duration(0)
			if tt.want == adapter.Hang {
				timeout = short
			}
			if tt.behaviour == "closes stdout" || tt.behaviour == "ignores SIGTERM" {
				change = append(change, shortGrace)
			}
			r := newRig(t, tt.behaviour, change...)
			r.echoes(`"good"`)
			res := r.gets(tt.want, timeout)
			if !strings.Contains(res.Detail, tt.detail) {
				t.Errorf("the detail is %q, want it to say %q", res.Detail, tt.detail)
			}
			if len(res.Received) > 4<<10 {
				t.Errorf("%d bytes of garbage were kept, want at most 4096", len(res.Received))
			}
			if after := r.echoes(`{"still":"there"}`); after.Revoked != nil && tt.behaviour != "old id" {
				t.Errorf("the calls %v lost their answers, want none", calls(after.Revoked))
			}
			r.gone()
		})
	}
}

// harness.md, section 1: what a well-formed response is, so that none of the
// refusals above is one of everything.
func TestWellFormed(t *testing.T) {
	t.Run("refusal", func(t *testing.T) {
		r := newRig(t, "polite refusal")
		res := r.gets(adapter.Answered, 0)
		e := res.Response.Error
		if e == nil || res.Response.OK != nil {
			t.Fatal("want an error and no ok")
		}
		if e.Code != "invalid_input" || e.Message != "no\n" || !strings.Contains(string(e.Raw), `"pointer":"/b"`) {
			t.Errorf("got code %q, message %q, object %s", e.Code, e.Message, e.Raw)
		}
		r.gone()
	})
	t.Run("further members, blanks and CR", func(t *testing.T) {
		r := newRig(t, "extra members")
		res := r.gets(adapter.Answered, 0)
		if string(res.Response.OK) != "{}" || !strings.Contains(string(res.Response.Raw), `"note":[1]`) {
			t.Errorf("got ok %s of %s", res.Response.OK, res.Response.Raw)
		}
		r.gone()
	})
	t.Run("the end of the output ends a line", func(t *testing.T) {
		r := newRig(t, "no line end")
		if res := r.gets(adapter.Answered, 0); string(res.Response.OK) != "{}" {
			t.Errorf("got ok %s", res.Response.OK)
		}
		r.gone()
	})
}

// A process that has ended after an answer crashes the next call, wherever the
// end is seen, and is told of one-shot mode, which it needs.
func TestEndsAfterOneAnswer(t *testing.T) {
	r := newRig(t, "ends after one answer")
	for range 2 {
		res := r.gets(adapter.Crash, 0)
		if !strings.Contains(res.Detail, "needs one-shot mode") {
			t.Errorf("the detail is %q", res.Detail)
		}
	}
	r.gone()
}

// A crash costs its own call only, and the counters say what happened.
func TestCrashOnTheThird(t *testing.T) {
	r := newRig(t, "crash on the third")
	for call := 1; call <= 9; call++ {
		if call%3 != 0 {
			r.echoes(`1`)
			continue
		}
		r.gets(adapter.Crash, 0)
		if got := r.Stats().InARow; got != 1 {
			t.Errorf("%d calls in a row are counted, want 1", got)
		}
	}
	want := adapter.Stats{Starts: 3, Answered: 6, Crashes: 3, InARow: 1}
	if got := r.Stats(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	r.gone()
}

// What an adapter said last on standard error comes with its crash.
func TestLastWords(t *testing.T) {
	r := newRig(t, "last words")
	if res := r.gets(adapter.Crash, 0); string(res.Stderr) != "why it failed" {
		t.Errorf("got %q", res.Stderr)
	}
	r.gone()
}
