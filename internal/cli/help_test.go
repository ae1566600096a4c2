package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// everyCommand calls f for each command with the words that lead to it.
func everyCommand(t *testing.T, f func(words []string, cmd *cobra.Command)) {
	t.Helper()
	root := (&app{}).root()
	root.InitDefaultHelpCmd()
	var walk func(words []string, cmd *cobra.Command)
	walk = func(words []string, cmd *cobra.Command) {
		f(words, cmd)
		for _, sub := range cmd.Commands() {
			walk(append(words[:len(words):len(words)], sub.Name()), sub)
		}
	}
	walk(nil, root)
}

// Guards harness.md, section 6: every command explains itself, with an example,
// in 79 columns, on standard output and with status 0.
func TestHelpOfEveryCommand(t *testing.T) {
	everyCommand(t, func(words []string, cmd *cobra.Command) {
		t.Run(strings.Join(words, " "), func(t *testing.T) {
			if cmd.Short == "" || cmd.Long == "" || cmd.Example == "" {
				t.Error("want a short and a long description and an example")
			}
			if cmd.HasParent() && !cmd.Parent().HasParent() && cmd.GroupID == "" {
				t.Error("want a group, or the command is missing from the help")
			}
			got := call(t, "", append(words, "--help")...)
			if got.status != statusHolds || got.stderr != "" {
				t.Errorf("status %d, stderr %q", got.status, got.stderr)
			}
			for line := range strings.Lines(got.stdout) {
				if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 79 {
					t.Errorf("a line of %d columns: %q", n, line)
				}
			}
		})
	})
}

// Guards the end of section 5: the known limits are said where people look up
// what a result means.
func TestHelpSaysTheKnownLimits(t *testing.T) {
	for _, limit := range []string{"expires with", "systemd --user", "registered_helpers", "on purpose", "over a port",
		"init restarted"} {
		if got := call(t, "", "help", "classify"); !strings.Contains(got.stdout, limit) {
			t.Errorf("the help of classify does not say %q", limit)
		}
	}
	for _, name := range []string{"explain", "relief", "audit", "run"} {
		if got := call(t, "", "help", name); !strings.Contains(got.stdout, "expires with") ||
			!strings.Contains(got.stdout, "known limits") {
			t.Errorf("the help of %s does not lead to the known limits", name)
		}
	}
}

// Guards harness.md, section 6: a call that cannot be used ends with 2 and one
// clear line, and repeats nothing that may be a path.
func TestUnusableCalls(t *testing.T) {
	for _, test := range []struct {
		name string
		args []string
		want string // in standard error
	}{
		{"no command", nil, "tspi: no command given\nhint: tspi --help lists the commands\n"},
		{"unknown command", []string{"frobnicate"},
			"tspi: unknown command \"frobnicate\"\nhint: tspi --help lists the commands\n"},
		{"unknown command, near one", []string{"clasify"},
			"tspi: unknown command \"clasify\"\nhint: did you mean classify?\n"},
		{"unknown command with a flag", []string{"clasify", "--format", "json"},
			"tspi: unknown command \"clasify\"\nhint: did you mean classify?\n"},
		{"a path for a command", []string{"/home/me/secret"},
			"tspi: unknown command (not shown: it is no plain word)\nhint: tspi --help lists the commands\n"},
		{"unknown flag", []string{"classify", "--pss", "x"},
			"tspi: unknown flag \"--pss\"\nhint: did you mean --ps?\n"},
		{"unknown short flag", []string{"classify", "-p"},
			"tspi: unknown flag \"-p\"\nhint: tspi classify --help lists the flags\n"},
		{"a path for a flag", []string{"classify", "--/home/me"},
			"tspi: unknown flag (not shown: it is no plain word)\nhint: tspi classify --help lists the flags\n"},
		{"flag without value", []string{"classify", "--ps"},
			"tspi: --ps needs a value\nhint: tspi classify --help lists the flags\n"},
		{"flag with a wrong value", []string{"classify", "--level", "/home/me"},
			"tspi: --level: want hardened or core\nhint: tspi classify --help lists the flags\n"},
		{"flag with a bad number of dashes", []string{"classify", "---ps"},
			"tspi: the flags cannot be read\nhint: tspi classify --help lists the flags\n"},
		{"too many arguments", []string{"classify", "a", "b"},
			"tspi: classify: too many arguments: 2\nhint: usage: tspi classify [FIXTURE] [flags]\n"},
		{"missing argument", []string{"explain"},
			"tspi: explain: PID is missing\nhint: usage: tspi explain PID [FIXTURE] [flags]\n"},
		{"no number", []string{"explain", "x"},
			"tspi: explain: PID must be a number from 0 to 2147483647, got \"x\"\n"},
		{"pid out of range", []string{"explain", "2147483648"},
			"tspi: explain: PID must be a number from 0 to 2147483647, got \"2147483648\"\n"},
		{"help for no command", []string{"help", "frobnicate"},
			"tspi: unknown command \"frobnicate\"\nhint: tspi --help lists the commands\n"},
		{"run without out", []string{"run", "x"},
			"tspi: run: --out is missing\nhint: usage: tspi run FIXTURE --out DIR [flags]\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := call(t, "", test.args...)
			refused(t, got)
			if got.stderr != test.want {
				t.Errorf("stderr\n got %q\nwant %q", got.stderr, test.want)
			}
		})
	}
}

// Guards harness.md, section 6: completion knows the commands and the values of
// flags.
func TestCompletion(t *testing.T) {
	if got := call(t, "", "__complete", "cl"); !strings.HasPrefix(got.stdout, "classify\t") {
		t.Errorf("completing cl: %q", got.stdout)
	}
	if got := call(t, "", "__complete", "classify", "--format", ""); !strings.HasPrefix(got.stdout,
		"table\njson\njsonl\n") {
		t.Errorf("completing --format: %q", got.stdout)
	}
}
