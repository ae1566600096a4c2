//go:build linux && (amd64 || arm64)

package stage

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// docs/drill.md, section 1: nothing on the stage changes what belongs to the host. As root
// a reaper owns the host's devices: it may write into them, and change nothing of theirs.
func TestDevicesAreNotChanged(t *testing.T) {
	needsRoot(t)
	before := attributes(t, "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
	attempts(t, `
attempt("chmod", lambda: os.chmod("/dev/full", os.stat("/dev/full").st_mode & 0o777))
attempt("chown", lambda: os.chown("/dev/zero", 0, 0))
attempt("utime", lambda: os.utime("/dev/zero"))
attempt("utime of random", lambda: os.utime("/dev/random"))
attempt("fchmod", lambda: os.fchmod(0, 0o666))
attempt("utime by descriptor", lambda: os.utime(0))
attempt("chmod by /proc", lambda: os.chmod("/proc/self/fd/0", 0o666))
attempt("chmod of an actor's", lambda: os.chmod("/proc/410/fd/0", 0o666))
open("/dev/null", "w").write("x")
`)
	if after := attributes(t, "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"); after != before {
		t.Errorf("the host's devices changed:\n%v\n%v", before, after)
	}
}

// docs/drill.md, section 1: the entries of /proc that are no process's belong to the whole
// machine, with their modes. The reaper stays the first that the kernel ends for memory.
func TestProcIsNotChanged(t *testing.T) {
	needsRoot(t)
	names := []string{"/proc/execdomains", "/proc/version", "/proc/tty", "/proc/meminfo"}
	before := attributes(t, names...)
	attempts(t, `
assert int(open("/proc/self/oom_score_adj").read()) == 1000
for name in "execdomains", "version", "tty", "meminfo", "sys", "fs":
    path = "/proc/" + name
    mode = os.stat(path).st_mode & 0o777
    fd = os.open(path, os.O_RDONLY)
    assert all(refused(call) for call in (
        lambda: os.chmod(path, mode), lambda: os.fchmod(fd, mode), lambda: os.chown(path, 0, 0), lambda: os.utime(path),
        lambda: os.chmod("/proc/self/fd/%d" % fd, mode))), path
attempt("reset oom_score_adj", lambda: open("/proc/self/oom_score_adj", "w").write("0"))
attempt("set a limit of namespaces", lambda: open("/proc/sys/user/max_user_namespaces", "w").write("9"))
`)
	if after := attributes(t, names...); modes(after) != modes(before) {
		t.Errorf("the host's /proc changed: %v, %v", before, after)
	}
}

func needsRoot(t *testing.T) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root owns what this test is about")
	}
}

// attributes are the modes, owners and times of change of files.
func attributes(t *testing.T, names ...string) (all [8][4]int64) {
	t.Helper()
	for i, name := range names {
		var s syscall.Stat_t
		if err := syscall.Stat(name, &s); err != nil {
			t.Fatal(err)
		}
		all[i] = [4]int64{int64(s.Mode), int64(s.Uid), s.Ctim.Sec, s.Ctim.Nsec}
	}
	return all
}

// modes are those of attributes alone: /proc makes up the times of its entries.
func modes(all [8][4]int64) (modes [8]int64) {
	for i, a := range all {
		modes[i] = a[0]
	}
	return modes
}

// attempts runs a script on a stage, each attempt of which has to fail. It ends well.
func attempts(t *testing.T, script string) {
	t.Helper()
	o := play(t, Spec{Command: []string{"/usr/bin/env", "python3", "-c", `
import ctypes, fcntl, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def refused(call):
    try:
        call()
    except OSError:
        return True
    return False
def attempt(name, call):
    print(f"{name}: {'refused' if refused(call) else 'DONE'}")
` + script}})
	for line := range strings.Lines(string(o.Stdout)) {
		if !strings.HasSuffix(line, ": refused\n") {
			t.Error(line)
		}
	}
	if made, want := strings.Count(string(o.Stdout), "\n"), strings.Count(script, "attempt("); made != want ||
		o.Exit != 0 {
		t.Errorf("%d of %d attempts were made, exit %d\n%s", made, want, o.Exit, o.Stderr)
	}
}
