// Package plain is the one place where text goes out to terminals and logs. What
// stands in a report, a summary or an adapter's output may come from anybody; here
// it loses what a terminal would obey, and its length.
//
// It imports the standard library only.
package plain

import (
	"bytes"
	"io"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// MaxLine is how many bytes of one line go out.
const MaxLine = 4 << 10

// A Writer passes text on, line by line: characters that draw nothing, draw over
// their neighbour, or turn or erase the line are written out as Go escapes them
// (`\x1b`, `\u202e`), bytes that are no UTF-8 as `\x..`, and a line ends after
// [MaxLine] bytes with an ellipsis. Line feeds and tabs stay.
//
// Each call to Write must hold whole characters.
type Writer struct {
	out  io.Writer
	line int // bytes of the line so far, MaxLine+1 where it was cut
}

// NewWriter returns a [Writer] that writes to out.
func NewWriter(out io.Writer) *Writer { return &Writer{out: out} }

// Write writes text; the count is that of the bytes that were taken, all of them
// unless out fails.
func (w *Writer) Write(text []byte) (int, error) {
	if _, err := w.out.Write(w.cleaned(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}

func (w *Writer) cleaned(text []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		piece := text[i : i+size]
		i += size
		switch {
		case r == '\n':
			b.WriteByte('\n')
			w.line = 0
			continue
		case w.line > MaxLine:
			continue
		case r == utf8.RuneError && size == 1:
			piece = []byte(`\x` + strconv.FormatUint(uint64(0x100|int(piece[0])), 16)[1:])
		case r != '\t' && !Printable(r):
			quoted := strconv.QuoteRuneToASCII(r)
			piece = []byte(quoted[1 : len(quoted)-1])
		}
		if w.line += len(piece); w.line > MaxLine {
			b.WriteString("…")
			w.line = MaxLine + 1
			continue
		}
		b.Write(piece)
	}
	return b.Bytes()
}

// Printable reports whether a character may stand on a terminal as it is: it draws
// something, beside its neighbours and in their direction.
func Printable(r rune) bool { return unicode.IsPrint(r) && !unicode.In(r, unicode.M, rightToLeft) }

// rightToLeft are the blocks that Unicode sets aside for scripts written so: a
// letter of one of them can move the words around it on the line.
var rightToLeft = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x0590, Hi: 0x08ff, Stride: 1}, {Lo: 0xfb1d, Hi: 0xfdff, Stride: 1},
		{Lo: 0xfe70, Hi: 0xfeff, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x10800, Hi: 0x10fff, Stride: 1}, {Lo: 0x1e800, Hi: 0x1efff, Stride: 1}},
}

// Clip cuts a text to a number of characters, between them; an ellipsis then says
// that there was more.
func Clip(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i] + "…"
		}
		most--
	}
	return text
}
