package cli

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/internal/bundle"
	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/internal/record"
)

const bundleVerifyLong = `verify judges a bundle: its three positive inputs must raise nothing, and each
source body must be the one that the manifest declares, carry its anchors and
hold no path and no command. Nothing outside the folder is read, and no link is
followed. It writes the record that says so into the folder of --out.

The digests in a manifest are the sender's. With --manifest-sha256 the manifest
itself must be the one that you were told of another way.

Exit status: 0 it passed; 1 it did not; 2 the inputs are unusable or the record
could not be written, and nothing was written.`

func newBundleVerify(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify BUNDLE --out DIR",
		Short: "Judge a bundle, and write the record",
		Long:  bundleVerifyLong,
		Example: "  tspi bundle verify mine --out out\n" +
			"  tspi bundle verify mine --out out \\\n" +
			"    --manifest-sha256 \"$(cat manifest.sha256)\"",
		Args: exactArgs("BUNDLE"),
	}
	out := addOut(cmd)
	pin := cmd.Flags().String("manifest-sha256", "", "SHA-256 that the manifest must have, `HEX`")
	level := addLevel(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *out == "" {
			return outMissing(cmd)
		}
		if !isPin(*pin) {
			return unusable("--manifest-sha256: want 64 lowercase hex digits")
		}
		options := bundle.Options{Level: level.level(), ManifestSHA256: *pin}
		return a.judge(args[0], options, record.RunRequest{
			Request: record.Request{Mode: record.ModeBundle, Level: options.Level},
			Out:     *out,
		})
	}
	return cmd
}

// isPin reports whether a text can be the digest of a manifest: nothing, or 64
// lowercase hex digits, optionally behind "sha256:".
func isPin(text string) bool {
	digits := strings.TrimPrefix(text, "sha256:")
	return text == "" || len(digits) == 64 && strings.Trim(digits, "0123456789abcdef") == ""
}

// manifestVerifier verifies the source modules of the folder dir for a run.
func manifestVerifier(dir string, options bundle.Options) record.ManifestVerifier {
	return func(root *os.Root) (record.ManifestVerdict, error) {
		var err error
		if options.Linked, err = bundle.ReachedByLink(dir, root); err != nil {
			return record.ManifestVerdict{}, unusable("%s: %v", shown(dir), err)
		}
		result, err := bundle.Verify(root, options)
		if err != nil {
			return record.ManifestVerdict{}, unusable("%s: %v", shown(dir), err)
		}
		return record.ManifestVerdict{
			ModuleCount:         result.ModuleCount,
			VerifiedModuleCount: result.VerifiedModuleCount,
			Findings:            result.Findings,
			Files:               filesRead(result),
		}, nil
	}
}

// filesRead are the digests of the manifest and of each body that was read.
func filesRead(result bundle.Result) []fixture.Digest {
	var files []fixture.Digest
	if result.ManifestSHA256 != "" {
		files = append(files, fixture.Digest{Path: record.ManifestName, SHA256: result.ManifestSHA256,
			Size: result.ManifestSize})
	}
	seen := map[string]bool{}
	for _, module := range result.Modules {
		if module.SHA256 != "" && module.Ref != "" && !seen[module.Ref] {
			seen[module.Ref] = true
			files = append(files, fixture.Digest{Path: module.Ref, SHA256: module.SHA256, Size: module.Size})
		}
	}
	return files
}
