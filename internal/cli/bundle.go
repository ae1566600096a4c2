package cli

import "github.com/spf13/cobra"

const bundleLong = `bundle works on a folder with the three positive inputs, a manifest
(source_module_manifest.json) and the source bodies that it declares, under
source_modules/.

The digests in a manifest are the sender's: they prove integrity, and origin
only against a manifest digest that you got another way (--manifest-sha256).`

func newBundle(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "bundle",
		GroupID: groupJudge,
		Short:   "Verify or seal a bundle of source modules",
		Long:    bundleLong,
		Example: "  tspi bundle seal mine --relation exact_copy \\\n" +
			"    --class public_macro_tool_body \\\n" +
			"    --anchor source_modules/reaper.py='def reap('\n" +
			"  tspi bundle verify mine --out out",
		Args: cobra.ArbitraryArgs, // so that needsCommand sees an unknown command
		RunE: needsCommand,
	}
	cmd.AddCommand(newBundleVerify(a), newBundleSeal(a))
	return cmd
}
