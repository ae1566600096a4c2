//go:build linux && (amd64 || arm64)

package drill

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/conformance"
	reporting "github.com/tspi-dev/harness/conformance/report"
	"github.com/tspi-dev/harness/internal/long"
	"github.com/tspi-dev/harness/internal/stage"
)

// drillOf lets one of testdata/reapers loose on the scenarios that match.
func drillOf(t *testing.T, name string, patterns ...string) *Report {
	t.Helper()
	all, err := Scenarios()
	if err != nil {
		t.Fatal(err)
	}
	chosen := slices.DeleteFunc(all, func(s *Scenario) bool {
		return !slices.ContainsFunc(patterns, func(p string) bool { return conformance.MatchID(p, s.ID) })
	})
	return run(t, name, Options{Scenarios: chosen})
}

func run(t *testing.T, name string, o Options) *Report {
	t.Helper()
	outside, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("OUTSIDE_PID_NS", outside) // everything.sh does nothing there
	folder, err := filepath.Abs("../../testdata/reapers")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(name)
	o.Command = append([]string{filepath.Join(folder, words[0])}, words[1:]...)
	o.Show, o.Env, o.KeepGoing = []string{folder}, os.Environ(), true
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	o.Casting.Reaper = strings.Join(o.Command, " ")
	r, err := Run(t.Context(), o)
	var missing *stage.UnavailableError
	if errors.As(err, &missing) && os.Getenv("CI") == "" {
		t.Skipf("no stage on this machine: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// scenariosOf are the ids of a report's scenarios with that verdict.
func scenariosOf(r *Report, v Verdict) []string {
	ids := []string{}
	for _, result := range r.Results {
		if result.Verdict == v {
			ids = append(ids, result.Scenario)
		}
	}
	slices.Sort(ids)
	return ids
}

// secondLook are the scenarios in which a pid changes hands, or an owner comes back.
var (
	afterTerm  = []string{"second-look/recycled-after-term", "second-look/recycled-editor-after-term"}
	secondLook = append([]string{"second-look/owner-comes-back", "second-look/recycled-after-the-look",
		"second-look/recycled-by-a-helper", "second-look/recycled-by-a-session"}, afterTerm...)
	sharedGroups = []string{"orphan/wrapper", "group/innocent-member", "group/session-of-a-live-one",
		"group/with-its-owner"}
	noGate = []string{
		"lookalike/address", "lookalike/argument", "lookalike/beside-the-real-one", "lookalike/container",
		"lookalike/editor-of-the-source", "lookalike/folder", "lookalike/pager-of-its-log", "lookalike/prompt",
		"young/below-the-threshold", "young/beside-an-old-one", "young/just-started", "young/minutes-are-not-hours",
	}
)

// The careful reaper is right in every scenario, and each of the others is unsafe in
// exactly those that are about its fault (docs/drill.md, section 3).
func TestReapersAreJudged(t *testing.T) {
	for _, test := range []struct {
		reaper string
		unsafe []string
		sample []string // what the usual run stages of it
	}{
		{"careful.py", nil, []string{"*/*p*", "second-look/*"}},
		{"pidfd.py", nil, []string{"second-look/*", "orphan/a*"}},
		{"sleepy.py", afterTerm, []string{"second-look/*", "group/*"}},
		{"groups.py", sharedGroups, []string{"group/*", "orphan/*"}},
		{"hasty.sh", noGate, []string{"young/*", "lookalike/*", "second-look/*", "init/*"}},
		{"once.mjs", secondLook, []string{"second-look/*", "owned/child"}},
	} {
		t.Run(test.reaper, func(t *testing.T) {
			patterns := test.sample
			if long.Tests() {
				patterns = []string{"*"}
			}
			r := drillOf(t, test.reaper, patterns...)
			got, want := scenariosOf(r, Unsafe), slices.Sorted(slices.Values(test.unsafe))
			if !slices.Equal(got, want) {
				t.Errorf("unsafe in\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if right := len(scenariosOf(r, Right)); right != len(r.Results)-len(test.unsafe) {
				t.Errorf("%d of %d right\n%s", right, len(r.Results), text(t, r))
			}
			if r.Passed != (len(want) == 0) {
				t.Errorf("passed: %v", r.Passed)
			}
		})
	}
}

// Doing nothing is never unsafe, and proves nothing: it is told how to go on.
func TestNothingProvesNothing(t *testing.T) {
	start := time.Now()
	r := drillOf(t, "nothing.sh", "*")
	// 40 scenarios take at most 30 seconds on two processors; the usual run may share
	// them with others.
	if d := time.Since(start) * 40 / time.Duration(len(r.Results)); long.Tests() && d > 30*time.Second {
		t.Errorf("40 scenarios take %v", d)
	}
	if r.Passed || len(scenariosOf(r, Unsafe)) > 0 || r.Counts.ClosedWrongly != 0 || r.Counts.LeftOpen < 20 {
		t.Errorf("passed %v, %+v", r.Passed, r.Counts)
	}
	if said := text(t, r); !strings.Contains(said, "proves nothing") || !strings.Contains(said, "--helper") {
		t.Errorf("no hint in\n%s", said)
	}
}

// Who ends everything is unsafe wherever something must live.
func TestEverythingIsUnsafe(t *testing.T) {
	r := drillOf(t, "everything.sh", "orphan/among-others", "owned/*", "crowd/budget")
	if got := len(scenariosOf(r, Unsafe)); got != len(r.Results) || len(r.Results) < 8 {
		t.Errorf("unsafe in %d of %d\n%s", got, len(r.Results), text(t, r))
	}
}

// A long report names all, and shows three of a group.
func TestTextFitsAScreen(t *testing.T) {
	r := drillOf(t, "everything.sh", "owned/*", "young/*")
	said := text(t, r)
	if n := strings.Count(said, "  why: "); n != 6 ||
		!strings.Contains(said, "UNSAFE too (--only 'owned/*' shows how): owned/") {
		t.Errorf("%d shown in full\n%s", n, said)
	}
	for _, result := range r.Results {
		if !strings.Contains(said, result.Scenario) {
			t.Errorf("%s is missing", result.Scenario)
		}
	}
	if r = drillOf(t, "once.mjs", "second-look/owner-comes-back"); !strings.Contains(
		text(t, r),
		"410 (helper), whose owner had come back",
	) {
		t.Error(text(t, r))
	}
}

// Crashes and hangs are told, and stop a drill that is not to keep going.
func TestHangIsTold(t *testing.T) {
	all, err := Scenarios()
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, "wild.py hang", Options{Scenarios: all[:2], Timeout: time.Second})
	if got := scenariosOf(r, Hang); len(got) != 2 || r.Passed {
		t.Errorf("hang in %v", got)
	}
}

// A reaper that knows its own helpers is judged by those, and a scenario that needs two
// of them is told as not tested where there is one.
func TestCastingByTheCaller(t *testing.T) {
	all, err := Scenarios()
	if err != nil {
		t.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(s *Scenario) bool { return s.ID != "orphan/alone" && s.ID != "orphan/two-kinds" })
	r := run(
		t,
		"careful.py",
		Options{Scenarios: all, Casting: Casting{Helpers: []string{"/opt/acme/mcp-server-own --x"}}},
	)
	if got := scenariosOf(r, Right); !slices.Equal(got, []string{"orphan/alone"}) {
		t.Errorf("right: %v", got)
	}
	if got := scenariosOf(r, NotTested); !slices.Equal(got, []string{"orphan/two-kinds"}) {
		t.Errorf("not tested: %v", got)
	}
}

// Generated tables are staged too, and a counterexample is shrunk to a table that
// still shows it.
func TestGeneratedTables(t *testing.T) {
	tables := 3
	if long.Tests() {
		tables = 40
	}
	r := run(t, "careful.py", Options{Generate: tables, Seed: 7})
	if len(r.Results) != tables || len(scenariosOf(r, Unsafe)) != 0 {
		t.Errorf("%d results\n%s", len(r.Results), text(t, r))
	}
	r = run(t, "everything.sh", Options{Generate: 1, Seed: 7})
	result := r.Results[0]
	if result.Verdict != Unsafe || strings.Count(result.Table, "\n") > 3 ||
		!strings.Contains(text(t, r), "the smallest table") {
		t.Errorf("got %+v", result)
	}
}

// Every format tells the same, names roles and no command, and is the same twice.
func TestFormats(t *testing.T) {
	r := drillOf(t, "hasty.sh", "young/just-started", "orphan/alone", "lookalike/prompt")
	r.WithoutTimes()
	for _, f := range reporting.Formats() {
		var first, second bytes.Buffer
		if err := Write(&first, f, r); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		if err := Write(&second, f, r); err != nil || first.String() != second.String() {
			t.Errorf("%s: differs the second time, %v", f, err)
		}
		// Markdown writes its escapes between the words.
		said := strings.ReplaceAll(first.String(), `\`, "")
		for _, want := range []string{"unsafe", "young/just-started", "lookalike/prompt"} {
			if !strings.Contains(strings.ToLower(said), want) {
				t.Errorf("%s: %q is missing in\n%s", f, want, said)
			}
		}
		for _, command := range append(slices.Clone(helpers), "fix the mcp", "/srv/", "/home/") {
			if strings.Contains(said, command) {
				t.Errorf("%s: holds a command", f)
			}
		}
	}
}

// A drill that is interrupted ends at once.
func TestInterrupted(t *testing.T) {
	all, err := Scenarios()
	if err != nil {
		t.Fatal(err)
	}
	folder, err := filepath.Abs("../../testdata/reapers")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err = Run(
		ctx,
		Options{
			Scenarios: all,
			Command:   []string{folder + "/wild.py", "hang"},
			Show:      []string{folder},
			Env:       os.Environ(),
		},
	)
	var missing *stage.UnavailableError
	if errors.As(err, &missing) && os.Getenv("CI") == "" {
		t.Skip("no stage on this machine")
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// 200 drills leave nothing: no process, mount, namespace or file.
func TestNothingIsLeft(t *testing.T) {
	drills := 10
	if long.Tests() {
		drills = 200
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	one, err := Scenarios()
	if err != nil {
		t.Fatal(err)
	}
	before := namespaces(t)
	for range drills {
		run(t, "nothing.sh", Options{Scenarios: one[:1]})
	}
	// What others on the machine start in the meantime is not ours: our namespaces
	// all hang below this process.
	if after := namespaces(t); after != before {
		t.Errorf("before: %s, after: %s", before, after)
	}
	if entries, err := os.ReadDir(temp); err != nil || len(entries) > 0 {
		t.Errorf("files are left: %v, %v", entries, err)
	}
}

// namespaces tells the mounts of this process and the children that it has left.
func namespaces(t *testing.T) string {
	t.Helper()
	mounts, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	children := ""
	for _, task := range tasks {
		if text, err := os.ReadFile(task); err == nil {
			children += string(text)
		}
	}
	return fmt.Sprintf("%d mounts, children %q", strings.Count(string(mounts), "\n"), children)
}

// text is the report for people.
func text(t *testing.T, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteText(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// script is a reaper of one line.
func script(t *testing.T, line string, o Options) *Report {
	t.Helper()
	o.Command, o.Env, o.KeepGoing, o.Timeout = []string{"/bin/sh", "-c", line}, os.Environ(), true, time.Minute
	r, err := Run(t.Context(), o)
	var missing *stage.UnavailableError
	if errors.As(err, &missing) && os.Getenv("CI") == "" {
		t.Skipf("no stage on this machine: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// named are the scenarios of these ids.
func named(t *testing.T, ids ...string) []*Scenario {
	t.Helper()
	all, err := Scenarios()
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(s *Scenario) bool { return !slices.Contains(ids, s.ID) })
}

// docs/drill.md, section 3: a scenario whose event never came proves nothing, and no drill
// is passed with it; nor is one that asks nobody to end.
func TestNothingIsProvedWithoutALook(t *testing.T) {
	for _, test := range []struct {
		scenario, line string
		verdict        Verdict
		passed         bool
	}{
		{"second-look/recycled-after-the-look", "kill 410", NotTested, false},
		{"second-look/recycled-after-the-look", "cat /proc/410/stat /proc/410/cmdline >/dev/null", Right, true},
		{"orphan/alone", "kill -CONT 410; kill -STOP 410", Careful, false},
		{"orphan/alone", "kill 410", Right, true},
	} {
		r := script(t, test.line, Options{Scenarios: named(t, test.scenario)})
		if got := r.Results[0].Verdict; got != test.verdict || r.Passed != test.passed {
			t.Errorf("%s: %s: %s, passed %v", test.scenario, test.line, got, r.Passed)
		}
		if said := text(t, r); !test.passed && !strings.Contains(said, "proves nothing") {
			t.Errorf("no reason in\n%s", said)
		}
	}
}

// A wrapper of ours around a helper of the caller's may be left, and the hint is another
// one where the caller has named helpers.
func TestHelpersOfTheCallersAreHintedAt(t *testing.T) {
	own := Casting{Helpers: []string{"/opt/acme/tool"}}
	if r := script(t, ":", Options{Scenarios: named(t, "orphan/wrapper"), Casting: own}); !r.Passed {
		t.Errorf("a wrapper had to be closed\n%s", text(t, r))
	}
	if r := script(t, ":", Options{Scenarios: named(t, "orphan/wrapper")}); r.Passed {
		t.Error("a wrapper need not be closed")
	}
	if said := text(t, script(t, ":", Options{Scenarios: named(t, "orphan/alone"), Casting: own})); !strings.Contains(
		said, "ps -o args") {
		t.Errorf("no hint in\n%s", said)
	}
}

// What the reaper wrote is told where a scenario fails, its end first.
func TestOutputIsTold(t *testing.T) {
	for line, want := range map[string]string{"echo on the output; echo on the error >&2": "on the output\n",
		"kill 410; echo well": ""} {
		got := ""
		script(t, line, Options{Scenarios: named(t, "orphan/alone"), Trouble: func(_ string, stdout, stderr []byte) {
			got = string(stdout)
			if string(stderr) != "on the error\n" {
				t.Errorf("the error: %q", stderr)
			}
		}})
		if got != want {
			t.Errorf("%s: got %q", line, got)
		}
	}
}

// A helper whose program is a folder of another's cannot be staged, and the machine is
// not blamed for it.
func TestProgramThatIsAFolder(t *testing.T) {
	_, err := Run(t.Context(), Options{Scenarios: named(t, "orphan/alone"), Command: []string{"/bin/true"},
		Casting: Casting{Helpers: []string{"/usr mcp"}}})
	var missing *stage.UnavailableError
	if errors.As(err, &missing) && !strings.Contains(err.Error(), "costume") && os.Getenv("CI") == "" {
		t.Skip("no stage on this machine")
	}
	if err == nil || !strings.Contains(err.Error(), "is the folder in which the other's lies") {
		t.Errorf("got %v", err)
	}
}
