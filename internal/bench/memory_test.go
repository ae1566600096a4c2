//go:build linux

package bench_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/tspi-dev/harness/internal/bench"
)

// BenchmarkPeakMemory is the peak resident memory of a whole process as a multiple
// of its input, and fails where a million rows take more than the goal: 2.5 times
// a ps text, 4 times a fixture's document. Fewer rows are dominated by the 15 MB
// that any call takes.
func BenchmarkPeakMemory(b *testing.B) {
	sizes := sizes()
	n := sizes[len(sizes)-1]
	program := build(b, b.TempDir(), "cmd/tspi")
	for _, shape := range bench.Shapes()[:3] {
		dir := folder(b, bench.Small())
		text := shape.Table(n, bench.Small())
		table, fixture := filepath.Join(dir, "table.txt"), filepath.Join(dir, "process_table.json")
		write(b, table, []byte(text))
		write(b, fixture, document(b, text))
		documents := []string{"--policy", filepath.Join(dir, "pressure_policy.json"), "--owners",
			filepath.Join(dir, "owner_classes.json")}
		for _, way := range []struct {
			name, input string
			stdin       bool
			most        float64
			args        []string
		}{
			{"ps/json", table, false, 2.5, append([]string{"--ps", table, "--format", "json"}, documents...)},
			{"ps/table", table, false, 2.5, append([]string{"--ps", table}, documents...)},
			{"pipe/json", table, true, 2.5, append([]string{"--format", "json"}, documents...)},
			{"fixture/json", fixture, false, 4, []string{dir, "--format", "json"}},
		} {
			b.Run(shape.Name+"/"+way.name, func(b *testing.B) {
				most := 0.0
				for b.Loop() {
					most = max(most, peak(b, program, way.input, way.stdin, way.args))
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(most, "x-input")
				if n >= 1_000_000 && most > way.most {
					b.Errorf("%.2f times the input, want at most %.1f", most, way.most)
				}
			})
		}
	}
}

// asWrapper makes this program start the one that is measured, with a file as its
// standard input, and print its peak. The kernel counts the memory of a process
// that starts another as the other's too, and a wrapper has little.
const asWrapper = "TSPI_BENCH_PEAK_OF"

func TestMain(m *testing.M) {
	if input, ok := os.LookupEnv(asWrapper); ok {
		os.Exit(wrap(input, os.Args[1:]))
	}
	os.Exit(m.Run())
}

func wrap(input string, args []string) int {
	command := exec.Command(args[0], args[1:]...)
	command.Stderr = os.Stderr
	if input != "" {
		in, err := os.Open(input)
		if err != nil {
			return 1
		}
		command.Stdin = struct{ io.Reader }{in} // no file to the program: a pipe
	}
	if err := command.Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println(command.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	return 0
}

// peak is the peak resident memory of classify as a multiple of its input's size.
func peak(b *testing.B, program, input string, piped bool, args []string) float64 {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(input)
	if err != nil {
		b.Fatal(err)
	}
	command := exec.Command(self, append([]string{program, "classify"}, args...)...)
	if !piped {
		input = ""
	}
	command.Env = append(os.Environ(), asWrapper+"="+input)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		b.Fatal(err)
	}
	kibibytes, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if err != nil {
		b.Fatal(err)
	}
	return kibibytes * 1024 / float64(info.Size())
}
