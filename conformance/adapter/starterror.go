package adapter

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"syscall"
)

// StartError says that an adapter could not be run, or did not describe itself.
type StartError struct {
	// Outcome is NotStarted for a program that could not be run, and else how
	// describe ended; Answered means that it was answered with no description.
	Outcome Outcome
	// Detail says what was wrong, without any text of the adapter or of the
	// command line.
	Detail string
	// Received, Stderr and StderrDropped are as in [Result]: hostile bytes.
	Received      []byte
	Stderr        []byte
	StderrDropped int64
}

// Error returns what was wrong.
func (e *StartError) Error() string {
	if e.Outcome == NotStarted {
		return "the adapter could not be started: " + e.Detail
	}
	return "the adapter did not describe itself: " + e.Detail
}

// startProblem puts an error of the system into words. Its own text names the
// program, which may be an absolute path of somebody's machine.
func startProblem(err error, dir string) string {
	switch {
	case dir != "" && !isDir(dir):
		return "its working folder is no folder"
	case errors.Is(err, exec.ErrNotFound):
		return "no such program is in PATH; write ./ before one that is in the working folder"
	case errors.Is(err, exec.ErrDot):
		return "PATH leads to a program in the working folder; write ./ before its name"
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file, or not the interpreter that its first line names"
	case errors.Is(err, fs.ErrPermission):
		return "the file may not be executed; set its mode, or name the interpreter first"
	case errors.Is(err, syscall.ENOEXEC):
		return "the file is no program of this system; a script begins with #! and its interpreter"
	}
	return "the system refused" + number(err)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// number adds what the system calls the error, which is a fixed text.
func number(err error) string {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return " (" + errno.Error() + ")"
	}
	return ""
}
