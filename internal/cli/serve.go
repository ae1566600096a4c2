package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/bundle"
	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/internal/secretscan"
	"github.com/tspi-dev/harness/tspi"
)

const adapterLong = `adapter serves the built-in implementation over the adapter protocol: one JSON
request a line on standard input, one JSON response a line on standard output,
until the input ends. docs/protocol.md is the reference.`

func newAdapter(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "adapter",
		GroupID: groupConform,
		Short:   "Serve the built-in implementation over the protocol",
		Long:    adapterLong,
		Example: "  tspi conform -- tspi adapter\n" +
			"  echo '{\"id\":1,\"op\":\"describe\"}' | tspi adapter",
		Args: exactArgs(),
	}
	level := addLevel(cmd)
	cmd.RunE = func(*cobra.Command, []string) error {
		defer collectRarely(tens)()
		if err := conformance.Serve(a.call.Context, a.builtIn(level.level()), a.call.Stdin, a.call.Stdout); err != nil {
			return unusable("%s", oneLine(err))
		}
		return nil
	}
	return cmd
}

// BuiltIn is the built-in implementation, complete with its judges of folders, for
// the tests of the packages below this one.
func BuiltIn(call Call, level tspi.Level) conformance.Answerer {
	return (&app{call: call, limits: defaultLimits()}).builtIn(level)
}

func (a *app) builtIn(level tspi.Level) conformance.Answerer {
	return tspiprofile.BuiltIn(level, buildVersion(), a.folders())
}

// folders are the judges of folders for the built-in implementation.
func (a *app) folders() tspiprofile.Folders {
	return tspiprofile.Folders{Bundle: a.answerBundle, Run: a.answerRun}
}

// answerBundle is the answer to tspi.bundle: the verdict of the source-module
// lane (contract, section 10).
func (a *app) answerBundle(_ context.Context, dir string, level tspi.Level) (any, error) {
	folder, err := fixture.Open(dir, fixture.DefaultLimits())
	if err != nil {
		return nil, err
	}
	defer folder.Close() // only read from
	options := bundle.Options{Level: level}
	if options.Linked, err = bundle.ReachedByLink(dir, folder.Root()); err != nil {
		return nil, err
	}
	result, err := bundle.Verify(folder.Root(), options)
	if err != nil {
		return nil, err
	}
	status := record.Blocked
	if result.Passed() {
		status = record.Pass
	}
	return struct {
		Status              record.Status  `json:"status"`
		ModuleCount         int            `json:"module_count"`
		VerifiedModuleCount int            `json:"verified_module_count"`
		Findings            []tspi.Finding `json:"findings"`
	}{status, result.ModuleCount, result.VerifiedModuleCount, result.Findings}, nil
}

// answerRun is the answer to tspi.run: the result record, which is not written.
func (a *app) answerRun(_ context.Context, dir string, level tspi.Level) (any, error) {
	clock, err := a.clock()
	if err != nil {
		return nil, err
	}
	folder, err := fixture.Open(dir, fixture.DefaultLimits())
	if err != nil {
		return nil, err
	}
	defer folder.Close() // only read from
	records, err := record.Judge(record.Request{
		Folder: folder, Mode: record.ModeFixture, Level: level, Clock: clock, Scanner: secretscan.Gitleaks(),
		Manifest: manifestVerifier(dir, bundle.Options{Level: level}),
	})
	if err != nil {
		return nil, err
	}
	return records.Result, nil
}
