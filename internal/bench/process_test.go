//go:build unix

package bench_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/tspi-dev/harness/internal/bench"
)

// BenchmarkProcess is what a person pays: whole processes of tspi classify and of
// the floor in turns, from their starts to their ends, over the same file and with
// as many bytes written. Both take large pages. The ratios are of the median and of
// the least processor times.
func BenchmarkProcess(b *testing.B) {
	dir := b.TempDir()
	tspi, floor := build(b, dir, "cmd/tspi"), build(b, dir, "internal/bench/floor")
	sizes := sizes()
	n, policy := sizes[len(sizes)-1], bench.Small()
	for _, shape := range bench.Shapes() {
		dir := folder(b, policy)
		table, fixture := filepath.Join(dir, "table.txt"), filepath.Join(dir, "process_table.json")
		text := shape.Table(n, policy)
		write(b, table, []byte(text))
		write(b, fixture, document(b, text))
		for _, way := range []struct {
			name, file, separator string
			args                  []string
		}{
			{"ps", table, "\n", []string{"--ps", table, "--policy", filepath.Join(dir, "pressure_policy.json"),
				"--owners", filepath.Join(dir, "owner_classes.json")}},
			{"fixture", fixture, `\n`, []string{dir}},
		} {
			ours := append([]string{tspi, "classify", "--format", "json"}, way.args...)
			var written countingWriter
			command := exec.Command(ours[0], ours[1:]...)
			command.Stdout = &written
			if err := command.Run(); err != nil {
				b.Fatal(err)
			}
			others := append([]string{floor, way.file, way.separator, strconv.Itoa(int(written))}, policy.All()...)
			b.Run(fmt.Sprintf("%s/%s/%d", way.name, shape.Name, n), func(b *testing.B) {
				processTurns(b, n, [2][]string{ours, others})
			})
		}
	}
}

// processTurns lets two programs run in turns, and reports as takeTurns does.
func processTurns(b *testing.B, rows int, calls [2][]string) {
	b.Helper()
	var spent [2][]time.Duration
	for b.Loop() {
		for i, call := range calls {
			spent[i] = append(spent[i], processorTimeOf(b, call))
		}
	}
	reportSpent(b, rows, spent)
}

// processorTimeOf runs a program to its end, its output discarded.
func processorTimeOf(b *testing.B, call []string) time.Duration {
	b.Helper()
	command := exec.Command(call[0], call[1:]...)
	if err := command.Run(); err != nil {
		b.Fatal(call, err)
	}
	return command.ProcessState.UserTime() + command.ProcessState.SystemTime()
}
