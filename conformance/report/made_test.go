package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
)

// made is a report of those results, as a run would have counted them.
func made(results ...conformance.Result) *conformance.Report {
	r := &conformance.Report{
		SchemaVersion: conformance.ReportSchema, Harness: "v1", CreatedAt: time.Unix(1_800_000_000, 0).UTC(),
		Implementation: conformance.Description{Name: "acme", Version: "2.1", Language: "python",
			Ops: []string{"tspi.classify", "tspi.audit"}, Levels: []string{"core", "hardened"}},
		Profile: "tspi", Level: "hardened",
		Suite:     conformance.SuiteRef{Version: 1, Digest: "sha256:" + strings.Repeat("ab", 32)},
		Challenge: conformance.Challenge{Mode: conformance.ChallengeFresh, Seed: "5eed"},
		Jobs:      2, OneShot: true,
		Features: []string{}, Problems: []string{}, Shortcomings: []string{}, Reservations: []string{},
		Results: results,
	}
	recount(r)
	return r
}

// recount makes a report agree with its results.
func recount(r *conformance.Report) {
	r.Counts = conformance.Counts{Total: len(r.Results), ByVerdict: map[conformance.Verdict]int{}}
	r.Suite.Cases = 0
	for i := range r.Results {
		result := &r.Results[i]
		r.Counts.ByVerdict[result.Verdict]++
		if result.Known != "" {
			r.Counts.Known++
		}
		if !result.Provisional && result.Variant == 0 && result.Repeat == 0 {
			r.Suite.Cases++
		}
		if result.Verdict != conformance.Unsupported && !result.Provisional {
			r.Counts.RequiredTotal++
			if result.Green() {
				r.Counts.RequiredGreen++
			}
		}
		if result.Verdict != conformance.Unsupported && result.Verdict != conformance.Skipped &&
			!slices.Contains(r.Features, result.Op) {
			r.Features = append(r.Features, result.Op)
		}
	}
	slices.Sort(r.Features)
	r.Group()
}

func result(id, clause string, verdict conformance.Verdict) conformance.Result {
	return conformance.Result{Case: id, Title: "About " + id, Clause: clause, Level: "core", Op: "tspi.classify",
		Verdict: verdict, DurationNS: 1_500_000}
}

// failing has one of everything that can go wrong.
func failing() *conformance.Report {
	wrong := result("tspi/core/5.orphan/a", "5.orphan", conformance.Fail)
	wrong.Differences = []conformance.Difference{
		{Clause: "5.orphan", Kind: profile.KindValue, Path: "rows[410].decision", Want: "candidate_safe_close",
			Got: "requires_owner_check"},
		{Clause: "7.preview", Kind: profile.KindLeak, Want: "no part of a command",
			Got: "a piece of a command of the table"},
	}
	wrong.Why, wrong.Sent, wrong.Pair = "Compares with >.",
		"ps_text of process_table:\n  410 1 05:00 0.0 1 mcp\nowner_classes: {}\n", "tspi/core/5.orphan/b"
	variant := wrong
	variant.Variant = 1
	crash := result("tspi/core/5.orphan/c", "5.orphan", conformance.Crash)
	crash.Detail, crash.Variant = "the adapter ended before it answered (exit status 1)", 2
	known := result("tspi/hardened/4.init/a", "4.init", conformance.Fail)
	known.Known = "containers are not supported"
	provisional := result("tspi/hardened/4.init/p", "4.init", conformance.Garbage)
	provisional.Provisional = true
	bundle := result("tspi/core/10.digest/a", "10.digest", conformance.Unsupported)
	bundle.Op = "tspi.bundle"
	return made(bundle, known, provisional, result("tspi/core/4.init/ok", "4.init", conformance.Pass), wrong, variant,
		result("tspi/core/5.orphan/b", "5.orphan", conformance.Pass), crash,
		result("tspi/core/5.keep/s", "5.keep", conformance.Skipped))
}

func passing() *conformance.Report {
	audit := result("tspi/core/8.input/a", "8.input", conformance.Pass)
	audit.Op = "tspi.audit"
	variant := result("tspi/core/5.orphan/a", "5.orphan", conformance.Pass)
	variant.Variant = 1
	return made(result("tspi/core/5.orphan/a", "5.orphan", conformance.Pass), variant, audit)
}

func rendered(t testing.TB, f Format, reports ...*conformance.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f, reports...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
