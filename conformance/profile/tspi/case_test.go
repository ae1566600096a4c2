package tspi

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/profiletest"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// A case says everything that docs/suite.md lists.
func TestParseCase(t *testing.T) {
	c, err := Profile().ParseCase("tspi/core/5.orphan/a", []byte(profiletest.Case))
	if err != nil {
		t.Fatal(err)
	}
	if c.ID != "tspi/core/5.orphan/a" || c.Title != "An orphan" || c.Op != OpClassify || c.Clause != "5.orphan" ||
		c.Why != "It says why." ||
		c.Pair != "tspi/core/5.orphan/b" || c.Since != 1 || c.Provisional || c.NoChallenge ||
		string(c.Text) != profiletest.Case || c.Level() != law.Core {
		t.Errorf("the case is %+v", c)
	}
	want :=
		`{"process_table":{"ps_text":"410 1 9 0.0 1 mcp\n"},"pressure_policy":{"kinds":[{"kind":"lsp","match_substrings":["lsp"]}]},"owner_classes":{}}`
	if got := string(c.Problem.Input(c.Op, "")); got != want {
		t.Errorf("it sends %s", got)
	}
	text := strings.Replace(profiletest.Case, "since: 1", "since: 3\nprovisional: true\nchallenge: off", 1)
	c, err = Profile().ParseCase("tspi/core/5.orphan/a", []byte(text))
	if err != nil || c.Since != 3 || !c.Provisional || !c.NoChallenge {
		t.Errorf("%v, %+v", err, c)
	}
	c, err = Profile().ParseCase("tspi/hardened/5.orphan/a",
		[]byte(strings.ReplaceAll(profiletest.Case, "core", "hardened")))
	if err != nil || c.Level() != law.Hardened {
		t.Errorf("%v, %+v", err, c)
	}
}

// A case that is not well formed is an error that names the case and the key or
// file at fault: a misspelt one would demand nothing of anybody.
func TestCasesThatAreNone(t *testing.T) {
	for name, test := range map[string]struct{ old, fresh, want string }{
		"no colon":       {"title: An orphan", "title", "want key: value lines before the first file"},
		"no value":       {"title: An orphan", "title:", "want key: value lines before the first file"},
		"a key twice":    {"since: 1", "since: 1\nsince: 1", "since: stands twice"},
		"an unknown key": {"since: 1", "since: 1\nsinse: 1", "sinse: there is no such key"},
		"no title":       {"title: An orphan\n", "", "title: is missing"},
		"no why":         {"why: It says why.\n", "", "why: is missing"},
		"another id": {"id: tspi/core/5.orphan/a", "id: tspi/core/5.orphan/b",
			"id: want the file's path, tspi/core/5.orphan/a"},
		"an unknown op":     {"op: tspi.classify", "op: tspi.close", "op: want one of"},
		"an unknown clause": {"clause: 5.orphan", "clause: 5.orphans", "clause: no clause has this id"},
		"since no number":   {"since: 1", "since: x", "since: want a suite version, 1 or more"},
		"since zero":        {"since: 1", "since: 0", "since: want a suite version, 1 or more"},
		"provisional maybe": {"since: 1", "since: 1\nprovisional: maybe",
			"provisional: want true, or no such line"},
		"challenge on":   {"since: 1", "since: 1\nchallenge: on", "challenge: want off, or no such line"},
		"no expectation": {"-- expect.json --\n{\"rows\": []}\n", "", "expect.json: is missing"},
		"a file twice": {"-- owner_classes.json --", "-- ps.txt --\nx\n-- owner_classes.json --",
			"ps.txt: stands twice"},
		"an unknown file": {"owner_classes.json", "owners.json",
			"owners.json: a case of tspi.classify has no such file"},
		"a policy of no JSON":    {`"lsp"]}]}`, `"lsp"]}]`, "pressure_policy.json: "},
		"an expectation of none": {`{"rows": []}`, `{"rows": []`, "expect.json: "},
		"a misspelt expectation": {`{"rows": []}`, `{"rows": [], "initt": "recognised"}`, "expect.json: "},
		"rows left out":          {`{"rows": []}`, `{}`, "expect.json: /rows: is missing"},
		"an expectation twice":   {`{"rows": []}`, `{"rows": [], "rows": []}`, "expect.json: "},
		"no object":              {`{"rows": []}`, `[]`, "expect.json: want an object"},
		"a relief of classify": {`{"rows": []}`, `{"rows": [], "relief": {"status": "a", "verdict": "b"}}`,
			"/relief: want it in cases of tspi.relief, and only there"},
		"no right refusal":   {`{"rows": []}`, `{"error": []}`, "/error: want at least one refusal"},
		"a misspelt refusal": {`{"rows": []}`, `{"error": {"code": "x"}}`, "expect.json: "},
		"an error and rows": {`{"rows": []}`, `{"rows": [], "error": {"error_code": "x", "input": "y"}}`,
			"expect.json: "},
		"a claim of classify": {"owner_classes.json", "claim.json", "claim.json: only an audit has a claim"},
		"thresholds of classify": {"owner_classes.json", "audit.json",
			"audit.json: want an object, in a case of tspi.audit"},
		"a bundle of classify": {"owner_classes.json", "bundle/a", "bundle/a: "},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(profiletest.Case, test.old, test.fresh, 1)
			if text == profiletest.Case {
				t.Fatal("the test changes nothing")
			}
			_, err := Profile().ParseCase("tspi/core/5.orphan/a", []byte(text))
			if err == nil || !strings.HasPrefix(err.Error(), "case tspi/core/5.orphan/a: ") ||
				!strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// An expectation that leaves out what it is about would demand too little.
func TestExpectationsOfTheOtherOperations(t *testing.T) {
	header := func(op string) string {
		return "id: tspi/core/8.input/a\ntitle: a\nop: " + op +
			"\nclause: 8.input\nwhy: a\nsince: 1\n-- bundle/a --\na\n-- expect.json --\n"
	}
	for name, test := range map[string]struct{ op, expect, want string }{
		"audit":          {OpAudit, `{"findings": []}`, ""},
		"audit, nothing": {OpAudit, `{}`, "/findings: is missing"},
		"bundle": {OpBundle,
			`{"status": "pass", "module_count": 1, "verified_module_count": 1, "findings": []}`, ""},
		"bundle, findings": {OpBundle, `{"status": "pass", "module_count": 1, "verified_module_count": 1}`,
			"/findings: is missing"},
		"bundle, misspelt": {OpBundle, `{"status": "pass", "modules": 1, "findings": []}`, "expect.json: "},
		"run": {OpRun,
			`{"status": "pass", "error_codes": [], "missing_negative_cases": [], "source_module_manifest_status": "pass"}`, ""},
		"run, missing":      {OpRun, `{"status": "pass"}`, "/missing_negative_cases: is missing"},
		"relief without it": {OpRelief, `{"rows": []}`, "/relief: want it in cases of tspi.relief"},
	} {
		t.Run(name, func(t *testing.T) {
			text := header(test.op) + test.expect + "\n"
			switch test.op {
			case OpRun:
				text = strings.Replace(text, "bundle/a", "fixture/a", 1)
			case OpAudit, OpRelief:
				text = strings.Replace(text, "-- bundle/a --\na\n", "", 1)
			}
			_, err := Profile().ParseCase("tspi/core/8.input/a", []byte(text))
			if test.want == "" && err != nil || test.want != "" &&
				(err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// The parts of a row that a case leaves out come from its own line of that pid,
// and never from another.
func TestCompleteRow(t *testing.T) {
	lines := plainLines("410 1 9 1.5 1 mcp one\n410 7 9 2.5 1 mcp two\n420 1 9 - 1 x\n")
	number := func(n int64) *int64 { return &n }
	for name, test := range map[string]struct{ row, want ExpectRow }{
		"nothing given": {ExpectRow{PID: 410}, ExpectRow{PID: 410, PPID: number(1), CPUPct: CPU{true, pointer(1.5)},
			Command: "mcp one", CommandHash: tspi.CommandHash("mcp one")}},
		"all given": {ExpectRow{PID: 410, PPID: number(7), CPUPct: CPU{Given: true}, CommandHash: "x", Command: "y"},
			ExpectRow{PID: 410, PPID: number(7), CPUPct: CPU{Given: true}, CommandHash: "x", Command: "y"}},
		"a command": {ExpectRow{PID: 410, Command: "mcp two"}, ExpectRow{PID: 410, PPID: number(1),
			CPUPct: CPU{true, pointer(1.5)}, Command: "mcp two", CommandHash: tspi.CommandHash("mcp two")}},
		"no plain cpu": {ExpectRow{PID: 420},
			ExpectRow{PID: 420, PPID: number(1), Command: "x", CommandHash: tspi.CommandHash("x")}},
		"no line": {ExpectRow{PID: 430}, ExpectRow{PID: 430}},
	} {
		if got, want := profiletest.JSON(t, test.row.complete(lines)), profiletest.JSON(t, test.want); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func pointer(f float64) *float64 { return &f }

// A claim's "$hash:PID" is the hash of that pid's command; any other text, and a
// pid without a plain line, stays.
func TestFillHashes(t *testing.T) {
	got := string(
		strict.Encode(
			fillHashes(decoded(t,
				`{"$hash:410": "$hash:410", "a": ["$hash:420", "$hash:", "hash:410", 410, null, true]}`),
				"410 1 9 0.0 1 mcp\n")))
	if want := `{"$hash:410":"` + tspi.CommandHash("mcp") +
		`","a":["$hash:420","$hash:","hash:410",410,null,true]}`; got != want {
		t.Errorf("got %s", got)
	}
}

// The clauses have ids of their section, each once, and a rule.
func TestClausesAreOfASection(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Profile().Clauses {
		if seen[c.ID] || c.Rule == "" || !strings.HasSuffix(c.Rule, ".") || c.Section() == "" {
			t.Errorf("%+v", c)
		}
		seen[c.ID] = true
	}
	if c, ok := Profile().Clause("4.init"); !ok || c.Section() != "4" {
		t.Errorf("4.init: %+v", c)
	}
	if _, ok := Profile().Clause("4.nothing"); ok {
		t.Error("there is a clause 4.nothing")
	}
}
