//go:build unix

package bench_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/internal/bench"
	"github.com/tspi-dev/harness/internal/cli"
	"github.com/tspi-dev/harness/tspi"
)

// sizes are the numbers of rows; a million only where TSPI_BENCH=large asks.
func sizes() []int {
	if os.Getenv("TSPI_BENCH") == "large" {
		return []int{1_000, 100_000, 1_000_000}
	}
	return []int{1_000, 100_000}
}

// BenchmarkClassify is the command, from the file to the record, beside the
// floor over the same file: of the realistic table with both policies, as a ps
// text and as a fixture, and of every other shape.
func BenchmarkClassify(b *testing.B) {
	for _, n := range sizes() {
		for _, shape := range bench.Shapes() {
			for _, policy := range []bench.Policy{bench.Small(), bench.Large(), bench.Small().AtProgram(),
				bench.Large().AtProgram()} {
				if shape.Name != "mix" && policy.Name != bench.Small().Name {
					continue
				}
				name := fmt.Sprintf("%s/%s/%d", shape.Name, policy.Name, n)
				b.Run("ps/"+name, func(b *testing.B) { classifyText(b, shape.Table(n, policy), n, policy) })
				if shape.Name == "mix" && policy.MatchAt == "command" {
					b.Run("fixture/"+name, func(b *testing.B) { classifyFixture(b, shape.Table(n, policy), n, policy) })
				}
			}
		}
	}
}

// BenchmarkMatchAtProgram classifies a table that is read already by a policy that
// looks in the programs of its commands, beside the same policy that looks in the
// whole commands.
func BenchmarkMatchAtProgram(b *testing.B) {
	for _, n := range sizes() {
		for _, policy := range []bench.Policy{bench.Small(), bench.Large()} {
			b.Run(fmt.Sprintf("%s/%d", policy.Name, n), func(b *testing.B) {
				table := bench.Mix(n, policy)
				command, program := read(b, table, policy), read(b, table, policy.AtProgram())
				takeTurns(b, n, func() { tspi.NewSurvey(program) }, func() { tspi.NewSurvey(command) })
			})
		}
	}
}

// read is a table with a policy and the owner taxonomy.
func read(b *testing.B, table string, policy bench.Policy) tspi.Inputs {
	b.Helper()
	document := func(text string) tspi.Value {
		v, err := tspi.Decode([]byte(text))
		if err != nil {
			b.Fatal(err)
		}
		return v
	}
	in, err := tspi.ReadInputs(tspi.Object{{Name: "ps_text", Value: table}}, document(policy.JSON()),
		document(bench.Owners), tspi.Hardened)
	if err != nil {
		b.Fatal(err)
	}
	return in
}

// folder is a fixture folder with no table yet.
func folder(b testing.TB, policy bench.Policy) string {
	b.Helper()
	dir := b.TempDir()
	write(b, filepath.Join(dir, "pressure_policy.json"), []byte(policy.JSON()))
	write(b, filepath.Join(dir, "owner_classes.json"), []byte(bench.Owners))
	return dir
}

func write(b testing.TB, path string, text []byte) {
	b.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		b.Fatal(err)
	}
}

func classifyText(b *testing.B, text string, n int, policy bench.Policy) {
	dir := folder(b, policy)
	table := filepath.Join(dir, "table.txt")
	write(b, table, []byte(text))
	beside(b, n, "\n", table, policy, "classify", "--ps", table, "--format", "json",
		"--policy", filepath.Join(dir, "pressure_policy.json"), "--owners", filepath.Join(dir, "owner_classes.json"))
}

func classifyFixture(b *testing.B, text string, n int, policy bench.Policy) {
	dir := folder(b, policy)
	table := filepath.Join(dir, "process_table.json")
	write(b, table, document(b, text))
	beside(b, n, `\n`, table, policy, "classify", dir, "--format", "json")
}

// document is a process_table document.
func document(b testing.TB, text string) []byte {
	b.Helper()
	quoted, err := jsontext.AppendQuote([]byte(`{"ps_text":`), text)
	if err != nil {
		b.Fatal(err)
	}
	return append(quoted, "}\n"...)
}

// beside measures a call beside the floor over the same file.
func beside(b *testing.B, n int, separator, file string, policy bench.Policy, args ...string) {
	b.Helper()
	var size countingWriter
	call(b, &size, args)
	substrings := policy.All()
	hashed := 0
	takeTurns(b, n,
		func() { call(b, io.Discard, args) },
		func() {
			text, err := os.ReadFile(file)
			if err == nil {
				hashed, err = bench.Floor(text, separator, substrings, io.Discard, int(size))
			}
			if err != nil {
				b.Fatal(err)
			}
		})
	b.ReportMetric(float64(hashed)/float64(n), "helpers/row")
}

// call runs one call of the command line.
func call(b testing.TB, out io.Writer, args []string) {
	b.Helper()
	var words bytes.Buffer
	status := cli.Run(cli.Call{
		Args: args, Stdin: bytes.NewReader(nil), Stdout: out, Stderr: &words,
		LookupEnv: func(string) (string, bool) { return "", false },
	})
	if status != 0 {
		b.Fatalf("status %d: %s", status, words.String())
	}
}

type countingWriter int

func (w *countingWriter) Write(p []byte) (int, error) {
	*w += countingWriter(len(p))
	return len(p), nil
}
