package tspi

import (
	"slices"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// generatedSeed draws the tables of this test: the same each time.
const generatedSeed = 20_26

// generated is a table of the generators as a problem, and its canaries.
func generated(i uint64) (*tspigen.Table, *Problem) {
	table := tspigen.Case(generatedSeed, i)
	return table, &Problem{PSText: table.Text(), Documents: strict.Object{
		{Name: docTable, Value: table.ProcessTable()}, {Name: docPolicy, Value: table.PressurePolicy()},
		{Name: docOwners, Value: table.OwnerClasses()},
	}}
}

// The built-in implementation answers 200 adversarial tables so that every
// standing check holds, and closes what the table's own data says may be closed:
// none of them was ever a case, and campaigns go on from here. The checks
// see each answer spoilt by one helper too few.
func TestGeneratedTables(t *testing.T) {
	candidates, helpers := 0, 0
	for i := range uint64(200) {
		table, problem := generated(i)
		for _, level := range []law.Level{law.Core, law.Hardened} {
			response := responseOf(t, BuiltIn(level, "1", Folders{}), OpClassify, problem.Input(OpClassify, ""))
			if response.Error != nil {
				t.Fatalf("table %d at %s: %s", i, level, response.Error.Raw)
			}
			answer := decoded(t, string(response.OK))
			check := func(answer strict.Value) []profile.Difference {
				s := standing{level: level, schema: level, problem: problem, op: OpClassify, canaries: table.Canaries}
				s.checkBeside(response)
				s.check(answer)
				return s.found
			}
			if found := check(answer); found != nil {
				t.Errorf("table %d at %s: %v", i, level, found)
			}
			rows := within(t, answer, "rows").(strict.Array)
			helpers += len(rows)
			if len(rows) > 0 && check(with(t, answer, rows[1:], "rows")) == nil {
				t.Errorf("table %d at %s: a helper less is not seen", i, level)
			}
			if level == law.Hardened {
				candidates += closesWhatItMay(t, i, table, rows)
			}
		}
	}
	if candidates < 50 || helpers < 1000 {
		t.Errorf("%d candidates of %d helpers: these tables prove little", candidates, helpers)
	}
}

// closesWhatItMay holds the candidates of an answer against the data of the table.
func closesWhatItMay(t *testing.T, i uint64, table *tspigen.Table, rows strict.Array) int {
	t.Helper()
	var got, want []int64
	for _, row := range rows {
		if object := row.(strict.Object); get(object, "decision") == string(tspi.DecisionSafeClose) {
			pid, _ := plainCount(get(object, "pid"))
			got = append(got, pid)
		}
	}
	for _, row := range table.Rows() {
		if table.MayClose(row, law.Hardened) {
			want = append(want, int64(row.PID))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("table %d: closes %v, may close %v", i, got, want)
	}
	return len(got)
}
