package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/profiletest"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/law"
)

// In a pattern * stands for any text, slashes included, and ? for one character.
func TestMatchPattern(t *testing.T) {
	for _, test := range []struct {
		pattern, id string
		match       bool
	}{
		{"", "", true}, {"", "a", false}, {"a", "", false}, {"*", "", true}, {"*", "tspi/core/4.init/a", true},
		{"tspi/core/*", "tspi/core/4.init/a", true}, {"tspi/core/*", "tspi/hardened/4.init/a", false},
		{"*/4.init/*", "tspi/core/4.init/a", true},
		{"*/4.init", "tspi/core/4.init/a", false}, {"*/4?init/a", "tspi/core/4.init/a", true}, {"?", "", false},
		{"?", "ab", false},
		{"*a*b", "xaxbxab", true}, {"*a*b", "xaxbxa", false}, {"a**", "a", true}, {"*.*", "core", false},
		{"[a]", "a", false}, {"[a]", "[a]", true},
	} {
		if got := matchPattern(test.pattern, test.id); got != test.match {
			t.Errorf("%q and %q: got %v", test.pattern, test.id, got)
		}
	}
	// A hostile pattern costs no more than the product of the lengths.
	if matchPattern(strings.Repeat("*a", 2000)+"b", strings.Repeat("a", 20_000)) {
		t.Error("a long pattern matches")
	}
}

func optionsRun(t *testing.T, o Options) *Report {
	t.Helper()
	if o.Cases == nil {
		o.Cases = part(t, 40)
	}
	r, err := Run(t.Context(), InProcess(tspiprofile.BuiltIn(o.Level, "1", tspiprofile.Folders{})), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// --only and --skip choose; what is skipped is reported as skipped, what is not
// chosen is not reported; either way there is no certificate (harness, section 2).
func TestOnlyAndSkip(t *testing.T) {
	files := part(t, 40)
	all := optionsRun(t, Options{Cases: files, ChallengeMode: ChallengeOff})
	audits := 0
	for i := range all.Results {
		if strings.Contains(all.Results[i].Case, "/8.") {
			audits++
		}
	}
	if audits == 0 || audits == len(all.Results) {
		t.Fatal("the part has no audits, or nothing else")
	}
	only := optionsRun(t, Options{Cases: files, Only: []string{"*/8.*"}})
	if !only.Passed() || only.Counts.ByVerdict[Skipped] != 0 ||
		!slices.Contains(only.Certifiable(), "only a part of the suite was run (--only)") {
		t.Errorf("only: passed %v, %v, %v", only.Passed(), only.Counts, only.Certifiable())
	}
	for i := range only.Results {
		if !strings.Contains(only.Results[i].Case, "/8.") {
			t.Errorf("only: %s was asked", only.Results[i].Case)
		}
	}
	skip := optionsRun(t, Options{Cases: files, Skip: []string{"*/8.*"}, ChallengeMode: ChallengeOff})
	if skip.Counts.ByVerdict[Skipped] != audits || skip.Counts.ByVerdict[Pass] != len(all.Results)-audits {
		t.Errorf("skip: %v", skip.Counts)
	}
	if !slices.Contains(skip.Certifiable(), "cases were skipped (--skip)") {
		t.Errorf("skip: %v", skip.Certifiable())
	}
	both := optionsRun(t, Options{Cases: files, Only: []string{"*/8.*", "*/5.*"}, Skip: []string{"*/8.*"}})
	if both.Counts.ByVerdict[Skipped] != audits || both.Counts.ByVerdict[Pass] == 0 {
		t.Errorf("both: %v", both.Counts)
	}
}

// A pattern that matches nothing, a run of no case and a required operation that
// was never exercised are problems, and no success (harness, section 2).
func TestProblemsOfTheCall(t *testing.T) {
	files := part(t, 40)
	suite, err := LoadSuite(tspiProfile, files, tspiProfile.Suite)
	if err != nil {
		t.Fatal(err)
	}
	var audits []string
	for _, c := range suite.Cases {
		if c.Op == tspiprofile.OpAudit {
			audits = append(audits, c.ID)
		}
	}
	for name, test := range map[string]struct {
		options  Options
		problems []string
	}{
		"none": {Options{}, []string{}},
		"an only that matches nothing": {Options{Only: []string{"*/5.*", "tspi/corr/*"}},
			[]string{`pattern "tspi/corr/*": matches no case at level hardened`}},
		"a skip that matches nothing": {Options{Skip: []string{"no-such-*"}},
			[]string{`pattern "no-such-*": matches no case at level hardened`}},
		"nothing chosen": {Options{Only: []string{"none"}},
			[]string{`pattern "none": matches no case at level hardened`, "no case was run"}},
		"all skipped": {Options{Skip: []string{"*"}},
			[]string{"no case was run", "operation tspi.classify: is required and was never exercised",
				"operation tspi.audit: is required and was never exercised"}},
		"audits skipped": {Options{Skip: audits},
			[]string{"operation tspi.audit: is required and was never exercised"}},
		"hardened cases at core": {Options{Level: law.Core, Only: []string{"tspi/core/*", "tspi/hardened/*"}},
			[]string{`pattern "tspi/hardened/*": matches no case at level core`}},
	} {
		t.Run(name, func(t *testing.T) {
			test.options.ChallengeMode = ChallengeOff
			test.options.Cases = files
			r := optionsRun(t, test.options)
			if !slices.Equal(r.Problems, test.problems) {
				t.Errorf("got %q, want %q", r.Problems, test.problems)
			}
			if r.Passed() != (len(test.problems) == 0) {
				t.Errorf("passed: %v", r.Passed())
			}
		})
	}
}

// What the implementation lacks as a whole is its shortcoming, and no fault of
// the call: a required operation that it does not declare, no operation at all, a
// description with a path. Optional operations may be missing: they are reported
// as not tested.
func TestShortcomings(t *testing.T) {
	for name, test := range map[string]struct {
		describe func(*Description)
		want     []string
		passed   bool
	}{
		"none": {func(*Description) {}, []string{}, true},
		"no relief": {func(d *Description) {
			d.Ops = []string{tspiprofile.OpAudit, tspiprofile.OpClassify}
		}, []string{}, true},
		"no audit": {func(d *Description) {
			d.Ops = []string{tspiprofile.OpClassify, tspiprofile.OpRelief}
		}, []string{"operation tspi.audit: is required, and the implementation does not declare it"}, false},
		"no operation": {func(d *Description) { d.Ops = nil }, []string{
			"operation tspi.classify: is required, and the implementation does not declare it",
			"operation tspi.audit: is required, and the implementation does not declare it"}, false},
		"another profile's": {func(d *Description) { d.Ops = []string{"other.classify"} }, []string{
			"operation tspi.classify: is required, and the implementation does not declare it",
			"operation tspi.audit: is required, and the implementation does not declare it"}, false},
		"a path for a name": {func(d *Description) {
			d.Name = "/home/me/reaper"
		}, []string{"describe: name holds an absolute path"}, false},
		"paths elsewhere": {func(d *Description) {
			d.Contact, d.URL = "see /Users/me", "file:///home/me/x"
		}, []string{"describe: url holds an absolute path", "describe: contact holds an absolute path"}, false},
		"a web address": {func(d *Description) { d.URL = "https://acme.example/home/me/x" }, []string{}, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := runFaulty(t, faulty{describe: test.describe}, Options{})
			var problems []string
			if len(test.want) == 2 && strings.HasPrefix(test.want[0], "operation ") {
				problems = []string{"profile tspi: the implementation declares no operation of it"}
			}
			if !slices.Equal(r.Shortcomings, test.want) || !slices.Equal(r.Problems, problems) &&
				len(r.Problems)+len(problems) > 0 {
				t.Errorf("got %q and the problems %q, want %q and %q", r.Shortcomings, r.Problems, test.want, problems)
			}
			if r.Passed() != test.passed || (r.Certifiable() == nil) != test.passed {
				t.Errorf("passed %v, %v", r.Passed(), r.Certifiable())
			}
			if text := profiletest.JSON(t, r.Implementation); strings.Contains(text, "/home/me/reaper") ||
				strings.Contains(text, "/Users") || strings.Contains(text, "file:") {
				t.Errorf("the report holds the path: %s", text)
			}
			if name == "no relief" &&
				(r.Counts.ByVerdict[Unsupported] == 0 || slices.Contains(r.Features, tspiprofile.OpRelief)) {
				t.Errorf("what was not tested is not said: %v, %v", r.Counts, r.Features)
			}
		})
	}
}

// An implementation that does not declare the level of the run gets no
// certificate of it, though it passes.
func TestAnUndeclaredLevel(t *testing.T) {
	r := runFaulty(t, faulty{describe: func(d *Description) { d.Levels = []string{"core"} }}, Options{})
	if want := []string{"the implementation does not declare the level hardened"}; !r.Passed() ||
		!slices.Equal(r.Certifiable(), want) {
		t.Errorf("passed %v, %q", r.Passed(), r.Certifiable())
	}
}

// There are no other suites than the frozen ones.
func TestUnknownSuite(t *testing.T) {
	for version, want := range map[int]string{tspiProfile.Suite + 1: fmt.Sprintf("suite: there is no version %d", tspiProfile.Suite+1), -1: "suite: there is no version -1"} {
		_, err := Run(t.Context(), InProcess(tspiprofile.BuiltIn(law.Hardened, "1", tspiprofile.Folders{})),
			Options{Suite: version})
		if err == nil || err.Error() != want {
			t.Errorf("suite %d: %v", version, err)
		}
	}
}

// A seed that was given, or no challenge at all, is no ground for a certificate.
func TestModesOfAChallenge(t *testing.T) {
	for mode, reasons := range map[string][]string{
		"":             nil,
		ChallengeFresh: nil,
		ChallengeSeed:  {"the challenge seed was given, not drawn in this run"},
		ChallengeOff:   {"there were no challenges (--challenge off)"},
	} {
		a, b := optionsRun(t, Options{ChallengeMode: mode, Seed: "mine"}),
			optionsRun(t, Options{ChallengeMode: mode, Seed: "mine"})
		if !a.Passed() || !slices.Equal(a.Certifiable(), reasons) {
			t.Errorf("%q: passed %v, %q", mode, a.Passed(), a.Certifiable())
		}
		switch mode {
		case ChallengeSeed:
			if a.Challenge != (Challenge{ChallengeSeed, "mine"}) {
				t.Errorf("the challenge is %v", a.Challenge)
			}
		case ChallengeOff:
			if a.Challenge != (Challenge{Mode: ChallengeOff}) || slices.ContainsFunc(a.Results, func(r Result) bool {
				return r.Variant > 0
			}) {
				t.Errorf("the challenge is %v", a.Challenge)
			}
		default:
			if len(a.Challenge.Seed) != 32 || a.Challenge.Seed == b.Challenge.Seed ||
				a.Challenge.Mode != ChallengeFresh {
				t.Errorf("the challenges are %v and %v", a.Challenge, b.Challenge)
			}
		}
	}
}
