package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/internal/bundle"
	"github.com/tspi-dev/harness/internal/fixture"
)

const bundleSealLong = `seal writes the manifest of a bundle: a row for each file under
source_modules/, with its digests. What an earlier manifest says of a body
stays; --anchor, --id, --source, --relation and --class say more, of one body
by its path in the bundle (PATH=...), or of every one that nothing is said of
(--relation, --class).

RELATION is exact_copy, source_faithful_public_refactor or
verified_public_safe_private_path_rewrite. CLASS is public_macro_ and one of
pattern_body, tool_body, receipt_body, proof_body, standard_body.

A body needs at least one anchor: a text that occurs in it and by which people
would know it. Only a manifest that bundle verify passes is written, whole or
not at all.

Exit status: 0 it is sealed; 2 it could not be, and nothing was written.`

func newBundleSeal(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "seal BUNDLE",
		Short: "Write the manifest of a bundle",
		Long:  bundleSealLong,
		Example: "  tspi bundle seal mine --relation exact_copy \\\n" +
			"    --class public_macro_tool_body \\\n" +
			"    --anchor source_modules/reaper.py='def reap('",
		Args: exactArgs("BUNDLE"),
	}
	said := addSaid(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		options, err := sealOptions(said)
		if err != nil {
			return err
		}
		return a.seal(args[0], options)
	}
	return cmd
}

func (a *app) seal(dir string, options bundle.SealOptions) error {
	folder, err := fixture.Open(dir, fixture.DefaultLimits())
	if err != nil {
		return unusable("%s: %v", shown(dir), err)
	}
	defer folder.Close() // the manifest is synced when it gets its name
	sealed, err := bundle.Seal(folder.Root(), options)
	if err != nil {
		return sealProblem(dir, err)
	}
	did := "Sealed"
	if !sealed.Changed {
		did = "Already sealed"
	}
	modules := "source modules"
	if sealed.ModuleCount == 1 {
		modules = "source module"
	}
	_,
		err = fmt.Fprintf(a.out,
		"%s: %d %s in %s.\nmanifest sha256: %s\nTell it another way than the bundle goes, for --manifest-sha256.\n",
		did, sealed.ModuleCount, modules, shown(dir), sealed.ManifestSHA256)
	return err
}

// sealProblem tells everything that stands in the way of a seal, one a line.
func sealProblem(dir string, err error) error {
	var stands *bundle.SealError
	if !errors.As(err, &stands) {
		return unusable("%s: %v", shown(dir), err)
	}
	return unusable("%s", strings.ReplaceAll(stands.Error(), "\n", "\ntspi: ")).hinting("nothing was written")
}
