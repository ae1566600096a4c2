package second_test

import (
	"slices"
	"testing"

	. "github.com/tspi-dev/harness/conformance/profile/secondtest"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
)

// Every mutant is a wrong implementation: it answers some request otherwise.
func TestMutants(t *testing.T) { implementation.CheckMutants(t, 8000) }

func TestControls(t *testing.T) { implementation.CheckControls(t, 400) }

func TestTotality(t *testing.T) { implementation.CheckTotality(t, 30) }

func TestDeterminism(t *testing.T) { implementation.CheckDeterminism(t, 400) }

func decided(t *testing.T, facts strict.Value) strict.Object {
	t.Helper()
	return implementation.Ask("decide", facts.(strict.Object), nil).Object("ok")
}

// Section 8.
func TestExamples(t *testing.T) {
	blocks := lawtest.Blocks(t, "attr")
	one := blocks[0]
	if got := decided(t, one); !strict.Equal(got, blocks[1]) {
		t.Errorf("1: got %s", strict.Encode(got))
	}
	two := lawtest.Put(t, one, "/runtimes/0/root/start_token", "a9")
	if got := decided(t, two).At("rows"); !strict.Equal(got, blocks[2]) {
		t.Errorf("2: got %s", strict.Encode(got))
	}
	three := decided(t, lawtest.Put(t, one, "/processes/3/second", nil))
	row := three.Array("rows")[1].(strict.Object)
	if row.At("cpu_permille") != nil || row.Object("reclaim").Text("reason") != "cpu_unknown" ||
		row.Object("reclaim").Text("verdict") != "ineligible" || three.Object("summary").At("cpu_permille") != nil ||
		three.Object("summary").At("eligible_count") != strict.Value(strict.Number("0")) {
		t.Errorf("3: got %s", strict.Encode(three))
	}
	claim := lawtest.Put(t, moved(t, blocks[1], 0, 1), "/acts",
		lawtest.Read(t, `[{"act":"stop","id":"session:s1"},{"act":"signal","pid":200}]`))
	got := implementation.Ask("audit", Object("facts", one, "claim", claim), nil).At("ok")
	if !strict.Equal(got, blocks[3]) {
		t.Errorf("4: got %s", strict.Encode(got))
	}
}

// moved is the rows of an answer, the first pid of one row moved to another.
func moved(t *testing.T, answer strict.Value, from, to int) strict.Value {
	t.Helper()
	rows := slices.Clone(answer.(strict.Object).Array("rows"))
	a, b := rows[from].(strict.Object), rows[to].(strict.Object)
	rows[from] = a.With("pids", slices.Clone(a.Array("pids")[1:]))
	rows[to] = b.With("pids", append(slices.Clone(b.Array("pids")), a.Array("pids")[0]))
	return Object("rows", rows)
}

// Section 6.
func TestNegativeCases(t *testing.T) {
	base := lawtest.Blocks(t, "attr")[0]
	put := func(edits ...any) strict.Value {
		v := base
		for i := 0; i < len(edits); i += 2 {
			v = lawtest.Put(t, v, edits[i].(string), edits[i+1])
		}
		return v
	}
	read := func(text string) strict.Value { return lawtest.Read(t, text) }
	says := func(facts strict.Value, acts string) Said {
		claim := Object("rows", decided(t, facts).At("rows"))
		if acts != "" {
			claim = claim.With("acts", read("["+acts+"]"))
		}
		return Of(facts, claim)
	}
	without := func(facts strict.Value, id string) Said {
		rows := slices.DeleteFunc(slices.Clone(decided(t, facts).Array("rows")), func(v strict.Value) bool {
			return v.(strict.Object).Text("id") == id
		})
		return Of(facts, Object("rows", rows))
	}
	edited := func(facts strict.Value, pointer string, to strict.Value) Said {
		return Of(facts, lawtest.Put(t, Object("rows", decided(t, facts).At("rows")), pointer, to))
	}
	third := base.(strict.Object).Array("sessions")[1].(strict.Object).With("id", "s3")
	corrupt := third
	for _, name := range []string{"root", "thread_id", "runtime_id", "status", "proposal", "stopped", "archived"} {
		corrupt = corrupt.With(name, nil)
	}
	withCorrupt := put("/sessions/-", corrupt.With("corrupt", true))
	const stop = `{"act":"stop","id":"session:s1"}`
	stale := func(token string) strict.Value {
		return put("/processes/2/declared", read(`{"project":false}`), "/sessions/0/root/start_token", token)
	}
	silent := put("/runtimes/0/references", nil)
	implementation.CheckNegatives(t, []Negative{
		Case("CLAIM_MALFORMED", "claim", says(base, `{"act":"kill","pid":300}`),
			says(base, `{"act":"signal","pid":300}`)),
		Case("SWEEP_ABORTED", "backend:b1", without(base, "backend:b1"), says(base, "")),
		Case("CORRUPT_IGNORED", "session:s3", without(withCorrupt, "session:s3"), says(withCorrupt, "")),
		Case("ARCHIVED_AS_ABSENT", "session:s1", says(put("/sessions/0/archived", true), stop), says(base, stop)),
		Case("STALE_ROOT_PID", "300", says(stale("a0"), `{"act":"signal","pid":300}`),
			says(stale("a3"), `{"act":"signal","pid":300}`)),
		Case("OWNERSHIP_UNPROVEN", "session:s1", says(put("/sessions/-", third.With("thread_id", "t1")), stop),
			says(put("/sessions/-", third.With("thread_id", "t3")), stop)),
		Case("SHARED_ROOT_STOLEN", "session:s1", Of(base, moved(t, decided(t, base), 0, 1)), says(base, "")),
		Case("WRONG_OWNER", "backend:b1", Of(base, moved(t, decided(t, base), 1, 2)), says(base, "")),
		Case("UNKNOWN_REFS_ZERO", "shared_runtime:r1", edited(silent, "/rows/0/ref_count", Int(0)), says(silent, "")),
		Case("UNKNOWN_MEASURED", "session:s1", says(put("/processes/3/second", nil), stop), says(base, stop)),
		Case("UNKNOWN_TURN_IDLE", "session:s1", says(put("/runtimes/0/references/0/turn", nil), stop),
			says(base, stop)),
		Case("PROTECTED_RECLAIM", "session:s1", says(put("/processes/1/ppid", Int(300)), stop), says(base, stop)),
		Case("NONTERMINAL_RECLAIM", "session:s1", says(put("/sessions/0/proposal", nil), stop), says(base, stop)),
		Case("REPORT_MISMATCH", "backend:b1", edited(base, "/rows/2/rss_kib", Int(49999)), says(base, "")),
	})
}
