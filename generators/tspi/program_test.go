package tspi

import "testing"

// Contract, section 3: the program of a command, sentence by sentence. The answers are
// written from the contract's words; a second entry of a pair differs in one fact.
func TestProgram(t *testing.T) {
	for _, test := range []struct{ command, want string }{
		// Words are parted by spaces and tabs, and taken in order.
		{"notes-mcp", "notes-mcp"}, {"env\t notes-mcp", "notes-mcp"}, {"env\u00a0notes-mcp", "env\u00a0notes-mcp"},
		// An assignment, and what is none.
		{"A=b notes-mcp", "notes-mcp"}, {"A_1=b=c notes-mcp", "notes-mcp"}, {"A= notes-mcp", "notes-mcp"},
		{"env 7=b notes-mcp", "notes-mcp"},
		{"A==b notes-mcp", "A==b"}, {"a.b=c notes-mcp", "a.b=c"}, {"=b notes-mcp", "=b"}, {"é=b notes-mcp", "é=b"},
		// A number or a time, and what is none.
		{"timeout 30 notes-mcp", "notes-mcp"}, {"timeout 1.5h notes-mcp", "notes-mcp"},
		{"timeout 30. notes-mcp", "notes-mcp"}, {"7 notes-mcp", "notes-mcp"},
		{"timeout 30x notes-mcp", "30x"}, {"timeout 30ms notes-mcp", "30ms"}, {"timeout .5 notes-mcp", ".5"},
		{"timeout +5 notes-mcp", "+5"},
		// The first word is never an option.
		{"-zsh notes-mcp", "notes-mcp"}, {"--zsh notes-mcp", "-zsh"}, {"- notes-mcp", ""}, {"-s notes-mcp", "s"},
		{"-e notes-mcp", "e"}, {"--cwd x notes-mcp", "-cwd"}, {"-5 notes-mcp", "5"},
		{"-A=b notes-mcp", "A=b"},
		// Code and standard input end the search.
		{"node - notes-mcp", "node"}, {"sh -s notes-mcp", "sh"}, {"node --eval notes-mcp", "node"},
		{"node --eval=1 notes-mcp", "node"}, {"node --print notes-mcp", "node"},
		{"node -e notes-mcp", "node"}, {"node -pe notes-mcp", "node"}, {"node --evaluate notes-mcp", "notes-mcp"},
		{"node -ep notes-mcp", "notes-mcp"}, {"node -p1e notes-mcp", "notes-mcp"},
		{"env A=b -e x", "env"}, {"A=b -e x", ""},
		// Options are skipped, and the values of some.
		{"node -u notes-mcp", "notes-mcp"}, {"node --cwd x notes-mcp", "notes-mcp"},
		{"node --cwd=x notes-mcp", "notes-mcp"}, {"node --cwd -e notes-mcp", "notes-mcp"},
		{"node --cwd A=b notes-mcp", "notes-mcp"}, {"node --cwds y notes-mcp", "y"}, {"node --cwd", "node"},
		// Launchers by their names, less .exe and a version.
		{"/usr/bin/node20.11 notes-mcp", "notes-mcp"}, {"python3.11.exe notes-mcp", "notes-mcp"},
		{`C:\bin\node.exe notes-mcp`, "notes-mcp"}, {"node.js notes-mcp", "node.js"},
		{"nodex notes-mcp", "nodex"}, {"node.exe.exe notes-mcp", "node.exe.exe"}, {"bin/ notes-mcp", "bin/"},
		{"node-20 notes-mcp", "node-20"}, {`bin\node notes-mcp`, `bin\node`},
		// Subcommands only as a whole word that is not the first.
		{"npm exec notes-mcp", "notes-mcp"}, {"exec notes-mcp", "exec"}, {"npm ./exec notes-mcp", "exec"},
		{"npm run2 notes-mcp", "run2"}, {"-run notes-mcp", "run"}, {"A=b run notes-mcp", "notes-mcp"},
		// The last program word decides.
		{"env node npx -y", "npx"}, {"env", "env"}, {"A=b 5", ""},
		// A folder with a blank in its name.
		{"/opt/My notes-mcp/x", ""}, {"/opt/My /notes-mcp/x", "My"}, {"opt/My notes-mcp/x", "My"},
		{"/opt/My notes-mcp:x/y", "My"}, {"/opt/My notes-mcp", "My"}, {"env /opt/My 7/x", ""},
		{"/usr/bin/node opt/x", "x"}, {"-/opt/My x/y", ""},
		// A package with its scope.
		{"npx @acme/notes-mcp@1.0", "@acme/notes-mcp@1.0"}, {"npx @/acme/notes-mcp", "notes-mcp"},
		{"npx @acme/node_modules/x/y", "@acme/node_modules/x/y"},
		// Within a package.
		{"node /srv/node_modules/a/node_modules/notes-mcp/dist/index.js", "notes-mcp/dist/index.js"},
		{"python /x/site-packages/a/node_modules/b.js", "b.js"},
		{"python /x/node_modules/site-packages/b.py", "b.py"}, {"node node_modules/a/b.js", "b.js"},
		{"node /x/node_modules/", ""}, {`node C:\x\node_modules\a\b.js`, "a/b.js"},
		// Generic names take folders in front.
		{"node /srv/notes-mcp/build/src/index.js", "notes-mcp/build/src/index.js"},
		{"node /srv/notes-mcp/worker.js", "worker.js"}, {"node /srv/notes-mcp/.js", "notes-mcp/.js"},
		{"node /srv/notes-mcp/", "notes-mcp/"}, {"node /index.js", "index.js"}, {"node /srv//index.js", "index.js"},
		{"node build/index.js", "build/index.js"}, {"node ../index.js", "../index.js"},
		{"node /srv/x/indexes.js", "indexes.js"}, {"node /srv/x/index-a.js", "index-a.js"},
		{`node C:\notes-mcp\bin\start.exe`, "notes-mcp/bin/start.exe"}, {`node notes-mcp\bin`, `notes-mcp\bin`},
	} {
		p := &Policy{}
		if got := p.search(test.command).program(p); got != test.want {
			t.Errorf("%q: the program is %q, want %q", test.command, got, test.want)
		}
	}
}

// Lists of a policy's own take the place of section 3's, and an empty one is one.
func TestProgramWithOwnLists(t *testing.T) {
	for _, test := range []struct {
		policy        Policy
		command, want string
	}{
		{Policy{Launchers: []string{"mine"}}, "mine node x", "node"},
		{Policy{Launchers: []string{}}, "node x", "node"},
		{Policy{Launchers: []string{"node20"}}, "node20 x", "node20"},
		{Policy{Launchers: []string{"npm", "run"}}, "npm run x", "x"},
		{Policy{Launchers: []string{"npm", "run"}}, "run x", "run"},
		{Policy{ValueOptions: []string{"--mine"}}, "node --mine a b", "b"},
		{Policy{ValueOptions: []string{"--mine"}}, "node --cwd a b", "a"},
		{Policy{ValueOptions: []string{}}, "node --cwd a b", "a"},
		{Policy{ValueOptions: []string{"-e"}}, "node -e a b", "node"},
		{Policy{GenericNames: []string{"mine"}}, "node /a/b/mine.js", "b/mine.js"},
		{Policy{GenericNames: []string{"mine"}}, "node /a/b/index.js", "index.js"},
		{Policy{GenericNames: []string{}}, "node /a/b/.js", "b/.js"},
	} {
		if got := test.policy.search(test.command).program(&test.policy); got != test.want {
			t.Errorf("%q: the program is %q, want %q", test.command, got, test.want)
		}
	}
}
