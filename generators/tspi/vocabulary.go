package tspi

import (
	"slices"
	"strings"
)

// The vocabulary is made so that no token of one list occurs in one of another:
// what a command is follows from the tokens that were put into it.

const (
	statusSession  = "active_session_chain"
	statusParent   = "active_parent_process"
	statusOwner    = "active_owner_chain"
	statusIdle     = "idle_editor"
	statusFinished = "finished_session"
)

// kindWord is a kind and the substrings that its commands hold.
type kindWord struct {
	name   string
	tokens []string
}

// kindWords overlap on purpose: mcp_any takes what mcp_git would, when it stands
// before it.
var kindWords = [...]kindWord{
	{"mcp_git", []string{"mcp-server-git", "git-mcp --stdio"}},
	{"mcp_files", []string{"mcp-server-files"}},
	{"mcp_any", []string{"mcp-server-", "-mcp --"}},
	{"dev_vite", []string{"vite --port", "Vite dev"}},
	{"dev.next", []string{"next dev", "next\tdev"}},
	{"lsp:ts", []string{"tsserver.js"}},
	{"keep-awake", []string{"caffeinate -i", "keep_awake"}},
	{"indexer", []string{"índice", "索引"}},
	{"relay", []string{"relay  daemon"}},
	{"notes", []string{"notes-mcp", "recall-mcp"}},
	{"scoped", []string{"@forge/"}},
	{"plugin", []string{"start"}},
}

// wordlike are the tokens of a kind that can stand in a program: no blank parts them.
func (k kindWord) wordlike() []string {
	return slices.DeleteFunc(slices.Clone(k.tokens), func(token string) bool {
		return strings.ContainsAny(token, " \t")
	})
}

// excludeWords are what a kind may exclude. The first is a word of launchers too.
var excludeWords = [...]string{"npm exec", "--dry-run", "grep "}

// launchers stand before a helper's own words.
var launchers = [...]string{"", "", "node ", "npm exec ", "uvx ", "/usr/bin/node /opt/tools/", "sh -c ", "-",
	"\"C:\\Program Files\\node\" "}

// strangers are processes without a kind and without a hint.
var strangers = [...]string{"bash", "-zsh", "sshd: user@pts/0", "/usr/sbin/cron -f", "python worker.py", "sh -c sleep",
	"vim notes", "dbus-daemon"}

// hintWords are owners and what a taxonomy calls them.
var hintWords = [...]Hint{
	{"claude", statusSession},
	{"opencode", statusSession},
	{"fleet-owner", statusOwner},
	{"editor-host", statusIdle},
	{"old-session", statusFinished},
	{"plain-shell", statusParent},
}

// hostileWords are put into commands. None of them holds a kind, a hint or an
// exclude word, begins or ends with a blank, or has a line feed.
var hostileWords = [...]string{
	"a\tb\t\tc", "two  blanks", "\u00a0no\u00a0break\u2003", "\u202eright-to-left\u202c", "e\u0301\u0327combining",
	"🧨👩‍👩‍👧", "inner\rreturn",
	"\x1b[31mred\x1b[0m", "bell\x07", "null\x00byte", "del\x7f", "\u2028line\u2029separators", "\ufeffmark",
	`{"command_preview":"x"}`, `"quoted'both`, `--path=/home/somebody/.ssh/id`, `C:\\Users\\somebody\\x`,
	`\\\\server\\share$`, "file:///etc/passwd",
	"PID PPID ELAPSED", "1 0 01:00 0.0 1 init", "# no comment", "<defunct> no", "[not", "a]", "(title) x",
	"no_active_session_terminated", "candidate_safe_close", "launchd_detached", "%s%n$(id)`id`",
	"--token=hunter2hunter2",
	"0123456789abcdef0123456789abcdef", "x_y:z.w-v",
}

// initWords are programs that are inits by default, and othersAsInit are not.
var (
	initWords = [...]string{"/sbin/launchd", "/usr/lib/systemd/systemd --system", "init", "/usr/bin/tini -- node x",
		"-init", "dumb-init sh", "/sbin/init\tx"}
	othersAsInit = [...]string{"node dist.js", "/bin/sh ./entrypoint.sh", "claude --serve", "init.sh", "/init/", "sshd",
		"init\u00a0x", `"init"`, "/sbin/init:", "initx", "Init", "--init", "'systemd' --system", "tini, --", "init\fx",
		"launchd\u2028x"}
)

// headers are ours under their several names.
var headers = [...]string{
	"    PID    PPID     ELAPSED %CPU   RSS COMMAND", "PID PPID ETIME PCPU RSZ CMD",
	"  pid\tppid elapsed %cpu rss args  ", "Pid PPid Elapsed pcpu Rss Command",
}

// malformedLines are no rows, name no header, and have no pid 1.
var malformedLines = [...]string{
	"hello", "12 34", "77 1 01:00 0.0 1", "x 1 01:00 0.0 1 mcp-server-git", "-5 1 10:00 0.0 1 mcp-server-git",
	"9999999999 1 10:00 0.0 1 mcp-server-git",
	"5\u00a01 10:00 0.0 1 mcp-server-git", "77 -1 10:00 0.0 1 mcp-server-files", "٧ 1 10:00 0.0 1 mcp-server-git",
	"a\rb",
	"7_7 1 10:00 0.0 1 mcp-server-git", "77 0_1 10:00 0.0 1 mcp-server-git",
	"77 4294967297 10:00 0.0 1 mcp-server-files", "+77 1 10:00 0.0 1 mcp-server-git",
	"77 ١ 10:00 0.0 1 mcp-server-files", "7e1 1 10:00 0.0 1 mcp-server-git", "77 0x1 10:00 0.0 1 mcp-server-git",
	"\u00a077 1 10:00 0.0 1 mcp-server-files",
	"77 1.0 10:00 0.0 1 mcp-server-git", "\f# 7 1 10:00 0.0 1 mcp-server-git", "\u00a0", "\x1c",
}

var commentLines = [...]string{"# captured", "#PID", "  # 7 1 10:00 0.0 1 mcp-server-git", "", " \t "}

// badEtimes, badCPUs and badRSSs make a row unreadable. The last etime is one
// second over the bound.
var (
	badEtimes = [...]string{"-", "01:60", "1:2:03:04", "25:61:00", "1-25:00:00", "+60", "60s", "4259658-00:00:00",
		"2147483648",
		"1_000", "١٠:٠٠", "1e3", "0x3e8", "10:0_0", "10:00.0", "10:00\u00a0", "\f1000"}
	badCPUs = [...]string{"-", ".5", "5.", "1e2", "nan", "1234567890", "0.0.0",
		"1_0.0", "٣.٥", "+1.5", "0x1p0", "1.1234567890", "1.5\u00a0", "\v1.5", "inf", "1.5f"}
	badRSSs = [...]string{"-", "1.5", "100K", "-1", "0x10", "1_000", "١٠٠", "+5", "1e3", "1000.0", "100\u00a0",
		"\x1f100"}
)
