//go:build unix

package bench_test

import (
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/tspi-dev/harness/internal/bench"
)

// build builds a program of this module.
func build(b testing.TB, dir, name string) string {
	b.Helper()
	program := filepath.Join(dir, filepath.Base(name))
	command := exec.Command("go", "build", "-o", program, "github.com/tspi-dev/harness/"+name)
	if out, err := command.CombinedOutput(); err != nil {
		b.Fatalf("go build %s: %v\n%s", name, err, out)
	}
	return program
}

// BenchmarkStartUp is whole processes in turns: a hello-world with our
// command-line library, tspi version, and classify of 50 rows with the built-in
// policy. The ratios are of the median processor time and of the least time on
// the wall.
func BenchmarkStartUp(b *testing.B) {
	dir := b.TempDir()
	hello, tspi := build(b, dir, "internal/bench/hello"), build(b, dir, "cmd/tspi")
	table := filepath.Join(dir, "table.txt")
	write(b, table, []byte(bench.Mix(50, bench.Small())))
	calls := [][]string{
		{hello, "version"},
		{tspi, "version"},
		{tspi, "classify", "--ps", table},
	}
	spent, wall := make([][]time.Duration, len(calls)), make([][]time.Duration, len(calls))
	for b.Loop() {
		for i, call := range calls {
			began := time.Now()
			spent[i] = append(spent[i], processorTimeOf(b, call))
			wall[i] = append(wall[i], time.Since(began))
		}
	}
	b.ReportMetric(0, "ns/op") // of all three together: it says nothing
	b.ReportMetric(float64(median(spent[0]).Microseconds()), "hello-us")
	for i, name := range []string{"", "version", "classify50"} {
		if i > 0 {
			b.ReportMetric(float64(median(spent[i]))/float64(median(spent[0])), name+"-x-hello")
			b.ReportMetric(float64(least(wall[i]))/float64(least(wall[0])), name+"-x-hello-wall")
		}
	}
}
