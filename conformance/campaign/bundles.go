package campaign

import (
	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/generators"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
)

// RuleBundles: the verdict on a generated bundle is what was planted in it, and no
// more. It is asked of implementations that declare tspi.bundle, beside one table
// in sixteen.
const RuleBundles = "bundles-are-as-planted"

// bundleRule stands among the properties. Its Check is never called: a bundle is a
// folder, which package generators does not make.
func bundleRule() generators.Property {
	return generators.Property{Name: RuleBundles, Family: familyBundle, Clause: "10.manifest", Op: tspiprofile.OpBundle,
		OneIn: 16}
}

const familyBundle generators.Family = "bundle"

// askBundle asks about the bundle that belongs to a trial. At core, one with a
// fault of which core says nothing is not asked.
func (s *subject) askBundle(trial *generators.Trial) ([]generators.Difference, error) {
	bundle := tspigen.BundleFromKey(trial.Seed)
	if _, asked := bundle.Expect(trial.Level); !asked {
		return nil, nil
	}
	_, text, err := bundleCase(bundle, trial.Level, "bundle", RuleBundles, "drawn")
	if err != nil {
		return nil, err
	}
	c, err := tspiprofile.Profile().ParseCase(bundleID(trial.Level, "bundle"), text)
	if err != nil {
		return nil, err
	}
	s.last = question{op: tspiprofile.OpBundle}
	result, answer, err := conformance.AskCase(s.ctx, tspiprofile.Profile(), s.session, c, s.level, s.timeout, nil)
	if err != nil {
		return nil, err
	}
	s.noted(answer)
	if answer.Outcome != adapter.Answered {
		return nil, &noAnswer{verdictOf(answer.Outcome), answer.Detail, answer.Stderr, answer.Received}
	}
	return differencesOf(result.Differences), nil
}

func bundleID(level law.Level, name string) string {
	return tspiprofile.Name + "/" + level.String() + "/10.manifest/" + name
}

// bundleCase is a bundle as a case of the suite. What it must be answered with is
// known from how it was made.
func bundleCase(b *tspigen.Bundle, level law.Level, name, title, why string) (id string, text []byte, err error) {
	made := tspiprofile.MadeBundle{ID: bundleID(level, name), Title: title, Clause: "10.manifest", Why: why}
	for _, file := range b.Files {
		made.Folder.Files = append(made.Folder.Files, profile.FolderFile(file))
	}
	for _, link := range b.Links {
		kind := "symlink"
		if link.Hard {
			kind = "hardlink"
		}
		made.Folder.Entries = append(made.Folder.Entries,
			profile.FolderEntry{Kind: kind, Name: link.Name, Target: link.Target})
	}
	findings, _ := b.Expect(level)
	made.Expect = tspiprofile.ExpectBundle{Status: "pass", ModuleCount: int64(b.Modules),
		VerifiedModuleCount: int64(b.Verified)}
	for _, f := range findings {
		made.Expect.Status = "blocked"
		made.Expect.Findings = append(made.Expect.Findings,
			tspiprofile.ExpectFinding{ErrorCode: string(f.Code), SubjectID: f.Subject})
	}
	text, err = made.Text()
	return made.ID, text, err
}
