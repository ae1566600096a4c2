package second

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
)

// byContract is a hardened world with the lists of the contract.
func byContract() *world {
	return &world{contract: &contract{level: law.Hardened}, policy: policy{
		launchers: defaultLaunchers, valueOptions: defaultValueOptions, genericNames: defaultGenericNames,
	}}
}

// The program of a command (section 3). Each group is a sentence of the contract, each
// expectation what the sentence says.
func TestProgram(t *testing.T) {
	w := byContract()
	for sentence, programs := range map[string][][2]string{ // command, program
		"words are parted by spaces and tabs": {
			{"node  \t notes-mcp", "notes-mcp"}, {"node\u00a0x notes-mcp", "node\u00a0x"},
			{"node notes-mcp\u2003a", "notes-mcp\u2003a"},
		},
		"an assignment is skipped": {
			{"env A=b notes-mcp", "notes-mcp"}, {"A=b node notes-mcp", "notes-mcp"},
			{"env _1=x=y==z notes-mcp", "notes-mcp"},
			{"env 1=x notes-mcp", "notes-mcp"}, {"env A= notes-mcp", "notes-mcp"}, {"uvx mcp==1.2", "mcp==1.2"},
			{"uvx mcp>=1.2", "mcp>=1.2"},
			{"env =x notes-mcp", "=x"}, {"env a-b=c notes-mcp", "a-b=c"}, {"env é=c notes-mcp", "é=c"},
		},
		"a number or a time is skipped": {
			{"timeout 5 notes-mcp", "notes-mcp"}, {"timeout 5s notes-mcp", "notes-mcp"},
			{"timeout 5m notes-mcp", "notes-mcp"},
			{"timeout 5h notes-mcp", "notes-mcp"}, {"timeout 5d notes-mcp", "notes-mcp"},
			{"timeout 0.5s notes-mcp", "notes-mcp"},
			{"timeout 1.2.3 notes-mcp", "notes-mcp"}, {"timeout 5. notes-mcp", "notes-mcp"},
			{"timeout 5.s notes-mcp", "notes-mcp"},
			{"timeout 5ms notes-mcp", "5ms"}, {"nice 7z a", "7z"}, {"nice .5 notes-mcp", ".5"},
			{"nice 5S notes-mcp", "5S"},
		},
		"the very first word is never an option": {
			{"-bash notes-mcp", "notes-mcp"}, {"-e x", "e"}, {"--eval x", "-eval"}, {"-5 x", "5"},
			{"-A=b x", "A=b"}, {"--bash x", "-bash"}, {"-", ""},
		},
		"code and standard input end the search": {
			{"sh - notes-mcp", "sh"}, {"bash -s notes-mcp", "bash"}, {"node --eval notes-mcp", "node"},
			{"node --eval=1 notes-mcp", "node"},
			{"node --print notes-mcp", "node"}, {"node --print= notes-mcp", "node"},
			{"node -e notes-mcp", "node"}, {"node -pe notes-mcp", "node"},
			{"env FOO=1 python3 -e notes-mcp", "python3"}, {"perl -Mle notes-mcp", "perl"},
			{"node --evaluate notes-mcp", "notes-mcp"}, {"bash -ex notes-mcp", "notes-mcp"},
			{"python -E notes-mcp", "notes-mcp"},
			{"node --pipe notes-mcp", "notes-mcp"}, {"node -1e notes-mcp", "notes-mcp"},
			{"node -s1 notes-mcp", "notes-mcp"},
		},
		"any other option is skipped, with its value where it takes one": {
			{"node --inspect notes-mcp", "notes-mcp"}, {"python -m notes_mcp", "notes_mcp"},
			{"node -r a notes-mcp", "notes-mcp"},
			{"node --require=a notes-mcp", "notes-mcp"}, {"bun run --cwd /a/other-mcp start", "start"},
			{"node -r -e notes-mcp", "notes-mcp"}, {"node -r - notes-mcp", "notes-mcp"},
			{"node -r --import notes-mcp", "notes-mcp"}, {"node -r", "node"},
			{"node -- notes-mcp", "notes-mcp"},
		},
		"a Windows path": {
			{`C:\node\node.exe C:\mcp\notes-mcp\dist\index.js`, "notes-mcp/dist/index.js"},
			{`node a\index.js`, `a\index.js`},
			{`C:\a\node_modules\@x\notes\cli.js`, "@x/notes/cli.js"},
		},
		"launchers": {
			{"/usr/bin/env node notes-mcp", "notes-mcp"}, {"python3.11 notes.py", "notes.py"},
			{"/usr/bin/python3.11.exe notes.py", "notes.py"},
			{"node.EXE notes-mcp", "node.EXE"}, {"Node notes-mcp", "Node"}, {"node-red notes-mcp", "node-red"},
			{"npx -y tsx notes.ts", "notes.ts"},
			{"bin/node/ notes-mcp", "node/"}, {"python.exe3 notes-mcp", "python.exe3"}, {"node", "node"},
			{"/usr/bin/node --inspect", "node"},
		},
		"launchers that are whole words and not the first": {
			{"npm exec notes-mcp", "notes-mcp"}, {"bun run notes-mcp", "notes-mcp"},
			{"bun x notes-mcp", "notes-mcp"}, {"pnpm dlx notes-mcp", "notes-mcp"},
			{"uv tool run notes-mcp", "notes-mcp"}, {"tsx watch notes.ts", "notes.ts"}, {"run notes-mcp", "run"},
			{"-run notes-mcp", "run"},
			{"bun ./run notes-mcp", "./run"}, {"bun run.exe notes-mcp", "run.exe"}, {"bun x11 notes-mcp", "x11"},
			{"A=b run notes-mcp", "notes-mcp"},
		},
		"no program word": {{"A=/x/notes-mcp", ""}, {"5", ""}, {"A=b -r notes-mcp", ""}},
		"a folder with a blank was cut": {
			{"/Users/a/My Apps/notes-mcp", ""}, {"/bin/notes-mcp 1/2", ""}, {"-/bin/notes-mcp a/b", ""},
			{"/usr/bin/env A=/x", ""},
			{"a/notes-mcp b/c", "notes-mcp"}, {"/a/notes-mcp -p/c", "notes-mcp"},
			{"/a/notes-mcp /b/c", "notes-mcp"}, {"/a/notes-mcp ./c", "notes-mcp"},
			{"/a/notes-mcp stdio", "notes-mcp"}, {"/a/notes-mcp http://h/c", "notes-mcp"},
			{"/a/notes-mcp é/c", "notes-mcp"},
			{"/a/notes-mcp stdio b/c", "notes-mcp"},
		},
		"a package with its scope": {
			{"npx @a/notes-mcp@1.2 x", "@a/notes-mcp@1.2"}, {"npx @/a/notes", "notes"}, {"npx @", "@"},
			{"npx @a/node_modules/b", "@a/node_modules/b"},
		},
		"an installed package": {
			{"node /a/node_modules/b/node_modules/notes/dist/x.js", "notes/dist/x.js"},
			{"node /a/site-packages/node_modules/b/c.js", "b/c.js"},
			{"node /a/node_modules/b/site-packages/c/d.py", "c/d.py"},
			{"node /a/node_modules/node_modules/x", "x"}, {"node /a/node_modules/", ""},
			{"node node_modules/.bin/notes", "notes"},
		},
		"folders in front": {
			{"/srv/notes-mcp/build/src/index.js", "notes-mcp/build/src/index.js"},
			{"/srv/notes-mcp/server.min.js", "notes-mcp/server.min.js"},
			{"/srv/notes-mcp/notes.js", "notes.js"}, {"/srv//index.js", "index.js"}, {"/index.js", "index.js"},
			{"index.js", "index.js"},
			{"node ./index.js", "./index.js"}, {"node a/.hidden/", "a/.hidden/"}, {"node a/b/", "b/"},
			{"node /", ""}, {"node a/Index.js", "Index.js"},
			{"node a/.config/app", "a/.config/app"}, {"node a//", ""},
		},
	} {
		for _, p := range programs {
			if got := w.program(p[0]); got != p[1] {
				t.Errorf("%s: the program of %q is %q; want %q", sentence, p[0], got, p[1])
			}
		}
	}
}

// classified is the inventory of a table of one helper by an entry of kinds.
func classified(t *testing.T, table, entry string) strict.Value {
	t.Helper()
	input := `{"process_table":{"ps_text":` + string(strict.Encode(table)) + `},` +
		`"pressure_policy":{"kinds":[{"kind":"mcp","allowlisted":true,` + entry + `}]},` +
		`"owner_classes":{"owner_hints":[{"substring":"tini","status":"hinted"}]}}`
	answer, err := Correct(law.Hardened).Answer(t.Context(), OpClassify, []byte(input))
	if err != nil {
		t.Fatalf("%s: %v", input, err)
	}
	return lawtest.Read(t, string(answer))
}

// Where the substrings of an entry are looked for (section 3), and what lists that are
// empty or absent mean (section 1).
func TestMatchAt(t *testing.T) {
	const command = "node /srv/weather-mcp/notes.js --db forge-mcp"
	for entry, helper := range map[string]bool{
		`"match_substrings":["forge-mcp"]`:                                                                  true,
		`"match_substrings":["forge-mcp"],"match_at":"command"`:                                             true,
		`"match_substrings":["forge-mcp"],"match_at":"program"`:                                             false,
		`"match_substrings":["weather-mcp"],"match_at":"program"`:                                           false,
		`"match_substrings":["notes"],"match_at":"program"`:                                                 true,
		`"match_substrings":["Notes"],"match_at":"program"`:                                                 false,
		`"match_substrings":["notes"],"match_at":"program","require_substrings":["x","weather"]`:            true,
		`"match_substrings":["notes"],"match_at":"program","require_substrings":["Weather"]`:                false,
		`"match_substrings":["notes"],"match_at":"program","require_substrings":[]`:                         true,
		`"match_substrings":["notes"],"match_at":"program","exclude_substrings":["--db"]`:                   false,
		`"match_substrings":["notes"],"match_at":"program","require_substrings":["-mcp"],"budget":1`:        true,
		`"match_substrings":["node"],"match_at":"program"}],"launchers":[],"x_a":[{"x":1`:                   true,
		`"match_substrings":["weather"],"match_at":"program"}],"generic_names":["notes"],"x_a":[{"x":1`:     true,
		`"match_substrings":["forge"],"match_at":"program"}],"launchers":["node","notes.js"],"x_a":[{"x":1`: true,
		`"match_substrings":["notes"],"match_at":"program"}],"value_options":[],"x_a":[{"x":1`:              true,
	} {
		rows, _ := get(classified(t, "100 1 10:00 0.0 10 "+command, entry), "rows").(strict.Array)
		if (len(rows) == 1) != helper {
			t.Errorf("%s: helper is %v; want %v", entry, len(rows) == 1, helper)
		}
	}
}

// What section 1 refuses, and where it points.
func TestMatchFieldsRefused(t *testing.T) {
	for fields, pointer := range map[string]string{
		`"match_at":"programs"`:                               "/kinds/0/match_at",
		`"match_at":"Program"`:                                "/kinds/0/match_at",
		`"match_at":""`:                                       "/kinds/0/match_at",
		`"match_at":null`:                                     "/kinds/0/match_at",
		`"match_at":true`:                                     "/kinds/0/match_at",
		`"require_substrings":"a"`:                            "/kinds/0/require_substrings",
		`"require_substrings":["a",""]`:                       "/kinds/0/require_substrings/1",
		`"require_substrings":null`:                           "/kinds/0/require_substrings",
		`"budget":1}],"launchers":[""],"x_a":[{"x":1`:         "/launchers/0",
		`"budget":1}],"launchers":{},"x_a":[{"x":1`:           "/launchers",
		`"budget":1}],"value_options":null,"x_a":[{"x":1`:     "/value_options",
		`"budget":1}],"value_options":["-a",3],"x_a":[{"x":1`: "/value_options/1",
		`"budget":1}],"generic_names":[[]],"x_a":[{"x":1`:     "/generic_names/0",
	} {
		input := `{"process_table":{"ps_text":"1 0 1 0 1 init"},"owner_classes":{},` +
			`"pressure_policy":{"kinds":[{"kind":"mcp","match_substrings":["a"],` + fields + `}]}}`
		_, err := Correct(law.Hardened).Answer(t.Context(), OpClassify, []byte(input))
		refused, ok := err.(*profile.ErrorAnswer)
		if !ok || refused.ErrorCode != codeInput || refused.Input != inputPolicy || refused.Pointer != pointer {
			t.Errorf("%s: %+v; want a refusal of %s", fields, err, pointer)
		}
		if _, err := Correct(law.Core).Answer(t.Context(), OpClassify, []byte(input)); err != nil {
			t.Errorf("%s: core, which does not know the field, refuses it: %v", fields, err)
		}
	}
}

// A row that was started by init has a live owner (section 4, case 2 and the walk).
func TestStartedByInit(t *testing.T) {
	const entry = `"match_substrings":["mcp"]`
	type answer struct{ status, end, decision, hops, last string }
	started := answer{activeParent, startedByInit, ownerCheck, "1", "1"}
	orphan := answer{detached, "detached", safeClose, "0", "null"}
	for name, test := range map[string]struct {
		table string
		want  answer
	}{
		"as old as init":         {"1 0 600 0 1 init\n9 1 600 0 1 mcp", started},
		"2 s younger":            {"1 0 600 0 1 /sbin/tini\n9 1 598 0 1 mcp", started},
		"3 s younger":            {"1 0 600 0 1 init\n9 1 597 0 1 mcp", orphan},
		"2 s older":              {"1 0 600 0 1 init\n9 1 602 0 1 mcp", started},
		"an init of unknown age": {"1 0 x 0 1 init\n9 1 400 0 1 mcp", started},
		"an unreadable init":     {"1 0 600 0 x init\n9 1 400 0 1 mcp", started},
		"no init":                {"9 1 600 0 1 mcp", orphan},
		"an unknown age": {"1 0 600 0 1 init\n9 1 x 0 1 mcp",
			answer{detached, "detached", ownerCheck, "0", "null"}},
		"an unrecognised init": {"1 0 600 0 1 tini-mcp\n9 1 600 0 1 mcp",
			answer{"hinted", "unrecognised_init", ownerCheck, "1", "1"}},
		"two inits": {"1 0 600 0 1 init\n1 0 600 0 1 init\n9 1 600 0 1 mcp",
			answer{unknownParent, "unrecognised_init", ownerCheck, "0", "null"}},
		"an ancestor as old": {"1 0 600 0 1 tini\n5 1 600 0 1 sh\n9 5 500 0 1 mcp",
			answer{activeParent, startedByInit, ownerCheck, "1", "5"}},
		"a younger ancestor": {"1 0 600 0 1 tini\n5 1 500 0 1 sh\n9 5 500 0 1 mcp",
			answer{activeParent, "detached_ancestor", ownerCheck, "1", "5"}},
		"a hint of such ancestor": {"1 0 600 0 1 init\n5 1 600 0 1 sh tini\n9 5 500 0 1 mcp",
			answer{"hinted", "owner_hint", ownerCheck, "1", "5"}},
	} {
		rows, _ := get(classified(t, test.table, entry), "rows").(strict.Array)
		row := rows[len(rows)-1]
		text := func(name string) string { return strings.Trim(string(strict.Encode(get(row, name))), `"`) }
		got := answer{text("owner_status"), text("chain_end"), text("decision"), text("chain_hops"),
			text("chain_end_pid")}
		if got != test.want {
			t.Errorf("%s: %+v; want %+v", name, got, test.want)
		}
	}
}
