package tspi

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

const orphanExpectation = `{"rows": [{"pid": 410, "ppid": 1, "process_kind": "mcp", "owner_status": "launchd_detached", "decision": "candidate_safe_close", "age_s": 300, "allowlist_matched": true}],
	"groups": [{"process_kind": "mcp", "owner_status": "s", "budget": 1, "count": 2, "excess_count": 1, "oldest_age_s": 40, "newest_age_s": null}]}`

// Every distance that the law looks at stays: between two processes, and from the
// threshold, given or by default (docs/suite.md: ages moved without crossing one).
func TestMovingAgesKeepsDistances(t *testing.T) {
	for name, policy := range map[string]string{
		"given threshold":   `{"min_age_seconds": 300, "kinds": []}`,
		"default threshold": `{"kinds": []}`,
	} {
		t.Run(name, func(t *testing.T) {
			c := made(t, OpClassify,
				"ps.txt", "1 0 1-00:00:00 0.0 1 init\n410 1 05:00 0.0 1 mcp\n420 410 298 0.0 1 x",
				"pressure_policy.json", policy, "owner_classes.json", `{}`, "expect.json", orphanExpectation)
			p := perturbed(c)
			p.moveAges()
			p.writeTable()
			table, err := tspi.ParseTable(p.problem.PSText, law.Hardened)
			if err != nil {
				t.Fatal(err)
			}
			ages := make([]int64, 3)
			for i, row := range table.Rows {
				ages[i] = row.Age
			}
			delta := ages[1] - 300
			if delta <= 0 || ages[0] != 86400+delta || ages[2] != 298+delta {
				t.Errorf("the ages are %v", ages)
			}
			min, ok := plainCount(threshold(p.problem.document(docPolicy).(strict.Object)))
			if !ok || min != 300+delta {
				t.Errorf("the threshold is %v, want %d", min, 300+delta)
			}
			e := p.expect.Inventory
			if *e.Rows[0].AgeS != 300+delta || *e.Groups[0].OldestAgeS != 40+delta || e.Groups[0].NewestAgeS != nil {
				t.Errorf("expected are %d, %d, %v", *e.Rows[0].AgeS, *e.Groups[0].OldestAgeS, e.Groups[0].NewestAgeS)
			}
			if *expectOf(c).Inventory.Rows[0].AgeS != 300 {
				t.Error("the case itself was changed")
			}
		})
	}
}

// Where an age or a threshold is not understood without doubt, nothing moves.
func TestAgesStay(t *testing.T) {
	const plain = "410 1 05:00 0.0 1 mcp"
	for name, test := range map[string]struct {
		table, policy string
		moves         bool
	}{
		"all plain":              {plain, `{"min_age_seconds": 300}`, true},
		"an etime of 60 min":     {"410 1 01:60:00 0.0 1 mcp", `{"min_age_seconds": 300}`, false},
		"a bad etime":            {"410 1 never 0.0 1 mcp", `{"min_age_seconds": 300}`, false},
		"near the largest age":   {"410 1 2147483647 0.0 1 mcp", `{"min_age_seconds": 300}`, false},
		"a line that may be one": {plain + "\n411\t1 9 0.0 1 mcp", `{"min_age_seconds": 300}`, false},
		"a comment":              {"# so\n" + plain, `{"min_age_seconds": 300}`, true},
		"a fraction":             {plain, `{"min_age_seconds": 300.0}`, false},
		"zero":                   {plain, `{"min_age_seconds": 0}`, false},
		"a quoted threshold":     {plain, `{"min_age_seconds": "300"}`, false},
		"a huge threshold":       {plain, `{"min_age_seconds": 99999999999999999999}`, false},
		"a policy of no object":  {plain, `[]`, false},
	} {
		t.Run(name, func(t *testing.T) {
			c := made(t, OpClassify, "ps.txt", test.table, "pressure_policy.json", test.policy, "expect.json",
				`{"rows": []}`)
			p := perturbed(c)
			before := strings.Join(p.lines, "\n")
			p.moveAges()
			if moved := strings.Join(p.lines, "\n") != before; moved != test.moves {
				t.Errorf("the ages moved: %v, want %v", moved, test.moves)
			}
			if !test.moves &&
				string(strict.Encode(p.problem.document(docPolicy))) != string(strict.Encode(problemOf(c).
					document(docPolicy))) {
				t.Error("the threshold moved alone")
			}
		})
	}
}

// A claim's ages move with its threshold, wherever that is said; ages that are
// none stay what they are.
func TestMovingTheAgesOfAClaim(t *testing.T) {
	const claim = `{"rows": [{"age_s": 40}, {"age_s": -1}, {"age_s": "40"}, {"age_s": 40.5}, {"age_s": null}, {"oldest_age_s": 7, "deep": [{"age_s": 0}]}]}`
	for name, test := range map[string]struct {
		files     []string
		threshold string // the member that says it
	}{
		"given":   {[]string{"audit.json", `{"min_age_seconds": 40}`}, `"min_age_seconds":`},
		"default": {nil, `"min_age_seconds":`},
	} {
		t.Run(name, func(t *testing.T) {
			p := perturbed(made(t, OpAudit, append(append([]string{"claim.json", claim}, test.files...), "expect.json",
				`{"findings": []}`)...))
			p.moveAges()
			moved := p.problem.document(docClaim).(strict.Object)
			rows := moved.At("rows").(strict.Array)
			first, _ := plainCount(get(rows[0].(strict.Object), "age_s"))
			delta := first - 40
			if delta <= 0 {
				t.Fatalf("the claim is %s", strict.Encode(moved))
			}
			want := strings.NewReplacer(`"age_s": 40}`, `"age_s": `+string(strict.Int(40+delta))+`}`,
				`"age_s": 0}`, `"age_s": `+string(strict.Int(delta))+`}`).Replace(claim)
			if string(strict.Encode(moved)) != string(strict.Encode(decoded(t, want))) {
				t.Errorf("the claim is %s, want %s", strict.Encode(moved), want)
			}
			min, _ := plainCount(threshold(p.problem.Documents))
			usual,
				_ := plainCount(
				threshold(problemOf(made(t, OpAudit, append(test.files, "expect.json", `{"findings": []}`)...)).
					Documents))
			if min != usual+delta {
				t.Errorf("the threshold is %d, want %d", min, usual+delta)
			}
		})
	}
}

// Beside a part of a fixture no threshold is given: it would be a second fault
// (contract, section 8).
func TestNoThresholdBesideAFixture(t *testing.T) {
	for name, part := range map[string]string{"policy": "pressure_policy.json", "owners": "owner_classes.json"} {
		t.Run(name, func(t *testing.T) {
			p := perturbed(made(t, OpAudit, "claim.json", `{"rows": []}`, part, `{}`, "expect.json",
				`{"findings": []}`))
			p.moveAges()
			if _, there := p.problem.Documents.Get("min_age_seconds"); there {
				t.Error("there is one")
			}
		})
	}
}

// The common spellings of an etime and what they mean (contract, section 2), and
// their neighbours that are left alone.
func TestPlainAge(t *testing.T) {
	for etime, want := range map[string]int64{
		"0": 0, "59": 59, "00:00": 0, "05:00": 300, "59:59": 3599, "01:00:00": 3600, "23:59:59": 86399,
		"1-00:00:00": 86400, "10-01:02:03": 867723,
		"05:60": -1, "60:00": -1, "24:00:00": -1, "5:00": -1, "1-00:00": -1, "-1": -1, "1--00:00:00": -1,
		"00:00:00:00": -1,
		"1-":          -1, "": -1, "05:0x": -1, "007": -1, "01-00:00:00": -1, "1-24:00:00": -1, "+5": -1, "05:-1": -1,
	} {
		got, ok := plainAge(etime)
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: got %d, %v, want %d", etime, got, ok, want)
		}
	}
}

// Every spelling that is drawn means the age that it is of, by the law's own reader.
func TestSpelledAgesMeanTheSame(t *testing.T) {
	p := perturbed(made(t, OpClassify, "expect.json", `{"rows": []}`))
	spellings := map[int]bool{}
	for age := int64(1); age < 2147483647; age = age*3 + 7 {
		for range 8 {
			etime := p.spell(age)
			spellings[strings.Count(etime, ":")+strings.Count(etime, "-")] = true
			table, err := tspi.ParseTable("410 1 "+etime+" 0.0 1 x\n", law.Hardened)
			if err != nil || !table.Rows[0].HasAge || table.Rows[0].Age != age {
				t.Errorf("%d is spelt %q, which is not that age", age, etime)
			}
		}
	}
	if len(spellings) != 4 {
		t.Errorf("only %d spellings were drawn", len(spellings))
	}
}
