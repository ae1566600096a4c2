package plain

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// What a terminal would obey is written out, whatever it is; what draws is not
// touched (harness, section 6: control characters escaped).
func TestWriterEscapes(t *testing.T) {
	for text, want := range map[string]string{
		"plain\ttext\nnext":    "plain\ttext\nnext",
		"ü – 漢 …":              "ü – 漢 …",
		"\x1bP swallow\x1b\\":  `\x1bP swallow\x1b\`,
		"a\rb\x00\x7f\u009b31": `a\rb\x00\x7f\u009b31`,
		"\u202eevil\u2066":     `\u202eevil\u2066`,
		"e\u0301":              `e\u0301`,
		"\u05d0":               `\u05d0`,
		"\xff\xc3":             `\xff\xc3`,
		"\u2028":               `\u2028`,
	} {
		var b bytes.Buffer
		if n, err := NewWriter(&b).Write([]byte(text)); err != nil || n != len(text) || b.String() != want {
			t.Errorf("%q: got %q, %d, %v, want %q", text, b.String(), n, err, want)
		}
	}
}

// A line is bounded however it is written, and the next one is whole again.
func TestWriterBoundsLines(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b)
	for range 100 {
		if _, err := w.Write([]byte(strings.Repeat("x", 1000))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Write([]byte("\nshort\n")); err != nil {
		t.Fatal(err)
	}
	long, rest, _ := strings.Cut(b.String(), "\n")
	if len(long) > MaxLine+len("…") || !strings.HasSuffix(long, "…") || strings.Count(long, "…") != 1 ||
		rest != "short\n" {
		t.Errorf("the line has %d bytes and ends with %q, then %q", len(long), long[len(long)-5:], rest)
	}
	exact := strings.Repeat("y", MaxLine)
	b.Reset()
	if _, err := NewWriter(&b).Write([]byte(exact)); err != nil || b.String() != exact {
		t.Error("a line of the very length is cut")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestWriterTellsErrors(t *testing.T) {
	if _, err := NewWriter(broken{}).Write([]byte("x")); err == nil {
		t.Error("no error")
	}
}

func TestClip(t *testing.T) {
	if got := Clip("äöü", 2) + Clip("äö", 2); got != "äö…äö" {
		t.Errorf("got %q", got)
	}
}
