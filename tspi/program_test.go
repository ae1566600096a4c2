package tspi

import "testing"

// defaultPrograms finds programs by the words of section 3.
func defaultPrograms() *ProgramFinder {
	return NewProgramFinder(&Policy{Launchers: defaultLaunchers(), ValueOptions: defaultValueOptions(),
		GenericNames: defaultGenericNames()})
}

type programTest struct{ command, want string }

func checkPrograms(t *testing.T, f *ProgramFinder, tests []programTest) {
	t.Helper()
	for _, test := range tests {
		if got := f.Of(test.command); got != test.want {
			t.Errorf("the program of %q is %q, want %q", test.command, got, test.want)
		}
	}
}

// Section 3, the program of a command, 1: assignments and numbers are skipped.
func TestProgramSkipsAssignmentsAndNumbers(t *testing.T) {
	checkPrograms(t, defaultPrograms(), []programTest{
		{"env KEY=value notes-mcp", "notes-mcp"},
		{"env KEY= notes-mcp", "notes-mcp"},
		{"env _=/x/y notes-mcp", "notes-mcp"},
		{"env a1_B=x=y notes-mcp", "notes-mcp"},
		{"env KEY=a== notes-mcp", "notes-mcp"},
		{"KEY=value notes-mcp", "notes-mcp"}, // the first word is skipped too: rule 1 is tried first
		{"env KEY==value notes-mcp", "KEY==value"},
		{"env =value notes-mcp", "=value"},
		{"env KEY-X=value notes-mcp", "KEY-X=value"},
		{"env KEY.X=value notes-mcp", "KEY.X=value"},
		{"env ÄKEY=value notes-mcp", "ÄKEY=value"},
		{"env @scope/x=1 notes-mcp", "@scope/x=1"},

		{"timeout 5 notes-mcp", "notes-mcp"},
		{"timeout 5. notes-mcp", "notes-mcp"},
		{"timeout 1.5s notes-mcp", "notes-mcp"},
		{"timeout 10m notes-mcp", "notes-mcp"},
		{"timeout 1..h notes-mcp", "notes-mcp"},
		{"timeout 2d notes-mcp", "notes-mcp"},
		{"24 notes-mcp", "notes-mcp"},
		{"timeout .5 notes-mcp", ".5"},
		{"timeout s notes-mcp", "s"},
		{"timeout 5ms notes-mcp", "5ms"},
		{"timeout 5S notes-mcp", "5S"},
		{"timeout 5w notes-mcp", "5w"},
		{"timeout 5s1 notes-mcp", "5s1"},
		{"timeout ٥ notes-mcp", "٥"}, // a digit, but no ASCII one
		{"timeout 5\u00a0s notes-mcp", "5\u00a0s"},
	})
}

// 2, the first word: it is never an option, and loses one leading dash.
func TestProgramOfFirstWord(t *testing.T) {
	checkPrograms(t, defaultPrograms(), []programTest{
		{"notes-mcp --port 3", "notes-mcp"},
		{"-zsh", "zsh"},
		{"-bash notes-mcp", "notes-mcp"},
		{"--eval notes-mcp", "-eval"},
		{"-notes-mcp other", "notes-mcp"},
		{"-e notes-mcp", "e"},
		{"-s", "s"},
		{"-", ""},
		{"- notes-mcp", ""},
		{"-5 notes-mcp", "5"},
		{"-KEY=value notes-mcp", "KEY=value"},
		{"-/opt/notes-mcp x", "notes-mcp"},
		{"--cwd notes-mcp", "-cwd"},
		{"KEY=value -p notes-mcp other", "other"}, // -p is not the very first word
		{"", ""},
		{"5", ""},
		{"KEY=value", ""},
	})
}

// 2, options: what runs code ends the search, the others are skipped, and those of
// value_options with the next word, whatever it is.
func TestProgramBehindOptions(t *testing.T) {
	checkPrograms(t, defaultPrograms(), []programTest{
		{"node - notes-mcp", "node"},
		{"bash -s notes-mcp", "bash"},
		{"node --eval notes-mcp", "node"},
		{"node --eval=code notes-mcp", "node"},
		{"node --eval= notes-mcp", "node"},
		{"node --print notes-mcp", "node"},
		{"node --print=1 notes-mcp", "node"},
		{"node -e notes-mcp", "node"},
		{"node -pe notes-mcp", "node"},
		{"perl -lne notes-mcp", "perl"},
		{"env node -e notes-mcp", "node"},
		{"node --evaluate notes-mcp", "notes-mcp"},
		{"node --printer=x notes-mcp", "notes-mcp"},
		{"node -eval notes-mcp", "notes-mcp"},
		{"node -S notes-mcp", "notes-mcp"},
		{"node -E notes-mcp", "notes-mcp"},
		{"perl -l0e notes-mcp", "notes-mcp"},
		{"node -- notes-mcp", "notes-mcp"},
		{"node --e notes-mcp", "notes-mcp"},
		{"node --inspect=9229 notes-mcp", "notes-mcp"},
		{"python -m notes_mcp", "notes_mcp"},
		{"sh -c notes-mcp --x", "notes-mcp"},

		{"uv --directory /srv/notes-mcp run other", "other"},
		{"bun --cwd other notes-mcp", "notes-mcp"},
		{"bun --cwd=other notes-mcp", "notes-mcp"},
		{"bun --cwd -e notes-mcp", "notes-mcp"},
		{"bun --cwd KEY=1 notes-mcp", "notes-mcp"},
		{"bun --cwd 5 notes-mcp", "notes-mcp"},
		{"bun --cwd --cwd notes-mcp other", "notes-mcp"},
		{"bun --cwd", "bun"},
		{"bun --Cwd other notes-mcp", "other"},
		{"npx -p other notes-mcp", "notes-mcp"},
		{"npx -y other notes-mcp", "other"},
		{"java -cp a.jar notes.Main", "notes.Main"},
		{"bun\t--cwd \t other \tnotes-mcp", "notes-mcp"},
	})
}

// 3: where a word's name, less .exe and a version, is a launcher, the search goes
// on.
func TestProgramBehindLaunchers(t *testing.T) {
	checkPrograms(t, defaultPrograms(), []programTest{
		{"/usr/bin/env node notes-mcp", "notes-mcp"},
		{"node18 notes-mcp", "notes-mcp"},
		{"/usr/bin/python3.11 notes-mcp", "notes-mcp"},
		{"python3. notes-mcp", "notes-mcp"},
		{"node.exe notes-mcp", "notes-mcp"},
		{"python3.11.exe notes-mcp", "notes-mcp"},
		{`C:\tools\node.exe notes-mcp`, "notes-mcp"},
		{"nodemon notes-mcp", "nodemon"},
		{"Node notes-mcp", "Node"},
		{"node.EXE notes-mcp", "node.EXE"},
		{"node.exe3 notes-mcp", "node.exe3"},
		{"node-18 notes-mcp", "node-18"},
		{"18node notes-mcp", "18node"},
		{`tools\node.exe notes-mcp`, `tools\node.exe`}, // no :\, so that \ is an ordinary character
		{"node/ notes-mcp", "node/"},
		{"node", "node"},
		{"/usr/bin/node", "node"},
		{"/usr/bin/python3.11 -V", "python3.11"},
		{"node npm-cli.js exec notes-mcp", "notes-mcp"},

		{"npm exec notes-mcp", "notes-mcp"},
		{"npm run notes-mcp", "notes-mcp"},
		{"bun x notes-mcp", "notes-mcp"},
		{"pnpm dlx notes-mcp", "notes-mcp"},
		{"uv tool run notes-mcp", "notes-mcp"},
		{"tsx watch notes-mcp", "notes-mcp"},
		{"npm run", "run"},
		{"exec notes-mcp", "exec"},
		{"-exec notes-mcp", "exec"},
		{"watch notes-mcp", "watch"},
		{"sh ./run notes-mcp", "./run"},
		{"sh run.exe notes-mcp", "run.exe"},
		{"sh run2 notes-mcp", "run2"},
		{"sh /srv/tool notes-mcp", "tool"},
		{"KEY=1 exec notes-mcp", "notes-mcp"}, // the second word of the command
	})
}

// The last program word found decides, and the first of four sentences that holds.
func TestProgramInItsWord(t *testing.T) {
	checkPrograms(t, defaultPrograms(), []programTest{
		// A folder with a blank in its name was cut.
		{"/opt/My notes-mcp/server", ""},
		{"/opt/My 9/x", ""},
		{"/opt/My notes-mcp/", ""},
		{"node /opt/My notes-mcp/server.js", ""},
		{"-/opt/My notes-mcp/server", ""},
		{"/opt/@scope/My notes-mcp/server", ""},
		{"/x/node_modules/My notes-mcp/server", ""},
		{"opt/My notes-mcp/server", "My"},
		{"/opt/My ./notes-mcp/server", "My"},
		{"/opt/My _notes-mcp/server", "My"},
		{"/opt/My notes-mcp", "My"},
		{"/opt/My http://notes-mcp/server", "My"},
		{"/opt/My host:notes-mcp/server", "My"},
		{"/opt/My -x notes-mcp/server", "My"},
		{`C:\opt\My notes-mcp/server`, "My"},
		{"/usr/bin/node -e notes-mcp/server", "node"},
		{"/usr/bin/node KEY=a/b", ""},              // the word behind it in the command, whatever it is
		{"/usr/bin/node x/notes-mcp", "notes-mcp"}, // the search went on, and another word decides

		// A package with its scope.
		{"npx @scope/notes-mcp", "@scope/notes-mcp"},
		{"npx @scope/notes-mcp@1.2.3 x", "@scope/notes-mcp@1.2.3"},
		{"npx @", "@"},
		{"npx @x/node_modules/y", "@x/node_modules/y"},
		{"npx @/srv/notes-mcp", "notes-mcp"},
		{"npx x/@scope/notes-mcp", "notes-mcp"},

		// What lies in a folder of packages.
		{"node /srv/node_modules/notes-mcp/dist/index.js", "notes-mcp/dist/index.js"},
		{"node /srv/node_modules/@scope/notes-mcp/x.js", "@scope/notes-mcp/x.js"},
		{"node /a/node_modules/b/node_modules/c/d.js", "c/d.js"},
		{"python /a/site-packages/notes_mcp/__main__.py", "notes_mcp/__main__.py"},
		{"node /a/node_modules/b/site-packages/c/d", "c/d"},
		{"node /a/site-packages/b/node_modules/c/d", "c/d"},
		{"node /a/node_modules/site-packages/c/d", "c/d"},
		{"node /a/node_modules/node_modules/c/d", "c/d"},
		{"node /a/node_modules/", ""},
		{`node C:\a\node_modules\notes-mcp\cli.js`, "notes-mcp/cli.js"},
		{"node node_modules/notes-mcp/x.js", "x.js"}, // no / in front
		{"node /a/node_modules.x/notes-mcp/x.js", "x.js"},

		// Its name, with the folders that it needs.
		{"/srv/notes-mcp/build/src/index.js", "notes-mcp/build/src/index.js"},
		{"/opt/notes-mcp", "notes-mcp"},
		{"/opt/notes-mcp/serve.js", "serve.js"},
		{"/opt/notes-mcp/server", "notes-mcp/server"},
		{"/opt/notes-mcp/server.min.js", "notes-mcp/server.min.js"},
		{"/opt/notes-mcp/Server", "Server"},
		{"/opt/notes-mcp/server-x.js", "server-x.js"},
		{"/opt/notes-mcp/.hidden", "notes-mcp/.hidden"},
		{"/opt/notes-mcp/", "notes-mcp/"},
		{"/opt/notes-mcp/src/", "notes-mcp/src/"},
		{"/opt/notes-mcp/.bin/index.js", "notes-mcp/.bin/index.js"},
		{"/opt/notes-mcp/bin.d/index.js", "notes-mcp/bin.d/index.js"},
		{"/index.js", "index.js"},
		{"//index.js", "index.js"},
		{"/srv//index.js", "index.js"},
		{"/srv//bin/index.js", "bin/index.js"},
		{"index.js", "index.js"},
		{"bin/index.js", "bin/index.js"},
		{"./index.js", "./index.js"},
		{"x/../index.js", "x/../index.js"},
		{"/", ""},
		{"//", ""},
		{"a/", "a/"},
		{`C:\notes-mcp\bin\index.js`, "notes-mcp/bin/index.js"},
		{`C:\index.js`, "C:/index.js"},
		{`x:\y\z:\w`, "w"},
	})
}

// Section 1: launchers, value_options and generic_names replace those of section 3.
// What is a launcher only as a whole word is one at all only where it is listed.
func TestProgramByOtherWords(t *testing.T) {
	checkPrograms(t, NewProgramFinder(&Policy{}), []programTest{
		{"node notes-mcp", "node"},
		{"/srv/notes-mcp/index.js", "index.js"},
		{"/srv/notes-mcp/.js", "notes-mcp/.js"},
	})
	checkPrograms(t, NewProgramFinder(&Policy{Launchers: []string{"lua", "npm"}}), []programTest{
		{"lua5.4 --cwd notes-mcp other", "notes-mcp"},
		{"npm run notes-mcp", "run"},
	})
	checkPrograms(t,
		NewProgramFinder(&Policy{Launchers: []string{"npm", "run"}, ValueOptions: []string{"--at", "-e", "at"}}),
		[]programTest{
			{"npm run notes-mcp", "notes-mcp"},
			{"npm --at other notes-mcp", "notes-mcp"},
			{"npm -e other notes-mcp", "npm"},
			{"npm at other", "at"},
		})
	checkPrograms(t, NewProgramFinder(&Policy{GenericNames: []string{"notes-mcp", "a.b"}}), []programTest{
		{"/srv/x/notes-mcp.js", "x/notes-mcp.js"},
		{"/srv/x/a.b", "a.b"},
	})
}

// The program of a command costs no memory, but where a path is a Windows one.
func TestProgramAllocatesNothing(t *testing.T) {
	f := defaultPrograms()
	for _, command := range []string{
		"env KEY=1 /usr/bin/node --cwd x /srv/notes-mcp/build/src/index.js --stdio", "npx @scope/notes-mcp",
		"/opt/My notes/x", "-zsh",
	} {
		if n := testing.AllocsPerRun(100, func() { f.Of(command) }); n > 0 {
			t.Errorf("%q: %v allocations", command, n)
		}
	}
}
