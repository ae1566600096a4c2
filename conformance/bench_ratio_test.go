package conformance_test

import (
	"bufio"
	"bytes"
	"io"
	"os/exec"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
)

// BenchmarkBesideBare takes turns between a session and bare pipes to the same
// program with the same requests, so that both see the same machine, and reports
// how many bare ping-pongs a question costs (goal of docs/performance.md: at most 2).
func BenchmarkBesideBare(b *testing.B) {
	inputs := classifyInputs(b)
	for name, cfg := range map[string]adapter.Config{
		"own":    peerConfig("own hardened"),
		"python": {Command: []string{"python3", "testdata/adapters/python/adapter.py"}, Dir: root},
	} {
		b.Run(name, func(b *testing.B) {
			session, err := conformance.Process(cfg).Open()
			if err != nil {
				b.Fatal(err)
			}
			defer session.Close()
			if _, err := session.Start(b.Context()); err != nil {
				b.Fatal(err)
			}
			p := newBare(b, cfg)
			p.ask(b, inputs[0]) // it has started when it answers
			var ours, bare time.Duration
			asked := 0
			for b.Loop() {
				began := time.Now()
				for i := range 16 {
					if r, err := session.Call(b.Context(), tspiprofile.OpClassify, inputs[(asked+i)%len(inputs)],
						time.Minute); err != nil || r.Outcome != adapter.Answered {
						b.Fatal(err, r.Outcome)
					}
				}
				middle := time.Now()
				for i := range 16 {
					p.ask(b, inputs[(asked+i)%len(inputs)])
				}
				ours += middle.Sub(began)
				bare += time.Since(middle)
				asked += 16
			}
			b.ReportMetric(float64(ours)/float64(bare), "x-bare")
			b.ReportMetric(float64(asked)/ours.Seconds(), "cases/s")
		})
	}
}

// bare is a program behind plain pipes: nothing is checked but that a line comes.
type bare struct {
	in  io.Writer
	out *bufio.Reader
	buf bytes.Buffer
}

func newBare(b *testing.B, cfg adapter.Config) *bare {
	cmd := exec.Command(cfg.Command[0], cfg.Command[1:]...)
	cmd.Dir, cmd.Env = cfg.Dir, cfg.Env
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = in.Close(); _ = cmd.Wait() })
	return &bare{in: in, out: bufio.NewReaderSize(out, 1<<20)}
}

func (p *bare) ask(b *testing.B, input jsontext.Value) {
	p.buf.Reset()
	p.buf.WriteString(`{"id":1,"op":"tspi.classify","input":`)
	p.buf.Write(input)
	p.buf.WriteString("}\n")
	if _, err := p.in.Write(p.buf.Bytes()); err != nil {
		b.Fatal(err)
	}
	if _, err := p.out.ReadSlice('\n'); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkRun is the classify and audit cases as a person runs them: challenges
// drawn, answers judged, everything counted.
func BenchmarkRun(b *testing.B) {
	for name, impl := range map[string]conformance.Implementation{
		"own/in_process": conformance.InProcess(tspiprofile.BuiltIn(0, "1", tspiprofile.Folders{})),
		"own/protocol":   process("own hardened"),
		"python": conformance.Process(adapter.Config{Command: []string{"python3",
			"testdata/adapters/python/adapter.py"}, Dir: root}),
	} {
		b.Run(name, func(b *testing.B) {
			asked := 0
			for b.Loop() {
				r, err := conformance.Run(b.Context(), impl,
					conformance.Options{Only: []string{"*/2.*", "*/3.*", "*/4.*", "*/5.*", "*/6.*", "*/8.*"}})
				if err != nil || !r.Passed() {
					b.Fatal(err)
				}
				asked += r.Counts.Total
			}
			b.ReportMetric(float64(asked)/b.Elapsed().Seconds(), "cases/s")
		})
	}
}
