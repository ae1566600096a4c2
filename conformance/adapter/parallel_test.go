//go:build unix

package adapter_test

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// Several clients at once, each used by several goroutines: every call gets its
// own answer, in every mode, and no process is left.
func TestParallel(t *testing.T) {
	w := newWire(t)
	var everyone sync.WaitGroup
	for n := range 4 {
		cfg := adapter.Config{Command: []string{os.Args[0]}, Env: w.env("crash on the third"), OneShot: n == 0,
			StartTimeout: guard, Timeout: guard}
		if cfg.OneShot {
			cfg.Env = w.env("good")
		}
		c, err := adapter.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		everyone.Go(func() {
			var callers sync.WaitGroup
			for m := range 3 {
				callers.Go(func() {
					for k := range 4 {
						input := fmt.Sprintf(`[%d,%d,%d]`, n, m, k)
						res, err := c.Call(t.Context(), "t.echo", []byte(input), 0)
						switch {
						case err != nil:
							t.Error(err)
						case res.Outcome == adapter.Crash && !cfg.OneShot:
						case res.Outcome != adapter.Answered || string(res.Response.OK) != input:
							t.Errorf("got %v (%s) with %s, want %s", res.Outcome, res.Detail, res.Response.OK, input)
						}
					}
				})
			}
			callers.Wait()
			want := adapter.Stats{Starts: 4, Answered: 8, Crashes: 4, InARow: 1}
			if cfg.OneShot {
				want = adapter.Stats{Starts: 13, Answered: 12}
			}
			if got := c.Stats(); got != want {
				t.Errorf("client %d: got %+v, want %+v", n, got, want)
			}
			if revoked := c.Close(); revoked != nil {
				t.Errorf("client %d: revoked %v", n, revoked)
			}
		})
	}
	everyone.Wait()
	w.allGone()
}
