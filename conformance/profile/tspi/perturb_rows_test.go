package tspi

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// tableOf is a table of n helpers under init, with a header and a comment.
func tableOf(n int) (text, expect string) {
	text = "PID PPID ELAPSED %CPU RSS COMMAND\n# before\n1 0 9 0.0 1 init\n"
	var rows []string
	for i := range n {
		text += fmt.Sprintf("%d 1 9 0.0 1 mcp helper\n", 100+i)
		rows = append(rows,
			fmt.Sprintf(
				`{"pid": %d, "process_kind": "mcp", "owner_status": "launchd_detached", "decision": "requires_owner_check", "age_s": 9, "allowlist_matched": false}`, 100+i))
	}
	return text, `{"rows": [` + strings.Join(rows, ",") + `]}`
}

// Rows are shuffled among the places where rows stand, and what is expected
// follows them; headers and comments keep their places (docs/suite.md, section 6
// of the contract: rows in table order).
func TestShuffledRows(t *testing.T) {
	text, expect := tableOf(12)
	p := perturbed(made(t, OpClassify, "ps.txt", text, "expect.json", expect))
	p.shuffleRows()
	if p.lines[0] != "PID PPID ELAPSED %CPU RSS COMMAND" || p.lines[1] != "# before" {
		t.Errorf("the first lines are %q", p.lines[:2])
	}
	sorted := slices.Sorted(slices.Values(p.lines))
	if !slices.Equal(sorted, slices.Sorted(slices.Values(strings.Split(text+"\n", "\n")))) {
		t.Error("other lines came out than went in")
	}
	if slices.Equal(p.lines, strings.Split(text+"\n", "\n")) {
		t.Error("twelve rows kept their order")
	}
	var inTable, expected []string
	for _, line := range p.lines {
		if strings.HasSuffix(line, "mcp helper") {
			inTable = append(inTable, line[:3])
		}
	}
	for _, row := range p.expect.Inventory.Rows {
		expected = append(expected, fmt.Sprint(row.PID))
	}
	if !slices.Equal(inTable, expected) {
		t.Errorf("the rows stand as %v and are expected as %v", inTable, expected)
	}
}

// Rows stay where their order says something: which of two rows of one pid is
// meant, or a line that may be a row and is not understood here.
func TestRowsThatKeepTheirOrder(t *testing.T) {
	text, expect := tableOf(12)
	for name, test := range map[string]struct {
		more     string
		shuffles bool
	}{
		"nothing more":     {"", true},
		"a pid twice":      {"111 1 9 0.0 1 mcp helper\n", false},
		"a row with a tab": {"200\t1 9 0.0 1 mcp helper\n", false},
		"another header":   {"PID PPID ELAPSED %CPU RSS COMMAND\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			p := perturbed(made(t, OpClassify, "ps.txt", text+test.more, "expect.json", expect))
			p.shuffleRows()
			if shuffled := strings.Join(p.lines, "\n") != text+test.more+"\n"; shuffled != test.shuffles {
				t.Errorf("shuffled: %v, want %v", shuffled, test.shuffles)
			}
		})
	}
}

// A claim's rows mean the same in any order; other members keep their places.
func TestShuffledClaim(t *testing.T) {
	claim :=
		`{"summary":{"n":[1,2,3,4,5,6]},"rows":[{"pid":2},{"pid":3},{"pid":4},{"pid":5},{"pid":6},{"pid":7},{"pid":8}]}`
	p := perturbed(made(t, OpAudit, "claim.json", claim, "expect.json", `{"findings": []}`))
	p.shuffleRows()
	got := string(strict.Encode(p.problem.document(docClaim)))
	if got == claim || len(got) != len(claim) ||
		!strings.HasPrefix(got, `{"summary":{"n":[1,2,3,4,5,6]},"rows":[{"pid":`) {
		t.Errorf("the claim is %s", got)
	}
	for name, odd := range map[string]string{"no rows": `{"a":1}`, "rows of no array": `{"rows":{"a":1}}`,
		"no object": `[1,2]`} {
		p := perturbed(made(t, OpAudit, "claim.json", odd, "expect.json", `{"findings": []}`))
		p.shuffleRows()
		if got := string(strict.Encode(p.problem.document(docClaim))); got != odd {
			t.Errorf("%s: the claim is %s", name, got)
		}
	}
}

// Strangers stand behind the first row, are no helpers, nobody's parents and no
// one's pid: whatever was true of the table stays so (docs/suite.md, challenges).
func TestStrangers(t *testing.T) {
	text, expect := tableOf(3)
	for seed := range 30 {
		c := made(t, OpClassify, "ps.txt", text, "pressure_policy.json", `{"kinds": [{"match_substrings": ["mcp"]}]}`,
			"expect.json", expect)
		p := newPerturbation(c, profile.Random(fmt.Sprint(seed)))
		p.readTable()
		p.addStrangers()
		p.writeTable()
		lines := strings.Split(p.problem.PSText, "\n")
		if !slices.Equal(lines[:3], strings.Split(text, "\n")[:3]) {
			t.Errorf("seed %d: something stands before the first row: %q", seed, lines[:3])
		}
		old := strings.Split(text, "\n")
		strangers := slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
			return slices.Contains(old, line)
		})
		if n := len(strangers); n < 1 || n > 3 || len(lines) != len(old)+1+n {
			t.Errorf("seed %d: %d strangers", seed, n)
		}
		table, err := tspi.ParseTable(p.problem.PSText, law.Hardened)
		if err != nil || table.Skipped != (tspi.SkippedLines{Comment: 1, Header: 1}) {
			t.Fatalf("seed %d: %v, %v", seed, err, table)
		}
		pids := map[int32]bool{}
		for _, row := range table.Rows {
			if pids[row.PID] {
				t.Errorf("seed %d: %d stands twice", seed, row.PID)
			}
			pids[row.PID] = true
		}
		for _, stranger := range strangers {
			if strings.Contains(stranger, "mcp") || !slices.ContainsFunc(p.canaries, func(c string) bool {
				return strings.Contains(stranger, c)
			}) {
				t.Errorf("seed %d: the stranger %q is a helper, or holds no token", seed, stranger)
			}
		}
	}
}

// A table that is refused as a whole gets no strangers, one without a plain row
// has no place for them, and a policy that looks for everything makes helpers of
// all.
func TestNoStrangers(t *testing.T) {
	const row = "410 1 9 0.0 1 mcp"
	for name, test := range map[string]struct {
		table, policy, expect string
		some                  bool
	}{
		"a table that stands": {row, `{}`,
			`{"error": {"error_code": "TSPI_INPUT_INVALID", "input": "pressure_policy"}}`, true},
		"a refused table": {row, `{}`,
			`{"error": {"error_code": "TSPI_INPUT_INVALID", "input": "process_table"}}`, false},
		"no plain row":             {"410\t1 9 0.0 1 mcp", `{}`, `{"rows": []}`, false},
		"everything is looked for": {row, `{"a": ["a", "e", "i", "o", "u"]}`, `{"rows": []}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := perturbed(made(t, OpClassify, "ps.txt", test.table, "pressure_policy.json", test.policy, "expect.json",
				test.expect))
			n := len(p.lines)
			p.addStrangers()
			if some := len(p.lines) > n; some != test.some {
				t.Errorf("strangers: %v, want %v", some, test.some)
			}
		})
	}
}
