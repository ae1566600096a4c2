package scripts_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tspi-dev/harness/internal/cli"
	"github.com/tspi-dev/harness/internal/long"
)

var (
	escape   = regexp.MustCompile("\x1b\\[[0-9;]*m")
	firstPid = regexp.MustCompile(`(?m)^ *(\d+) `)
)

// Guards docs/command-line.md: what classify and explain say of every capture fits the
// terminal, down to 40 columns, holds no command, has colours on a terminal and
// none under NO_COLOR, and is the same text with them as without.
func TestCapturesOnTerminals(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "captures*", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	if !long.Tests() {
		files = files[:8]
	}
	coloured := 0
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			commands := commandsOf(string(text))
			calls := [][]string{{"classify", "--ps", file}}
			for _, match := range firstPid.FindAllStringSubmatch(string(text), -1) {
				calls = append(calls, []string{"explain", match[1], "--ps", file})
			}
			for _, args := range calls {
				widths := []int{40, 80, 120}
				if args[0] == "explain" {
					widths = widths[:1] // of every process, the narrowest only
				}
				for _, width := range widths {
					plain, painted := onTerminal(args, width, "1"), onTerminal(args, width, "")
					if plain != escape.ReplaceAllString(painted, "") || strings.ContainsRune(plain, '\x1b') {
						t.Errorf("%v, width %d: colour changes the text, or NO_COLOR does not stop it", args[:2], width)
					}
					if plain != painted {
						coloured++
					}
					for line := range strings.Lines(plain) {
						if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
							t.Errorf("%v: a line of %d on a terminal of %d: %q", args[:2], n, width, line)
						}
					}
					for _, command := range commands {
						if holdsPart(plain, command) {
							t.Errorf("%v prints part of a command", args[:2])
						}
					}
				}
			}
		})
	}
	if coloured == 0 {
		t.Error("nothing was coloured: this test proves nothing about colours")
	}
}

// onTerminal is what a call prints on a terminal of that width.
func onTerminal(args []string, width int, noColour string) string {
	var out, problems bytes.Buffer
	cli.Run(cli.Call{
		Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &problems, TerminalWidth: width,
		LookupEnv: func(name string) (string, bool) { return noColour, name == "NO_COLOR" },
	})
	return out.String()
}
