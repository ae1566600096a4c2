//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package adapter

import (
	"errors"
	"io"
	"os/exec"
	"syscall"
)

const supported = true

var errNotNow = errors.New("nothing can be read or written now")

// ownGroup lets a command run in a process group of its own, whose number is
// the pid of the command.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// signalGroup signals the group that a process started by us leads. The caller
// has not reaped the leader, so the number is still that of its group. That
// nobody is left to signal is no error.
func signalGroup(leader int, s syscall.Signal) {
	// 0 would be our own group and -1 everybody.
	if leader > 1 {
		_ = syscall.Kill(-leader, s)
	}
}

// readNow reads what is there, without waiting: errNotNow if nothing is, io.EOF
// at the end.
func readNow(c syscall.RawConn, b []byte) (n int, err error) {
	outer := c.Read(func(fd uintptr) bool {
		n, err = retry(func() (int, error) { return syscall.Read(int(fd), b) })
		return true
	})
	switch {
	case outer != nil:
		return 0, outer
	case err == syscall.EAGAIN:
		return 0, errNotNow
	case err == nil && n == 0:
		return 0, io.EOF
	}
	return n, err
}

// writeNow writes what a pipe takes without waiting. errNotNow says that it is
// full.
func writeNow(c syscall.RawConn, b []byte) (n int, err error) {
	outer := c.Write(func(fd uintptr) bool {
		for n < len(b) && err == nil {
			var m int
			m, err = retry(func() (int, error) { return syscall.Write(int(fd), b[n:]) })
			n += max(m, 0)
		}
		return true
	})
	switch {
	case outer != nil:
		return n, outer
	case err == syscall.EAGAIN:
		return n, errNotNow
	}
	return n, err
}

func retry(f func() (int, error)) (int, error) {
	for {
		n, err := f()
		if err != syscall.EINTR {
			return n, err
		}
	}
}
