package scripts_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/cli"
)

// Guards the contract, section 7: no command of any capture from the field stands in anything
// that tspi prints about it, whether it classifies or refuses it. The scenario
// canary.txtar shows that this check can fail.
func TestCapturesKeepTheirCommands(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "captures*", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			commands := commandsOf(string(text))
			for _, call := range [][]string{
				{"classify", "--ps", file},
				{"classify", "--ps", file, "--format", "json"},
				{"classify", "--ps", file, "--level", "core"},
				{"relief", "--ps", file},
				{"explain", firstPID(string(text)), "--ps", file},
			} {
				var out bytes.Buffer
				status := cli.Run(cli.Call{
					Args: call, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out,
					LookupEnv: func(string) (string, bool) { return "", false },
				})
				if out.Len() == 0 || status != 0 && status != 2 {
					t.Errorf("%v: status %d, %d bytes", call[:1], status, out.Len())
				}
				for _, command := range commands {
					if holdsPart(out.String(), command) {
						t.Errorf("%s prints part of a command", strings.Join(call[:1], " "))
						break
					}
				}
			}
		})
	}
}

// firstPID is the first word of a text that is a number.
func firstPID(psText string) string {
	for line := range strings.Lines(psText) {
		if words := strings.Fields(line); len(words) > 0 && strings.Trim(words[0], "0123456789") == "" {
			return words[0]
		}
	}
	return "1"
}
