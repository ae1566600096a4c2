//go:build unix

package adapter_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// harness.md, section 2: the process group is ended. In each case a child of the
// adapter, in its group, ignores SIGTERM and keeps the pipes open. The call must
// end all the same, and the child must be gone behind it.
func TestChildKeepsThePipe(t *testing.T) {
	t.Run("its parent ends", func(t *testing.T) {
		r := newRig(t, "parent of one that keeps the pipe")
		// Without watching the end of the parent this would be a hang.
		r.gets(adapter.Crash, 0)
		r.gone()
	})
	t.Run("the client is closed", func(t *testing.T) {
		r := newRig(t, "parent that answers")
		r.echoes(`1`)
		r.gone()
	})
	t.Run("one-shot", func(t *testing.T) {
		r := newRig(t, "once and a child stays", oneShot)
		r.echoes(`1`)
		r.gone()
	})
}

// A descendant that has left the group is beyond reach (package doc), but must
// not hold up the call.
func TestChildWentAway(t *testing.T) {
	r := newRig(t, "parent of one that went away")
	r.gets(adapter.Crash, 0)
	r.Close()
	r.wire.free()
	r.wire.allGone()
}

// Closing ends an adapter that does not end with its input, also one that
// ignores SIGTERM.
func TestCloseEndsTheStubborn(t *testing.T) {
	for _, behaviour := range []string{"stays", "stays and ignores SIGTERM"} {
		t.Run(behaviour, func(t *testing.T) {
			r := newRig(t, behaviour, shortGrace)
			r.echoes(`1`)
			r.gone()
		})
	}
}

// The end of the context ends the call and the process, and gives no verdict.
func TestCancel(t *testing.T) {
	for _, stage := range []string{"hang at start", "hang", "stays"} {
		t.Run(stage, func(t *testing.T) {
			r := newRig(t, stage, shortGrace, func(cfg *adapter.Config) { cfg.StartTimeout = time.Hour })
			if stage != "hang at start" {
				if _, err := r.Start(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			cause := errors.New("enough")
			ctx, cancel := context.WithCancelCause(t.Context())
			time.AfterFunc(short, func() { cancel(cause) })
			input := `"bad"`
			if stage == "stays" {
				r.echoes(`1`) // it answers once
			}
			ended := make(chan error, 1)
			go func() {
				_, err := r.Call(ctx, "t.echo", []byte(input), time.Hour)
				ended <- err
			}()
			select {
			case err := <-ended:
				if !errors.Is(err, cause) {
					t.Errorf("got %v, want the cause of the context's end", err)
				}
			case <-time.After(guard):
				t.Fatal("the call goes on after the end of its context")
			}
			// A context that has ended starts nothing.
			before := r.Stats().Starts
			if _, err := r.Call(ctx, "t.echo", nil, guard); !errors.Is(err, cause) {
				t.Errorf("got %v, want the cause of the context's end", err)
			}
			if got := r.Stats().Starts; got != before {
				t.Errorf("%d processes were started after the end", got-before)
			}
			r.gone()
		})
	}
}

// Nothing is left of a process in our own memory either: no descriptor and no
// goroutine, however it ended.
func TestLeaks(t *testing.T) {
	descriptors := func() int {
		entries, err := os.ReadDir("/dev/fd")
		if err != nil {
			t.Skip("this system does not list descriptors")
		}
		return len(entries)
	}
	r := newRig(t, "crash")
	round := func() {
		r.echoes(`1`)
		r.gets(adapter.Crash, 0)
		r.echoes(`1`)
		r.Renew()
	}
	round() // what the runtime opens once
	fds, goroutines := descriptors(), runtime.NumGoroutine()
	for range 5 {
		round()
	}
	if got := descriptors(); got > fds {
		t.Errorf("%d descriptors are open, %d were", got, fds)
	}
	// watch may still be returning when its process is reaped.
	for deadline := time.Now().Add(guard); runtime.NumGoroutine() > goroutines; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines run, %d did", runtime.NumGoroutine(), goroutines)
		}
	}
	r.gone()
}

// A closed client says so.
func TestClosed(t *testing.T) {
	r := newRig(t, "good")
	r.echoes(`1`)
	r.gone()
	if _, err := r.Call(t.Context(), "t.echo", nil, 0); !errors.Is(err, adapter.ErrClosed) {
		t.Errorf("Call: got %v, want ErrClosed", err)
	}
	if _, err := r.Start(t.Context()); !errors.Is(err, adapter.ErrClosed) {
		t.Errorf("Start: got %v, want ErrClosed", err)
	}
	if revoked := r.Close(); revoked != nil {
		t.Errorf("the second Close revoked %v", revoked)
	}
}
