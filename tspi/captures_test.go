package tspi_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// The captured tables, and the rule for their helpers that the built-in policy
// must keep. 20 is BusyBox: refused as a whole.
const (
	policiesFolder = "../testdata/policies"
	refusedCapture = "20-busybox-native.txt"
)

func captureFolders() []string {
	return []string{
		"../testdata/captures", "../testdata/captures-more", "../testdata/field", "../testdata/field-more",
	}
}

// expectedRow is one line of an expected.tsv.
type expectedRow struct {
	file    string
	pid     int32
	verdict string
	why     string
}

// TestCaptures guards sections 2 to 5 under the built-in policy: each captured
// row of interest is a candidate, is held, or is no candidate, as people who
// read the reports expect of any sensible policy.
func TestCaptures(t *testing.T) {
	policy, owners := builtIn(t)
	for _, folder := range captureFolders() {
		for file, rows := range expectations(t, folder) {
			t.Run(filepath.Base(folder)+"/"+file, func(t *testing.T) {
				table, err := tspi.ParseTable(readText(t, filepath.Join(folder, file)), tspi.Hardened)
				if file == refusedCapture {
					if got, want := refused(t, err), invalid(tspi.InputProcessTable, "/ps_text"); got != want {
						t.Errorf("another dialect is refused with %+v, want %+v", got, want)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				inventory := tspi.Classify(tspi.Inputs{Table: table, Policy: policy, Owners: owners})
				for _, row := range rows {
					if problem := row.judge(decisionsOf(inventory, row.pid)); problem != "" {
						t.Errorf("pid %d: %s (%s)", row.pid, problem, row.why)
					}
				}
			})
		}
	}
}

// judge says what is wrong with the decisions that a pid got, one for each of
// its inventory rows.
func (e expectedRow) judge(decisions []tspi.Decision) string {
	candidates := 0
	for _, d := range decisions {
		if d == tspi.DecisionSafeClose {
			candidates++
		}
	}
	ok := false
	switch e.verdict {
	case "candidate_safe_close":
		ok = len(decisions) == 1 && candidates == 1
	case "requires_owner_check":
		ok = len(decisions) > 0 && candidates == 0
	case "not_closable":
		ok = candidates == 0
	}
	if ok {
		return ""
	}
	return fmt.Sprintf("got %v, want %s", decisions, e.verdict)
}

// TestCapturesCanFail is the twin of TestCaptures: each verdict has decisions
// that it does not accept.
func TestCapturesCanFail(t *testing.T) {
	candidate, check := tspi.DecisionSafeClose, tspi.DecisionOwnerCheck
	for _, wrong := range []struct {
		verdict   string
		decisions []tspi.Decision
	}{
		{"candidate_safe_close", nil},
		{"candidate_safe_close", []tspi.Decision{check}},
		{"candidate_safe_close", []tspi.Decision{candidate, candidate}},
		{"requires_owner_check", nil},
		{"requires_owner_check", []tspi.Decision{candidate}},
		{"requires_owner_check", []tspi.Decision{check, candidate}},
		{"not_closable", []tspi.Decision{candidate}},
		{"keep", []tspi.Decision{check}},
	} {
		if (expectedRow{verdict: wrong.verdict}).judge(wrong.decisions) == "" {
			t.Errorf("%s accepts %v", wrong.verdict, wrong.decisions)
		}
	}
}

// TestExpectationsAreWhole guards the captures against typing errors: each table
// has expectations, each expectation names a row of its table once, and each
// verdict occurs.
func TestExpectationsAreWhole(t *testing.T) {
	for _, folder := range captureFolders() {
		all := expectations(t, folder)
		tables, err := filepath.Glob(filepath.Join(folder, "*.txt"))
		if err != nil || len(tables) == 0 {
			t.Fatalf("%s: no tables: %v", folder, err)
		}
		if len(tables) != len(all) {
			t.Errorf("%s: %d tables, but expectations for %d", folder, len(tables), len(all))
		}
		verdicts := map[string]int{}
		for file, rows := range all {
			text := readText(t, filepath.Join(folder, file))
			seen := map[int32]bool{}
			for _, row := range rows {
				verdicts[row.verdict]++
				if seen[row.pid] {
					t.Errorf("%s: pid %d is expected twice", file, row.pid)
				}
				seen[row.pid] = true
				if !holdsPID(text, row.pid) {
					t.Errorf("%s: pid %d is in no line", file, row.pid)
				}
			}
		}
		for _, verdict := range []string{"candidate_safe_close", "requires_owner_check", "not_closable"} {
			if verdicts[verdict] == 0 {
				t.Errorf("%s: no row is expected to be %s", folder, verdict)
			}
		}
	}
}

// TestRegisteredHelperTurnsACapture guards section 5: the helpers of 05 and 15
// that a registry knows to be in use are candidates until it says so, by pid or
// by pid and command; an entry for another command turns nothing.
func TestRegisteredHelperTurnsACapture(t *testing.T) {
	for _, known := range []struct {
		file string
		pid  int32
	}{
		{"05-live-but-ppid1.txt", 59510},
		{"05-live-but-ppid1.txt", 3991},
		{"15-daemons-by-design.txt", 1410},
	} {
		t.Run(fmt.Sprint(known.file, " ", known.pid), func(t *testing.T) {
			policy, owners := builtIn(t)
			table, err := tspi.ParseTable(readText(t, filepath.Join(captureFolders()[0], known.file)), tspi.Hardened)
			if err != nil {
				t.Fatal(err)
			}
			in := tspi.Inputs{Table: table, Policy: policy, Owners: owners}
			before := only(t, tspi.Classify(in), known.pid)
			if before.Decision != tspi.DecisionSafeClose {
				t.Fatalf("unregistered it is %s, want a candidate", before.Decision)
			}
			for _, c := range []struct {
				hash string
				want tspi.Reason
			}{
				{"", tspi.ReasonRegistered},
				{before.CommandHash, tspi.ReasonRegistered},
				{"0123456789abcdef", tspi.ReasonOrphan},
			} {
				owners.Registered = []tspi.RegisteredHelper{{PID: tspi.NewInteger(int64(known.pid)),
					CommandHash: c.hash}}
				if got := only(t, tspi.Classify(in), known.pid); got.Reason != c.want {
					t.Errorf("registered with hash %q: %s, want %s", c.hash, got.Reason, c.want)
				}
			}
		})
	}
}

func decisionsOf(inventory *tspi.Inventory, pid int32) []tspi.Decision {
	var all []tspi.Decision
	for _, row := range inventory.Rows {
		if row.PID == pid {
			all = append(all, row.Decision)
		}
	}
	return all
}

// holdsPID reports whether some line of a ps text begins with the pid.
func holdsPID(text string, pid int32) bool {
	for line := range strings.Lines(text) {
		if first, _, _ := strings.Cut(strings.TrimSpace(line), " "); first == strconv.Itoa(int(pid)) {
			return true
		}
	}
	return false
}

// expectations are the lines of a folder's expected.tsv by table.
func expectations(t testing.TB, folder string) map[string][]expectedRow {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(readText(t, filepath.Join(folder, "expected.tsv")), "\n"), "\n")
	if lines[0] != "file\tpid\texpected\twhy" {
		t.Fatalf("%s: expected.tsv has another head line: %q", folder, lines[0])
	}
	all := map[string][]expectedRow{}
	for i, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != 4 {
			t.Fatalf("%s: line %d has %d cells, want 4", folder, i+2, len(cells))
		}
		pid, err := strconv.ParseInt(cells[1], 10, 32)
		if err != nil {
			t.Fatalf("%s: line %d: %v", folder, i+2, err)
		}
		all[cells[0]] = append(all[cells[0]], expectedRow{cells[0], int32(pid), cells[2], cells[3]})
	}
	return all
}

// builtIn reads the built-in policy and owner taxonomy, by the hardened law.
func builtIn(t testing.TB) (*tspi.Policy, *tspi.Owners) {
	t.Helper()
	policy, err := tspi.ReadPolicy(readDocument(t, filepath.Join(policiesFolder, "pressure_policy.json")),
		tspi.Hardened)
	owners, err2 := tspi.ReadOwners(readDocument(t, filepath.Join(policiesFolder, "owner_classes.json")), tspi.Hardened)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	return policy, owners
}

func readText(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func readDocument(t testing.TB, path string) tspi.Value {
	t.Helper()
	v, err := tspi.Decode([]byte(readText(t, path)))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return v
}
