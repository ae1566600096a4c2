//go:build unix

package adapter_test

import (
	"bytes"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// A response may be as long as the limit, and no byte longer.
func TestMessageLimit(t *testing.T) {
	const limit = 100_000
	r := newRig(t, "long", func(cfg *adapter.Config) { cfg.MaxMessageBytes = limit })
	for _, n := range []int{300, 5000, 8191, 8192, 8193, 65536, limit - 1, limit} {
		res := r.ask(strconv.Itoa(n), 0)
		if res.Outcome != adapter.Answered || len(res.Response.Raw) != n {
			t.Errorf("%d bytes: got %v (%s) with %d bytes", n, res.Outcome, res.Detail, len(res.Response.Raw))
		}
	}
	for _, n := range []int{limit + 1, limit + 2, 10 * limit} {
		if res := r.ask(strconv.Itoa(n), 0); res.Outcome != adapter.Garbage {
			t.Errorf("%d bytes: got %v, want garbage", n, res.Outcome)
		}
	}
	r.gone()
}

// 1 GiB without a line end is refused at the limit and takes no more memory
// than the limit, as far as the doubling of the buffer goes.
func TestMessageMemory(t *testing.T) {
	const limit = 1 << 20
	r := newRig(t, "1 GiB", func(cfg *adapter.Config) { cfg.MaxMessageBytes = limit })
	if _, err := r.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r.gets(adapter.Garbage, 0)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 4*limit {
		t.Errorf("%d bytes were allocated for a limit of %d", took, limit)
	}
	r.gone()
}

// MaxLevels is the deepest response: the object around ok is one level.
func TestLevelLimit(t *testing.T) {
	r := newRig(t, "depth")
	for _, tt := range []struct {
		levels int
		want   adapter.Outcome
	}{
		{64, adapter.Answered},
		{adapter.MaxLevels - 1, adapter.Answered},
		{adapter.MaxLevels, adapter.Garbage},
		{100_000, adapter.Garbage},
	} {
		if res := r.ask(strconv.Itoa(tt.levels), 0); res.Outcome != tt.want {
			t.Errorf("%d levels: got %v (%s), want %v", tt.levels, res.Outcome, res.Detail, tt.want)
		}
	}
	r.gone()
}

// Standard error never blocks the adapter and is never a verdict; its end is
// kept, the rest is counted. It belongs to the call during which it came.
func TestStderrFlood(t *testing.T) {
	const kept = 10_000
	r := newRig(t, "floods stderr", func(cfg *adapter.Config) { cfg.MaxStderrBytes = kept })
	for range 2 {
		if res := r.echoes(`1`); len(res.Stderr) > kept {
			t.Errorf("%d bytes were kept, want at most %d", len(res.Stderr), kept)
		}
	}
	r.gone()

	// When the process has ended, all of it is there.
	r = newRig(t, "floods stderr and crashes", func(cfg *adapter.Config) { cfg.MaxStderrBytes = kept })
	res := r.gets(adapter.Crash, 0)
	total := int64(1<<22 + len("the end"))
	if len(res.Stderr) != kept || res.StderrDropped != total-kept {
		t.Errorf("kept %d and dropped %d, want %d and %d", len(res.Stderr), res.StderrDropped, kept, total-kept)
	}
	if !bytes.HasSuffix(res.Stderr, []byte("yyythe end")) {
		t.Error("what was kept is not the end")
	}
	r.gone()
}

// An adapter that writes before it has read must not lock up with a harness
// that writes before it reads. Both messages are larger than a pipe.
func TestWritesBeforeItReads(t *testing.T) {
	r := newRig(t, "writes before it reads")
	large := `"` + strings.Repeat("l", 4<<20) + `"`
	if res := r.ask(large, 0); res.Outcome != adapter.Answered || len(res.Response.OK) != 1<<20+2 {
		t.Fatalf("got %v (%s) with %d bytes", res.Outcome, res.Detail, len(res.Response.OK))
	}
	r.echoes(large)
	r.echoes(`2`)
	r.gone()
}

// An adapter that reads nothing hangs, whether the pipe takes the request or not.
func TestReadsNothing(t *testing.T) {
	for _, size := range []int{1, 4 << 20} {
		r := newRig(t, "reads nothing")
		if res := r.ask(`"`+strings.Repeat("l", size)+`"`, short); res.Outcome != adapter.Hang {
			t.Errorf("a request of %d bytes: got %v, want a hang", size, res.Outcome)
		}
		r.gone()
	}
}

// One that answers and does not read the rest of its request hangs at the next.
func TestAnswersUnread(t *testing.T) {
	r := newRig(t, "answers unread")
	large := `"` + strings.Repeat("l", 4<<20) + `"`
	if res := r.ask(large, 0); res.Outcome != adapter.Answered {
		t.Fatalf("got %v (%s), want an answer", res.Outcome, res.Detail)
	}
	if res := r.ask(`1`, short); res.Outcome != adapter.Hang || !strings.Contains(res.Detail, "does not read") {
		t.Errorf("got %v (%s), want a hang", res.Outcome, res.Detail)
	}
	r.gone()
}
