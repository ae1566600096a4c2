package cli

import (
	"cmp"
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
		buildVersion(), contractVersion, protocolVersion, tspi.Hardened, runtime.Version(), runtime.GOOS,
		runtime.GOARCH)
	if err == nil && buildVersion() == unversioned {
		_,
			err = fmt.Fprintln(a.out,
			"built without a known version or revision; go install of a version, or a build in a clone, tells them")
	}
	return err
}

// buildVersion is what tells this build from another: the module's version and, for a
// build from a checkout, its revision and whether it was modified. Nothing else of the
// build information is told: it may hold paths.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unversioned
	}
	return versionOf(info)
}

// unversioned is the version of a build of which nothing is known.
const unversioned = "(devel)"

func versionOf(info *debug.BuildInfo) string {
	version, revision, modified := cmp.Or(info.Main.Version, unversioned), "", ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			revision = " revision " + setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			modified = " (modified)"
		}
	}
	return version + revision + modified
}
