//go:build linux && (amd64 || arm64)

package stage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// theTable is one for the tests: a session with its helper, an orphan, a zombie.
func theTable() []Actor {
	return []Actor{
		{PID: 1, Age: 90000, Command: "/usr/lib/systemd/systemd --system"},
		{PID: 300, PPID: 1, Age: 90000, Command: "/usr/sbin/sshd -D", Service: true},
		{PID: 400, PPID: 300, Age: 7265, Command: "claude --continue"},
		{PID: 410, PPID: 400, Age: 7200, Command: "node /srv/notes/index.js"},
		{PID: 420, PPID: 1, Age: 4000, Command: "/opt/acme/bin/mcp-server --stdio"},
		{PID: 430, PPID: 400, Age: 60, Command: "gone", Zombie: true},
	}
}

// play runs a command on a stage. Where a machine has none the test is left out,
// but in CI it fails.
func play(t *testing.T, spec Spec) *Outcome {
	t.Helper()
	if spec.Timeout == 0 {
		spec.Timeout = time.Minute
	}
	if spec.Actors == nil {
		spec.Actors = theTable()
	}
	if spec.Env == nil {
		spec.Env = os.Environ()
	}
	o, err := Run(context.Background(), spec)
	var missing *UnavailableError
	if errors.As(err, &missing) && os.Getenv("CI") == "" {
		t.Skipf("no stage on this machine: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	// The manager writes where the reaper does.
	if strings.Contains(string(o.Stderr), "DATA RACE") {
		t.Errorf("%s", o.Stderr)
	}
	return o
}

// shell runs a shell's script.
func shell(t *testing.T, script string) *Outcome {
	t.Helper()
	return play(t, Spec{Command: []string{"/bin/sh", "-c", script}})
}

// reaper is the command of one of testdata/reapers, and the folder to show.
func reaper(t *testing.T, name string, args ...string) Spec {
	t.Helper()
	folder, err := filepath.Abs("../../testdata/reapers")
	if err != nil {
		t.Fatal(err)
	}
	outside, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("OUTSIDE_PID_NS", outside) // everything.sh does nothing there
	return Spec{Command: append([]string{filepath.Join(folder, name)}, args...), Show: []string{folder}}
}

func fateOf(t *testing.T, o *Outcome, pid int) Fate {
	t.Helper()
	i := slices.IndexFunc(o.Fates, func(f Fate) bool { return f.PID == pid && !f.Successor })
	if i < 0 {
		t.Fatalf("no fate of %d", pid)
	}
	return o.Fates[i]
}
