package tspi

// launchPhrases stand before a program, each so that the search for it goes on behind
// them under the contract's own lists: launchers, options, values of options,
// assignments, numbers and times.
var launchPhrases = [...]string{
	"node", "node20", "node.exe", "/usr/bin/node", `C:\nodejs\node.exe`, "nodejs", "node --require ./hook.js",
	"node --import=tsx",
	"node --env-file .env --title A=b", "deno run -A", "bun run --cwd /srv/work", "bunx", "npx -y", "npm exec --",
	"npm exec --package forge",
	"pnpm dlx", "pnpm.cjs --dir /srv/work x", "yarn run", "corepack pnpm", "tsx watch", "ts-node -P",
	"python3.11 -m", "python3 -u", "Python -W ignore -m", "/usr/bin/python3.11 -X dev", "pypy3",
	"uv tool run --with extra", "uv run --directory /srv/work --project .",
	"uvx --from tools", "pipx run --spec tools", "poetry -C /srv/work run", "java -cp a.jar:b.jar -jar", "ruby -r json",
	"perl -w", "php -f", "dotnet exec",
	"env", "env A=b C=d", "env a=b c_2=d", "node --cwd -e", "node --title -", "/usr/bin/env A_1=", "env --unset HOME",
	"timeout 30s", "timeout --foreground 1.5h", "nice -n 10", "ionice -c 2 -n 7", "nohup", "setsid",
	"stdbuf -oL", "sh -c", "bash -lc", "/bin/dash -x", "fish -P",
}

// firstPhrases are strange as the first words of a command, and say something else there
// than behind another.
var firstPhrases = [...]string{"-zsh", "-node", "-", "--", "-5", "exec", "run", "x", "A=b", "A==b", "a.b=c", "7", "30s",
	"-s", "--eval", "-node20"}

// programForms are words whose program holds what is put into them.
var programForms = [...]string{
	"%s", "%s", "%s", "/usr/local/bin/%s", "./%s", "%s.js", "%s@1.2.3", "@acme/%s", "@acme/%s@latest",
	"/srv/app/node_modules/%s/dist/index.js",
	"/srv/node_modules/@acme/%s/cli.js", "/usr/lib/python3/site-packages/%s/__main__.py",
	"/srv/node_modules/x/site-packages/%s/run.py",
	"/srv/%s/build/src/index.js", "/srv/%s/", "/srv/%s/.bin/main", "//srv/%s/server",
	`C:\Users\me\npm\node_modules\%s\dist\index.js`, `C:\tools\%s.exe`,
	`D:\%s\bin\start.exe`, "a.b=%s", "A==%s", "%s.exe", "%s3.11",
}

// folderForms are words that hold it, and whose program does not.
var folderForms = [...]string{
	"/srv/%s/worker.py", "/srv/%s/build/worker.js", "%s/jobs/reindex.js", "/opt/My Tools/%s", "/srv/%s data/index.js",
	"/opt/x/%s notes/lib/7.js",
	"A=%s", "--from=%s", `C:\%s\worker.exe`, `C:\%s\lib\worker`, "/srv/%s//index.js", "@/%s/worker",
	"/%s/node_modules/worker/index.js", "/%s/site-packages/x.py", "/srv/node_modules/%s/node_modules/worker/index.js",
}

// mentionForms are commands that merely mention a helper: in an argument, a folder, a
// prompt or an address.
var mentionForms = [...]string{
	"vim %s", "tail -f /var/log/%s.log", "curl https://%s.example/mcp", "python /srv/%s/reindex.py",
	"node -e require('%s')", "node --eval=%s", "node -pe %s",
	"sh -s %s", "python3 - %s", "conmon --name %s", "node --title %s worker.js", "node --cwd /srv/%s worker.js",
	"A=%s sleep", "env A=%s sleep 5", "agent --prompt %s",
	"agent exec please restart %s", "uvx --from %s worker", "ssh host %s", "/opt/My Editor/editor %s",
	"/opt/My Editor/app/editor %s", "less exec %s", "run %s", "watch %s",
	"sleep 30s %s", "timeout 30 sleep %s", "editor /srv/%s/src/index.ts", "docker run --rm acme/%s",
	"C:\\Tools\\edit.exe %s", "node /srv/app/index.js %s", "xargs -n 1 %s",
}

// requireWords are what a kind may require beside its match substring.
var requireWords = [...]string{"/plugins/", "--transport stdio"}

// ownLists are lists of a policy's own, each in the place of one of section 3's. With an
// empty one nothing launches, no option takes a value, no name is generic.
var (
	ownLaunchers = [...][]string{{}, {"node", "env", "npx", "run"}, {"my-launcher", "python", "x", "-"},
		{"node20", "exec", "sleep"}}
	ownOptions  = [...][]string{{}, {"--cwd", "--title"}, {"--stdio", "-p", "-e", "-"}}
	ownGenerics = [...][]string{{}, {"index", "build"}, {"worker", "src", "index.js"}}
)
