package bundle

import (
	"bytes"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tspi-dev/harness/internal/long"
	"github.com/tspi-dev/harness/tspi"
)

// Section 10: the bytes hashed are the bytes searched, in a stream. What lies
// across the end of a piece must be found wherever the end cuts it.
func TestStreamSeams(t *testing.T) {
	anchors := []string{"func Anchor()", strings.Repeat("long ", 12), "z"}
	const path = " (/root/x"
	for _, what := range append(anchors, path, "full_command") {
		for cut := range len(what) + 1 {
			text := strings.Repeat("x", pieceSize-cut) + what + strings.Repeat("y", 1000)
			r := &bodyReader{limit: 1 << 30, budget: 1 << 40}
			b, err := r.read(strings.NewReader(text), int64(len(text)), anchors)
			must(t, err)
			if b.sha256 != hexSHA256(text) || b.size != int64(len(text)) {
				t.Fatalf("%q cut at %d: digest %s of %d bytes", what, cut, b.sha256, b.size)
			}
			for _, a := range anchors {
				if b.anchors.found(a) != strings.Contains(text, a) {
					t.Errorf("%q cut at %d: found(%q) = %v", what, cut, a, b.anchors.found(a))
				}
			}
			want := []tspi.Code(nil)
			switch what {
			case path:
				want = []tspi.Code{tspi.CodeAbsolutePath}
			case "full_command":
				want = []tspi.Code{tspi.CodeCommandPreview}
			}
			if !slices.Equal(b.leaks, want) {
				t.Errorf("%q cut at %d: leaks %v, want %v", what, cut, b.leaks, want)
			}
		}
	}
}

// However the file system hands a body out, the verdict on it is the same.
func TestStreamReaders(t *testing.T) {
	text := "é\n" + strings.Repeat("package x // (/root/x) ümläut €𝄞\n", 3000) + "end"
	for name, reader := range map[string]func(io.Reader) io.Reader{
		"at once":        func(r io.Reader) io.Reader { return r },
		"byte by byte":   iotest.OneByteReader,
		"half by half":   iotest.HalfReader,
		"end with bytes": iotest.DataErrReader,
	} {
		r := &bodyReader{limit: 1 << 20, budget: 1 << 20}
		b, err := r.read(reader(strings.NewReader(text)), int64(len(text)), []string{"\nend", "𝄞", "no"})
		must(t, err)
		if b.unreadable() || b.sha256 != hexSHA256(text) || !b.anchors.found("\nend") || !b.anchors.found("𝄞") ||
			b.anchors.found("no") ||
			!slices.Equal(b.leaks, []tspi.Code{tspi.CodeAbsolutePath}) {
			t.Errorf("%s: %+v", name, b)
		}
	}
	// Trouble of the machine is no verdict.
	r := &bodyReader{limit: 1 << 20, budget: 1 << 20}
	if _, err := r.read(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(text))), 10, nil); err == nil {
		t.Error("an error of the reader was taken for the end of the body")
	}
}

// countingReader is an endless body that counts what is read of it.
type countingReader struct{ read int64 }

func (c *countingReader) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	c.read += int64(len(p))
	return len(p), nil
}

// Section 10, BODY_UNREADABLE: a body far over the limit is not read whole,
// whatever the file system said of its size, and neither are all bodies together.
func TestStreamLimits(t *testing.T) {
	for _, c := range []struct {
		name                string
		size, limit, budget int64
		most                int64 // what may be read
	}{
		{"by its size", 1 << 40, 1 << 20, 1 << 40, 0},
		{"one byte over by its size", 1<<20 + 1, 1 << 20, 1 << 40, 0},
		{"it grew", 1 << 20, 1 << 20, 1 << 40, 1<<20 + pieceSize},
		{"over what is left for all", 1 << 19, 1 << 20, 1<<19 - 1, 0},
		{"nothing is left", 1, 1 << 20, 0, 0},
	} {
		endless := &countingReader{}
		r := &bodyReader{limit: c.limit, budget: c.budget}
		b, err := r.read(endless, c.size, nil)
		must(t, err)
		if !b.unreadable() || endless.read > c.most {
			t.Errorf("%s: unreadable %v after %d bytes, want at most %d", c.name, b.unreadable(), endless.read, c.most)
		}
	}
	// The neighbours: exactly the limit, and exactly what is left.
	text := strings.Repeat("x", 1<<20)
	r := &bodyReader{limit: 1 << 20, budget: 2 << 20}
	for range 2 {
		if b, err := r.read(strings.NewReader(text), 1<<20, nil); err != nil || b.unreadable() {
			t.Errorf("a body of exactly the limit: %+v, %v", b, err)
		}
	}
	if b, err := r.read(strings.NewReader("x"), 1, nil); err != nil || !b.unreadable() {
		t.Errorf("a body beyond what all may have: %+v, %v", b, err)
	}
}

// Section 10: with a raised limit a large body is verified in a stream: the
// memory it takes does not grow with it.
func TestStreamLargeBody(t *testing.T) {
	size := 24 << 20
	if !long.Tests() {
		size = 17 << 20 // still more than the limit
	}
	m := makeBundle(t)
	text := bytes.Repeat([]byte("return a/b // of 1/2\n"), size/21)
	text = append(text, "the end"...)
	must(t, os.WriteFile(m.path(firstRef), text, 0o644))
	digest := hexSHA256(string(text))
	m.rows[0]["sha256"], m.rows[0]["target_sha256"], m.rows[0]["required_anchors"] = digest, digest, []string{"the end"}
	m.manifest()
	text = nil
	expect(t, m.verify(Options{}), "first BODY_UNREADABLE")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := m.verify(Options{MaxBodyBytes: 64 << 20})
	runtime.ReadMemStats(&after)
	expect(t, r)
	if took := after.TotalAlloc - before.TotalAlloc; took > 4<<20 {
		t.Errorf("verifying %d bytes took %d bytes of memory", size, took)
	}
}

// Options: the limit on all bodies is 256 times that on one, as far as numbers go.
func TestLimitInAll(t *testing.T) {
	for limit, want := range map[int64]int64{0: 4 << 30, 1: 256, 1 << 40: 1 << 48, 1 << 60: 1<<63 - 1} {
		s, err := Options{MaxBodyBytes: limit}.settle()
		must(t, err)
		if got := s.maxInAll(); got != want {
			t.Errorf("limit %d: %d in all, want %d", limit, got, want)
		}
	}
}
