package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/tspi"
)

const (
	contractVersion = 1
	protocolVersion = 1
)

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		GroupID: groupOther,
		Short:   "The versions of this program, the contract and the protocol",
		Long:    "version prints what a report about this program should quote.",
		Example: "  tspi version",
		Args:    exactArgs(),
		RunE:    func(*cobra.Command, []string) error { return a.version() },
	}
}

func (a *app) version() error {
	_, err := fmt.Fprintf(a.out, "tspi %s\ncontract %d, adapter protocol %d, default level %s\n%s %s/%s\n",
		buildVersion(), contractVersion, protocolVersion, tspi.Hardened, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// buildVersion is the module's version and, for a build from a checkout, its
// revision. Nothing else of the build information is told: it may hold paths.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown version)"
	}
	version := info.Main.Version
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			version += " revision " + setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			version += " (modified)"
		}
	}
	return version
}
