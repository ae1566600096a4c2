//go:build unix

package adapter_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// harness.md, section 1: --one-shot starts the adapter once a request. It must
// write one answer, nothing else, and end; its exit status is no verdict.
func TestOneShot(t *testing.T) {
	for _, tt := range []struct {
		behaviour string
		want      adapter.Outcome
		detail    string
		timeout   time.Duration
	}{
		{"ends after one answer", adapter.Answered, "", 0},
		{"good", adapter.Answered, "", 0}, // written for the stream
		{"once without line end", adapter.Answered, "", 0},
		{"once and status 7", adapter.Answered, "", 0},
		{"once without answer", adapter.Crash, "exit status 0", 0},
		{"crash in one-shot", adapter.Crash, "exit status 3", 0},
		{"once twice", adapter.Garbage, "second answer", 0},
		{"once and later more", adapter.Garbage, "nobody asked for", 0},
		{"once and stays", adapter.Hang, "did not end", 10 * short},
		{"once and closes", adapter.Hang, "did not end", 10 * short},
		{"once and hangs", adapter.Hang, "no line within", short},
	} {
		t.Run(tt.behaviour, func(t *testing.T) {
			r := newRig(t, tt.behaviour, oneShot)
			if tt.behaviour == "once and later more" {
				r.wire.free()
				r.wire.free()
			}
			asked := 2
			if tt.want == adapter.Hang {
				asked = 1 // the wait is long
			}
			for range asked {
				res := r.gets(tt.want, tt.timeout)
				if !strings.Contains(res.Detail, tt.detail) {
					t.Errorf("the detail is %q, want it to say %q", res.Detail, tt.detail)
				}
				if ok := string(res.Response.OK); tt.want == adapter.Answered && ok != `"bad"` && ok != "{}" {
					t.Errorf("got the answer %s", ok)
				}
				if res.Revoked != nil {
					t.Errorf("revoked %v: in one-shot mode all is known at once", calls(res.Revoked))
				}
			}
			// describe and each call have a process of their own.
			if got := r.Stats().Starts; got != 1+asked {
				t.Errorf("%d processes were started, want %d", got, 1+asked)
			}
			r.gone()
		})
	}
}

// A one-shot request that the pipe does not take at once still ends with the
// end of the input.
func TestOneShotLarge(t *testing.T) {
	r := newRig(t, "ends after one answer", oneShot)
	r.echoes(`"` + strings.Repeat("l", 4<<20) + `"`)
	r.gone()
}
