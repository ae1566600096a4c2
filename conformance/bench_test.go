package conformance_test

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
)

// BenchmarkCases asks the published classify cases, over and over, and reports
// cases a second: of our own implementation in process and through a process,
// of the Python adapter, of a process that only reads and writes as many bytes
// (the floor), and of one process a case. make bench prints them in one run.
func BenchmarkCases(b *testing.B) {
	inputs := classifyInputs(b)
	python := adapter.Config{Command: []string{"python3", "testdata/adapters/python/adapter.py"}, Dir: root}
	oneShot := python
	oneShot.OneShot = true
	for _, subject := range []struct {
		name string
		impl conformance.Implementation
	}{
		{"own/in_process", conformance.InProcess(own(0))},
		{"own/protocol", process("own hardened")},
		{"python/protocol", conformance.Process(python)},
		{"python/process_a_case", conformance.Process(oneShot)},
	} {
		b.Run(subject.name, func(b *testing.B) {
			session, err := subject.impl.Open()
			if err != nil {
				b.Fatal(err)
			}
			defer session.Close()
			if _, err := session.Start(context.Background()); err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			for i := range b.N {
				result, err := session.Call(context.Background(), tspiprofile.OpClassify, inputs[i%len(inputs)],
					time.Minute)
				if err != nil || result.Outcome != adapter.Answered {
					b.Fatal(err, result.Outcome)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cases/s")
		})
	}
	b.Run("cat/ping_pong", func(b *testing.B) { pingPong(b, inputs) })
}

func classifyInputs(b *testing.B) []jsontext.Value {
	suite, err := conformance.LoadSuite(conformance.DefaultProfile(), harness.Cases(),
		conformance.DefaultProfile().Suite)
	if err != nil {
		b.Fatal(err)
	}
	var inputs []jsontext.Value
	for _, c := range suite.Cases {
		if c.Op != tspiprofile.OpClassify {
			continue
		}
		text, err := conformance.Export(conformance.DefaultProfile(), c)
		if err != nil {
			b.Fatal(err)
		}
		var exported conformance.ExportedCase
		if err := json.Unmarshal(text, &exported); err != nil {
			b.Fatal(err)
		}
		if err := exported.Input.Compact(); err != nil {
			b.Fatal(err)
		}
		inputs = append(inputs, exported.Input)
	}
	return inputs
}

// pingPong sends each input to cat and reads it back: the floor for any adapter.
func pingPong(b *testing.B, inputs []jsontext.Value) {
	command := exec.Command("cat")
	in, err := command.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	defer func() {
		in.Close()
		_, _ = io.Copy(io.Discard, out)
		_ = command.Wait()
	}()
	lines := bufio.NewReaderSize(out, 1<<20)
	b.ResetTimer()
	for i := range b.N {
		if _, err := in.Write(append(inputs[i%len(inputs)], '\n')); err != nil {
			b.Fatal(err)
		}
		if _, err := lines.ReadSlice('\n'); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cases/s")
}
