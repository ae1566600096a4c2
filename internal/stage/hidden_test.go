//go:build linux && (amd64 || arm64)

package stage

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// docs/drill.md, section 1: every reader of /proc sees the table, also below a process's
// thread, and a look there counts.
func TestThreadsHaveTheSameFace(t *testing.T) {
	o := shell(t, "for p in 1 410 420; do cmp /proc/$p/stat /proc/$p/task/$p/stat && echo same; done")
	if string(o.Stdout) != "same\nsame\nsame\n" {
		t.Errorf("got %q, %s", o.Stdout, o.Stderr)
	}
	for _, standing := range []string{"stat", "status"} {
		o := play(t, Spec{
			Command: []string{"/bin/sh", "-c",
				"cat /proc/420/task/420/$0 /proc/420/task/420/cmdline >/dev/null; kill 420", standing},
			Events: []Event{{On: OnLook, PID: 420, Do: Recycle, Command: "vim notes"}},
		})
		if len(o.Events) != 1 || !slices.ContainsFunc(o.Fates, func(f Fate) bool { return f.Successor && f.Hit() }) {
			t.Errorf("%s: got %+v", standing, o)
		}
	}
}

// Section 1: it is seen how each ends, whatever became of its parent: one that was stopped
// reaps nobody. What waits for a stopped process counts as well.
func TestStoppedParentsHideNothing(t *testing.T) {
	for _, test := range []struct {
		name, script string
		timeout      time.Duration
		want         []Fate
	}{
		{"the shell", "kill -STOP $PPID; kill -KILL 410; exit 3", time.Minute,
			[]Fate{{PID: ShellPID, Signals: []int{19}}, {PID: 410, Ended: true, By: 9}}},
		{"an owner", "kill -STOP 400; kill -TERM 410", time.Minute,
			[]Fate{{PID: 400, Signals: []int{19}}, {PID: 410, Signals: []int{15}, Ended: true, By: 15}}},
		{"one that is asked to end",
			"kill -STOP 420; until grep -q ^State:.T /proc/420/status; do :; done; kill -TERM 420", time.Minute,
			[]Fate{{PID: 420, Signals: []int{15, 19}}}},
		{"before a hang", "kill -STOP 400; kill -TERM 410; kill -KILL 300; sleep 100", time.Second,
			[]Fate{{PID: 400, Signals: []int{19}}, {PID: 410, Signals: []int{15}, Ended: true, By: 15},
				{PID: 300, Ended: true, By: 9}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := play(t, Spec{Command: []string{"/bin/sh", "-c", test.script}, Timeout: test.timeout})
			for _, want := range test.want {
				got := fateOf(t, o, want.PID)
				if !slices.Equal(got.Signals, want.Signals) || got.Ended != want.Ended || got.By != want.By {
					t.Errorf("got %+v, want %+v", got, want)
				}
			}
			if o.TimedOut != (test.timeout == time.Second) || test.name == "the shell" && o.Exit != 3 {
				t.Errorf("timed out: %v, exit %d", o.TimedOut, o.Exit)
			}
		})
	}
}

// Nobody changes the programs of the table, so that an event still comes.
func TestProgramsOfTheTableAreNotChanged(t *testing.T) {
	o := play(t, Spec{
		Command: []string{"/bin/sh", "-c",
			"chmod 0 /proc/410/exe 2>/dev/null && echo changed; kill 420; kill -KILL 420"},
		Events: []Event{{On: OnEnd, PID: 420, Do: Recycle, Command: "vim notes"}},
	})
	if len(o.Stdout) > 0 || len(o.Events) != 1 {
		t.Errorf("got %q, events %v", o.Stdout, o.Events)
	}
}

// docs/drill.md, section 4: a sandbox ends with whoever asked for it, also where that is
// killed, and what was shared with it is gone.
func TestSandboxEndsWithItsOwner(t *testing.T) {
	shell(t, ":") // is there a stage at all?
	before, temp := leftovers(t), t.TempDir()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	owner := exec.Command(own)
	owner.Env = append(os.Environ(), sandboxVariable+"="+token(), "TMPDIR="+temp)
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, "the sandbox stands", func() bool {
		return strings.Contains(leftovers(t), "sh -c sleep 1000; : sleep 1000 "+token())
	})
	if made, _ := filepath.Glob(temp + "/*"); len(made) != 1 {
		t.Errorf("folders: %v", made)
	}
	_ = owner.Process.Kill()
	_ = owner.Wait()
	await(t, "nothing is left", func() bool { return leftovers(t) == before })
	await(t, "no folder is left", func() bool { made, _ := filepath.Glob(temp + "/*"); return len(made) == 0 })
}
