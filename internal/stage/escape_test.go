//go:build linux && (amd64 || arm64)

package stage

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Section 1: nothing on the stage reaches the host. Every attempt of wild.py is
// refused, and the canaries live on: a process, a file, a port, two sockets.
func TestEscapesAreRefused(t *testing.T) {
	canary := exec.Command("sleep", "1000")
	if err := canary.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = canary.Process.Kill(); _ = canary.Wait() }()
	folder := t.TempDir()
	file := filepath.Join(folder, "canary")
	if err := os.WriteFile(file, []byte("canary"), 0o666); err != nil {
		t.Fatal(err)
	}
	heard := make(chan string, 8)
	addresses := map[string]string{}
	for name, at := range map[string][2]string{
		"tcp": {"tcp", "127.0.0.1:0"}, "unix": {"unix", filepath.Join(folder, "s")},
		"abstract": {"unix", "@tspi-canary"},
	} {
		listener, err := net.Listen(at[0], at[1])
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		addresses[name] = listener.Addr().String()
		go func() {
			for {
				c, err := listener.Accept()
				if err != nil {
					return
				}
				heard <- name
				_ = c.Close()
			}
		}()
	}
	_, port, _ := net.SplitHostPort(addresses["tcp"])
	spec := reaper(
		t,
		"wild.py",
		"escape",
		fmt.Sprintf("%d,%d", canary.Process.Pid, os.Getpid()),
		port,
		file,
		addresses["unix"],
	)
	spec.Show = append(spec.Show, folder)
	o := play(t, spec)
	attempts := strings.Split(strings.TrimSpace(string(o.Stdout)), "\n")
	if len(attempts) < 40 {
		t.Errorf("%d attempts were made\n%s%s", len(attempts), o.Stdout, o.Stderr)
	}
	for _, line := range attempts {
		if !strings.Contains(line, ": refused") {
			t.Error(line)
		}
	}
	lives(t, canary)
	if text, err := os.ReadFile(file); string(text) != "canary" {
		t.Errorf("the canary file holds %q, %v", text, err)
	}
	select {
	case name := <-heard:
		t.Errorf("the %s socket of the host was reached", name)
	default:
	}
	for _, f := range o.Fates {
		if f.Hit() && f.PID != 1 {
			t.Errorf("%d was hit: %+v", f.PID, f)
		}
	}
}

// A reaper that ends everything on the stage leaves the processes of the host alone that
// have the same pids there. The host of this test is a pid namespace, so that its
// canaries have small pids.
func TestEverythingEndsOnTheStageAlone(t *testing.T) {
	shell(t, ":") // is there a stage at all?
	if os.Getenv(innerVariable) == "" {
		own, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		inner := exec.Command("unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc",
			own, "-test.run", "^"+t.Name()+"$", "-test.v")
		inner.Env = append(os.Environ(), innerVariable+"=1", "CI=1")
		if out, err := inner.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	actors := []Actor{{PID: 1, Age: 9000, Command: "/sbin/init"}}
	var canaries []*exec.Cmd
	for range 5 {
		canary := exec.Command("sleep", "1000")
		if err := canary.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = canary.Process.Kill(); _ = canary.Wait() }()
		canaries = append(canaries, canary)
		actors = append(actors, Actor{PID: canary.Process.Pid, PPID: 1, Age: 500, Command: "mcp-server"})
	}
	spec := reaper(t, "everything.sh")
	spec.Actors = actors
	o := play(t, spec)
	for i, canary := range canaries {
		if !fateOf(t, o, actors[i+1].PID).Ended {
			t.Errorf("%d on the stage was not ended", actors[i+1].PID)
		}
		lives(t, canary)
	}
}

// lives checks that a child that was started has not ended.
func lives(t *testing.T, canary *exec.Cmd) {
	t.Helper()
	if state := statusOf(canary.Process.Pid).state; !strings.Contains("SR", state) {
		t.Errorf("the canary %d is in state %s", canary.Process.Pid, state)
	}
}

const innerVariable = "TSPI_TEST_INNER"

// A reaper that takes all it can get is ended, within its bounds.
func TestBounds(t *testing.T) {
	for _, what := range []string{"fork", "memory", "flood", "hang"} {
		t.Run(what, func(t *testing.T) {
			spec := reaper(t, "wild.py", what)
			spec.Timeout = 2 * time.Second
			o := play(t, spec)
			// Which of its bounds it meets first is the machine's affair.
			if o.Bounded == "" && !o.TimedOut {
				t.Errorf("it ended by itself: exit %d, signal %d\n%s", o.Exit, o.Signal, o.Stderr)
			}
			if len(o.Stdout) > maxOutput {
				t.Errorf("%d bytes were kept", len(o.Stdout))
			}
		})
	}
}

// Nothing is left of a stage, whether it ended by itself or was interrupted: no
// process, no mount, no namespace, no file.
func TestNothingIsLeft(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	before := leftovers(t)
	for i := range 5 {
		ctx, cancel := context.WithCancel(context.Background())
		spec := reaper(t, "wild.py", "hang", token())
		spec.Actors, spec.Env, spec.Timeout = theTable(), os.Environ(), 300*time.Millisecond
		if i%2 == 1 {
			spec.Timeout = 0
			time.AfterFunc(time.Duration(50+100*i)*time.Millisecond, cancel)
		}
		if _, err := Run(ctx, spec); i%2 == 1 != (err == context.Canceled) {
			t.Errorf("run %d: %v", i, err)
		}
		cancel()
	}
	await(t, "nothing is left", func() bool { return leftovers(t) == before })
	if entries, err := os.ReadDir(temp); err != nil || len(entries) != 0 {
		t.Errorf("files are left: %v, %v", entries, err)
	}
}

// A stage ends with whoever asked for it, also where that is killed.
func TestStageEndsWithItsOwner(t *testing.T) {
	shell(t, ":") // is there a stage at all?
	before := leftovers(t)
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	owner := exec.Command(own)
	owner.Env = append(os.Environ(), stageVariable+"=sleep 1000", tokenVariable+"="+token())
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, "the stage stands", func() bool { return strings.Contains(leftovers(t), token()) })
	_ = owner.Process.Kill()
	_ = owner.Wait()
	await(t, "nothing is left", func() bool { return leftovers(t) == before })
}

func await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not in time: %s", what)
		}
	}
}

// What a machine does not allow is told by the name of the setting, in one line.
func TestSettingIsNamed(t *testing.T) {
	shell(t, ":") // is there a stage at all?
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := `echo 0 >/proc/sys/user/max_user_namespaces && exec "$0"`
	inner := exec.Command("unshare", "--user", "--map-root-user", "sh", "-c", script, own)
	inner.Env = append(os.Environ(), stageVariable+"=:", tokenVariable+"="+token())
	out, err := inner.CombinedOutput()
	if err == nil || string(out) != "no stage can be set up: sysctl user.max_user_namespaces is 0\n" {
		t.Errorf("got %q, %v", out, err)
	}
}

// token is a command that only these tests start, in this process.
func token() string { return fmt.Sprintf("left-by-%d", os.Getpid()) }

// leftovers are what a stage of ours could leave: the reaper and the actors by their
// token, managers that are our children or nobody's, and mounts.
func leftovers(t *testing.T) string {
	t.Helper()
	mounts, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, folder := range folders {
		cmdline, err := os.ReadFile(folder + "/cmdline")
		if err != nil {
			continue
		}
		stat, _ := os.ReadFile(folder + "/stat")
		_, behind, _ := strings.Cut(string(stat), ") ")
		fields := append(strings.Fields(behind), "", "")
		text := strings.ReplaceAll(string(cmdline), "\x00", " ")
		orphan := fields[1] == "1" || fields[1] == fmt.Sprint(os.Getpid())
		if strings.Contains(text, token()) || orphan && text == managerName+" " {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n") + string(mounts)
}
