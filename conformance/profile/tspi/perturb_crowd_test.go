package tspi

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/profiletest"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// crowded perturbs nothing of a case but the crowd, with the seeds from 0 to n-1.
func crowded(c *profile.Case, n int) []*perturbation {
	var all []*perturbation
	for seed := range n {
		p := newPerturbation(c, profile.Random(fmt.Sprint(seed)))
		p.readTable()
		p.completeRows()
		p.addCrowd()
		p.writeTable()
		all = append(all, p)
	}
	return all
}

// The crowd is helpers of a kind of its own that are certainly no candidates; they
// stand in the table, in what is expected and nowhere else, and the rows of the
// case are what they were. Crowds come in all sizes, at times larger than any case
// (docs/suite.md: what is right about small tables only is caught).
func TestTheCrowd(t *testing.T) {
	c := inventoryCase(t, OpClassify)
	own := len(expectOf(c).Inventory.Rows)
	sizes, programs, twins := map[string]int{}, 0, 0
	for seed, p := range crowded(c, 60) {
		rows := p.expect.Inventory.Rows
		switch n := len(rows) - own; {
		case n == 0:
			sizes["none"]++
		case n < 10:
			sizes["few"]++
		case n < 100:
			sizes["some"]++
		default:
			sizes["many"]++
		}
		for i, row := range rows[:own] {
			if got, want := profiletest.JSON(t, row),
				profiletest.JSON(t,
					expectOf(c).Inventory.Rows[i].complete(plainLines(problemOf(c).PSText))); got != want {
				t.Errorf("seed %d: a row of the case became %s", seed, got)
			}
		}
		if !strings.HasPrefix(p.problem.PSText, problemOf(c).PSText) {
			t.Errorf("seed %d: the lines of the case are not as they were", seed)
		}
		in, err := tspi.ReadInputs(p.problem.document(docTable), p.problem.document(docPolicy),
			p.problem.document(docOwners), law.Hardened)
		if err != nil {
			t.Fatal(err)
		}
		marks, hashes, helpers, seen := map[string]string{}, map[string]bool{}, 0, map[string]int{}
		for _, line := range plainLines(p.problem.PSText) {
			seen[line.pid]++
		}
		for _, row := range tspi.Classify(in).Rows {
			hashes[fmt.Sprint(row.PID, row.CommandHash)] = true
			if row.ProcessKind != "mcp" && row.ProcessKind != "rt" {
				helpers++
				marks[fmt.Sprint(row.PID)] = row.ProcessKind
			}
		}
		for _, row := range rows[own:] {
			if marks[fmt.Sprint(row.PID)] != row.ProcessKind || *row.PPID == 1 ||
				row.Decision != "requires_owner_check" || !hashes[fmt.Sprint(row.PID, row.CommandHash)] {
				t.Fatalf("seed %d: the crowd is expected as %.300s", seed, profiletest.JSON(t, row))
			}
			if pid := fmt.Sprint(row.PID); (seen[pid] > 1) != (row.Reason == "pid_reuse_requires_owner_check") {
				t.Errorf("seed %d: %d rows of a pid are expected for the reason %s", seed, seen[pid], row.Reason)
			} else if seen[pid] > 1 {
				twins++
			}
		}
		if strings.Contains(string(strict.Encode(p.problem.document(docPolicy))),
			`"allowlisted":true,"match_at":"program"`) && len(rows)-own > 10 {
			programs++
		}
		if helpers != len(rows)-own {
			t.Errorf("seed %d: %d helpers in the table, %d expected", seed, helpers, len(rows)-own)
		}
	}
	if twins == 0 {
		t.Error("no pid of a crowd has two rows")
	}
	if programs == 0 {
		t.Error("no larger crowd is known by its programs")
	}
	for _, size := range []string{"none", "few", "some", "many"} {
		if sizes[size] == 0 {
			t.Errorf("no crowd of the size %q in %v", size, sizes)
		}
	}
}

// Where rows could change the answer none are added: a refusal, a receipt that
// nothing is to be done, a pid 1 that is not understood, a claim that would leave
// them out. Beside each a neighbour that gets a crowd.
func TestWhereThereIsNoCrowd(t *testing.T) {
	const policy, row = `{"kinds": [{"kind": "mcp", "match_substrings": ["mcp"]}]}`, "410 400 9 0.0 1 mcp"
	relief := func(status string) string {
		return `{"rows": [], "relief": {"status": "` + status + `", "verdict": "no_safe_action"}}`
	}
	for name, test := range map[string]struct {
		op, table, policy, expect string
		some                      bool
		claim                     string
	}{
		"an inventory": {op: OpClassify, table: row, policy: policy, expect: `{"rows": []}`, some: true},
		"a refusal": {op: OpClassify, table: row, policy: policy,
			expect: `{"error": {"error_code": "TSPI_INPUT_INVALID", "input": "process_table"}}`},
		"a plain pid 1": {op: OpClassify, table: "1 0 99 0.0 1 init\n" + row, policy: policy,
			expect: `{"rows": []}`, some: true},
		"a pid 1 with a tab": {op: OpClassify, table: "1\t0 99 0.0 1 init\n" + row, policy: policy,
			expect: `{"rows": []}`},
		"a pid 1 of no age": {op: OpClassify, table: "1 0 - 0.0 1 init\n" + row, policy: policy,
			expect: `{"rows": []}`},
		"a pid of 0001": {op: OpClassify, table: "0001 0 99 0.0 1 init\n" + row, policy: policy,
			expect: `{"rows": []}`},
		"no plain row":      {op: OpClassify, table: "410\t1 9 0.0 1 mcp", policy: policy, expect: `{"rows": []}`},
		"kinds of no array": {op: OpClassify, table: row, policy: `{"kinds": {}}`, expect: `{"rows": []}`},
		"something to do": {op: OpRelief, table: row, policy: policy, expect: relief("owner_check_required"),
			some: true},
		"nothing to do": {op: OpRelief, table: row, policy: policy, expect: relief("no_action")},
		"a claim with rows": {op: OpAudit, table: row, policy: policy, claim: `{"rows": []}`,
			expect: `{"findings": []}`, some: true},
		"a claim without rows": {op: OpAudit, table: row, policy: policy, claim: `{}`, expect: `{"findings": []}`},
		"a claim of no object": {op: OpAudit, table: row, policy: policy, claim: `[]`, expect: `{"findings": []}`},
	} {
		t.Run(name, func(t *testing.T) {
			files := []string{"ps.txt", test.table, "pressure_policy.json", test.policy, "owner_classes.json", `{}`}
			if test.claim != "" {
				files = append(files, "claim.json", test.claim)
			}
			c := made(t, test.op, append(files, "expect.json", test.expect)...)
			some := false
			for _, p := range crowded(c, 20) {
				some = some || p.problem.PSText != problemOf(c).PSText
			}
			if some != test.some {
				t.Errorf("rows were added: %v, want %v", some, test.some)
			}
		})
	}
}

// In an audit the crowd is claimed as it is, and the counts of the claim's summary
// move with it: a right one stays right, a wrong one wrong, an absent one absent.
func TestTheCrowdOfAClaim(t *testing.T) {
	for name, files := range map[string][]string{
		"alone": nil,
		"with a fixture": {"ps.txt", "410 400 9 0.0 1 mcp", "pressure_policy.json",
			`{"kinds": [{"kind": "mcp", "match_substrings": ["mcp"]}]}`, "owner_classes.json", `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			c := made(t, OpAudit,
				append(slices.Clone(files), "claim.json",
					`{"rows": [{"pid": 410}], "summary": {"process_count": 1, "requires_owner_check_count": 7, "keep_count": 0}}`, "expect.json", `{"findings": []}`)...)
			most := 0
			for seed, p := range crowded(c, 20) {
				claim := p.problem.document(docClaim).(strict.Object)
				rows := claim.At("rows").(strict.Array)
				n := len(rows) - 1
				most = max(most, n)
				young := len(*p.expect.Findings) // closing rows, each with its finding
				want := fmt.Sprintf(`{"process_count":%d,"requires_owner_check_count":%d,"keep_count":0}`, 1+n,
					7+n-young)
				if got := string(strict.Encode(claim.At("summary"))); got != want {
					t.Errorf("seed %d: the summary is %s, want %s", seed, got, want)
				}
				if string(strict.Encode(rows[0])) != `{"pid":410}` {
					t.Errorf("seed %d: the first row is %s", seed, strict.Encode(rows[0]))
				}
				lines := plainLines(p.problem.PSText)
				for _, row := range rows[1:] {
					pid := string(get(row.(strict.Object), "pid").(strict.Number))
					at := slices.IndexFunc(lines, func(l plainLine) bool { return l.pid == pid })
					if files != nil &&
						(at < 0 || tspi.CommandHash(lines[at].command) != get(row.(strict.Object), "command_hash")) {
						t.Errorf("seed %d: %s is claimed and not in the table", seed, strict.Encode(row))
					}
				}
			}
			if most < 20 {
				t.Errorf("the largest crowd is %d", most)
			}
		})
	}
}

// Decoys match nothing, and stand anywhere among the entries of the case, whose
// order stays.
func TestDecoys(t *testing.T) {
	c := made(t, OpClassify, "ps.txt", "410 400 9 0.0 1 mcp one", "pressure_policy.json",
		`{"kinds": [{"kind": "a", "match_substrings": ["one"]}, {"kind": "b", "match_substrings": ["mcp"]}]}`,
		"owner_classes.json", `{"owner_hints": [{"substring": "x", "status": "s"}, {"substring": "y", "status": "s"}]}`,
		"expect.json", `{"rows": []}`)
	before := map[bool]int{}
	for seed := range 40 {
		p := newPerturbation(c, profile.Random(fmt.Sprint(seed)))
		p.readTable()
		p.addDecoys()
		policy, err := tspi.ReadPolicy(p.problem.document(docPolicy), law.Hardened)
		if err != nil {
			t.Fatal(err)
		}
		var own []string
		for i, kind := range policy.Kinds {
			if !strings.HasPrefix(kind.Name, "decoy-") {
				own = append(own, kind.Name)
				before[i >= len(own)]++
			}
			for _, match := range kind.Match {
				if strings.Contains("mcp one", match) && len(kind.Name) > 1 {
					t.Errorf("seed %d: %q of %s matches", seed, match, kind.Name)
				}
			}
		}
		if !slices.Equal(own, []string{"a", "b"}) {
			t.Errorf("seed %d: the kinds of the case are %v", seed, own)
		}
		owners, err := tspi.ReadOwners(p.problem.document(docOwners), law.Hardened)
		if err != nil {
			t.Fatal(err)
		}
		hints := slices.DeleteFunc(slices.Clone(owners.Hints), func(h tspi.OwnerHint) bool {
			return h.Status == "decoy_owner"
		})
		if len(hints) != 2 || hints[0].Substring != "x" || hints[1].Substring != "y" {
			t.Errorf("seed %d: the hints of the case are %v", seed, hints)
		}
	}
	if before[true] == 0 || before[false] == 0 {
		t.Errorf("decoys stand always, or never, before the entries of the case: %v", before)
	}
}
