//go:build unix

package adapter_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tspi-dev/harness/conformance/adapter"
)

// rig is a client of this test binary behaving in one way.
type rig struct {
	*adapter.Client
	t    *testing.T
	wire *wire
}

// newRig makes a client. Its time-outs are those that a test can wait for; where
// an answer must come, it has the guard's time.
func newRig(t *testing.T, behaviour string, change ...func(*adapter.Config)) *rig {
	t.Helper()
	w := newWire(t)
	cfg := adapter.Config{
		Command:      []string{os.Args[0]},
		Env:          w.env(behaviour),
		StartTimeout: guard,
		Timeout:      guard,
	}
	for _, f := range change {
		f(&cfg)
	}
	c, err := adapter.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return &rig{Client: c, t: t, wire: w}
}

func oneShot(cfg *adapter.Config)    { cfg.OneShot = true }
func shortGrace(cfg *adapter.Config) { cfg.Grace = 50 * time.Millisecond }

// short is the time-out of calls that must run into it.
const short = 200 * time.Millisecond

// ask makes a call that must end within the guard.
func (r *rig) ask(input string, timeout time.Duration) adapter.Result {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*guard)
	defer cancel()
	res, err := r.Call(ctx, "t.echo", jsontext.Value(input), timeout)
	if err != nil {
		r.t.Fatalf("the call did not end by itself: %v", err)
	}
	return res
}

// echoes makes a call that must be answered with its input.
func (r *rig) echoes(input string) adapter.Result {
	r.t.Helper()
	res := r.ask(input, 0)
	if res.Outcome != adapter.Answered || string(res.Response.OK) != input {
		r.t.Fatalf("call %d: got %v (%s) with %q, want it answered with %s", res.Call, res.Outcome, res.Detail,
			res.Response.OK, input)
	}
	return res
}

// gets makes a call on "bad" that must end as wanted.
func (r *rig) gets(want adapter.Outcome, timeout time.Duration) adapter.Result {
	r.t.Helper()
	res := r.ask(`"bad"`, timeout)
	if res.Outcome != want {
		r.t.Fatalf("call %d: got %v (%s), want %v", res.Call, res.Outcome, res.Detail, want)
	}
	return res
}

// gone closes the client and demands that nothing was revoked and that no
// process is left.
func (r *rig) gone() {
	r.t.Helper()
	if revoked := r.Close(); len(revoked) != 0 {
		r.t.Errorf("Close revoked %v, want nothing", revoked)
	}
	r.wire.allGone()
}

// calls returns the numbers of the revoked calls.
func calls(revoked []adapter.Revocation) []int {
	var n []int
	for _, r := range revoked {
		n = append(n, r.Call)
	}
	return n
}
