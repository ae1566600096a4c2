//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package adapter

import (
	"errors"
	"os/exec"
	"syscall"
)

// New refuses before any of these is reached; they let programs that only
// judge implementations in process be built here.
const supported = false

var errNotNow = errors.New("nothing can be read or written now")

func ownGroup(*exec.Cmd) {}

func signalGroup(int, syscall.Signal) {}

func awaitExit(int) {}

func readNow(syscall.RawConn, []byte) (int, error) { return 0, ErrUnsupported }

func writeNow(syscall.RawConn, []byte) (int, error) { return 0, ErrUnsupported }
