//go:build unix

package adapter_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// What an adapter says of itself comes back as it was said.
func TestStart(t *testing.T) {
	for _, mode := range []func(*adapter.Config){func(*adapter.Config) {}, oneShot} {
		r := newRig(t, "good", mode)
		d, err := r.Start(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if d.Name != "acme" || d.Version != "1.2" || d.Language != "go" || len(d.Ops) != 1 || d.Ops[0] != "t.echo" ||
			len(d.Levels) != 1 || d.Levels[0] != "core" {
			t.Errorf("got %+v", d)
		}
		if _, err := r.Start(t.Context()); err != nil || r.Stats().Starts != 1 {
			t.Errorf("the second Start: %v, %d processes", err, r.Stats().Starts)
		}
		r.gone()
	}
}

// harness.md, section 6: an adapter that could not be started has an exit status
// of its own. So has Start an error of its own, and a call an outcome.
func TestStartFails(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	command := func(args ...string) func(*adapter.Config) {
		return func(cfg *adapter.Config) { cfg.Command = args }
	}
	startTimeout := func(cfg *adapter.Config) { cfg.StartTimeout = short; cfg.Grace = short }
	for _, tt := range []struct {
		name      string
		behaviour string
		change    func(*adapter.Config)
		outcome   adapter.Outcome
		detail    string
	}{
		{"no such file", "good", command(filepath.Join(dir, "missing")), adapter.NotStarted, "no such file"},
		{"not in PATH", "good", command("no-such-adapter-anywhere"), adapter.NotStarted, "in PATH"},
		{"not executable", "good", command(write("plain", "#!/bin/sh\n", 0o644)), adapter.NotStarted,
			"may not be executed"},
		{"no program", "good", command(write("text", "hello\n", 0o755)), adapter.NotStarted, "no program"},
		{"no interpreter", "good", command(write("script", "#!"+dir+"/none\n", 0o755)), adapter.NotStarted,
			"interpreter"},
		{"no working folder", "good", func(cfg *adapter.Config) {
			cfg.Dir = filepath.Join(dir, "none")
		}, adapter.NotStarted, "working folder"},
		{"crash at once", "crash at once", nil, adapter.Crash, "exit status 3"},
		{"hang at start", "hang at start", startTimeout, adapter.Hang, "no line within"},
		{"describe error", "describe error", nil, adapter.Answered, "with an error"},
		{"describe nonsense", "describe nonsense", nil, adapter.Answered, "/protocol"},
		{"describe garbage", "describe garbage", nil, adapter.Garbage, "not JSON"},
		{"banner", "banner", nil, adapter.Garbage, "not JSON"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var change []func(*adapter.Config)
			if tt.change != nil {
				change = append(change, tt.change)
			}
			r := newRig(t, tt.behaviour, change...)
			_, err := r.Start(t.Context())
			var start *adapter.StartError
			if !errors.As(err, &start) {
				t.Fatalf("got %v, want a *StartError", err)
			}
			if start.Outcome != tt.outcome || !strings.Contains(start.Detail, tt.detail) {
				t.Errorf("got %v (%s), want %v with %q", start.Outcome, start.Detail, tt.outcome, tt.detail)
			}
			if strings.Contains(err.Error(), dir) {
				t.Errorf("the error repeats a path: %v", err)
			}
			res := r.gets(adapter.NotStarted, 0)
			if res.Detail != start.Detail {
				t.Errorf("the call says %q, Start says %q", res.Detail, start.Detail)
			}
			r.gone()
		})
	}
}

// A fresh process of one command must be the same implementation.
func TestAnotherEachTime(t *testing.T) {
	r := newRig(t, "another each time")
	r.gets(adapter.Crash, 0)
	if res := r.gets(adapter.NotStarted, 0); !strings.Contains(res.Detail, "otherwise than at first") {
		t.Errorf("the detail is %q", res.Detail)
	}
	r.gone()
}

// What cannot be sent as one line of the protocol is the caller's fault, and no
// verdict on the adapter.
func TestUnsendable(t *testing.T) {
	r := newRig(t, "good")
	for _, tt := range []struct{ name, op, input string }{
		{"no operation", "", `1`},
		{"an operation with a quote", `a"b`, `1`},
		{"no JSON", "t.echo", `{`},
		{"two values", "t.echo", `1 2`},
		{"a key that does not end", "t.echo", `{"a":1,"a}`},
	} {
		if _, err := r.Call(t.Context(), tt.op, []byte(tt.input), 0); err == nil {
			t.Errorf("%s: was sent", tt.name)
		}
	}
	if got := r.Stats().Starts; got != 0 {
		t.Errorf("%d processes were started for nothing", got)
	}
	res := r.ask("{\n \"a\": \"b\\nc\"\r\n}", 0)
	if res.Outcome != adapter.Answered || string(res.Response.OK) != `{"a":"b\nc"}` {
		t.Errorf("line ends between tokens: got %v (%s) with %s", res.Outcome, res.Detail, res.Response.OK)
	}
	r.gone()
}

// The wire is shown to those who ask: what was sent, and what came.
func TestTrace(t *testing.T) {
	var lines []string
	r := newRig(t, "traceback", func(cfg *adapter.Config) {
		cfg.Trace = func(d adapter.Direction, line []byte) {
			lines = append(lines, map[adapter.Direction]string{adapter.Sent: "> ", adapter.Received: "< "}[d]+
				string(line))
		}
	})
	r.gets(adapter.Garbage, 0)
	want := []string{
		`> {"id":1,"op":"describe"}`,
		`< {"id":1,"ok":` + description + `}`,
		`> {"id":2,"op":"t.echo","input":"bad"}`,
		`< Traceback (most recent call last):`,
	}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	r.gone()
}
