package cli

import (
	"errors"

	"github.com/tspi-dev/harness/internal/bundle"
	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/internal/secretscan"
)

// judge runs the judgement of a folder, writes its records and says what came
// out. req lacks what every run of this command line has alike; the options are
// for the source modules that may be there.
func (a *app) judge(dir string, options bundle.Options, req record.RunRequest) error {
	growAtOnce(tens)
	if err := notJudged(dir, output{"--out", req.Out}, output{"--sign-off", req.SignOffFile}); err != nil {
		return err
	}
	clock, err := a.clock()
	if err != nil {
		return err
	}
	folder, err := fixture.Open(dir, fixture.Limits{ProcessTable: a.limits.table, Other: a.limits.document})
	if err != nil {
		return unusable("%s: %v", shown(dir), err)
	}
	defer folder.Close() // only read from
	req.Folder, req.Clock, req.Scanner = folder, clock, secretscan.Gitleaks()
	req.Manifest = manifestVerifier(dir, options)
	records, err := record.Run(req)
	if err != nil {
		return recordProblem(err)
	}
	if err := view.Run(a.out, records, shown(req.Out), a.style()); err != nil {
		return err
	}
	if !records.Passed() {
		return errFallsShort
	}
	return nil
}

// recordProblem keeps the words of errors that are made for people: they name no
// path.
func recordProblem(err error) error {
	var (
		write *record.WriteError
		check *record.SelfCheckError
	)
	switch {
	case errors.As(err, &write):
		return unusable("%s", write.Error()).hinting("nothing was written")
	case errors.As(err, &check):
		return unusable("%s", check.Error())
	}
	return err
}
