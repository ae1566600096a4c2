package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/tspi"
)

// choice is a flag with a fixed set of values.
type choice struct {
	value   string
	allowed []string
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return strings.Join(c.allowed, "|") }

func (c *choice) Set(value string) error {
	if !slices.Contains(c.allowed, value) {
		return unusable("want %s", strings.Join(c.allowed, " or "))
	}
	c.value = value
	return nil
}

// addChoice gives a command a flag with a fixed set of values, the first being
// the default, and completes it.
func addChoice(cmd *cobra.Command, name, usage string, allowed ...string) *choice {
	c := &choice{value: allowed[0], allowed: allowed}
	cmd.Flags().Var(c, name, usage)
	complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return allowed, cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
		panic(err) // the flag was registered one line above
	}
	return c
}

// addLevel gives a command the flag that selects the law.
func addLevel(cmd *cobra.Command) *choice {
	return addChoice(cmd, "level", "law: hardened, or core as first published",
		tspi.Hardened.String(), tspi.Core.String())
}

// level is the law that the flag selects.
func (c *choice) level() tspi.Level {
	if c.value == tspi.Core.String() {
		return tspi.Core
	}
	return tspi.Hardened
}
