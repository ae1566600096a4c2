package tspi_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/go-json-experiment/json"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

// fingerprint is everything that a classifier is told of a table.
func fingerprint(t testing.TB, table *tspigen.Table) string {
	t.Helper()
	all, err := json.Marshal([]any{table.Text(), table.PressurePolicy(), table.OwnerClasses(), table.Shapes,
		table.Canaries}, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// Harness, section 4: case i of seed s is one table, byte for byte, in whatever
// order the cases are drawn and however often; another seed, another case and
// another key give another table.
func TestCaseIsReproducible(t *testing.T) {
	seen := map[string]string{}
	for _, seed := range []uint64{0, 1, 2, 1 << 63} {
		for i := range uint64(50) {
			table := tspigen.Case(seed, i)
			text := fingerprint(t, table)
			if again := fingerprint(t, tspigen.Case(seed, i)); again != text {
				t.Fatalf("case %d of seed %d is two tables:\n%s\n%s", i, seed, text, again)
			}
			if again := fingerprint(t, tspigen.FromKey(table.Key)); again != text {
				t.Fatalf("case %d of seed %d is not the table of its key", i, seed)
			}
			name := fmt.Sprintf("case %d of seed %d", i, seed)
			if earlier, ok := seen[text]; ok {
				t.Errorf("%s is %s", name, earlier)
			}
			seen[text] = name
		}
	}
}

// Saved seeds keep their tables: a change of the generators is a change of every
// campaign, and must be meant. The digest is over the first 1,000 tables of seed 7.
func TestCasesOfASeedAreFixed(t *testing.T) {
	digest := sha256.New()
	for i := range uint64(1000) {
		fmt.Fprintln(digest, fingerprint(t, tspigen.Case(7, i)))
	}
	if got := hex.EncodeToString(digest.Sum(nil)[:8]); got != casesDigest {
		t.Errorf("the tables of seed 7 have changed: %s, not %s; if that is meant, put the new digest here", got,
			casesDigest)
	}
}

const casesDigest = "4a5ff688fbe17740"

// Every table can be classified at either level: it breaks classifiers, not
// section 1.
func TestTablesAreUsable(t *testing.T) {
	for i := range uint64(2000) {
		table := tspigen.Case(11, i)
		for _, level := range []law.Level{law.Core, law.Hardened} {
			if _, err := tspi.ReadInputs(table.ProcessTable(), table.PressurePolicy(), table.OwnerClasses(),
				level); err != nil {
				t.Fatalf("%v: %v is refused: %v\n%s", level, table, err, table.Text())
			}
		}
	}
}

// An implementation may be right about small tables only: one table in 200 has some
// hundred rows, one in 2,000 has 2,000.
func TestSomeTablesAreLarge(t *testing.T) {
	large, huge := 0, 0
	for i := range uint64(6000) {
		switch size := tspigen.Case(12, i).Size(); {
		case size >= 2000:
			huge++
		case size >= 200:
			large++
		}
	}
	if large < 15 || large > 60 || huge < 1 || huge > 10 {
		t.Errorf("of 6,000 tables %d have 200 rows and %d have 2,000; want about 30 and 3", large, huge)
	}
}

func BenchmarkCase(b *testing.B) {
	lines := 0
	for i := range uint64(b.N) {
		lines += len(tspigen.Case(1, i).Lines)
	}
	b.ReportMetric(float64(lines)/float64(b.N), "lines/op")
}
