package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
)

// profileFlag is the contract that a command judges by.
type profileFlag struct{ name string }

func addProfile(cmd *cobra.Command) *profileFlag {
	names := conformance.ProfileNames()
	f := &profileFlag{}
	cmd.Flags().StringVar(&f.name, "profile", names[0], "judge by the contract `P`: "+strings.Join(names, ", "))
	return f
}

// profile is the profile that was asked for.
func (f *profileFlag) profile() (*profile.Profile, error) {
	p, err := conformance.ProfileNamed(f.name)
	if err != nil {
		return nil, unusable("--profile: %s", err.Error())
	}
	return p, nil
}

func isProfile(name string) bool {
	_, err := conformance.ProfileNamed(name)
	return err == nil
}

// levelFor is the level that was asked for; the profile's default where none was. The
// profiles of facts have core alone.
func levelFor(cmd *cobra.Command, p *profile.Profile, level *choice) (law.Level, error) {
	asked := level.level()
	if !p.HasLevel(asked) && cmd.Flags().Changed("level") {
		return asked, unusable("--level %s: profile %s has the level %s alone", asked, p.Name, p.Level())
	}
	return p.LevelOr(asked), nil
}
