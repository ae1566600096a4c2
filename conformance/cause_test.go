package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"

	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
)

// failed is a failing result of a case of a clause.
func failed(clause, name string, differences ...Difference) Result {
	for i := range differences {
		if differences[i].Clause == "" {
			differences[i].Clause = clause
		}
	}
	return Result{Case: "tspi/core/" + clause + "/" + name, Clause: clause, Verdict: Fail, Differences: differences,
		Sent: name}
}

func value(path, want, got string) Difference {
	return Difference{Kind: profile.KindValue, Path: path, Want: want, Got: got}
}

const (
	closeIt = "candidate_safe_close"
	check   = "requires_owner_check"
)

// groups are causes in a short form.
func groups(causes []Cause) []string {
	var all []string
	for _, c := range causes {
		all = append(all, fmt.Sprintf("%s %s %s %s %d+%d %s", c.Class, c.Clause, c.Kind, c.Field, c.Cases, c.Variants,
			strings.Join(c.Examples, " ")))
	}
	return all
}

// How bad a difference is (harness, section 6: would close something in use, misses a
// dangerous claim, leaks; then leaves something open, wrong figure, wrong error). Each
// that is unsafe has a neighbour that is not.
func TestEffects(t *testing.T) {
	for _, test := range []struct {
		d    Difference
		want Class
	}{
		{value("rows[1].decision", check, closeIt), Unsafe},
		{value("rows[1].decision", "keep", closeIt), Unsafe},
		{value("rows[1].decision", check, "keep"), Wrong},
		{value("rows[1].decision", closeIt, check), OverCautious},
		{value("rows[1].decision", closeIt, "keep"), OverCautious},
		{value("rows[1].decision", check, "close_now"), Unsafe},
		{value("rows[1].reason", check, closeIt), Wrong},
		{Difference{Kind: profile.KindExtra, Path: "rows[1].decision", Want: "no row", Got: closeIt}, Unsafe},
		{Difference{Kind: profile.KindMissed, Path: "findings"}, Unsafe},
		{Difference{Kind: profile.KindRaised, Path: "findings"}, OverCautious},
		{Difference{Kind: profile.KindLeak}, Unsafe},
		{Difference{Kind: profile.KindAccepted, Got: "ok"}, Wrong},
		{Difference{Kind: profile.KindAccepted, Got: "ok, with 1 close candidate"}, Unsafe},
		{Difference{Kind: profile.KindRefused}, OverCautious},
		{Difference{Kind: profile.KindRefusal}, Wrong},
		{Difference{Kind: profile.KindError}, Wrong},
		{value("status", "blocked", "pass"), Unsafe},
		{value("status", "pass", "blocked"), Wrong},
		{Difference{Kind: profile.KindAudit, Got: "TSPI_PREMATURE_SAFE_CLOSE"}, Unsafe},
		{Difference{Kind: profile.KindAudit, Got: "TSPI_SUMMARY_MISMATCH"}, Wrong},
		{Difference{Kind: profile.KindType, Path: "rows[1].pid"}, Wrong},
	} {
		if got, effect := test.d.Effect(); got != test.want || effect == "" {
			t.Errorf("%+v: %s (%s), want %s", test.d, got, effect, test.want)
		}
	}
}

// Failures that share clause, field and kind of difference are one group; the unsafe
// groups stand first, and in each the smallest published case.
func TestCauses(t *testing.T) {
	long := failed("5.active", "longer-name", value("rows[9].decision", check, closeIt),
		value("summary.process_count", "1", "2"))
	variant := failed("5.active", "a", value("rows[3].decision", check, closeIt))
	variant.Variant = 2
	repeated := variant
	repeated.Repeat = 1
	causes := groupCauses(tspiProfile.Clauses, []Result{
		failed("5.orphan", "o", value("rows[1].decision", closeIt, check)),
		failed("6.summary", "s", value("summary.process_count", "1", "2")),
		long, variant, repeated, failed("5.active", "b", value("rows[2].decision", check, closeIt)),
		failed("4.init", "i", value("rows[2].decision", check, closeIt)),
		{Case: "tspi/core/5.active/ok", Clause: "5.active", Verdict: Pass},
		{Case: "x", Clause: "5.active", Verdict: Skipped},
		{Case: "tspi/core/2.pid/c", Clause: "2.pid", Verdict: Crash, Detail: "ended"},
		{Case: "tspi/core/2.lines/c", Clause: "2.lines", Verdict: Crash, Detail: "ended"},
		{Case: "y", Clause: "2.pid", Verdict: Crash, Detail: NeverAsked},
	})
	want := []string{
		"unsafe 5.active value rows[].decision 2+1 tspi/core/5.active/b tspi/core/5.active/longer-name tspi/core/5.active/a",
		"unsafe 4.init value rows[].decision 1+0 tspi/core/4.init/i",
		"wrong  crash ended 2+0 tspi/core/2.lines/c tspi/core/2.pid/c",
		"wrong 6.summary value summary.process_count 1+0 tspi/core/6.summary/s",
		"over-cautious 5.orphan value rows[].decision 1+0 tspi/core/5.orphan/o",
	}
	if got := groups(causes); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A value of another type explains what our audit and the schema say of it, in every
// clause; what it does not explain has a group of its own (one difference that explains
// a hundred failures is said once).
func TestOneDifferenceIsSaidOnce(t *testing.T) {
	typed := Difference{Kind: profile.KindType, Path: "rows[1].pid", Want: "the integer 1", Got: `the string "1"`}
	follow := []Difference{typed, {Kind: profile.KindSchema, Clause: "standing", Got: "/rows/0/pid breaks type"},
		{Kind: profile.KindAudit, Clause: "8.unknown", Path: "row row", Got: "TSPI_UNKNOWN_OWNER_KILL_FORBIDDEN"},
		{Kind: profile.KindAbsent, Clause: "6.rows", Path: "rows[1]"}}
	closing := append([]Difference{value("rows[2].decision", check, closeIt)}, follow...)
	causes := groupCauses(tspiProfile.Clauses, []Result{
		failed("4.init", "a", slices.Clone(follow)...), failed("2.pid", "b", slices.Clone(follow)...),
		failed("5.active", "c", slices.Clone(closing)...),
	})
	want := []string{
		"unsafe 5.active value rows[].decision 1+0 tspi/core/5.active/c",
		"wrong  type rows[].pid 2+0 tspi/core/2.pid/b tspi/core/4.init/a",
	}
	if got := groups(causes); len(got) != 2 || got[0] != want[0] ||
		!strings.HasPrefix(got[1], "wrong  type rows[].pid 2+0") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Of several differences that may be the cause, the one from which the others follow is
// told: an owner before a decision, a row before a sum.
func TestTheCauseStandsBeforeWhatFollows(t *testing.T) {
	r := failed("4.hops", "a", value("summary.owner_status_counts.x", "1", "nothing"),
		value("rows[1].chain_hops", "8", "7"),
		Difference{Kind: profile.KindAudit, Clause: "8.contradicts", Got: "TSPI_ROW_CONTRADICTS_TABLE"})
	causes := groupCauses(tspiProfile.Clauses, []Result{r})
	if len(causes) != 1 || causes[0].Field != "rows[].owner_status" || causes[0].Clause != "4.hops" {
		t.Fatalf("got %v", groups(causes))
	}
	if about := causes[0].About(&r); about[0].Path != "rows[1].chain_hops" || len(about) != 3 {
		t.Errorf("it is told as %v", about)
	}
}

// The rule that names a decision best is that of section 5 which fails wherever it is
// asked, whatever else fails more often.
func TestTheClauseThatNamesItStandsFirst(t *testing.T) {
	var results []Result
	for i := range 9 {
		results = append(results, failed("6.groups", fmt.Sprint(i), value("rows[1].decision", check, closeIt)),
			Result{Case: fmt.Sprint(i), Clause: "6.groups", Verdict: Pass})
	}
	results = append(results, failed("5.active", "a", value("rows[1].decision", check, closeIt)))
	if causes := groupCauses(tspiProfile.Clauses, results); causes[0].Clause != "5.active" ||
		causes[1].Clause != "6.groups" {
		t.Errorf("got %v", groups(causes))
	}
}

// A report that was read back has its causes with their results, whatever it says.
func TestCausesAreMadeAnew(t *testing.T) {
	r := &Report{Results: []Result{failed("5.active", "a", value("rows[1].decision", check, closeIt))},
		Causes: []Cause{{Class: Wrong}}}
	r.Results[0].Op = tspiprofile.OpClassify
	r.count()
	r.Features = exercised(r.Results)
	if problem := r.Inconsistent(); problem != "" || len(r.Causes) != 1 || r.Causes[0].Class != Unsafe ||
		len(r.Causes[0].Results) != 1 {
		t.Errorf("%s: %+v", problem, r.Causes)
	}
}
