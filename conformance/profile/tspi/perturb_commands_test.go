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

const commandsCase = `{"rows": [
	{"pid": 410, "ppid": 1, "process_kind": "mcp", "owner_status": "launchd_detached", "decision": "requires_owner_check", "age_s": 9, "allowlist_matched": false},
	{"pid": 420, "ppid": 1, "process_kind": "mcp", "owner_status": "launchd_detached", "decision": "requires_owner_check", "age_s": 9, "allowlist_matched": false, "command_hash": "0123456789abcdef"}]}`

// A longer command has tokens at its start, in its middle and at its end, and
// keeps every word and every substring that a policy looks for. Its new hash
// stands wherever the old one did: in the expected row and in the registry. A
// hash that was wrong stays wrong (docs/suite.md, challenges).
func TestLongerCommands(t *testing.T) {
	const command = "node server.js --mcp stdio"
	old := tspi.CommandHash(command)
	c := made(t, OpClassify,
		"ps.txt", "410 1 9 0.0 1 "+command+"\n420 1 9 0.0 1 "+command,
		"pressure_policy.json",
		`{"kinds": [{"kind": "mcp", "match_substrings": ["js --mcp"], "exclude_substrings": ["grep"]}]}`,
		"owner_classes.json", `{"registered_helpers": [{"pid": 410, "command_hash": "`+old+
			`"}, {"pid": 410, "command_hash": "ffffffffffffffff"}, {"pid": 77, "command_hash": "`+old+`"}]}`,
		"expect.json", commandsCase)
	p := perturbed(c)
	p.lengthenCommands()
	longer := p.plain[0].command
	words := strings.Fields(longer)
	for _, word := range strings.Fields(command) {
		if !slices.Contains(words, word) {
			t.Errorf("%q lacks %q", longer, word)
		}
	}
	if !strings.Contains(longer, "js --mcp") || !strings.HasPrefix(longer, p.canaries[2]+" ") ||
		!strings.HasSuffix(longer, " --"+p.canaries[0]) {
		t.Errorf("%q is not what it should be, with the tokens %v", longer, p.canaries)
	}
	if middle := strings.Index(longer, p.canaries[1]); middle < len(p.canaries[2])+1 ||
		middle > len(longer)-len(p.canaries[0]) {
		t.Errorf("%q has no token in its middle", longer)
	}
	if p.plain[1].command == longer {
		t.Error("two processes share their tokens: each must have its own")
	}
	changed := tspi.CommandHash(longer)
	owners := `{"registered_helpers":[{"pid":410,"command_hash":"` + changed +
		`"},{"pid":410,"command_hash":"ffffffffffffffff"},{"pid":77,"command_hash":"` + old + `"}]}`
	if got := string(strict.Encode(p.problem.document(docOwners))); got != owners {
		t.Errorf("the owners are %s, want %s", got, owners)
	}
	rows := p.expect.Inventory.Rows
	if rows[0].CommandHash != changed || rows[1].CommandHash != "0123456789abcdef" {
		t.Errorf("the expected hashes are %s and %s", rows[0].CommandHash, rows[1].CommandHash)
	}
	p.writeTable()
	if !strings.Contains(p.problem.PSText, longer) || problemOf(c).PSText == p.problem.PSText {
		t.Error("the table does not hold the longer command")
	}
}

// What a command is recognised by is never added, and where a token could add or
// take away something the command stays.
func TestLongerCommandsHoldTheSameSubstrings(t *testing.T) {
	for name, test := range map[string]struct {
		policy  string
		lengths bool
	}{
		"nothing looked for":       {`{"kinds": []}`, true},
		"a blank and a dash":       {`{"kinds": [{"match_substrings": [" -"]}]}`, false}, // the end gets one
		"a vowel":                  {`{"kinds": [{"match_substrings": ["a", "e", "i", "o", "u"]}]}`, false},
		"what is there already":    {`{"kinds": [{"match_substrings": ["xyz"]}]}`, true},
		"a word across the middle": {`{"kinds": [{"match_substrings": ["xyz xyz"]}]}`, true},
	} {
		t.Run(name, func(t *testing.T) {
			p := perturbed(made(t, OpClassify, "ps.txt", "410 1 9 0.0 1 xyz xyz xyz", "pressure_policy.json",
				test.policy, "expect.json", `{"rows": []}`))
			p.lengthenCommands()
			got := p.plain[0].command
			if !p.sameSubstrings("xyz xyz xyz", got) {
				t.Errorf("%q holds other substrings", got)
			}
			if test.lengths && len(got) < 3*14 {
				t.Errorf("%q is no longer command", got)
			}
		})
	}
}

// Where a kind looks for programs, tokens stand only where the search for the program
// skips them (contract, section 3): the kind stays, whatever the command. What the token
// would change without doubt has a neighbour where it stands.
func TestLongerCommandsKeepTheirProgram(t *testing.T) {
	for command, test := range map[string]struct{ front, middle bool }{
		"notes-mcp --port 7":               {true, true},
		"node /srv/notes-mcp/index.js":     {true, true},
		"/usr/bin/node notes-mcp 7":        {true, true},
		"/usr/bin/node /srv/notes-mcp":     {true, false}, // a path may go on behind a blank
		"/opt/My notes-mcp/index":          {true, false},
		"/opt/My notes-mcp":                {true, true},
		"node --cwd notes-mcp":             {true, true}, // behind node
		"--cwd notes-mcp x":                {false, true},
		"-zsh notes-mcp":                   {false, true},
		"run notes-mcp x":                  {false, true},
		"A=b notes-mcp":                    {false, true},
		"30s notes-mcp":                    {false, true},
		"node -e notes-mcp":                {true, true},
		"npx -y @acme/notes-mcp@1 --x":     {true, true},
		"vim notes-mcp notes-mcp":          {true, true},
		"node -- notes-mcp":                {true, true},
		"notes-mcp":                        {true, false},
		"nice --unset notes-mcp notes-mcp": {true, true},
	} {
		for name, policy := range map[string]string{
			"section 3's lists": `{"kinds": [{"kind": "mcp", "match_substrings": ["notes-mcp"], "match_at": "program"}]}`,
			"own lists":         `{"kinds": [{"kind": "mcp", "match_substrings": ["notes-mcp"], "match_at": "program"}], "launchers": ["node", "vim", "--"], "value_options": ["-y"]}`,
		} {
			front, middle := false, false
			for seed := range 30 {
				c := made(t, OpClassify, "ps.txt", "410 400 9 0.0 1 "+command, "pressure_policy.json", policy,
					"owner_classes.json", `{}`, "expect.json", `{"rows": []}`)
				p := newPerturbation(c, profile.Random(fmt.Sprint(seed)))
				p.readTable()
				p.lengthenCommands()
				longer := p.plain[0].command
				front = front || !strings.HasPrefix(longer, strings.Fields(command)[0])
				middle = middle || !strings.Contains(longer, command)
				if got, want := kindBy(t, c, longer), kindBy(t, c, command); got != want {
					t.Errorf("%s: %q is of kind %q and %q of %q", name, command, want, longer, got)
				}
			}
			if want := test.front && name != "own lists"; front != want || middle != test.middle {
				t.Errorf("%s: %q has tokens in front: %v, want %v; in the middle: %v, want %v", name, command, front,
					want, middle, test.middle)
			}
		}
	}
}

// kindBy is the kind that our own law gives to a command under a case's policy.
func kindBy(t *testing.T, c *profile.Case, command string) string {
	t.Helper()
	in, err := tspi.ReadInputs(strict.Object{{Name: "ps_text", Value: "410 400 9 0.0 1 " + command}},
		problemOf(c).document(docPolicy), problemOf(c).document(docOwners), law.Hardened)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range tspi.Classify(in).Rows {
		return row.ProcessKind
	}
	return ""
}

// Commands whose first or last byte means something stay as they are, and so does
// what says which init pid 1 is.
func TestCommandsThatStay(t *testing.T) {
	for name, test := range map[string]struct {
		line string
		keep string // what the command must begin with
		end  bool   // a token at the end
	}{
		"a zombie":                {"410 1 9 0.0 1 node <defunct>", "node <defunct>", false},
		"a kernel thread":         {"410 1 9 0.0 1 [kworker/0:1]", "[kworker/0:1]", false},
		"a title in parentheses":  {"410 1 9 0.0 1 (node)", "(node)", false},
		"a bracket in the middle": {"410 1 9 0.0 1 node a[1] b", "node a[1] b", false},
		"pid 1":                   {"1 0 9 0.0 1 /sbin/init splash now", "/sbin/init splash now --", true},
		"another pid":             {"2 0 9 0.0 1 init", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			p := perturbed(made(t, OpClassify, "ps.txt", test.line, "expect.json", `{"rows": []}`))
			p.lengthenCommands()
			got := p.plain[0].command
			if !strings.HasPrefix(got, test.keep) || test.end != (len(p.canaries) > 0) || !test.end &&
				got != test.keep {
				t.Errorf("the command is %q", got)
			}
		})
	}
}

// In an audit a claim may hold a command as a whole or 20 bytes of it, which the
// law tells by its length: short commands stay, and long ones grow at their ends.
func TestCommandsOfAnAudit(t *testing.T) {
	for command, grows := range map[string]bool{"nineteen bytes long": false, "just twenty bytes it": true} {
		old := tspi.CommandHash(command)
		c := made(t, OpAudit, "ps.txt", "410 1 9 0.0 1 "+command, "claim.json",
			`{"rows": [{"pid": 410, "command_hash": "$hash:410"}, {"pid": 420, "command_hash": "`+old+`"}]}`,
			"expect.json", `{"findings": []}`)
		p := perturbed(c)
		p.problem.set(docClaim, fillHashes(p.problem.document(docClaim), p.problem.PSText))
		p.lengthenCommands()
		got := p.plain[0].command
		if grows != (got != command) || !strings.Contains(got, command) {
			t.Errorf("%q became %q", command, got)
		}
		want := `{"rows":[{"pid":410,"command_hash":"` + tspi.CommandHash(got) + `"},{"pid":420,"command_hash":"` +
			old + `"}]}`
		if claim := string(strict.Encode(p.problem.document(docClaim))); claim != want {
			t.Errorf("the claim is %s, want %s", claim, want)
		}
	}
}

// Rows that are the same process twice, by pid and command, stay the same.
func TestEqualRowsStayEqual(t *testing.T) {
	p := perturbed(made(t, OpClassify, "ps.txt",
		"410 1 9 0.0 1 some node server\n410 1 9 0.0 1 some node server\n410 1 9 0.0 1 another node server",
		"expect.json", `{"rows": []}`))
	p.lengthenCommands()
	if p.plain[0].command != p.plain[1].command || p.plain[0].command == p.plain[2].command {
		t.Errorf("the commands are %q, %q, %q", p.plain[0].command, p.plain[1].command, p.plain[2].command)
	}
}
