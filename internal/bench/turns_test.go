//go:build unix

package bench_test

import (
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
)

// processorTime is what this process has used so far, the garbage collector's
// share with it. Unlike the time on the wall it does not depend on what else the
// machine is doing.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// takeTurns lets ours and the floor run in turns, so that both see the same
// machine, and reports what a row costs each, by the median of processor time, and
// three ratios: of the medians, of the least processor times, which a busy machine
// disturbs least, and of the least times on the wall.
func takeTurns(b *testing.B, rows int, ours, floor func()) {
	b.Helper()
	var spent, wall [2][]time.Duration
	for b.Loop() {
		for i, run := range []func(){ours, floor} {
			runtime.GC() // nobody pays for the other's garbage
			began, used := time.Now(), processorTime(b)
			run()
			spent[i] = append(spent[i], processorTime(b)-used)
			wall[i] = append(wall[i], time.Since(began))
		}
	}
	reportSpent(b, rows, spent)
	b.ReportMetric(float64(least(wall[0]))/float64(least(wall[1])), "x-floor-wall")
}

// reportSpent reports the processor times of ours and of the floor.
func reportSpent(b *testing.B, rows int, spent [2][]time.Duration) {
	b.Helper()
	b.ReportMetric(0, "ns/op") // of both together: it says nothing
	b.ReportMetric(float64(median(spent[0]))/float64(rows), "ns/row")
	b.ReportMetric(float64(median(spent[1]))/float64(rows), "floor-ns/row")
	b.ReportMetric(float64(median(spent[0]))/float64(median(spent[1])), "x-floor")
	b.ReportMetric(float64(least(spent[0]))/float64(least(spent[1])), "x-floor-least")
}

func median(times []time.Duration) time.Duration {
	times = slices.Clone(times)
	slices.Sort(times)
	return times[len(times)/2]
}

func least(times []time.Duration) time.Duration { return slices.Min(times) }
