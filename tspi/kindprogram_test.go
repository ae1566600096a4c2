package tspi_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// programPolicy has kinds that look in the command and in its program by turns, so
// that their order shows.
const programPolicy = `{"kinds": [
	{"kind": "notes", "match_at": "program", "match_substrings": ["notes-mcp", "notes_mcp"], "exclude_substrings": ["--port"]},
	{"kind": "plugin", "match_substrings": ["plugins/"], "require_substrings": ["run start", "run dev"], "exclude_substrings": ["grep "]},
	{"kind": "start", "match_at": "program", "match_substrings": ["start", "notes-mcp"], "require_substrings": ["plugins/"]},
	{"kind": "anywhere", "match_at": "command", "match_substrings": ["-mcp"]}
]}`

// Section 3, [H]: the match substrings of a kind are looked for in the command, or
// in its program where match_at says so; a require substring must occur in the
// command, where there are any; and no exclude substring may. The first kind for
// which all of it holds takes the row.
func TestKindByProgram(t *testing.T) {
	tests := []struct{ name, command, want string }{
		{"the program", "node /opt/notes-mcp/index.js --stdio", "notes"},
		{"the second substring", "python -m notes_mcp", "notes"},
		{"an argument of the program", "node /opt/work/index.js notes_mcp", ""},
		{"an argument, for a kind that looks in the command", "node /opt/work/index.js notes-mcp", "anywhere"},
		{"the folder of the program", "/srv/notes_mcp/reindex", ""},
		{"a prompt", "claude -p ask notes_mcp for it", ""},
		{"no program at all", "node -e notes_mcp", ""},
		{"a cut folder: no program", "/opt/My plugins/notes_mcp", ""},

		{"excluded in the command", "notes_mcp --port 80", ""},
		{"excluded, a later kind takes it", "notes-mcp --port 80", "anywhere"},

		{"a require substring", "bun run start --cwd /x/plugins/a", "plugin"},
		{"the second require substring", "bun run dev --cwd /x/plugins/a", "plugin"},
		{"no require substring", "bun --cwd /x/plugins/a other", ""},
		{"required in the command, matched in the program", "bun run --cwd /x/plugins/a start", "start"},
		{"required, but not matched in the program", "bun run --cwd /x/plugins/a stop", ""},
		{"matched, but not required", "bun run --cwd /x/plugin/a start", ""},
		{"required and excluded", "grep plugins/ run start", ""},
		{"all hold for several: the first", "notes-mcp plugins/ run start", "notes"},
		{"the first is excluded, the second lacks a word: the third", "notes-mcp plugins/ --port", "start"},
	}
	// In a long table all substrings are searched for together, once that pays.
	crowd := strings.Repeat(
		"8 1 10:00 0.0 1 node notes-mcp plugins/ --port run start\n9 1 10:00 0.0 1 start plugins/\n", 500)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, lines := range []string{"", crowd} {
				kind := ""
				for _, row := range (fixture{ps: lines + "7 1 10:00 0.0 1 " + test.command, policy: programPolicy}).
					classify(t, tspi.Hardened).Rows {
					if row.PID == 7 {
						kind = row.ProcessKind
					}
				}
				if kind != test.want {
					t.Errorf("in a table of %d bytes: got %q, want %q", len(lines), kind, test.want)
				}
			}
		})
	}
}

// Core keeps the published law: it looks in the command, and knows neither
// require nor exclude substrings.
func TestKindByProgramInCore(t *testing.T) {
	f := fixture{ps: "7 1 10:00 0.0 1 vim notes_mcp --port\n8 1 10:00 0.0 1 cat plugins/", policy: programPolicy}
	inventory := f.classify(t, tspi.Core)
	if got := only(t, inventory, 7).ProcessKind; got != "notes" {
		t.Errorf("an argument: got %q, want notes", got)
	}
	if got := only(t, inventory, 8).ProcessKind; got != "plugin" {
		t.Errorf("no require substring: got %q, want plugin", got)
	}
}

// Section 3, [H]: a process title and pids 0 and 1 have no kind, wherever it looks.
func TestNoKindByProgram(t *testing.T) {
	f :=
		fixture{ps: "0 0 10:00 0 1 notes_mcp\n1 0 10:00 0 1 notes_mcp\n2 0 10:00 0 1 [notes_mcp]\n3 0 10:00 0 1 notes_mcp <defunct>\n4 0 10:00 0 1 notes_mcp\n",
			policy: programPolicy}
	if got := pids(f.classify(t, tspi.Hardened)); len(got) != 1 || got[0] != 4 {
		t.Errorf("helpers are %v, want 4 alone", got)
	}
}
