package tspi

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// A twin changes no answer of the law (contract, sections 3 and 4), and each reading that takes one for what it
// is a twin of answers otherwise in some variant of the case: one that folds a substring, a name or a status,
// one that trims or squeezes it, and one that searches by a pattern.
func TestTwins(t *testing.T) {
	c := made(t, OpClassify, "ps.txt", `
1 0 10-00:00:00 0.0 1 /sbin/systemd
400 1 1-00:00:00 0.0 1 agent session
410 1 15:00 1.5 1 node mcp-server --stdio
420 400 10:00 0.0 1 node mcp-server --stdio`,
		"pressure_policy.json",
		`{"kinds": [{"kind": "mcp-one", "match_substrings": ["mcp-server"], "allowlisted": true}]}`,
		"owner_classes.json",
		`{"owner_hints": [{"substring": "agent", "status": "active_session_chain"}], "init_names": ["systemd"]}`,
		"expect.json", `{"rows": []}`)
	answer := func(p *perturbation, change func(strict.Value) strict.Value) string {
		in, err := tspi.ReadInputs(change(p.problem.document(docTable)), change(p.problem.document(docPolicy)),
			change(p.problem.document(docOwners)), law.Hardened)
		if err != nil {
			return "refused"
		}
		var rows strings.Builder
		for _, row := range tspi.Classify(in).Rows {
			fmt.Fprintln(&rows, row.PID, row.ProcessKind, row.OwnerStatus, row.Decision, row.Reason)
		}
		return rows.String()
	}
	texts := func(change func(string) string) func(strict.Value) strict.Value {
		return func(v strict.Value) strict.Value { return strict.MapStrings(v, change) }
	}
	as := func(v strict.Value) strict.Value { return v }
	readings := map[string]func(strict.Value) strict.Value{
		"folds letter case": texts(strings.ToLower),
		"trims":             texts(strings.TrimSpace),
		"drops wildcards":   texts(func(s string) string { return strings.Trim(s, "*%^$") }),
		"one separator":     texts(func(s string) string { return strings.ReplaceAll(s, "_", "-") }),
		"takes off quotes":  texts(func(s string) string { return strings.Trim(s, `"'`) }),
		"narrows": texts(func(s string) string {
			return strings.Map(func(r rune) rune {
				if r > 0xff00 && r < 0xff5f {
					return r - 0xfee0
				}
				return r
			}, s)
		}),
	}
	right := answer(perturbed(c), as)
	found := map[string]bool{}
	for seed := range 150 {
		p := newPerturbation(c, profile.Random(fmt.Sprint(seed)))
		p.readTable()
		p.addTwins()
		p.addRemarks()
		if got := answer(p, as); got != right {
			t.Fatalf("seed %d: the law answers\n%s\nwant\n%s", seed, got, right)
		}
		for name, reading := range readings {
			found[name] = found[name] || answer(p, reading) != right
		}
	}
	for name := range readings {
		if !found[name] {
			t.Errorf("no twin shows a reader that %s", name)
		}
	}
}

// A text that is refused for having no row gets a line whose token a refusal must not quote (contract, section 7);
// a text that is refused for anything else stays as it is.
func TestTheTokenOfNoRow(t *testing.T) {
	for code, told := range map[string]bool{"TSPI_MISSING_PROCESS_TABLE": true, "TSPI_INPUT_INVALID": false} {
		c := made(t, OpClassify, "ps.txt", "no row\n", "pressure_policy.json",
			`{"kinds": [{"kind": "a", "match_substrings": ["a"]}]}`,
			"owner_classes.json", `{}`, "expect.json", `{"error": {"error_code": "`+code+
				`", "input": "process_table"}}`)
		q := perturb(c, "seed", 1)
		table := q.Problem.(*Problem).PSText
		if got := len(q.Canaries) == 1 && strings.Contains(table, q.Canaries[0]); got != told {
			t.Errorf("%s: a token is in the table: %v, want %v", code, got, told)
		}
	}
}
