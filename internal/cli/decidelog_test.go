package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/tspi-dev/harness/internal/strict"
)

const actClaim = `{"v":1,"type":"claim","seq":%d,"effect":"e%[1]d","lineage":"run1","scope":null,"expect":[]}` + "\n"

// summaryOf is the summary of a decision over a log file.
func summaryOf(t *testing.T, file string, flags ...string) strict.Object {
	t.Helper()
	got := call(t, "", append([]string{"decide", "effect", file, "--lineage", "run1", "--format", "json"}, flags...)...)
	if got.status != statusHolds {
		t.Fatalf("status %d: %s", got.status, got.stderr)
	}
	v, err := strict.Decode([]byte(got.stdout))
	if err != nil {
		t.Fatal(err)
	}
	return v.(strict.Object).Object("summary")
}

// Guards effect, section 1: a log is looked at by its own name, links not followed, and what
// is not a regular file of one name is not read. A FIFO would be waited for.
func TestLogIsLookedAt(t *testing.T) {
	dir := t.TempDir()
	plain, fifo := filepath.Join(dir, "plain.jsonl"), filepath.Join(dir, "fifo.jsonl")
	if err := os.WriteFile(plain, fmt.Appendf(nil, actClaim, 1), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(fifo, 0o644); err != nil {
		t.Fatal(err)
	}
	if s := summaryOf(t, plain); s.Text("log") != "ok" {
		t.Errorf("a plain log is %s", s.Text("log"))
	}
	if s := summaryOf(t, fifo); s.Text("log") != "aliased" || s.Text("decision") != "blocked" {
		t.Errorf("a FIFO is %s, %s", s.Text("log"), s.Text("decision"))
	}
	if os.Getuid() == 0 {
		return // root may read everything
	}
	if err := os.Chmod(plain, 0); err != nil {
		t.Fatal(err)
	}
	if s := summaryOf(t, plain); s.Text("log") != "unreadable" {
		t.Errorf("a log that may not be read is %s", s.Text("log"))
	}
}

// Guards that the file's bytes are judged as they are: a byte that is not UTF-8 makes a bad
// line, and its neighbour without it a good one.
func TestLogIsReadAsItIs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "acts.jsonl")
	for _, test := range []struct{ more, want string }{
		{"", "ok"},
		{"\xff\n", "corrupt"},
		{"\xff", "torn_tail"},
	} {
		if err := os.WriteFile(file, append(fmt.Appendf(nil, actClaim, 1), test.more...), 0o644); err != nil {
			t.Fatal(err)
		}
		if s := summaryOf(t, file); s.Text("log") != test.want {
			t.Errorf("%q behind the last line: %s, want %s", test.more, s.Text("log"), test.want)
		}
	}
}

// Guards the limit of a log: one of just that many bytes is read, one byte more is refused and
// nothing is printed.
func TestLogIsBounded(t *testing.T) {
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, actClaim, i+1)
	}
	file := filepath.Join(t.TempDir(), "acts.jsonl")
	if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if s := summaryOf(t, file, "--max-input", fmt.Sprint(text.Len())); s.Text("log") != "ok" {
		t.Errorf("the log is %s", s.Text("log"))
	}
	got := call(t, "", "decide", "effect", file, "--lineage", "run1", "--max-input", fmt.Sprint(text.Len()-1))
	if got.status != statusUnusable || got.stdout != "" || !strings.Contains(got.stderr, "larger than the limit") {
		t.Errorf("status %d, %q, %q", got.status, got.stdout, got.stderr)
	}
}

// Guards the flag of a required artefact: an id may hold colons, and so may a place.
func TestRequiredArtefact(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"out:file:ws/out.json", "out file [ws out.json]"},
		{"a:b:record:db/t:1", "a:b record [db t:1]"},
		{"file:file:file", "file file [file]"},
		{"out:ws/out.json", ""},
		{":file:ws", ""},
		{"out:file:", ""},
		{"out:file:ws/../x", ""},
		{"out:file:" + strings.Repeat("a/", 16) + "a", ""},
	} {
		var l artefacts
		err := l.Set(test.text)
		got := ""
		if err == nil {
			got = fmt.Sprint(l[0].ID, " ", l[0].Kind, " ", l[0].Place)
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
	}
}
