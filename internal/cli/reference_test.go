package cli

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

var updateDocs = flag.Bool("update-docs", false, "write docs/command-line.md anew")

const (
	referencePage = "../../docs/command-line.md"

	referenceHead = `# The command line

Written by the program from its own help. Do not change it by hand:

` + "```text" + `
go test ./internal/cli -run TestCommandLinePage -update-docs
` + "```" + `

A test fails when this page is not what the program says.

Exit status of every command: 0 it holds; 1 it falls short; 2 the call or its
input is unusable; 3 the adapter could not be started, or gave no answers.

`
)

// Guards docs/command-line.md: the reference of the command line is generated from the
// program and up to date.
func TestCommandLinePage(t *testing.T) {
	page := filepath.FromSlash(referencePage)
	want := reference(t)
	if *updateDocs {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/command-line.md is out of date; write it anew:\n" +
			"  go test ./internal/cli -run TestCommandLinePage -update-docs")
	}
}

// reference is the page: an overview by groups of commands, then the help of each.
func reference(t *testing.T) string {
	root := (&app{}).root()
	root.InitDefaultHelpCmd()
	var overview, details strings.Builder
	for _, group := range root.Groups() {
		overview.WriteString(group.Title + "\n\n| command | |\n| --- | --- |\n")
		for _, cmd := range root.Commands() {
			if cmd.GroupID == group.ID {
				overview.WriteString("| [" + cmd.CommandPath() + "](#" + anchor(cmd) + ") | " + cmd.Short + " |\n")
			}
		}
		overview.WriteString("\n")
	}
	everyCommand(t, func(words []string, cmd *cobra.Command) {
		if len(words) == 0 {
			return
		}
		help := call(t, "", append(words, "--help")...)
		details.WriteString("## tspi " + strings.Join(words, " ") + "\n\n```text\n" + help.stdout + "```\n\n")
	})
	return referenceHead + overview.String() + strings.TrimSuffix(details.String(), "\n")
}

// anchor is how a heading is linked to.
func anchor(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }
