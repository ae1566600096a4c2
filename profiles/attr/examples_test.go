package attr_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/attr"
)

// base is the first example of section 8: the facts and the answer.
func base(t *testing.T) (facts, answer strict.Value, blocks []strict.Value) {
	t.Helper()
	blocks = lawtest.Blocks(t, "attr")
	return blocks[0], blocks[1], blocks
}

func decided(t *testing.T, facts strict.Value) strict.Object {
	t.Helper()
	answer, err := attr.Decide(facts)
	if err != nil {
		t.Fatal(err)
	}
	v, err := strict.ValueOf(answer)
	if err != nil {
		t.Fatal(err)
	}
	return v.(strict.Object)
}

// Section 8: the examples are answered as the contract says.
func TestExamples(t *testing.T) {
	facts, answer, blocks := base(t)
	if got := decided(t, facts); !strict.Equal(got, answer) {
		t.Errorf("example 1:\n got %s\nwant %s", strict.Encode(got), strict.Encode(answer))
	}
	stale := lawtest.Put(t, facts, "/runtimes/0/root/start_token", "a9")
	if got := decided(t, stale).At("rows"); !strict.Equal(got, blocks[2]) {
		t.Errorf("example 2:\n got %s\nwant %s", strict.Encode(got), strict.Encode(blocks[2]))
	}
	unsampled := decided(t, lawtest.Put(t, facts, "/processes/3/second", nil))
	row := unsampled.Array("rows")[1].(strict.Object)
	if row.Text("id") != "session:s1" || row.At("cpu_permille") != nil ||
		row.Object("reclaim").Text("reason") != "cpu_unknown" {
		t.Errorf("example 3: got %s", strict.Encode(row))
	}
	moved := lawtest.Put(t, answer, "/rows/0/pids", strict.Array{})
	moved = lawtest.Put(t, moved, "/rows/1/pids", lawtest.Read(t, `[300,310,200]`))
	moved = lawtest.Put(t, moved, "/acts",
		lawtest.Read(t, `[{"act":"stop","id":"session:s1"},{"act":"signal","pid":200}]`))
	expectFindings(t, "example 4", facts, moved, "ATTR_SHARED_ROOT_STOLEN session:s1", "ATTR_PROTECTED_RECLAIM 200")
}

func expectFindings(t *testing.T, name string, facts, claim strict.Value, want ...string) {
	t.Helper()
	findings, err := attr.Audit(facts, claim)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	got := map[string]bool{}
	for _, f := range findings {
		got[string(f.ErrorCode)+" "+f.SubjectID] = true
	}
	for _, w := range want {
		if !got[w] {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: got %v, want %v", name, got, want)
	}
}

// Section 6: each negative case raises its code and nothing else, and its sibling nothing.
func TestNegativeCases(t *testing.T) {
	facts, _, _ := base(t)
	put := func(v strict.Value, edits ...any) strict.Value {
		for i := 0; i < len(edits); i += 2 {
			v = lawtest.Put(t, v, edits[i].(string), lawtest.Read(t, edits[i+1].(string)))
		}
		return v
	}
	session := func(id, thread string) string {
		return `{"id":"` + id + `","corrupt":false,"thread_id":"` + thread +
			`","runtime_id":"r1","status":"active","proposal":null,"stopped":false,"archived":false,"root":null}`
	}
	const corrupt = `{"id":"s3","corrupt":true,"thread_id":null,"runtime_id":null,"status":null,"proposal":null,"stopped":null,"archived":null,"root":null}`
	stop, signal := `[{"act":"stop","id":"session:s1"}]`, `[{"act":"signal","pid":300}]`
	move := func(rows strict.Value, from, to string, pid string) strict.Value {
		var out strict.Array
		for _, row := range rows.(strict.Array) {
			o := row.(strict.Object)
			var pids strict.Array
			for _, p := range o.Array("pids") {
				if o.Text("id") != from || p != strict.Number(pid) {
					pids = append(pids, p)
				}
			}
			if o.Text("id") == to {
				pids = append(pids, strict.Number(pid))
			}
			if pids == nil {
				pids = strict.Array{}
			}
			out = append(out, o.With("pids", pids))
		}
		return out
	}
	without := func(rows strict.Value, id string) strict.Value {
		var out strict.Array
		for _, row := range rows.(strict.Array) {
			if row.(strict.Object).Text("id") != id {
				out = append(out, row)
			}
		}
		return out
	}
	keep := func(rows strict.Value) strict.Value { return rows }
	for _, test := range []struct {
		code           string
		subject        string
		wrong, right   strict.Value // the facts
		wrongRows      func(strict.Value) strict.Value
		wrongAct, acts string // of the case and of its sibling, "" for none
	}{
		{"CLAIM_MALFORMED", "claim", facts, facts, keep, `[{"act":"kill","pid":300}]`, signal},
		{"SWEEP_ABORTED", "backend:b1", facts, facts, func(rows strict.Value) strict.Value {
			return without(rows, "backend:b1")
		}, "", ""},
		{"CORRUPT_IGNORED", "session:s3", put(facts, "/sessions/-", corrupt), put(facts, "/sessions/-", corrupt),
			func(rows strict.Value) strict.Value {
				return without(rows, "session:s3")
			}, "", ""},
		{"ARCHIVED_AS_ABSENT", "session:s1", put(facts, "/sessions/0/archived", `true`), facts, keep, stop, stop},
		{"STALE_ROOT_PID", "300",
			put(facts, "/processes/2/declared", `{"project":false}`, "/sessions/0/root/start_token", `"a0"`),
			put(facts, "/processes/2/declared", `{"project":false}`), keep, signal, signal},
		{"OWNERSHIP_UNPROVEN", "session:s1", put(facts, "/sessions/-", session("s3", "t1")),
			put(facts, "/sessions/-", session("s3", "t3")), keep, stop, stop},
		{"SHARED_ROOT_STOLEN", "session:s1", facts, facts, func(rows strict.Value) strict.Value {
			return move(rows, "shared_runtime:r1", "session:s1", "200")
		}, "", ""},
		{"WRONG_OWNER", "backend:b1", facts, facts, func(rows strict.Value) strict.Value {
			return move(rows, "session:s1", "backend:b1", "300")
		}, "", ""},
		{"UNKNOWN_REFS_ZERO", "shared_runtime:r1", put(facts, "/runtimes/0/references", `null`),
			put(facts, "/runtimes/0/references", `null`), func(rows strict.Value) strict.Value {
				return lawtest.Put(t, rows, "/0/ref_count", strict.Number("0"))
			}, "", ""},
		{"UNKNOWN_MEASURED", "session:s1", put(facts, "/processes/3/second", `null`), facts, keep, stop, stop},
		{"UNKNOWN_TURN_IDLE", "session:s1", put(facts, "/runtimes/0/references/0/turn", `null`), facts, keep, stop,
			stop},
		{"PROTECTED_RECLAIM", "session:s1", put(facts, "/processes/1/ppid", `300`), facts, keep, stop, stop},
		{"NONTERMINAL_RECLAIM", "session:s1", put(facts, "/sessions/0/proposal", `null`), facts, keep, stop, stop},
		{"REPORT_MISMATCH", "backend:b1", facts, facts, func(rows strict.Value) strict.Value {
			return lawtest.Put(t, rows, "/2/rss_kib", strict.Number("49999"))
		}, "", ""},
	} {
		claim := func(rows strict.Value, acts string) strict.Value {
			c := strict.Object{{Name: "rows", Value: rows}}
			if acts != "" {
				c = c.With("acts", lawtest.Read(t, acts))
			}
			return c
		}
		wrongRows := test.wrongRows(decided(t, test.wrong).At("rows"))
		expectFindings(t, test.code, test.wrong, claim(wrongRows, test.wrongAct), "ATTR_"+test.code+" "+test.subject)
		expectFindings(t, "the sibling of "+test.code, test.right, claim(decided(t, test.right).At("rows"), test.acts))
		if strings.HasPrefix(attr.MessageOf(law.Code("ATTR_"+test.code)), "An offence") {
			t.Errorf("%s has no message", test.code)
		}
	}
}
