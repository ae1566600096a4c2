package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/bundle"
	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/tspi"
)

const runLong = `run judges a fixture: its three positive inputs must raise nothing, each of
its eight negative cases must raise its own code and no other, and nothing may
hold a command, a path or a secret. It writes the records that say so into the
folder of --out, whole or not at all; a run that does not pass writes them too.

A fixture of facts (facts.json and negative/CODE.json) is judged by the profile
that its codes name: the decision over its facts must raise nothing, and each
code has a negative case that raises it alone.

Where SOURCE_DATE_EPOCH is set it is the clock, and two runs over the same
inputs write the same bytes. No record holds a path of yours.

A run that passes is about these inputs and expires with them; tspi help
classify tells the known limits of a verdict.

Exit status: 0 it passed; 1 it did not; 2 the inputs are unusable or the
records could not be written, and nothing was written.`

func newRun(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "run FIXTURE --out DIR",
		GroupID: groupJudge,
		Short:   "Judge a fixture with its negative cases, and write records",
		Long:    runLong,
		Example: "  tspi run testdata/fixture --out out\n" +
			"  tspi run testdata/fixtures/ident --out out\n" +
			"  SOURCE_DATE_EPOCH=0 tspi run testdata/fixture --out out \\\n" +
			"    --sign-off out/sign_off.json",
		Args: exactArgs("FIXTURE"),
	}
	out := addOut(cmd)
	signOff := cmd.Flags().String("sign-off", "", "write a sign-off over the records to `FILE`")
	level := addLevel(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *out == "" {
			return outMissing(cmd)
		}
		p, err := a.profileOfFixture(args[0])
		if err != nil {
			return err
		}
		asked, err := levelFor(cmd, p, level)
		if err != nil {
			return err
		}
		options := bundle.Options{Level: asked}
		return a.judge(args[0], options, record.RunRequest{
			Request:     record.Request{Mode: record.ModeFixture, Level: options.Level, Facts: p.Facts},
			Out:         *out,
			SignOffFile: *signOff,
		})
	}
	return cmd
}

// profileOfFixture tells the profile of a fixture by its files: a fixture of facts has
// facts.json and a folder of negative cases, whose codes begin with the profile's name.
func (a *app) profileOfFixture(dir string) (*profile.Profile, error) {
	folder, err := fixture.Open(dir, fixture.DefaultLimits())
	if err != nil {
		return nil, unusable("%s: %v", shown(dir), err)
	}
	defer folder.Close() // only read from
	table := string(tspi.InputProcessTable) + ".json"
	switch hasFacts := folder.Has(fixture.FactsName) || folder.Has(fixture.NegativeFolder); {
	case !hasFacts:
		return conformance.DefaultProfile(), nil
	case folder.Has(table):
		return nil, unusable("%s: holds %s and %s; a fixture is of one profile", shown(dir), fixture.FactsName, table)
	}
	names, err := folder.NegativeNames()
	if err != nil {
		return nil, unusable("%s: %s", shown(dir), err)
	}
	for _, p := range conformance.Profiles() {
		if p.Facts != nil && strings.HasPrefix(names[0], strings.ToUpper(p.Name)+"_") {
			return p, nil
		}
	}
	return nil, unusable("%s: its negative cases are named after no profile's codes", shown(dir)).
		hinting("name each negative/CODE.json after a code of docs/contracts")
}

// addOut gives a command the flag for where its records go.
func addOut(cmd *cobra.Command) *string {
	return cmd.Flags().String("out", "", "folder `DIR` for the records; it is made where it is missing")
}

func outMissing(cmd *cobra.Command) error {
	return unusable("%s--out is missing", label(cmd)).hinting("usage: %s", cmd.UseLine())
}
