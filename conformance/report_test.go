package conformance

import (
	"slices"
	"testing"

	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
)

// passing is a report of one case, published and challenged, that is ground for a
// certificate.
func passing() *Report {
	r := &Report{
		SchemaVersion: ReportSchema, Level: "core", Suite: SuiteRef{Version: 1, Cases: 2},
		Challenge: Challenge{ChallengeFresh, "s"},
		Implementation: Description{Ops: []string{tspiprofile.OpClassify, tspiprofile.OpAudit},
			Levels: []string{"core"}},
		Problems: []string{}, Shortcomings: []string{}, Reservations: []string{},
		Results: []Result{
			{Case: "a", Op: tspiprofile.OpClassify, Verdict: Pass}, {Case: "a", Variant: 1, Op: tspiprofile.OpClassify,
				Verdict: Pass}, {Case: "a", Repeat: 1, Op: tspiprofile.OpClassify, Verdict: Pass},
			{Case: "b", Op: tspiprofile.OpAudit, Verdict: Pass},
		},
	}
	r.conclude(&Options{Profile: tspiProfile})
	return r
}

// Only a run in which everything holds passes, and only one that was asked
// everything, fresh, is ground for a certificate: each single fault takes it away
// (harness, sections 2 and 3).
func TestWhatPassesAndWhatIsCertifiable(t *testing.T) {
	for name, test := range map[string]struct {
		change     func(r *Report, o *Options)
		passes     bool
		certifable bool
	}{
		"as it is":             {func(*Report, *Options) {}, true, true},
		"a failure":            {func(r *Report, _ *Options) { r.Results[0].Verdict = Fail }, false, false},
		"a failing variant":    {func(r *Report, _ *Options) { r.Results[1].Verdict = Fail }, false, false},
		"a failing repetition": {func(r *Report, _ *Options) { r.Results[2].Verdict = Fail }, false, false},
		"a crash":              {func(r *Report, _ *Options) { r.Results[0].Verdict = Crash }, false, false},
		"a hang":               {func(r *Report, _ *Options) { r.Results[0].Verdict = Hang }, false, false},
		"garbage":              {func(r *Report, _ *Options) { r.Results[0].Verdict = Garbage }, false, false},
		"a verdict of nobody":  {func(r *Report, _ *Options) { r.Results[0].Verdict = "" }, false, false},
		// the only audit
		"a skipped case":        {func(r *Report, _ *Options) { r.Results[3].Verdict = Skipped }, false, false},
		"a skipped variant":     {func(r *Report, _ *Options) { r.Results[1].Verdict = Skipped }, true, false},
		"an undeclared feature": {func(r *Report, _ *Options) { r.Results[1].Verdict = Unsupported }, true, true},
		"nothing but undeclared": {func(r *Report, _ *Options) {
			for i := range r.Results {
				r.Results[i].Verdict = Unsupported
			}
		}, false, false},
		"a provisional failure": {func(r *Report, _ *Options) {
			r.Results[1].Verdict, r.Results[1].Provisional = Fail, true
		}, true, true},
		"a provisional crash": {func(r *Report, _ *Options) {
			r.Results[1].Verdict, r.Results[1].Provisional = Crash, true
		}, true, true},
		"a known failure": {func(r *Report, o *Options) {
			r.Results[0].Verdict, o.Known = Fail, []KnownFailure{{"a", "x"}}
		}, true, false},
		"a known crash": {func(r *Report, o *Options) {
			r.Results[0].Verdict, o.Known = Crash, []KnownFailure{{"a", "x"}}
		}, false, false},
		"an entry that is known": {func(_ *Report, o *Options) {
			o.Known = []KnownFailure{{"a", "x"}}
		}, false, false},
		"a case without a result": {func(r *Report, _ *Options) { r.Results = r.Results[1:] }, true, false},
		"only a part":             {func(_ *Report, o *Options) { o.Only = []string{"*"} }, true, false},
		"a seed that was given":   {func(r *Report, _ *Options) { r.Challenge.Mode = ChallengeSeed }, true, false},
		"no challenge":            {func(r *Report, _ *Options) { r.Challenge.Mode = ChallengeOff }, true, false},
		"a run that was given up": {func(r *Report, _ *Options) { r.Aborted = "x" }, false, false},
		"a problem":               {func(r *Report, _ *Options) { r.Problems = []string{"x"} }, false, false},
		"a shortcoming":           {func(r *Report, _ *Options) { r.Shortcomings = []string{"x"} }, false, false},
		"no result":               {func(r *Report, _ *Options) { r.Results = nil }, false, false},
		"an operation never exercised": {func(r *Report, _ *Options) {
			r.Results[3].Op = tspiprofile.OpClassify
		}, false, false},
		"an undeclared level": {func(r *Report, _ *Options) { r.Level = "hardened" }, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			r, o := passing(), Options{Profile: tspiProfile}
			r.Problems = []string{}
			test.change(r, &o)
			r.Reservations = nil
			r.conclude(&o)
			if r.Passed() != test.passes {
				t.Errorf("passed %v, want %v; %q", r.Passed(), test.passes, r.Problems)
			}
			if reasons := r.Certifiable(); (reasons == nil) != test.certifable {
				t.Errorf("the reasons are %q", reasons)
			}
		})
	}
}

// A report that was read back and contradicts itself says where; one that was
// edited consistently does not, which is why a certificate is never made of one.
func TestInconsistentReports(t *testing.T) {
	for name, test := range map[string]struct {
		change func(r *Report)
		want   string
	}{
		"as it is": {func(*Report) {}, ""},
		"a turned verdict": {func(r *Report) {
			r.Results[0].Verdict = Fail
		}, "/counts: are not the counts of /results"},
		"a total":          {func(r *Report) { r.Counts.Total++ }, "/counts: are not the counts of /results"},
		"a count of known": {func(r *Report) { r.Counts.Known++ }, "/counts: are not the counts of /results"},
		"a required total": {func(r *Report) {
			r.Counts.RequiredTotal--
		}, "/counts: are not the counts of /results"},
		"a required green": {func(r *Report) {
			r.Counts.RequiredGreen--
		}, "/counts: are not the counts of /results"},
		"a count of a verdict": {func(r *Report) {
			r.Counts.ByVerdict[Pass]++
		}, "/counts: are not the counts of /results"},
		"one more result": {func(r *Report) {
			r.Results = append(r.Results, Result{Verdict: Pass})
		}, "/counts: are not the counts of /results"},
		"another feature": {func(r *Report) {
			r.Features = []string{tspiprofile.OpRun}
		}, "/features: are not the operations of /results"},
		"a verdict of nobody": {func(r *Report) {
			r.Results[1].Verdict = "fine"
			r.count()
		}, "/results/1/verdict: there is no such verdict"},
	} {
		r := passing()
		test.change(r)
		if got := r.Inconsistent(); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// Results stand in one order, whatever the order in which they came: by case,
// variant, repetition.
func TestResultsAreSorted(t *testing.T) {
	r := passing()
	slices.Reverse(r.Results)
	r.conclude(&Options{Profile: tspiProfile})
	want := passing().Results
	if !slices.EqualFunc(r.Results, want, func(a, b Result) bool {
		return a.Case == b.Case && a.Variant == b.Variant && a.Repeat == b.Repeat
	}) {
		t.Errorf("the results are %+v", r.Results)
	}
	if got := Verdicts(); got[0] != Pass || len(got) != 7 {
		t.Errorf("the verdicts are %v", got)
	}
}
