package tspi_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/tspi"
)

// recordsFixture is the fixture under testdata/records; what must be said of it
// lies beside it, written by hand from section 6. The core one lacks the
// unreadable row: no core case has one.
func recordsFixture(t *testing.T, level tspi.Level) fixture {
	t.Helper()
	ps := testFile(t, "process_table.txt")
	if level == tspi.Core {
		ps = strings.Replace(ps, "     25       1       05:00  0.0     - mcp-server five\n", "", 1)
	}
	return fixture{ps, testFile(t, "pressure_policy.json"), testFile(t, "owner_classes.json")}
}

func testFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "records", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// canonical is a JSON text with sorted members, one a line.
func canonical(t testing.TB, text []byte) string {
	t.Helper()
	v := jsontext.Value(text)
	if err := v.Canonicalize(); err != nil {
		t.Fatal(err)
	}
	if err := v.Indent(); err != nil {
		t.Fatal(err)
	}
	return string(v)
}

func written(t testing.TB, record any) []byte {
	t.Helper()
	text, err := json.Marshal(record, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// checkRecord compares a record with the document of that name, member by member.
func checkRecord(t *testing.T, record any, name string) {
	t.Helper()
	got := strings.Split(canonical(t, written(t, record)), "\n")
	want := strings.Split(canonical(t, []byte(testFile(t, name))), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%s: line %d differs: got %q, want %q", name, i+1,
				got[min(i, len(got)):min(i+3, len(got))], want[min(i, len(want)):min(i+3, len(want))])
		}
	}
}

// Section 6: the inventory record, every member of it, at both levels. Core's
// has none of the [H] fields.
func TestInventoryRecord(t *testing.T) {
	checkRecord(t, recordsFixture(t, tspi.Hardened).classify(t, tspi.Hardened), "inventory_hardened.json")
	checkRecord(t, recordsFixture(t, tspi.Core).classify(t, tspi.Core), "inventory_core.json")
}

// Section 6: rows are in table order, kind_counts, decision_counts and
// owner_status_counts hold only what occurs, and an inventory of no helper is
// one with empty arrays and objects.
func TestInventoryOrderAndEmptiness(t *testing.T) {
	for _, level := range levels() {
		f := fixture{ps: "9 1 10:00 0 1 vite\n7 9 10:00 0 1 mcp-server\n8 1 10:00 0 1 vite\n"}
		if got := pids(f.classify(t, level)); !slices.Equal(got, []int32{9, 7, 8}) {
			t.Errorf("%v: rows are %v, want table order", level, got)
		}
		empty := string(written(t, fixture{ps: "9 1 10:00 0 1 nothing\n"}.classify(t, level)))
		for _, part := range []string{`"rows":[]`, `"active_owner_pressure_groups":[]`, `"kind_counts":{}`,
			`"decision_counts":{}`, `"owner_status_counts":{}`} {
			if !strings.Contains(empty, part) {
				t.Errorf("%v: %s is missing in %s", level, part, empty)
			}
		}
	}
}

// Section 6: command_hash is the first 16 lowercase hex digits of the SHA-256 of
// the command's UTF-8 bytes. The hashes are sha256sum's.
func TestCommandHash(t *testing.T) {
	for command, want := range map[string]string{
		"mcp-server": "6c7915018034fa58",
		"":           "e3b0c44298fc1c14",
		"café\tü":    "0eb179db2abf4a02",
	} {
		if got := tspi.CommandHash(command); got != want {
			t.Errorf("%q: got %s, want %s", command, got, want)
		}
	}
}

// Section 6: the policy part tells the min_age_seconds that held, of whatever size.
func TestInventoryMinAge(t *testing.T) {
	for _, minAge := range []string{"1", "10000000000000000000000"} {
		policy := `{"kinds":[{"kind":"mcp","match_substrings":["mcp"]}],"min_age_seconds":` + minAge + `}`
		text := string(written(t, fixture{policy: policy}.classify(t, tspi.Hardened)))
		if !strings.Contains(text, `"min_age_seconds":`+minAge+`}`) {
			t.Errorf("min_age_seconds %s is missing in %s", minAge, text)
		}
	}
}

// The same input gives the same bytes, and a record seen as a document is the
// record that is written.
func TestInventoryIsDeterministic(t *testing.T) {
	f := recordsFixture(t, tspi.Hardened)
	first := string(written(t, f.classify(t, tspi.Hardened)))
	for range 20 {
		if again := string(written(t, f.classify(t, tspi.Hardened))); again != first {
			t.Fatalf("two runs differ:\n%s\n%s", first, again)
		}
	}
	v, err := tspi.ValueOf(f.classify(t, tspi.Hardened))
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		again, err := tspi.ValueOf(f.classify(t, tspi.Hardened))
		if err != nil || !reflect.DeepEqual(v, again) {
			t.Fatalf("two documents of one record differ: %v", err)
		}
	}
}
