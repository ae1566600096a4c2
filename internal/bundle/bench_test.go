//go:build unix

package bundle

import (
	"bytes"
	"crypto/sha256"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/tspi-dev/harness/internal/guard"
	"github.com/tspi-dev/harness/tspi"
)

// benchBody is 15 MiB of Go source of this project, clean, with its anchors at
// the end, so that no search ends early.
func benchBody(b *testing.B) (text []byte, anchors []string) {
	b.Helper()
	source, err := os.ReadFile("verify.go")
	must(b, err)
	text = bytes.Repeat(source, 15<<20/len(source))
	anchors = []string{"anchor the first", "func Anchor("}
	return append(text, "// anchor the first\nfunc Anchor(...)\n"...), anchors
}

// processorTime is what the process has used so far. Unlike the time on the wall
// it does not depend on what else the machine is doing.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkVerify puts the verifier beside the passes that it cannot avoid over
// the same bytes, each alone and in the same run: SHA-256, the search for the
// anchors, the search for paths. x-of-sum is the verifier's speed as a part of
// the speed of the three together; it is to be at least 0.8. The verifier
// also reads the files, which the others find in memory.
func BenchmarkVerify(b *testing.B) {
	text, anchors := benchBody(b)
	m := makeBundle(b)
	m.body(string(text))
	m.rows[0]["required_anchors"] = anchors
	m.manifest()
	root, err := os.OpenRoot(m.dir)
	must(b, err)
	defer root.Close()

	passes := []struct {
		name string
		run  func()
		took time.Duration
	}{
		{name: "sha256", run: func() { sha256.Sum256(text) }},
		{name: "anchors", run: func() {
			for _, a := range anchors {
				if !bytes.Contains(text, []byte(a)) {
					b.Fatal("the anchor is there")
				}
			}
		}},
		{name: "paths", run: func() {
			s := guard.NewBodyScanner(tspi.Hardened)
			s.Write(text)
			if s.Kinds() != nil {
				b.Fatal("the text is clean")
			}
		}},
		{name: "verify", run: func() {
			r, err := Verify(root, Options{})
			if err != nil || !r.Passed() {
				b.Fatal(err, told(r.Findings))
			}
		}},
	}
	b.SetBytes(int64(len(text)))
	rounds := 0
	for b.Loop() {
		rounds++
		for i := range passes {
			start := processorTime(b)
			passes[i].run()
			passes[i].took += processorTime(b) - start
		}
	}
	var sum time.Duration
	for _, p := range passes {
		b.ReportMetric(float64(rounds)*float64(len(text))/1e6/p.took.Seconds(), p.name+"-MB/s")
		if p.name != "verify" {
			sum += p.took
		}
	}
	b.ReportMetric(float64(sum)/float64(passes[len(passes)-1].took), "x-of-sum")
}
