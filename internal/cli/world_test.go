package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tspi-dev/harness/internal/cli/view"
)

// Guards the contract, section 11: human output holds no absolute path of the user's.
func TestShown(t *testing.T) {
	for path, want := range map[string]string{
		"-":                     "standard input",
		"table.txt":             "table.txt",
		"in/table.txt":          "in/table.txt",
		"in/../table.txt":       "in/../table.txt",
		"/home/me/table.txt":    "table.txt",
		"../me/table.txt":       "table.txt",
		"in/../../me/table.txt": "table.txt",
		"/":                     "the root folder",
		"a\x1b[2Jb":             "a\uFFFD[2Jb",
	} {
		if got := shown(path); got != want {
			t.Errorf("shown(%q) is %q, want %q", path, got, want)
		}
	}
}

// Guards the contract, section 11: the system's errors are told without the path in them.
func TestCause(t *testing.T) {
	for _, test := range []struct {
		name string
		err  error
		want string
	}{
		{"missing", &fs.PathError{Op: "open", Path: "/home/me/x", Err: syscall.ENOENT}, "not found"},
		{"forbidden", &fs.PathError{Op: "open", Path: "/home/me/x", Err: syscall.EACCES}, "permission denied"},
		{"there already", &os.LinkError{Op: "link", Old: "/home/me/x", New: "/home/me/y", Err: syscall.EEXIST},
			"already there"},
		{"a folder", &fs.PathError{Op: "read", Path: "/home/me/x", Err: syscall.EISDIR}, syscall.EISDIR.Error()},
		{"full", &fs.PathError{Op: "write", Path: "/home/me/x", Err: syscall.ENOSPC}, syscall.ENOSPC.Error()},
		{"a system call", os.NewSyscallError("fsync", syscall.EIO), syscall.EIO.Error()},
		{"closed", &fs.PathError{Op: "read", Path: "/home/me/x", Err: os.ErrClosed}, "an input or output error"},
		{"unknown", errors.New("cannot open /home/me/x"), "an input or output error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := cause(test.err); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// Guards the size of inputs: it is bounded, and the bound is
// held while reading, from a file as from a pipe. One byte decides.
func TestInputIsBounded(t *testing.T) {
	const text = "1234567890"
	file := filepath.Join(t.TempDir(), "table.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, "-"} {
		for limit, fits := range map[int64]bool{10: true, 9: false} {
			a := &app{call: Call{Stdin: strings.NewReader(text)}}
			got, err := a.readText(path, limit)
			if fits && (err != nil || got != text) || !fits && err == nil {
				t.Errorf("%s, limit %d: %q, %v", shown(path), limit, got, err)
			}
			if err != nil && err.Error() != shown(path)+": larger than the limit of 9 bytes" {
				t.Errorf("unclear: %v", err)
			}
		}
	}
}

// Guards the size of inputs: one that never ends is refused, not read for ever.
func TestEndlessInputIsRefused(t *testing.T) {
	a := &app{call: Call{Stdin: endless{}}}
	if _, err := a.readText("-", 1<<20); err == nil || !strings.Contains(err.Error(), "limit of 1 MiB") {
		t.Errorf("got %v", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// Guards harness.md, section 6: a person who gives no table is told how to, and
// one who pipes one is not.
func TestTerminalWithoutInput(t *testing.T) {
	const table = "100 2 10:00 0.0 100 sh\n"
	got := callIn(t, Call{Args: []string{"classify"}, StdinIsTerminal: true, Stdin: strings.NewReader(table)})
	refused(t, got)
	if !strings.Contains(got.stderr, "hint: "+psCommand+" | tspi classify") {
		t.Errorf("no word of what to type: %q", got.stderr)
	}
	if got := callIn(t, Call{Args: []string{"classify", "--ps", "-"}, StdinIsTerminal: true,
		Stdin: strings.NewReader(table)}); got.status != statusHolds {
		t.Errorf("a table typed into --ps - is refused: %q", got.stderr)
	}
	if got := call(t, table, "classify"); got.status != statusHolds {
		t.Errorf("a piped table is refused: %q", got.stderr)
	}
}

// Guards section 11: SOURCE_DATE_EPOCH, where set, is the clock; a value that is
// no time is refused.
func TestClock(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	for _, test := range []struct {
		name, value string
		set         bool
		want        int64 // -1: refused
	}{
		{"unset", "", false, now.Unix()},
		{"the epoch", "0", true, 0},
		{"a time", "1234567890", true, 1234567890},
		{"the last second", "253402300799", true, 253402300799},
		{"a second more", "253402300800", true, -1},
		{"empty", "", true, -1},
		{"a word", "now", true, -1},
		{"negative", "-1", true, -1},
		{"a fraction", "1.0", true, -1},
		{"a blank", " 1", true, -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			env := map[string]string{}
			if test.set {
				env["SOURCE_DATE_EPOCH"] = test.value
			}
			a := &app{call: Call{LookupEnv: environment(env), Now: func() time.Time { return now }}}
			got, err := a.clock()
			if (err != nil) != (test.want < 0) || err == nil && got.Unix() != test.want {
				t.Errorf("got %v, %v; want %d", got, err, test.want)
			}
		})
	}
}

// Guards harness.md, section 6: colour only on a terminal that can, and never
// against NO_COLOR.
func TestStyle(t *testing.T) {
	for _, test := range []struct {
		name  string
		width int
		env   map[string]string
		want  view.Style
	}{
		{"terminal", 80, nil, view.Style{Width: 80, Colour: true}},
		{"pipe", 0, nil, view.Style{}},
		{"NO_COLOR", 80, map[string]string{"NO_COLOR": "1"}, view.Style{Width: 80}},
		{"empty NO_COLOR", 80, map[string]string{"NO_COLOR": ""}, view.Style{Width: 80, Colour: true}},
		{"dumb terminal", 80, map[string]string{"TERM": "dumb"}, view.Style{Width: 80}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := &app{call: Call{TerminalWidth: test.width, LookupEnv: environment(test.env)}}
			if got := a.style(); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// Guards harness.md, section 6: an answer that could not be printed is no answer.
func TestFullStandardOutput(t *testing.T) {
	got := callIn(t, Call{Args: []string{"version"}, Stdout: full{}})
	if got.status != statusUnusable || !strings.Contains(got.stderr, "standard output: ") ||
		strings.Contains(got.stderr, "/dev") {
		t.Errorf("status %d, stderr %q", got.status, got.stderr)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/dev/full", Err: syscall.ENOSPC}
}
