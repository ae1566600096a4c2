package cli

import (
	"github.com/spf13/cobra"
)

const completionLong = `completion prints a script that completes commands, flags and their values in
your shell. Load it in the current shell, or install it once:

  bash        source <(tspi completion bash)
  zsh         tspi completion zsh > "${fpath[1]}/_tspi"
  fish        tspi completion fish > ~/.config/fish/completions/tspi.fish
  powershell  tspi completion powershell | Out-String | Invoke-Expression`

func newCompletion(a *app) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:                   "completion bash|zsh|fish|powershell",
		GroupID:               groupOther,
		Short:                 "A completion script for your shell",
		Long:                  completionLong,
		Example:               "  source <(tspi completion bash)",
		Args:                  exactArgs("a shell"),
		ValidArgs:             shells,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.out, true)
			case "zsh":
				return root.GenZshCompletion(a.out)
			case "fish":
				return root.GenFishCompletion(a.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.out)
			}
			return unusable("no completion for the shell %s", quoted(args[0])).
				hinting("there is one for bash, zsh, fish and powershell")
		},
	}
}
