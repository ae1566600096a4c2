package guard

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/long"
)

var (
	bodyPath    = []Kind{Path}
	bodyPreview = []Kind{Preview}
)

// Section 10, over a body's text: what is forbidden at each level, and a
// neighbour that differs in one fact and is ordinary source at hardened.
func TestBodyScanner(t *testing.T) {
	cases := []struct {
		name           string
		text           string
		core, hardened []Kind
		clean          string
	}{
		{"core's path", "open(\"/home/me\")\n", bodyPath, bodyPath, "open(\"/tmp/me\")\n"},
		{"core's path at the very end", "x = /Users/", bodyPath, bodyPath, "x = /Users"},
		{"core's /private/var/", "a=/private/var/x", bodyPath, bodyPath, "a=/private/vars/x"},
		{"core's /var/folders/", "a=/var/folders/x", bodyPath, bodyPath, "a=/var/lib/x"},
		{"core's doubled backslashes", `"C:\\Users\\me"`, bodyPath, bodyPath, `"C:\\Windows\\me"`},
		{"[H] single backslashes", `r"C:\Users\me"`, nil, bodyPath, `r"C:\users\me"`},
		{"[H] behind a backslash at the start", `\,C:\Users\`, nil, bodyPath, `\,1:\Users\`},
		{"[H] mixed backslashes", `C:\\Users\`, nil, bodyPath, `C:\\\Users\`},
		{"[H] a drive letter behind a letter", `xC:\Users\`, nil, bodyPath, `x1:\Users\`},
		{"[H] Users", "(/Users/me)", nil, bodyPath, "(/users/me)"},
		{"[H] home", "(/home/me)", nil, bodyPath, "(/home/ me)"},
		{"[H] root", "=/root/x", nil, bodyPath, "=/root"},
		{"[H] Applications", "(/Applications/x)", nil, bodyPath, "(x/Applications/x)"},
		{"[H] Volumes", "`/Volumes/x`", nil, bodyPath, "`./Volumes/x`"},
		{"[H] workspace", ",/workspace/x", nil, bodyPath, ",/workspacer/x"},
		{"[H] workspaces", ",//workspaces//x", nil, bodyPath, ",//workspaces//"},
		{"[H] an option of one letter", "cc -I/root/x", nil, bodyPath, "cc -II/root/x"},
		{"[H] file and a host", "file://h/root/x", nil, bodyPath, "ftp://h/root/x"},
		{"[H] behind an address", "http://h</root/x", nil, bodyPath, "http://h,/root/x"},
		{"[H] an address in place of the name", "(/root/http", nil, bodyPath, "(/root/http://h"},
		{"command_preview", "xcommand_previewx", bodyPreview, bodyPreview, "command-preview"},
		{"command_line", "command_line", bodyPreview, bodyPreview, "command_lin"},
		{"cmdline", "/proc/1/cmdline", bodyPreview, bodyPreview, "/proc/1/cmdLine"},
		{"raw_command", "raw_commands", bodyPreview, bodyPreview, "raw_comand"},
		{"full_command", "my_full_command", bodyPreview, bodyPreview, "full__command"},
		{"both", "cmdline at /home/x", []Kind{Path, Preview}, []Kind{Path, Preview}, "at home/x"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			everySplit(t, c.text, law.Core, c.core)
			everySplit(t, c.text, law.Hardened, c.hardened)
			everySplit(t, c.clean, law.Hardened, nil)
			everySplit(t, c.clean, law.Core, nil)
		})
	}
}

// everySplit writes the text whole, byte by byte, and in two parts at every place.
func everySplit(t *testing.T, text string, level law.Level, want []Kind) {
	t.Helper()
	for cut := -1; cut <= len(text); cut++ {
		b := NewBodyScanner(level)
		var parts []string
		if cut < 0 {
			parts = strings.Split(text, "")
		} else {
			parts = []string{text[:cut], text[cut:]}
		}
		for _, part := range parts {
			if n, err := b.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatalf("Write = %d, %v", n, err)
			}
		}
		if got := b.Kinds(); !slices.Equal(got, want) {
			t.Errorf("%v: %q cut at %d: got %v, want %v", level, text, cut, got, want)
		}
	}
}

// Section 10: ordinary source is none of the scanner's business at hardened.
func TestBodyScannerOrdinarySource(t *testing.T) {
	everySplit(t,
		"#!/usr/bin/env bash\nrm -rf /tmp/x >/dev/null # see https://example.com/home/me\ncd ~/home/x; cat /etc/hosts /proc/1/stat\n",
		law.Hardened, nil)
}

// Section 10 asks for a stream: what is found must not depend on where the
// pieces end, nor on how far a path's own parts lie from one another.
func TestBodyScannerLongRuns(t *testing.T) {
	many := func(s string, n int) string { return strings.Repeat(s, n) }
	for _, n := range []int{1, 31, 32, 33, 34, 35, 127, 159, 160, 161, 162, 163, 1000, scanPiece - 1, scanPiece,
		scanPiece + 1, 3 * scanPiece} {
		for _, c := range []struct {
			text string
			want []Kind
		}{
			{"(/" + many("/", n) + "home" + many("/", n) + "x", bodyPath},
			{"a/" + many("/", n) + "home" + many("/", n) + "x", nil},
			{"(/" + many("/", n) + "home" + many("/", n), nil},
			{"file://" + many("h", n) + "/root/x", bodyPath},
			{"file://" + many("h", n) + "+/root/x", bodyPath},
			{"file://+" + many("h", n) + "/root/x", nil},
			{"f" + many("+", n) + "file://h/root/x", nil},
			{many("+", n) + "file://h/root/x", bodyPath},
			{many("+", n) + "://h,/root/x", bodyPath},
			{many("a", n) + "://h,/root/x", nil},
			{"https://" + many("h", n) + ",/root/x", nil},
			{"https://" + many("h", n) + "'(/root/x", bodyPath},
			{"https://" + many("h", n) + "?=/home/", bodyPath},
			{"https://" + many("cmdlin ", n) + "cmdline", bodyPreview},
			{"(/root/" + many("a", n) + "://", nil},
			{"(/root/" + many("a", n) + ":/", bodyPath},
			{"(/root/" + many("3", n) + "a://", bodyPath},
			{many("_", n) + "/root/x", nil},
			{many("_", n) + ",/root/x", bodyPath},
			{"-" + many("I", n+1) + "/root/x", nil},
			{many("x\"", n) + "-I/root/x", bodyPath},
		} {
			for _, size := range []int{1 << 30, scanPiece, 4096, 7} {
				if !long.Tests() && (len(c.text) > 2*scanPiece && size != 4096 || len(c.text) > 2_000 && size < 4096) {
					continue // the long ones are split in one way, and never into crumbs
				}
				b := NewBodyScanner(law.Hardened)
				for rest := []byte(c.text); len(rest) > 0; {
					k := min(size, len(rest))
					b.Write(rest[:k])
					rest = rest[k:]
				}
				if got := b.Kinds(); !slices.Equal(got, c.want) {
					t.Errorf("%.20q… with runs of %d in pieces of %d: got %v, want %v", c.text, n, size, got, c.want)
				}
			}
		}
	}
}

// What is kept of a text without a blank is short, and means the same as the
// text for whatever follows: the lemma that the stream rests on.
func TestBodyTail(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	short, texts := 0, 2_000
	if !long.Tests() {
		texts = 500
	}
	for range texts {
		text := strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "").Replace(hostileString(r, 60))
		if len(text) <= tailLength || oracleBody(text, law.Hardened) != nil {
			continue
		}
		short++
		tail := string(bodyTail([]byte(text)))
		if len(tail) > tailLength+runLength+4 {
			t.Fatalf("the tail of %q is %d bytes long", text, len(tail))
		}
		for range 10 {
			more := hostileString(r, 6)
			if got, want := oracleBody(tail+more, law.Hardened),
				oracleBody(text+more, law.Hardened); !slices.Equal(got, want) {
				t.Fatalf("%q and then %q: %v, but with the tail %q: %v", text, more, want, tail, got)
			}
		}
	}
	if short < texts/14 {
		t.Errorf("only %d texts were shortened: too few to show anything", short)
	}
}

// Section 10 asks for bounded memory: a scanner lives on two buffers, whatever
// the length of the text and of its words.
func TestBodyScannerMemory(t *testing.T) {
	piece := bytes.Repeat([]byte("abc/def:\\"), 8<<10)
	b := NewBodyScanner(law.Hardened)
	b.Write(piece) // makes the buffers
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 200 {
		b.Write(piece)
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
		t.Errorf("%d bytes were allocated over %d of text", grown, 200*len(piece))
	}
	if b.Kinds() != nil {
		t.Errorf("got %v, want nothing", b.Kinds())
	}
}

func BenchmarkBodyScanner(b *testing.B) {
	line :=
		"\treturn fmt.Errorf(\"%s: want a digest, got %d bytes\", name, n) // see docs/contract.md and lib/parser.go\n"
	text := bytes.Repeat([]byte(line), 1<<20/len(line))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s := NewBodyScanner(law.Hardened)
		s.Write(text)
		if s.Kinds() != nil {
			b.Fatal("the text is clean")
		}
	}
}
