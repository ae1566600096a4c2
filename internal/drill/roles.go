package drill

import (
	"errors"
	"regexp"
	"slices"
	"strings"
)

// Roles are the commands that stand for {NAME} in a scenario.
type Roles map[string]string

// MissingRoleError says that a scenario has a role for which there is no command.
type MissingRoleError struct{ Role string }

func (e *MissingRoleError) Error() string { return "needs a command for {" + e.Role + "}" }

var rolePattern = regexp.MustCompile(`\{([a-z0-9]+)\}`)

// Fill puts the commands in the place of the roles.
func (r Roles) Fill(text string) (string, error) {
	var missing error
	filled := rolePattern.ReplaceAllStringFunc(text, func(role string) string {
		name := strings.Trim(role, "{}")
		command, there := r[name]
		if !there && missing == nil {
			missing = &MissingRoleError{name}
		}
		return command
	})
	return filled, missing
}

// Names of the roles that a caller may fill.
const (
	roleHelper  = "helper"
	roleOwner   = "owner"
	roleReaper  = "reaper"
	roleWrapper = "wrapper"
)

// helpers are servers that people run today, each as a process of its own. A scenario
// has two of them, and which ones its name decides.
var helpers = []string{
	"node /usr/lib/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js /srv/data",
	"python3 -m mcp_server_git",
	"node /home/dev/.npm/_npx/9833c18b2d85bc59/node_modules/.bin/mcp-server-github",
	"uvx mcp-server-fetch",
	"node /usr/lib/node_modules/@modelcontextprotocol/server-memory/dist/index.js",
	"/home/dev/.local/bin/mcp-server-time",
}

// wrappers start a server and wait for it.
var wrappers = []string{
	"npm exec @modelcontextprotocol/server-filesystem /srv/data",
	"npm exec @modelcontextprotocol/server-github",
}

var owners = []string{"claude --continue", "codex resume --last", "opencode --continue"}

// Others are those that no caller fills.
var others = Roles{
	"editor":   "vim src/index.ts",
	"browser":  "/opt/google/chrome/chrome",
	"stranger": "postgres -D /srv/postgres/main",
}

// Casting is who plays whom in a drill.
type Casting struct {
	// Helpers and Owners are commands of the reaper's own choice; without any, those
	// that people run today.
	Helpers, Owners []string
	// Reaper is the reaper's own command line.
	Reaper string
}

// Roles are those of one scenario.
func (c Casting) Roles(scenario string) Roles {
	turn := 0
	for _, b := range []byte(scenario) {
		turn += int(b)
	}
	roles := Roles{roleReaper: c.Reaper}
	for name, command := range others {
		roles[name] = command
	}
	fill := func(name string, own, known []string) {
		from, offset := own, 0
		if len(own) == 0 {
			from, offset = known, turn
		}
		for i, suffix := range []string{"", "2"} {
			if i < len(from) {
				roles[name+suffix] = from[(offset+i)%len(from)]
			}
		}
	}
	fill(roleHelper, c.Helpers, helpers)
	fill(roleOwner, c.Owners, owners)
	roles[roleWrapper] = wrappers[turn%len(wrappers)]
	if len(c.Helpers) > 0 {
		roles[roleWrapper] = "sh -c " + c.Helpers[0]
	}
	return roles
}

// label is how a report calls the process of a command that holds roles: by them, or
// by the program's name where it has none. Never by the command.
func label(command string) string {
	if names := rolePattern.FindAllStringSubmatch(command, -1); len(names) > 0 {
		words := make([]string, len(names))
		for i, name := range names {
			words[i] = strings.TrimRight(name[1], "0123456789")
		}
		return strings.Join(words, " ")
	}
	program := strings.Fields(command)[0]
	return program[strings.LastIndexByte(program, '/')+1:]
}

// Check refuses commands that cannot be staged.
func (c Casting) Check() error {
	for _, command := range slices.Concat(c.Helpers, c.Owners) {
		if strings.TrimSpace(command) == "" || strings.ContainsAny(command, "\n\r\x00{}") || len(command) > maxCommand {
			return errors.New("want a command of one line, without braces")
		}
	}
	return nil
}

const maxCommand = 4 << 10
