package effect_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/effect"
)

// longLog is a log of so many records as a long session leaves it: claims of a file in one of
// many folders, their outcomes, and a readback of each.
func longLog(records int) string {
	var b strings.Builder
	for i := range records / 3 {
		resource := fmt.Sprintf(`{"kind":"file","place":["ws","dir-%d","file-%d.go"],"generation":"g1"}`, i%997, i)
		fmt.Fprintf(&b,
			`{"v":1,"type":"claim","seq":%d,"effect":"effect-%d","lineage":"run1","scope":[%s],"expect":[{"resource":%s,"predicate":"digest","digest":"%s"}]}`+"\n",
			3*i, i, resource, resource, digestA)
		fmt.Fprintf(&b,
			`{"v":1,"type":"outcome","seq":%d,"effect":"effect-%d","execution":"completed","possible_impact":true,"message":"exit status 0"}`+"\n", 3*i+1, i)
		fmt.Fprintf(&b,
			`{"v":1,"type":"observation","seq":%d,"resource":%s,"source":"readback","coverage":"complete","state":"present","digest":"%s"}`+"\n", 3*i+2, resource, digestA)
	}
	return b.String()
}

func streamFacts() *effect.Facts {
	one, gone, kind := int64(1), "gone", "regular"
	return &effect.Facts{Log: effect.Log{FileKind: &kind, LinkCount: &one, Lineage: "run1"}, Writer: &gone}
}

func strictLines(t testing.TB, text []byte) {
	for line := range bytes.Lines(text) {
		if _, err := strict.Decode(line); err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkDecide decides over a log of a million records, and reads the same bytes with the
// strict reader line by line: the metric ratio is the one by the other.
func BenchmarkDecide(b *testing.B) {
	text := []byte(longLog(1_000_000))
	f := streamFacts()
	b.SetBytes(int64(len(text)))
	var law, reader time.Duration
	for b.Loop() {
		began := time.Now()
		if a, err := f.DecideLog(bytes.NewReader(text)); err != nil || a.Summary.Decision != "done" {
			b.Fatal(a.Summary, err)
		}
		law += time.Since(began)
		began = time.Now()
		strictLines(b, text)
		reader += time.Since(began)
	}
	b.ReportMetric(law.Seconds()/reader.Seconds(), "ratio")
}

// hostileLog has records that meet each other as often as records can: claims of nested places,
// an expectation each, that are never settled or are settled together, and one place that
// overlaps all of them.
func hostileLog(claims int) string {
	var b strings.Builder
	root := `{"kind":"file","place":["a"],"generation":"g1"}`
	for i := range claims {
		place := `"a"`
		for depth := range i % 16 {
			place += fmt.Sprintf(`,"d%d"`, depth)
		}
		resource := fmt.Sprintf(`{"kind":"file","place":[%s],"generation":"g1"}`, place)
		fmt.Fprintf(&b,
			`{"v":1,"type":"claim","seq":%d,"effect":"e%d","lineage":"run1","scope":[%s,%s],"expect":[{"resource":%s,"predicate":"exists","digest":null}]}`+"\n",
			i, i, root, resource, resource)
	}
	for i := range claims {
		fmt.Fprintf(&b,
			`{"v":1,"type":"outcome","seq":%d,"effect":"e%d","execution":"completed","possible_impact":true,"message":null}`+"\n", claims+i, i)
	}
	fmt.Fprintf(&b,
		`{"v":1,"type":"observation","seq":%d,"resource":%s,"source":"readback","coverage":"complete","state":"present","digest":null}`+"\n", 2*claims, root)
	return b.String()
}

// The budget for speed, as a ratio within one run: a decision takes at most twice the strict
// reader's time over the same lines, of hostile ones too; best of three, since other work on
// the machine only slows down.
func TestDecideKeepsUpWithTheReader(t *testing.T) {
	f := streamFacts()
	for name, log := range map[string]string{"a long session": longLog(20_000), "hostile": hostileLog(10_000)} {
		text := []byte(log)
		best := 1e9
		for range 3 {
			began := time.Now()
			if a, err := f.DecideLog(bytes.NewReader(text)); err != nil || a.Summary.Log != "ok" {
				t.Fatal(name, a, err)
			}
			law := time.Since(began)
			began = time.Now()
			strictLines(t, text)
			best = min(best, law.Seconds()/time.Since(began).Seconds())
		}
		if t.Logf("%s: %.2f times the strict reader's time", name, best); best > 2 {
			t.Errorf("%s: a decision takes %.2f times the strict reader's time, want at most 2", name, best)
		}
	}
}

// repeated gives a text of n lines of which only one is in memory.
type repeated struct {
	line func(i int) string
	rest string
	i, n int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.i == r.n {
			return 0, io.EOF
		}
		r.rest = r.line(r.i)
		r.i++
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// A log is never held in memory: what is allocated and kept at the end, the answer included,
// stays below four times its size, whatever its records say.
func TestMemoryIsBounded(t *testing.T) {
	const n = 50_000
	id := func(i int) string { return fmt.Sprintf("x%d", i) }
	for name, line := range map[string]func(i int) string{
		"claims of unknown scope": func(i int) string {
			return fmt.Sprintf(
				`{"v":1,"type":"claim","seq":%d,"effect":"%s","lineage":"run1","scope":null,"expect":[]}`+"\n", i,
				id(i))
		},
		"claims with an expectation": func(i int) string {
			r := fmt.Sprintf(`{"kind":"file","place":["%s"],"generation":"%s"}`, id(i), id(i))
			return fmt.Sprintf(
				`{"v":1,"type":"claim","seq":%d,"effect":"%s","lineage":"run1","scope":[%s],"expect":[{"resource":%s,"predicate":"exists","digest":null}]}`+"\n", i, id(i), r, r)
		},
		"observations": func(i int) string {
			return fmt.Sprintf(
				`{"v":1,"type":"observation","seq":%d,"resource":{"kind":"job","place":["%s"],"generation":null},"source":"cache","coverage":"partial","state":null,"digest":null}`+"\n", i, id(i))
		},
		"one tail": func(int) string { return strings.Repeat("x", 100) },
	} {
		size := 0
		for i := range n {
			size += len(line(i))
		}
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		peak := uint64(0)
		watched := &repeated{n: n, line: func(i int) string {
			if i%5_000 == 4_999 {
				runtime.GC()
				runtime.ReadMemStats(&after)
				peak = max(peak, after.HeapAlloc)
			}
			return line(i)
		}}
		a, err := streamFacts().DecideLog(watched)
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		peak = max(peak, after.HeapAlloc) - before.HeapAlloc
		t.Logf("%s: %s, %d bytes, %.2f times as much in memory", name, a.Summary.Log, size, float64(peak)/float64(size))
		if peak > 4*uint64(size) {
			t.Errorf("%s: %d bytes of memory for a log of %d", name, peak, size)
		}
		runtime.KeepAlive(a)
	}
}
