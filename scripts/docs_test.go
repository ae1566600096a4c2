package scripts_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/internal/long"
)

// mostNotRun is how many blocks of the whole documentation may say that they are
// not run. One more is a decision: change the number with it.
const mostNotRun = 10

// notFollowed are the pages that are not followed: what the program prints as its
// help.
var notFollowed = []string{"command-line.md"}

func docPages(t *testing.T) []string {
	t.Helper()
	var pages []string
	for _, pattern := range []string{"README.md", "docs/*.md", "docs/how-to/*.md"} {
		found, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(pattern)))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: no page, %v", pattern, err)
		}
		pages = append(pages, found...)
	}
	return slices.DeleteFunc(pages, func(page string) bool { return slices.Contains(notFollowed, filepath.Base(page)) })
}

// Guards CONTRIBUTING.md: every command in the documentation is run, in a scratch
// copy of what a checkout has, and prints what the page shows. docs/README.md
// tells readers how.
func TestDocumentation(t *testing.T) {
	long.Only(t, "each page makes whole runs")
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("the pages run adapters in Python, and there is no python3")
	}
	for _, page := range docPages(t) {
		blocks := readBlocks(t, page)
		t.Run(strings.TrimPrefix(filepath.ToSlash(page), "../"), func(t *testing.T) {
			t.Parallel()
			runPage(t, blocks)
		})
	}
}

// Guards CONTRIBUTING.md: blocks that are not run say so and are counted, and no
// command hides where it would not be run.
func TestDocumentationHidesNoCommand(t *testing.T) {
	count := 0
	for _, page := range docPages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		blocks := readBlocks(t, page)
		for _, b := range blocks {
			if b.notRun != "" {
				count++
			}
		}
		for _, line := range strayCommands(string(text), blocks) {
			// The top README may still show its commands in indented blocks; with
			// its first block that is run, all of it is held to the rule.
			if isTop := page == filepath.Join("..", "README.md"); !isTop || len(blocks) > 0 {
				t.Errorf("%s: this command is in no console or sh block: %s", page, line)
			}
		}
	}
	if count > mostNotRun {
		t.Errorf("%d blocks are not run, and at most %d may be", count, mostNotRun)
	}
}

func readBlocks(t *testing.T, page string) []docBlock {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := docBlocks(string(text))
	if err != nil {
		t.Fatalf("%s: %v", page, err)
	}
	return blocks
}

// runPage follows a page from top to bottom in a folder of its own.
func runPage(t *testing.T, blocks []docBlock) {
	var dir string
	for _, b := range blocks {
		if b.notRun != "" || b.saveAs == "" && b.language != "console" && b.language != "sh" {
			continue
		}
		if dir == "" {
			dir = scratch(t)
		}
		switch {
		case b.saveAs != "":
			if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(b.saveAs)), []byte(b.text),
				0o600); err != nil {
				t.Fatal(err)
			}
		case b.language == "sh":
			if out, err := runShell(t, dir, "set -e\n"+b.text); err != nil {
				t.Fatalf("line %d: %v\n%s", b.line, err, out)
			}
		default:
			runConsole(t, dir, b)
		}
	}
}

// runConsole runs the commands of a console block and holds what they print
// against what it shows. A command that ends with another status than 0 must be
// followed by one that shows it.
func runConsole(t *testing.T, dir string, b docBlock) {
	commands := docCommands(b)
	for i, done := range runCommands(t, dir, commands) {
		c := commands[i]
		if !showsAs(c.output, done.output) {
			t.Errorf("line %d: %s\nshows\n%s\nand prints\n%s", c.line, c.script, strings.Join(c.output, "\n"),
				strings.Join(done.output, "\n"))
		}
		toldNext := i+1 < len(commands) && strings.Contains(commands[i+1].script, "$?")
		if done.status != 0 && !toldNext {
			t.Errorf("line %d: %s\nends with status %d, and the page does not say so", c.line, c.script, done.status)
		}
	}
}

// docDone is what came of a command.
type docDone struct {
	output []string // what it printed, on standard output and standard error
	status int
}

// runCommands runs commands one after another in one shell, so that $? goes from
// one to the next.
func runCommands(t *testing.T, dir string, commands []docCommand) []docDone {
	t.Helper()
	const mark = "<<<ended with "
	var script strings.Builder
	for _, c := range commands {
		// The mark stands on a line of its own, whatever the command printed last.
		fmt.Fprintf(&script, "%s\ndoc_status=$?\nprintf '\\n"+mark+"%%d\\n' $doc_status\n(exit $doc_status)\n",
			c.script)
	}
	rest, _ := runShell(t, dir, script.String()) // the status is that of the last command
	var done []docDone
	for range commands {
		printed, after, found := strings.Cut(rest, "\n"+mark)
		number, next, _ := strings.Cut(after, "\n")
		status, err := strconv.Atoi(number)
		if !found || err != nil {
			t.Fatalf("the shell ended after %d of %d commands:\n%s", len(done), len(commands), rest)
		}
		done = append(done, docDone{outputLines(printed), status})
		rest = next
	}
	return done
}

// runShell runs a script in the page's folder, with nothing of the environment of
// the person who runs the test but the way to programs.
func runShell(t *testing.T, dir, script string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Dir = dir
	cmd.Env = []string{
		"PATH=" + filepath.Join(dir, ".bin") + string(os.PathListSeparator) + os.Getenv("PATH"),
		"HOME=" + dir, "TMPDIR=" + t.TempDir(), "LC_ALL=C.UTF-8", "PYTHONDONTWRITEBYTECODE=1",
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func outputLines(text string) []string {
	if text = strings.TrimSuffix(text, "\n"); text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// scratch is a folder with what a page may use of a checkout, and with a ps that
// prints a captured table: a page shows what it says of that one.
func scratch(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, folder := range []string{"captures", "captures-more", "fixture", "fixtures", "bundle", "policies",
		"adapters", "reapers"} {
		if err := os.CopyFS(filepath.Join(dir, "testdata", folder),
			os.DirFS(filepath.Join("..", "testdata", folder))); err != nil {
			t.Fatal(err)
		}
	}
	const ps = "#!/bin/sh\nexec cat \"$HOME/testdata/captures/02-claude-mcp-serve-mixed.txt\"\n"
	if err := os.Mkdir(filepath.Join(dir, ".bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".bin", "ps"), []byte(ps), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}
