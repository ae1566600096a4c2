package conformance_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
)

// shortTimeout is for adapters that are meant to hang. Honest answers take a
// thousandth of it.
const shortTimeout = 3 * time.Second

// few is a suite of at most n cases in a folder, with their siblings, frozen as
// version 1.
func few(t *testing.T, n int, folder string) fs.FS {
	t.Helper()
	suite, err := conformance.LoadSuite(conformance.DefaultProfile(), harness.Cases(),
		conformance.DefaultProfile().Suite)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, c := range suite.Cases {
		sibling, paired := suite.Case(c.Pair)
		if n == 0 || !paired || !strings.HasPrefix(c.ID, folder) || c.Problem.Folder() != nil {
			continue
		}
		n--
		files[c.ID+".txtar"] = &fstest.MapFile{Data: c.Text}
		files[sibling.ID+".txtar"] = &fstest.MapFile{Data: sibling.Text}
	}
	list, err := conformance.FreezeList(conformance.DefaultProfile(), files, conformance.DefaultProfile().Suite)
	if err != nil {
		t.Fatal(err)
	}
	files[fmt.Sprintf("tspi/suite-%d.txt", conformance.DefaultProfile().Suite)] = &fstest.MapFile{Data: []byte(list)}
	return files
}

// Each fault of a process ends in the right verdict on the questions that it is
// about, and no other; the run goes on, ends in bounded time and memory, and is no
// ground for a certificate (docs/suite.md; harness, section 2).
func TestHostileProcesses(t *testing.T) {
	skipShort(t)
	t.Parallel()
	files := few(t, 2, "tspi/core/8.premature/")
	for name, verdict := range map[string]conformance.Verdict{
		"crashes":                   conformance.Crash,
		"ends well":                 conformance.Crash,
		"prints a traceback":        conformance.Garbage,
		"answers twice":             conformance.Garbage,
		"answers ahead":             conformance.Garbage,
		"swaps ids":                 conformance.Garbage,
		"both":                      conformance.Garbage,
		"neither":                   conformance.Garbage,
		"debugs":                    conformance.Garbage,
		"answers 1 GiB":             conformance.Garbage,
		"floods stderr and crashes": conformance.Crash,
		"leaves a child":            conformance.Crash,
		"says a command beside":     conformance.Fail,
	} {
		t.Run(name, func(t *testing.T) {
			o := conformance.Options{Cases: files}
			if name == "answers 1 GiB" { // of which one is enough, and costs as much as all else
				o.Cases, o.ChallengeMode = few(t, 1, "tspi/core/8.premature/"), conformance.ChallengeOff
			}
			r := runPeer(t, name, o)
			if r.Passed() || r.Certifiable() == nil || r.Aborted != "" {
				t.Errorf("passed %v, aborted %q", r.Passed(), r.Aborted)
			}
			right, other := 0, 0
			for i := range r.Results {
				result := &r.Results[i]
				switch {
				case result.Verdict == verdict:
					right++
				case !result.Green():
					other++
					t.Errorf("%s, variant %d, is %s: %s", result.Case, result.Variant, result.Verdict, result.Detail)
				}
				if strings.Contains(result.Detail, "/home/me") {
					t.Errorf("the report repeats the output: %q", result.Detail)
				}
			}
			// An id of before revokes the answer that it names: by chance, every honest one.
			if all := right == len(r.Results); right == 0 || all && name != "swaps ids" {
				t.Errorf("%d of %d are %s", right, len(r.Results), verdict)
			}
		})
	}
}

func runPeer(t *testing.T, name string, o conformance.Options) *conformance.Report {
	t.Helper()
	r, err := conformance.Run(t.Context(), process(name), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Silence, or an answer that comes too late, is a hang, after it was asked once
// more alone; a late answer is never taken for the next one.
func TestHangingProcesses(t *testing.T) {
	skipShort(t)
	t.Parallel() // they wait most of the time
	for _, name := range []string{"hangs", "answers late"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := few(t, 2, "tspi/core/8.premature/")
			r := runPeer(t, name, conformance.Options{Cases: files, Timeout: shortTimeout,
				ChallengeMode: conformance.ChallengeOff, Jobs: 6})
			if r.Passed() || r.Counts.ByVerdict[conformance.Hang] == 0 || r.Counts.ByVerdict[conformance.Pass] == 0 {
				t.Errorf("passed %v, %v", r.Passed(), r.Counts.ByVerdict)
			}
			for i := range r.Results {
				if v := r.Results[i].Verdict; v != conformance.Hang && v != conformance.Pass {
					t.Errorf("%s is %s", r.Results[i].Case, v)
				}
			}
		})
	}
}

// What cannot be started, or does not describe itself, has no report: the error
// says what is wrong and repeats nothing.
func TestProcessesThatDoNotStart(t *testing.T) {
	t.Parallel()
	for name, detail := range map[string]string{
		"ends at once": "ended", "talks first": "describe", "declares nothing": "/ops",
		"hangs at the start": "no line within 3 s", "there is no such peer": "ended",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := peerConfig(name)
			cfg.StartTimeout = 30 * time.Second
			if name == "hangs at the start" {
				cfg.StartTimeout = shortTimeout
			}
			_, err := conformance.Run(t.Context(), conformance.Process(cfg), conformance.Options{})
			var start *adapter.StartError
			if !errors.As(err, &start) || !strings.Contains(start.Detail, detail) && name != "talks first" ||
				strings.Contains(start.Error(), "starting") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// Right answers with much noise on standard error, or in other lines than ours,
// are right; an adapter that describes itself differently in each process is not
// one implementation.
func TestNoisyProcesses(t *testing.T) {
	files := few(t, 4, "tspi/core/8.premature/")
	for name, want := range map[string]string{"floods stderr": "", "indents": "",
		"is another each time": "describe: differs from one process of the adapter to another"} {
		t.Run(name, func(t *testing.T) {
			r := runPeer(t, name, conformance.Options{Cases: files, Only: []string{"*"}})
			if got := strings.Join(r.Shortcomings, ""); got != want || r.Passed() != (want == "") {
				t.Errorf("passed %v, %q; %v", r.Passed(), got, r.Counts.ByVerdict)
			}
		})
	}
}

// skipShort leaves the tests of whole runs against processes out of a short run,
// such as the one with the race detector: conformance/adapter's own tests are the
// ones of the processes.
func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("whole runs against processes are slow")
	}
}
