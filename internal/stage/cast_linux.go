//go:build amd64 || arm64

package stage

import (
	"errors"
	"fmt"
	"os"
	"path"
	"strings"

	"golang.org/x/sys/unix"
)

// costume is how an actor is started: a file of the cast, whose path below its root is
// what /proc/PID/exe shows, and its arguments.
type costume struct {
	path string // without the first slash
	argv []string
}

// costumeOf dresses a command. A program without a folder is one of /usr/bin.
func costumeOf(command string) costume {
	argv := strings.Fields(command)
	program := strings.TrimPrefix(argv[0], "-")
	if !strings.HasPrefix(program, "/") {
		program = "/usr/bin/" + path.Base("/"+strings.Trim(program, "[]():"))
	}
	program = path.Clean(program)
	if len(path.Base(program)) > 200 || program == "/" {
		program = "/usr/bin/program"
	}
	return costume{program[1:], argv}
}

// makeCast puts the actor into the cast under the names of these costumes: one file
// with many links.
func makeCast(program []byte, costumes []costume) error {
	const first = castRoot + "/.actor"
	if err := os.WriteFile(first, program, 0o755); err != nil {
		return cause(err)
	}
	for _, c := range costumes {
		file := castRoot + "/" + c.path
		if err := os.MkdirAll(path.Dir(file), 0o755); err != nil {
			return fmt.Errorf("two commands of the table cannot be staged together: %w", cause(err))
		}
		if err := os.Link(first, file); err != nil && !os.IsExist(err) {
			return fmt.Errorf("two commands of the table cannot be staged together: %w", cause(err))
		}
		if info, err := os.Stat(file); err != nil || info.IsDir() {
			return errors.New("two commands of the table cannot be staged together: " +
				"the program of one is the folder in which the other's lies")
		}
	}
	if err := os.Remove(first); err != nil {
		return cause(err)
	}
	// By /proc/PID/exe a process of the same user reaches them.
	return lock(castRoot, unix.MOUNT_ATTR_RDONLY, false)
}
