package cli

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/internal/redact"
	"github.com/tspi-dev/harness/tspi"
)

const redactLong = `redact makes a captured process table publishable: a fixture folder with the
same tree, ages and kinds, for a bug report. Pids are renumbered (0 and 1
stay), memory is rounded to two digits, and a command becomes a made-up one
that the law takes for the same: of the original only those substrings of the
policy and the taxonomy are left that it matches. Comments and malformed
lines are counted and not repeated. Line 17 of the table is line 17 of the
fixture, so that you can still say which process you mean.

Without --policy and --owners the built-in ones apply. They are published with
the table, without their descriptions; an own one with a path or a secret in
it is refused.

Before anything is written, the fixture is read again and checked: each row is
classified as in the original by both levels of the law, no token of four
characters or more is left of it that the policy, the taxonomy or our few
words do not hold, and neither a path nor a secret is found. The fixture has
the eight negative cases, so that tspi run judges it.

Exit status: 0 it is written; 1 the check failed; 2 the call or its input is
unusable. Nothing is written but with 0, and that whole or not at all.`

// redactLimit bounds a table that is to be published: far above any that a person
// would look at.
const redactLimit = 64 << 20

func newRedact(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "redact --out DIR",
		GroupID: groupRead,
		Short:   "Make a captured process table publishable, as a fixture",
		Long:    redactLong,
		Example: "  " + psCommand + " | tspi redact --out fixture\n" +
			"  tspi redact --ps table.txt --out fixture\n" +
			"  tspi classify fixture",
		Args: exactArgs(),
	}
	f := &inputFlags{}
	f.addFiles(cmd)
	out := cmd.Flags().String("out", "", "folder `DIR` for the fixture; it must not be there, or be empty")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *out == "" {
			return outMissing(cmd)
		}
		*out = filepath.Clean(*out)
		if err := isFree(*out); err != nil {
			return err
		}
		source, name, err := a.redactSource(f)
		if err != nil {
			return err
		}
		return a.redact(source, name, *out)
	}
	return cmd
}

// redactSource reads the three inputs; name is what the table's file is called.
func (a *app) redactSource(f *inputFlags) (source redact.Source, name string, err error) {
	if source.Policy, err = a.document(f.policy, fixture.Document{}, tspi.InputPressurePolicy); err != nil {
		return source, "", err
	}
	if _, err = tspi.ReadPolicy(source.Policy, tspi.Hardened); err != nil {
		return source, "", naming(f.policy, err)
	}
	if source.Owners, err = a.document(f.owners, fixture.Document{}, tspi.InputOwnerClasses); err != nil {
		return source, "", err
	}
	if _, err = tspi.ReadOwners(source.Owners, tspi.Hardened); err != nil {
		return source, "", naming(f.owners, err)
	}
	name, source.PSText, err = a.readPSText(f.ps, min(redactLimit, a.limits.table), "redact --out DIR")
	if err != nil {
		return source, name, err
	}
	_, err = parseCaptured(shown(name), source.PSText, tspi.Hardened)
	return source, name, err
}

func (a *app) redact(source redact.Source, name, out string) error {
	made, err := redact.Redact(source)
	if err != nil {
		// of a line: all else was read before
		return unusable("%s: %v", shown(name), err).hinting("nothing was written")
	}
	files, err := fixtureFiles(made)
	if err != nil {
		return err
	}
	return a.publish(source, files, out)
}

// publish checks the files against the original and writes them.
func (a *app) publish(source redact.Source, files *redactedFiles, out string) error {
	if err := files.guard(); err != nil {
		return err
	}
	checked, err := redact.Check(source, files.source())
	if err != nil {
		return (&problem{message: "redact: " + err.Error(), status: statusFallsShort}).
			hinting("nothing was written; this is a fault of tspi, please report it without the table")
	}
	if err := writeFolder(out, files.all()); err != nil {
		return err
	}
	return view.Redacted(a.out, view.RedactedFacts{
		Folder: shown(out), Processes: checked.Rows, Helpers: checked.Helpers, Tokens: checked.Tokens,
	}, a.style())
}
