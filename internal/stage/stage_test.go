//go:build linux && (amd64 || arm64)

package stage

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// docs/drill.md, section 1: ps sees the table, under its pids, parents, ages, names
// and command lines.
func TestPsSeesTheTable(t *testing.T) {
	o := shell(t, "ps -eo pid=,ppid=,etime=,comm=,stat=,args=")
	for _, want := range []string{
		`(?m)^ +1 +0 +1-01:00:\d\d systemd +S\S* +/usr/lib/systemd/systemd --system$`,
		`(?m)^ +400 +300 +02:01:\d\d claude +S\S* +claude --continue$`,
		`(?m)^ +410 +400 +02:00:\d\d node +S\S* +node /srv/notes/index.js$`,
		`(?m)^ +420 +1 +01:06:\d\d mcp-server +S\S* +/opt/acme/bin/mcp-server --stdio$`,
		`(?m)^ +430 +400 +01:\d\d gone +Z\S* +\[gone\] <defunct>$`,
	} {
		if !regexp.MustCompile(want).Match(o.Stdout) {
			t.Errorf("no line %s in\n%s", want, o.Stdout)
		}
	}
}

// Whoever reads /proc sees the same: names, links, ages, and no trace of the stage.
func TestProcReadersSeeTheTable(t *testing.T) {
	o := shell(t, `pgrep -P 1 mcp-server; pgrep -f notes/index.js$; pgrep -o systemd
readlink /proc/410/exe /proc/420/exe /proc/420/cwd /proc/420/fd/*
tr '\0' ' ' </proc/420/cmdline; echo; cat /proc/420/comm; grep -c . /proc/420/maps >/dev/null && ls /proc/420/fd | wc -l
grep PPid: /proc/410/status; cat /proc/uptime; cat /proc/420/environ | tr '\0' '\n'`)
	lines := strings.Split(string(o.Stdout), "\n")
	want := []string{"420", "410", "1", "/usr/bin/node", "/opt/acme/bin/mcp-server", "/",
		"/dev/null", "/dev/null", "/dev/null", "/opt/acme/bin/mcp-server --stdio ", "mcp-server", "3", "PPid:\t400"}
	if len(lines) < len(want) || !slices.Equal(lines[:len(want)], want) || !strings.HasPrefix(lines[len(want)], "900") {
		t.Errorf("got\n%s\n%s", o.Stdout, o.Stderr)
	}
	if strings.Contains(strings.ToLower(string(o.Stdout)), "stage") {
		t.Errorf("the stage shows in\n%s", o.Stdout)
	}
}

// psutil and Node's ps-list see the same table.
func TestLibrariesSeeTheTable(t *testing.T) {
	for _, library := range []struct{ name, program, needs, script string }{
		{"psutil", "/usr/bin/python3", "import psutil", `
import psutil, time
for p in psutil.process_iter():
    if p.pid < 1000:
        print(p.pid, p.ppid(), round(time.time() - p.create_time()), p.name(), " ".join(p.cmdline()), p.status())
print("boot", round(time.time() - psutil.boot_time()))`},
		{"ps-list", "node", "import('ps-list')", `
import psList from "ps-list";
for (const p of await psList()) if (p.pid < 1000) console.log(p.pid, p.ppid, p.name, p.cmd);`},
	} {
		t.Run(library.name, func(t *testing.T) {
			program, err := exec.LookPath(library.program)
			if err != nil {
				t.Fatalf("%s is needed for this test", library.program)
			}
			folder := t.TempDir()
			args, show := []string{"-c", library.script}, []string{folder}
			if library.name == "ps-list" {
				modules := os.Getenv("TSPI_NODE_MODULES") // where CI has installed it
				if modules == "" {
					missing(t, "TSPI_NODE_MODULES names no folder with ps-list")
				}
				if err := os.Symlink(modules, filepath.Join(folder, "node_modules")); err != nil {
					t.Fatal(err)
				}
				script := filepath.Join(folder, "list.mjs")
				if err := os.WriteFile(script, []byte(library.script), 0o644); err != nil {
					t.Fatal(err)
				}
				args, show = []string{script}, append(show, modules)
			} else if err := exec.Command(program, "-c", library.needs).Run(); err != nil {
				missing(t, "psutil is not installed for "+program)
			}
			o := play(t, Spec{Command: append([]string{program}, args...), Show: show})
			for _, want := range []string{`(?m)^400 300 .*claude --continue`, `(?m)^410 400 .*node /srv/notes/index\.js`,
				`(?m)^420 1 .*mcp-server /opt/acme/bin/mcp-server --stdio`, `(?m)^430 400 .*gone`} {
				if !regexp.MustCompile(want).Match(o.Stdout) {
					t.Errorf("no line %s in\n%s%s", want, o.Stdout, o.Stderr)
				}
			}
			if library.name == "psutil" {
				for _, want := range []string{
					`(?m)^410 400 72\d\d `, `(?m)^420 1 40\d\d `, `(?m)^430 .* zombie$`, `(?m)^boot 900\d\d$`,
				} {
					if !regexp.MustCompile(want).Match(o.Stdout) {
						t.Errorf("no line %s in\n%s", want, o.Stdout)
					}
				}
			}
		})
	}
}

// missing leaves a test out where something that it needs is not installed; CI fails.
func missing(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// Section 1: actors note every signal, and it is seen how each ends.
func TestSignalsAreSeen(t *testing.T) {
	spec := Spec{Actors: append(theTable(), Actor{PID: 440, PPID: 1, Age: 500, Command: "mcp-server", Stubborn: true},
		Actor{PID: 450, PPID: 400, Age: 500, Command: "bash"}, Actor{PID: 460, PPID: 400, Age: 500, Command: "vim"},
		Actor{PID: 470, PPID: 400, Age: 500, Command: "less"}),
		Command: []string{
			"/bin/sh",
			"-c",
			"kill -0 300; kill -TERM 410; kill -KILL 420; kill -TERM 440; kill -WINCH 450; kill -USR1 470; kill -STOP 460",
		}}
	o := play(t, spec)
	for _, want := range []Fate{
		{PID: 300},
		{PID: 400},
		{PID: 410, Signals: []int{15}, Ended: true, By: 15},
		{PID: 420, Ended: true, By: 9},
		{PID: 430},
		{PID: 440, Signals: []int{15}},
		{PID: 450, Signals: []int{28}},
		{PID: 470, Signals: []int{10}, Ended: true, By: 10},
		{PID: 460, Signals: []int{19}},
	} {
		got := fateOf(t, o, want.PID)
		got.Command = ""
		if !slices.Equal(got.Signals, want.Signals) || got.Ended != want.Ended || got.By != want.By {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// An orphan lives on when its parent has been ended, and says whose child it is now.
func TestEndOfAParentShows(t *testing.T) {
	// What is shown follows what is, a moment later.
	o := shell(t, `kill -KILL 400; while [ "$(cut -d' ' -f4 /proc/410/stat)" = 400 ]; do sleep 0.02; done
		ps -o ppid= -p 410; cut -d' ' -f4 /proc/410/stat`)
	if got := strings.Fields(string(o.Stdout)); !slices.Equal(got, []string{"1", "1"}) {
		t.Errorf("got %q, %s", got, o.Stderr)
	}
}

// Groups, sessions, subreapers and sockets are as the table says.
func TestGroupsAndSockets(t *testing.T) {
	o := play(t, Spec{Actors: []Actor{
		{PID: 1, Age: 9000, Command: "tini -- sleep"},
		{PID: 350, PPID: 1, Age: 9000, Command: "systemd --user", Subreaper: true, Service: true},
		{PID: 360, PPID: 350, Age: 600, Command: "mcp-server", Listen: 8931},
		{PID: 400, PPID: 1, Age: 600, Command: "claude", Connect: 8931, Group: 400},
		{PID: 410, PPID: 400, Age: 600, Command: "bash", Group: 400},
		{PID: 420, PPID: 410, Age: 600, Command: "make", Session: true},
	}, Command: []string{"/bin/sh", "-c", `ps -o pid=,ppid=,pgid=,sid= -p 360,410,420 | tr -s ' '
		grep -c ':22E3 .* 01 ' /proc/net/tcp; kill 350
		while [ "$(cut -d' ' -f4 /proc/360/stat)" = 350 ]; do sleep 0.02; done; ps -o ppid= -p 360`}})
	lines := strings.Split(strings.TrimSpace(string(o.Stdout)), "\n")
	for i, want := range []string{"360 350 ", "410 400 400 ", "420 410 420 420", "1", "1"} {
		if len(lines) != 5 || !strings.HasPrefix(strings.TrimSpace(lines[i])+" ", want) {
			t.Errorf("got %q, %s", lines, o.Stderr)
			break
		}
	}
}

// Section 1: the reaper's folders are private, empty and its own; its environment
// leads to nobody's session.
func TestReaperIsAtHome(t *testing.T) {
	t.Setenv("SSH_AUTH_SOCK", "/run/agent")
	t.Setenv("KEPT", "yes")
	o := shell(t, `pwd; ls -A . "$HOME/work" "$TMPDIR"
		echo x >"$HOME/a" && echo x >"$TMPDIR/b" && echo x >c && echo written
		echo "[$SSH_AUTH_SOCK$XDG_RUNTIME_DIR][$KEPT]"; exit 7`)
	want := "/home/agent/work\n.:\n\n/home/agent/work:\n\n/tmp:\nwritten\n[][yes]\n"
	if string(o.Stdout) != want || o.Exit != 7 {
		t.Errorf("exit %d, got\n%s%s\nwant\n%s", o.Exit, o.Stdout, o.Stderr, want)
	}
}

// An orphan that was left within a session shares its group still.
func TestOrphanOfASession(t *testing.T) {
	o := play(t, Spec{Actors: append(theTable(), Actor{PID: 450, PPID: 400, Age: 900, Command: "bash", Session: true},
		Actor{PID: 460, PPID: 1, LeftBy: 450, Age: 800, Command: "mcp-server"}),
		Command: []string{"/bin/sh", "-c", "ps -o ppid=,pgid=,sid= -p 460"}})
	if got := strings.Fields(string(o.Stdout)); !slices.Equal(got, []string{"1", "450", "450"}) {
		t.Errorf("got %q, %s", got, o.Stderr)
	}
}

// What is told as an error is no verdict: a program that is not there, a table that
// cannot be staged.
func TestRefusals(t *testing.T) {
	acts := []string{"/bin/true"}
	beside := func(a Actor) []Actor { return append(theTable(), a) }
	for name, spec := range map[string]Spec{
		"no such program": {Command: []string{"/no/such/program"}, Actors: theTable()},
		"relative":        {Command: []string{"reaper"}},
		"pid twice":       {Command: acts, Actors: beside(Actor{PID: 410, PPID: 1, Command: "x"})},
		"no parent":       {Command: acts, Actors: beside(Actor{PID: 470, PPID: 469, Command: "x"})},
		"no init":         {Command: acts, Actors: theTable()[1:]},
		"large pid":       {Command: acts, Actors: beside(Actor{PID: ReaperPID, PPID: 1, Command: "x"})},
		"event of nobody": {Command: acts, Actors: theTable(),
			Events: []Event{{On: OnLook, PID: 77, Do: Recycle, Command: "x"}}},
		"two events": {Command: acts, Actors: theTable(), Events: []Event{
			{On: OnLook, PID: 420, Do: Recycle, Command: "x"}, {On: OnEnd, PID: 420, Do: Recycle, Command: "x"}}},
	} {
		if o, err := Run(t.Context(), spec); err == nil {
			t.Errorf("%s: got %+v, want an error", name, o)
		}
	}
}
