package bench

import (
	"fmt"
	"strings"
)

// Policy is a helper-kind policy of a fixed size.
type Policy struct {
	Name string // "5x20" is 5 kinds with 20 substrings together
	// Kinds are the names, and Substrings those of each.
	Kinds      []string
	Substrings [][]string
	// MatchAt is where the substrings are looked for: "command" or "program".
	MatchAt string
}

// AtProgram is the same policy, of which every kind looks in the program of a
// command.
func (p Policy) AtProgram() Policy {
	p.Name, p.MatchAt = p.Name+"-program", "program"
	return p
}

// Small has 5 kinds with 20 substrings together, Large 40 kinds with 200.
func Small() Policy { return newPolicy(5, 4) }

// Large is the policy of somebody who runs every tool server that there is.
func Large() Policy { return newPolicy(40, 5) }

func newPolicy(kinds, each int) Policy {
	p := Policy{Name: fmt.Sprintf("%dx%d", kinds, kinds*each), MatchAt: "command"}
	for _, tool := range tools[:kinds] {
		spellings := []string{
			"@modelcontextprotocol/server-" + tool, "mcp-server-" + tool, tool + "-mcp", "mcp_" + tool,
			tool + "_mcp_server",
		}
		p.Kinds = append(p.Kinds, strings.ReplaceAll(tool, "-", "_")+"_mcp")
		p.Substrings = append(p.Substrings, spellings[:each])
	}
	return p
}

// All are the substrings of all kinds, in the order in which they are tried.
func (p Policy) All() []string {
	var all []string
	for _, substrings := range p.Substrings {
		all = append(all, substrings...)
	}
	return all
}

// JSON is the policy as a pressure_policy document. Three kinds in four are
// allowlisted, and every kind has a budget.
func (p Policy) JSON() string {
	var b strings.Builder
	b.WriteString(`{"min_age_seconds":300,"kinds":[`)
	for i, kind := range p.Kinds {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"kind":%q,"budget":4,"allowlisted":%t,"match_at":%q,"match_substrings":["%s"]}`,
			kind, i%4 != 3, p.MatchAt, strings.Join(p.Substrings[i], `","`))
	}
	b.WriteString("]}")
	return b.String()
}

// Owners is an owner taxonomy as an owner_classes document: ten hints, of which
// the mixed table holds three.
const Owners = `{"owner_hints":[
	{"substring":"claude --continue","status":"active_session_chain"},
	{"substring":"codex app-server","status":"active_session_chain"},
	{"substring":"cursor-agent","status":"active_session_chain"},
	{"substring":"opencode","status":"active_session_chain"},
	{"substring":"aider --model","status":"active_session_chain"},
	{"substring":"Code Helper (Plugin)","status":"active_owner_chain"},
	{"substring":"language_server_","status":"active_owner_chain"},
	{"substring":"tmux: server","status":"terminal_multiplexer"},
	{"substring":"sshd: ","status":"remote_login"},
	{"substring":"cron -f","status":"scheduler"}
]}`

var tools = []string{
	"filesystem", "github", "postgres", "playwright", "memory", "gitlab", "sqlite", "slack", "sentry", "puppeteer",
	"fetch", "brave-search", "google-maps", "everything", "time", "git", "redis", "mongodb", "notion", "linear",
	"jira", "confluence", "figma", "stripe", "supabase", "cloudflare", "kubernetes", "docker", "terraform", "aws",
	"azure", "gcp", "elasticsearch", "neo4j", "qdrant", "chroma", "obsidian", "todoist", "spotify", "youtube",
}
