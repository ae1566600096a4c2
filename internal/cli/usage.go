package cli

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageTemplate is what --help prints below the description. It fits 79 columns.
const usageTemplate = `Usage:{{if .HasAvailableSubCommands}}
  {{.CommandPath}} COMMAND{{else}}
  {{.UseLine}}{{end}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{if .HasAvailableSubCommands}}{{$cmds := .Commands}}{{if eq (len .Groups) 0}}

Commands:{{range $cmds}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}}  {{.Short}}{{end}}{{end}}{{else}}{{range $group := .Groups}}

{{.Title}}{{range $cmds}}{{if (and (eq .GroupID $group.ID) .IsAvailableCommand)}}
  {{rpad .Name .NamePadding}}  {{.Short}}{{end}}{{end}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsagesWrapped 79 | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableSubCommands}}

{{.CommandPath}} COMMAND --help says more of a command.{{end}}
`

// newHelp replaces cobra's, which ends well for a command that does not exist.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "What a command does, and how to call it",
		Long:    "help prints what a command does, its flags and examples.",
		Example: "  tspi help classify\n  tspi help bundle verify",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 && cmd.HasSubCommands() {
				return needsCommand(cmd, rest)
			}
			return cmd.Help()
		},
	}
}

// flagProblem puts pflag's errors into our words, which repeat no value: it may
// be a path.
func flagProblem(cmd *cobra.Command, err error) error {
	if words := cmd.Flags().Args(); cmd.HasSubCommands() && len(words) > 0 {
		return needsCommand(cmd, words) // the flag is of a command that there is not
	}
	var (
		unknown *pflag.NotExistError
		bare    *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	p := unusable("the flags cannot be read")
	switch {
	case errors.As(err, &unknown):
		dashes := "--"
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		p = unusable("unknown flag %s", quoted(dashes+unknown.GetSpecifiedName()))
		if near := nearFlags(cmd, unknown.GetSpecifiedName()); near != "" && dashes == "--" {
			return p.hinting("did you mean %s?", near)
		}
	case errors.As(err, &bare):
		p = unusable("--%s needs a value", bare.GetFlag().Name)
	case errors.As(err, &invalid):
		p = unusable("--%s: %s", invalid.GetFlag().Name, valueProblem(invalid))
	}
	return p.hinting("%s --help lists the flags", cmd.CommandPath())
}

func valueProblem(err *pflag.InvalidValueError) string {
	var p *problem
	if errors.As(err.Unwrap(), &p) {
		return p.message
	}
	kind := err.GetFlag().Value.Type()
	switch kind {
	case "duration":
		return "want a duration, such as 500ms or 10s"
	case "int", "int32", "int64":
		return "want an integer"
	case "uint", "uint32", "uint64":
		return "want an integer >= 0"
	}
	return "want a value of another kind (" + kind + ")"
}

// nearFlags are the flags of a command that a word may have meant, as commands are
// suggested: those within two edits of it, and those that begin with it.
func nearFlags(cmd *cobra.Command, word string) string {
	const edits = 2
	var near []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && (distance(word, f.Name) <= min(edits, len(f.Name)/2) || len(word) > 1 &&
			strings.HasPrefix(f.Name, word)) {
			near = append(near, "--"+f.Name)
		}
	})
	slices.Sort(near)
	return strings.Join(near, " or ")
}

// distance is how many letters must be changed, put in or taken out to make one word
// of another (Levenshtein).
func distance(a, b string) int {
	const longest = 64 // no flag of ours is longer, and the word may be anything
	a, b = a[:min(len(a), longest)], b[:min(len(b), longest)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// quoted shows a word that the person typed, where it is a plain one.
func quoted(word string) string {
	const longest = 32
	plain := len(word) <= longest && !strings.ContainsFunc(word, func(r rune) bool {
		return r < ' ' || r > '~' || r == '/' || r == '\\' || r == '"'
	})
	if !plain {
		return "(not shown: it is no plain word)"
	}
	return strconv.Quote(word)
}

// label begins the message of an error in a command's arguments; the root
// command's has none, since every message begins with the program's name.
func label(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return ""
	}
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	return path + ": "
}

// exactArgs wants as many arguments as names, in the words of the usage line.
func exactArgs(names ...string) cobra.PositionalArgs { return rangeArgs(names, nil) }

// rangeArgs wants the needed arguments and allows the optional ones.
func rangeArgs(needed, optional []string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < len(needed):
			return unusable("%s%s is missing", label(cmd), needed[len(args)]).hinting("usage: %s", cmd.UseLine())
		case len(args) > len(needed)+len(optional):
			return unusable("%stoo many arguments: %d", label(cmd), len(args)).hinting("usage: %s", cmd.UseLine())
		}
		return nil
	}
}

// needsCommand is the run function of a command that only holds others.
func needsCommand(cmd *cobra.Command, args []string) error {
	all := cmd.CommandPath() + " --help lists the commands"
	if len(args) == 0 {
		return unusable("%sno command given", label(cmd)).hinting("%s", all)
	}
	p := unusable("%sunknown command %s", label(cmd), quoted(args[0]))
	cmd.SuggestionsMinimumDistance = 2
	near := cmd.SuggestionsFor(args[0])
	slices.Sort(near)
	if near = slices.Compact(near); len(near) > 0 {
		return p.hinting("did you mean %s?", strings.Join(near, " or "))
	}
	return p.hinting("%s", all)
}
