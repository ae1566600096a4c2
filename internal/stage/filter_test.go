//go:build linux && (amd64 || arm64)

package stage

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// docs/drill.md, section 1: what leads off the stage, hides who signalled or keeps memory
// that counts as no process's is refused; what differs from it in one fact is not.
func TestRefusedCalls(t *testing.T) {
	attempts(t, `
import mmap, resource, signal
def call(number, *arguments):
    ctypes.set_errno(0)
    result = libc.syscall(number, *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), "")
    return result
attempt("a pair of datagram sockets", lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
attempt("the same with flags", lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK))
for kind in socket.SOCK_STREAM, socket.SOCK_SEQPACKET:
    socket.socketpair(socket.AF_UNIX, kind | socket.SOCK_CLOEXEC)
mine = os.open("mine", os.O_RDWR | os.O_CREAT, 0o600)
attempt("take a lease", lambda: fcntl.fcntl(mine, fcntl.F_SETLEASE, fcntl.F_RDLCK))
fcntl.fcntl(mine, fcntl.F_SETFD, fcntl.FD_CLOEXEC)
r, w = os.pipe()
attempt("give a descriptor an owner", lambda: fcntl.fcntl(r, fcntl.F_SETOWN, 410))
attempt("give it a signal", lambda: fcntl.fcntl(r, fcntl.F_SETSIG, signal.SIGTERM))
attempt("give it an owner by ioctl", lambda: fcntl.ioctl(r, 0x8901, (410).to_bytes(4, "little")))
fcntl.ioctl(r, 0x5421, (1).to_bytes(4, "little"))
attempt("limit an actor", lambda: resource.prlimit(410, resource.RLIMIT_CPU, (1, 1)))
attempt("limit pid 1", lambda: resource.prlimit(1, resource.RLIMIT_NPROC, (0, 0)))
resource.prlimit(410, resource.RLIMIT_CPU)
resource.setrlimit(resource.RLIMIT_CPU, (900, 900))
vector = (ctypes.c_void_p * 2)(ctypes.addressof(ctypes.create_string_buffer(8)), 8)
attempt("read an actor", lambda: call(`+number(unix.SYS_PROCESS_VM_READV)+`, 410, vector, 1, vector, 1, 0))
attempt("a file of memory", lambda: os.memfd_create("x"))
attempt("a secret one", lambda: call(`+number(unix.SYS_MEMFD_SECRET)+`, 0))
attempt("a shared segment", lambda: call(`+number(unix.SYS_SHMGET)+`, 0, 4096, 0o1600))
attempt("a queue of messages", lambda: call(`+number(unix.SYS_MSGGET)+`, 0, 0o1600))
attempt("a set of semaphores", lambda: call(`+number(unix.SYS_SEMGET)+`, 0, 1, 0o1600))
attempt("memory that is shared", lambda: mmap.mmap(-1, 4096))
mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
os.ftruncate(mine, 4096)
mmap.mmap(mine, 4096)
`)
}

func number(n int) string { return strconv.Itoa(n) }

// Section 1: nothing on the stage writes into a file of the host. A read-only mount lets a
// FIFO be written into, and a device; Landlock does not.
func TestFIFOsOfTheHostAreNotWritten(t *testing.T) {
	if abi, _, _ := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, 1); int(abi) < 1 {
		missing(t, "this kernel has no Landlock")
	}
	folder, err := os.MkdirTemp("/var/tmp", "stage") // not below a folder that the reaper writes into
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	fifo := filepath.Join(folder, "fifo")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	reader, err := os.OpenFile(fifo, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	o := play(t, Spec{Show: []string{folder}, Command: []string{"/bin/sh", "-c", `
		(echo x >>"$0") 2>/dev/null && echo "wrote into the FIFO"
		(echo x >>/dev/zero) 2>/dev/null && echo "wrote into /dev/zero"
		test -p "$0" && echo x >/dev/null && echo x >"$HOME/a" && echo x >"$TMPDIR/b" && echo x >/dev/shm/c &&
			readlink /proc/410/exe && echo x >/dev/stderr`, fifo}})
	if string(o.Stdout) != "/usr/bin/node\n" || string(o.Stderr) != "x\n" {
		t.Errorf("got %q, %q", o.Stdout, o.Stderr)
	}
	if err := reader.SetReadDeadline(time.Now()); err != nil {
		t.Fatal(err)
	}
	if n, err := reader.Read(make([]byte, 8)); n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the FIFO got %d bytes, %v", n, err)
	}
}

// Bounds: sockets keep what was written into them, and count as no process's memory.
func TestSocketsAreBounded(t *testing.T) {
	o := play(t, Spec{Command: []string{"/usr/bin/env", "python3", "-c", `
import os, signal, socket
for _ in range(3):
    os.fork()
kept = []
try:
    while True:
        kept.append(socket.socketpair())
except OSError:
    signal.pause()
`}})
	if o.Bounded != BoundMemory {
		t.Errorf("got %+v\n%s", o, o.Stderr)
	}
}
