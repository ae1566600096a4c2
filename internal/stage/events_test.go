//go:build linux && (amd64 || arm64)

package stage

import (
	"slices"
	"strings"
	"testing"
)

// docs/drill.md, section 2: an event follows the look at once. Whoever looks again sees
// it, and whoever signals the pid hits the one who has it now.
func TestEventOnLook(t *testing.T) {
	const look = `cut -d' ' -f4,22 /proc/420/stat; tr '\0' ' ' </proc/420/cmdline; echo; `
	for _, test := range []struct {
		name         string
		do, command  string
		script       string
		second       string // what a second look sees of the command
		hit          int    // the pid that a signal to 420 then hits
		isSuccessors bool
	}{
		{"recycled", Recycle, "vim notes", look + look + "kill 420", "vim notes", 420, true},
		{"adopted", Adopt, "claude --continue", look + look + "kill 420", "/opt/acme/bin/mcp-server --stdio", 420,
			false},
		{"half a look", Recycle, "vim notes", "cat /proc/420/stat /proc/420/stat >/dev/null; kill 420", "", 420, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := play(
				t,
				Spec{
					Command: []string{"/bin/sh", "-c", test.script},
					Events:  []Event{{On: OnLook, PID: 420, Do: test.do, Command: test.command}},
				},
			)
			i := slices.IndexFunc(o.Fates, func(f Fate) bool { return f.Hit() })
			if i < 0 || o.Fates[i].PID != test.hit || o.Fates[i].Successor != test.isSuccessors {
				t.Errorf("got %+v\n%s", o.Fates, o.Stderr)
			}
			if came := len(o.Events) == 1; came != (test.second != "") {
				t.Errorf("the event came: %v", came)
			}
			if test.second == "" {
				return
			}
			lines := strings.Split(string(o.Stdout), "\n")
			if len(lines) < 4 || lines[0] == lines[2] ||
				strings.TrimSpace(lines[1]) != "/opt/acme/bin/mcp-server --stdio" ||
				strings.TrimSpace(lines[3]) != test.second {
				t.Errorf("looks: %q", lines)
			}
			if adopted := strings.HasPrefix(lines[2], "19000 "); adopted != (test.do == Adopt) {
				t.Errorf("the second look sees %s", lines[2])
			}
		})
	}
}

// A pid that is free by a TERM is given again before the reaper goes on.
func TestEventOnEnd(t *testing.T) {
	for _, test := range []struct {
		name, script string
		hit          bool
	}{
		{"KILL without a look", "kill 420; kill -KILL 420", true},
		{"a look before KILL", "kill 420; grep -q mcp-server /proc/420/cmdline && kill -KILL 420", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := play(
				t,
				Spec{
					Command: []string{"/bin/sh", "-c", test.script},
					Events:  []Event{{On: OnEnd, PID: 420, Do: Recycle, Command: "vim notes"}},
				},
			)
			for _, f := range o.Fates {
				if f.PID == 420 && f.Hit() != (test.hit || !f.Successor) {
					t.Errorf("got %+v", f)
				}
			}
			if len(o.Events) != 1 {
				t.Error("the event did not come")
			}
		})
	}
}
