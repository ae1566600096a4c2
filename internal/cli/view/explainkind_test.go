package view_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/tspi"
)

const wordyPolicy = `{"kinds": [
	{"kind": "server", "match_at": "program", "match_substrings": ["acme-mcp", "bot-mcp"], "exclude_substrings": ["--port"], "allowlisted": true},
	{"kind": "plugin", "match_at": "program", "match_substrings": ["start"], "require_substrings": ["/plugins/"]},
	{"kind": "builder", "match_substrings": ["builderd"], "exclude_substrings": ["--once"]},
	{"kind": "long", "match_substrings": ["@exampleorganisation/server-", "/home/alice/", "exactly-all-of-it"]}
]}`

// Guards section 3 in the words of explain: which word of the policy matched, where
// it was looked for, and which require or exclude kept a row from being a helper.
// The expected words are read off the policy and the command by hand.
func TestExplainNamesTheWords(t *testing.T) {
	for _, test := range []struct {
		name, command string
		head          string
		want          []string // lines, joined by blanks
		not           string
	}{
		{"in the program", "node /srv/acme-mcp/dist/index.js", "pid 100: server",
			[]string{`Kind: server, because its program holds "acme-mcp" (contract, section 3)`}, "Not "},
		{"in the command", "sh -c builderd", "pid 100: builder",
			[]string{`Kind: builder, because its command holds "builderd" (contract, section 3)`}, "Not "},
		{"with a required word", "bun run --cwd /srv/plugins/chat start", "pid 100: plugin",
			[]string{`Kind: plugin, because its program holds "start", and its command the require substring "/plugins/" (contract, section 3)`}, "Not "},
		{"without the required word", "bun run --cwd /srv/chat start", "pid 100 is no helper",
			[]string{"but none of the require substrings of that kind does",
				`Not plugin: its program holds "start", but its command none of the require substrings of this kind`},
			"Kind: "},
		{"excluded", "bot-mcp --port 80", "pid 100 is no helper",
			[]string{"so does an exclude substring",
				`Not server: its program holds "bot-mcp", but its command the exclude substring "--port"`}, "Kind: "},
		{"excluded, and of another kind", "bot-mcp --port 80 builderd", "pid 100: builder",
			[]string{`Not server: its program holds "bot-mcp", but its command the exclude substring "--port"`,
				`Kind: builder, because its command holds "builderd"`}, "mentions"},
		{"excluded from the command", "builderd --once", "pid 100 is no helper",
			[]string{`Not builder: its command holds "builderd", but also the exclude substring "--once"`}, "Kind: "},
		{"in a prompt", "agent --message fix acme-mcp", "pid 100 is no helper",
			[]string{"the program that runs is another",
				`Not server: its command mentions "acme-mcp", but its program does not hold it`}, "Kind: "},
		{"mentioned where there is no program", "X=acme-mcp", "pid 100 is no helper",
			[]string{"no program can be told from it", `Not server: its command mentions "acme-mcp"`}, "Kind: "},
		{"an owner", "boss --resume", "pid 100 is no helper",
			[]string{"An owner hint of the taxonomy occurs in it: helpers below it belong to the_boss."},
			"It may still"},
		{"not named at all", "agent", "pid 100 is no helper",
			[]string{"No kind of the policy has a match substring", "It may still be the parent of helpers."}, "Not "},
		{"a word that is longer than what may be shown of a command", "node @exampleorganisation/server-time",
			"pid 100: long",
			[]string{`its command holds "@exampleorganisati~"`}, "organisation/"},
		{"a word that is a path", "node /home/alice/x", "pid 100: long",
			[]string{"(not shown: it may be a path or a secret)"}, "alice"},
		{"a word that is the whole command", "exactly-all-of-it", "pid 100: long", []string{`"exactly-al~"`},
			"exactly-all-of-it"},
		{"a word that is not the whole command", "exactly-all-of-it -v", "pid 100: long",
			[]string{`"exactly-all-of-it"`}, "~"},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := inputsOf(t, rows("1 0 10-00:00:00 0 1 launchd", "100 1 10:00 0 1 "+test.command), wordyPolicy,
				`{"owner_hints": [{"substring": "boss", "status": "the_boss"}]}`, tspi.Hardened)
			var b strings.Builder
			show := func(word string) bool { return !strings.HasPrefix(word, "/home/") }
			if err := view.Explanations(&b, in, tspi.Explain(in, 100), show, view.Style{}); err != nil {
				t.Fatal(err)
			}
			got := strings.Join(strings.Fields(b.String()), " ")
			if !strings.HasPrefix(got, test.head) {
				t.Errorf("want it to begin with %q:\n%s", test.head, b.String())
			}
			for _, want := range test.want {
				if !strings.Contains(got, want) {
					t.Errorf("want %q in\n%s", want, b.String())
				}
			}
			if strings.Contains(got, test.not) {
				t.Errorf("want no %q in\n%s", test.not, b.String())
			}
		})
	}
}

// Guards section 5 in the words of explain: of a process that has init for its
// parent and is no helper, only what is known is said, and nobody is invited to end
// it; of a helper that has, that it is judged by itself.
func TestExplainOfAnAncestorUnderInit(t *testing.T) {
	in := inputs(t, rows("1 0 10-00:00:00 0 1 launchd", "60 1 1:00:00 0 1 sh", "61 1 1:00:00 0 1 mcp-server",
		"100 60 10:00 0 1 mcp-server", "101 61 10:00 0 1 mcp-server", "102 1 10-00:00:00 0 1 mcp-server"),
		tspi.Hardened)
	for pid, want := range map[int32]string{
		100: "What to do: find out what pid 60 is, and ask whoever uses it. The table does not tell whether it is an application or a service in use " +
			"(on macOS every application has parent 1) or was left behind, and it is no helper: nothing here allows to end it",
		101: "What to do: look at pid 61 first, which is a helper itself (tspi explain 61): this one is judged anew once that is gone",
		102: "What to do: leave it: to end it is to end the container or the service. Whoever wants it gone stops that",
	} {
		got := strings.Join(strings.Fields(explained(t, in, pid, view.Style{})), " ")
		if !strings.Contains(got, want) || strings.Contains(got, "wrapper") {
			t.Errorf("pid %d: want %q in\n%s", pid, want, got)
		}
	}
}
