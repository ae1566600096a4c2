//go:build unix

package adapter_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// fast answers each request with its input at the least cost, so that the
// benchmarks compare what the harness costs and not what the adapter does.
func fast(p *peer) {
	p.describe()
	var out []byte
	for {
		line, err := p.in.ReadSlice('\n')
		if err != nil {
			return
		}
		id, _, _ := bytes.Cut(line[len(`{"id":`):], []byte(","))
		_, text, _ := bytes.Cut(line, []byte(`,"input":`))
		out = append(append(append(out[:0], `{"id":`...), id...), `,"ok":`...)
		out = append(append(out, text[:len(text)-2]...), "}\n"...)
		_, _ = os.Stdout.Write(out)
	}
}

// benchInput is an input of about n bytes, with texts as a process table has them.
func benchInput(n int) string {
	const line = `  501     1    10:05  0.1   4096 node /opt/x/server.js --stdio\n`
	return `{"process_table":{"ps_text":"` + strings.Repeat(line, max(1, n/len(line))) +
		`"},"policy":{"kinds":[1,2,3]}}`
}

// bare is a ping-pong over the pipes of os/exec, without any check: what the
// same bytes cost at the least.
type bare struct {
	cmd *exec.Cmd
	in  interface{ Write([]byte) (int, error) }
	out *bufio.Reader
}

func newBare(b *testing.B) *bare {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), behaviourVariable+"=fast")
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
	p := &bare{cmd, in, bufio.NewReaderSize(out, 1<<20)}
	p.pingPong(b, []byte(`{"id":1,"op":"describe"}`+"\n"))
	return p
}

func (p *bare) pingPong(b *testing.B, line []byte) {
	if _, err := p.in.Write(line); err != nil {
		b.Fatal(err)
	}
	if _, err := p.out.ReadSlice('\n'); err != nil {
		b.Fatal(err)
	}
}

func newBenchClient(b *testing.B, change ...func(*adapter.Config)) *adapter.Client {
	cfg := adapter.Config{Command: []string{os.Args[0]}, Env: append(os.Environ(), behaviourVariable+"=fast")}
	for _, f := range change {
		f(&cfg)
	}
	c, err := adapter.New(cfg)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close() })
	if _, err := c.Start(b.Context()); err != nil {
		b.Fatal(err)
	}
	return c
}

func call(b *testing.B, c *adapter.Client, input []byte) {
	if res, err := c.Call(b.Context(), "t.echo", input, 0); err != nil || res.Outcome != adapter.Answered {
		b.Fatalf("%v, %v (%s)", err, res.Outcome, res.Detail)
	}
}

var benchSizes = []int{100, 2 << 10, 16 << 10, 128 << 10}

// BenchmarkClient and BenchmarkBare ask the same questions of the same program.
func BenchmarkClient(b *testing.B) {
	for _, size := range benchSizes {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			c, input := newBenchClient(b), []byte(benchInput(size))
			b.ReportAllocs()
			for b.Loop() {
				call(b, c, input)
			}
		})
	}
}

func BenchmarkBare(b *testing.B) {
	for _, size := range benchSizes {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			p := newBare(b)
			line := fmt.Appendf(nil, `{"id":2,"op":"t.echo","input":%s}`+"\n", benchInput(size))
			for b.Loop() {
				p.pingPong(b, line)
			}
		})
	}
}

// BenchmarkRatio takes turns between the two, so that both see the same machine,
// and reports how many bare ping-pongs a call costs (goal of docs/performance.md: at most 2).
func BenchmarkRatio(b *testing.B) {
	for _, size := range benchSizes {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			c, p, input := newBenchClient(b), newBare(b), []byte(benchInput(size))
			line := fmt.Appendf(nil, `{"id":2,"op":"t.echo","input":%s}`+"\n", input)
			var ours, theirs time.Duration
			for b.Loop() {
				began := time.Now()
				for range 16 {
					call(b, c, input)
				}
				middle := time.Now()
				for range 16 {
					p.pingPong(b, line)
				}
				ours += middle.Sub(began)
				theirs += time.Since(middle)
			}
			b.ReportMetric(float64(ours)/float64(theirs), "x-bare")
		})
	}
}

// BenchmarkOneShot is one process a request.
func BenchmarkOneShot(b *testing.B) {
	c := newBenchClient(b, oneShot)
	input := []byte(benchInput(2 << 10))
	for b.Loop() {
		call(b, c, input)
	}
}
