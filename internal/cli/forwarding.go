package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// forwarders are programs that start or ask another one: their files say nothing of
// the program that answers.
var forwarders = []string{"bash", "cargo", "curl", "dash", "docker", "env", "flock", "go", "kubectl", "make", "nc", "ncat", "nice", "nix", "npm", "npx",
	"nsenter", "pnpm", "podman", "setsid", "sh", "socat", "ssh", "stdbuf", "sudo", "timeout", "unshare", "uv", "uvx", "xargs", "yarn", "zsh"}

// warnOfForwarding warns of a certificate for a command that hands requests on: its
// subjects may not hold the program that answers. Who names the subjects knows.
func (a *app) warnOfForwarding(f conformFlags, args []string) {
	if len(f.subjects) > 0 || f.adapter.self || len(args) == 0 {
		return
	}
	program := adapter.Program(adapter.Config{Command: args})
	what := ""
	switch name := filepath.Base(args[0]); {
	case slices.Contains(forwarders, name):
		what = name + " starts or asks another program"
	case isShellScript(program) && !slices.ContainsFunc(args[1:], isRegular): // else an interpreter, started by a shim
		what = shown(args[0]) + " is a shell script, which may start another program"
	default:
		return
	}
	fmt.Fprintf(a.call.Stderr, "tspi: warning: %s; the certificate's subjects may not hold the program that answers\n"+
		"hint: name all files of the implementation with --subject\n", what)
}

// isShellScript reports whether the first line of a file names a shell.
func isShellScript(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close() // only read from
	head, _ := io.ReadAll(io.LimitReader(file, 128))
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if !bytes.HasPrefix(line, []byte("#!")) {
		return false
	}
	words := bytes.Fields(line[2:])
	return slices.ContainsFunc(words, func(word []byte) bool {
		return slices.Contains([]string{"sh", "bash", "dash", "zsh", "ksh"}, filepath.Base(string(word)))
	})
}
