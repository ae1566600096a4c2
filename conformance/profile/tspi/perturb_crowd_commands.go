package tspi

import "strings"

// crowdWords are what stands on real process tables.
var crowdWords = []string{
	"node", "python3 -m", "npx -y", "uvx", "bun", "claude", "codex app-server", "opencode serve", "mcp-server-git",
	"@modelcontextprotocol/server-memory", "playwright-mcp", "next dev", "vite", "esbuild --service",
	"typescript-language-server",
	"/usr/lib/systemd/systemd --user", "/opt/homebrew/bin/uv tool uvx", "Google Chrome Helper", "sh -c", "zsh -l",
	"--stdio",
}

// helperCommand is one of the crowd's kind.
func (p *perturbation) helperCommand(kind crowdKind, n int) string {
	if !kind.atProgram {
		return p.crowdCommand(kind.mark, n)
	}
	plain := kind.mark + " " + p.canary(n)
	if p.ownLists {
		return plain
	}
	form := []string{"%", "env A=1 %", "/%/%", "npx -y @%/%", "node --cwd x /%/node_modules/%/cli.js",
		"timeout 30s /%/%/build/index.js"}[p.rng.IntN(6)]
	at := strings.LastIndexByte(form, '%')
	command := strings.ReplaceAll(form[:at], "%", p.token()) + kind.mark + form[at+1:] + " --" + p.canary(n)
	if !p.sameSubstrings(plain, command) {
		return plain
	}
	return command
}

// parentCommand is one of a process above the crowd's helpers. Where those are known by
// their programs, it merely mentions one.
func (p *perturbation) parentCommand(kind crowdKind, n int) string {
	if !kind.atProgram {
		return p.crowdCommand("", n)
	}
	if p.ownLists {
		return p.canary(n) + " " + kind.mark
	}
	return p.crowdCommand("", n) + " " + kind.mark
}

// canary is a token that is looked for in answers, in enough commands to catch an echo:
// searching for thousands would be slow.
func (p *perturbation) canary(n int) string {
	token := p.token()
	if n < 16 {
		p.canaries = append(p.canaries, token)
	}
	return token
}

// crowdCommand is a command with the mark in it, of words that occur on real
// tables where none of them is one that the case looks for.
func (p *perturbation) crowdCommand(mark string, n int) string {
	token := p.canary(n)
	plain := strings.TrimSpace(token + " " + mark)
	words := []string{crowdWords[p.rng.IntN(len(crowdWords))], token}
	if p.rng.IntN(8) == 0 {
		words = append(words, p.filler(p.long(200+p.rng.IntN(1500))))
	}
	words = append(words, mark, crowdWords[p.rng.IntN(len(crowdWords))])
	if command := strings.Join(strings.Fields(strings.Join(words, " ")), " "); p.sameSubstrings(plain, command) {
		return command
	}
	return plain
}

// long is a length in bytes that is mostly the one given, at times more than a buffer of 64 KiB, and seldom
// more than 1 MiB.
func (p *perturbation) long(n int) int {
	switch p.rng.IntN(600) {
	case 0:
		return 1<<20 + n
	case 1, 2, 3, 4, 5, 6:
		return 66_000 + n
	}
	return n
}

// filler is a text of words of at least n bytes.
func (p *perturbation) filler(n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(p.token())
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}
