package tspi

import (
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// lengthenCommands puts tokens at the start, in the middle and at the end of
// commands. A command keeps all the substrings that a policy looks for, and gets
// none that it did not have, so kinds and hints stay; its hash changes everywhere
// it is named.
func (p *perturbation) lengthenCommands() {
	commands := map[string]string{} // by pid and old command: equal rows stay equal
	for i := range p.plain {
		line := &p.plain[i]
		key := line.pid + " " + line.command
		longer, done := commands[key]
		if !done {
			longer = p.longer(*line)
			commands[key] = longer
		}
		if longer == line.command {
			continue
		}
		old, changed := tspi.CommandHash(line.command), tspi.CommandHash(longer)
		p.renamed[line.pid+" "+old] = changed
		p.renameRows(line.pid, line.command, longer)
		line.command = longer
		p.lines[line.index] = line.text()
	}
	if len(p.renamed) == 0 {
		return
	}
	p.problem.set(docOwners, p.rehash(p.problem.document(docOwners)))
	if p.problem.document(docClaim) != nil {
		p.problem.set(docClaim, p.rehash(p.problem.document(docClaim)))
	}
}

func (p *perturbation) renameRows(pid, old, longer string) {
	if p.expect.Inventory == nil {
		return
	}
	rows := p.expect.Inventory.Rows
	for i := range rows {
		if string(strict.Int(rows[i].PID)) == pid && rows[i].CommandHash == tspi.CommandHash(old) {
			rows[i].Command, rows[i].CommandHash = longer, tspi.CommandHash(longer)
		}
	}
}

// longer returns a command with tokens in it, or the command itself where any
// change could matter.
func (p *perturbation) longer(line plainLine) string {
	command := line.command
	if strings.ContainsAny(command, "[]()<>") {
		return command // perhaps a process title, which ends at its last byte
	}
	if p.op == OpAudit && len(command) < 20 {
		return command // a claim may hold it as a whole, which the law judges by its length
	}
	try := func(change func(token string) string) bool {
		token := p.token()
		changed := change(token)
		if !p.sameSubstrings(command, changed) {
			return false
		}
		command = changed
		p.canaries = append(p.canaries, token)
		return true
	}
	try(func(token string) string { return command + " --" + token })
	if line.pid == "1" {
		return command // its first word says which init it is
	}
	if p.byProgram {
		p.lengthenAround(&command, try)
		return command
	}
	if spaces := strings.Count(command, " "); p.op != OpAudit && spaces > 1 {
		for _, n := range p.rng.Perm(spaces - 1) {
			if try(func(token string) string { return insertAtSpace(command, 1+n, token) }) {
				break
			}
		}
	}
	try(func(token string) string {
		if p.rng.IntN(4) == 0 { // what the policy looks for may stand far behind
			token += " " + p.filler(p.long(100+p.rng.IntN(500)))
		}
		return token + " " + command
	})
	return command
}

// lengthenAround puts tokens into a command of which the program may count: where they
// are skipped whatever the rest says (contract, section 3), as an option or an
// assignment in the middle and behind a launcher at the start.
func (p *perturbation) lengthenAround(command *string, try func(func(token string) string) bool) {
	skipped := func(token string) string {
		if p.rng.IntN(2) == 0 {
			return token + "=" + p.token()
		}
		return "--" + token
	}
	if spaces := strings.Count(*command, " "); p.op != OpAudit && spaces > 0 {
		for _, n := range p.rng.Perm(spaces) {
			longer := func(token string) string { return insertAtSpace(*command, 1+n, skipped(token)) }
			if isSkippedAt(*command, 1+n) && try(longer) {
				break
			}
		}
	}
	if first, _, _ := strings.Cut(*command, " "); !p.ownLists && meansTheSameLater(first) {
		try(func(token string) string {
			front := "env " + token + "=" + p.token() + " "
			if p.rng.IntN(4) == 0 { // what the policy looks for may stand far behind
				front += p.token() + "=" + strings.ReplaceAll(p.filler(p.long(100+p.rng.IntN(500))), " ",
					" "+p.token()+"=") + " "
			}
			return front + *command
		})
	}
}

// isSkippedAt reports whether an option or an assignment behind the n-th space of a
// command is certainly skipped: it is no option's value, and parts no path that has a
// blank in it.
func isSkippedAt(command string, n int) bool {
	at := 0
	for range n {
		at += strings.IndexByte(command[at:], ' ') + 1
	}
	before, after := strings.Fields(command[:at]), strings.Fields(command[at:])
	if len(before) == 0 || len(after) == 0 {
		return false
	}
	last := before[len(before)-1]
	if len(before) == 1 {
		last = strings.TrimPrefix(last, "-")
	}
	return !strings.HasPrefix(last, "-") && (!strings.HasPrefix(last, "/") || !strings.Contains(after[0], "/"))
}

// meansTheSameLater tells the first words of commands that say the same behind a
// launcher: neither an option or a number there, nor an assignment, nor a subcommand.
func meansTheSameLater(word string) bool {
	switch word {
	case "exec", "run", "x", "dlx", "tool", "watch":
		return false
	}
	return strings.Trim(word[:1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/@") == "" &&
		!strings.Contains(word, "=")
}

// insertAtSpace puts a word behind the n-th space, counted from 1.
func insertAtSpace(command string, n int, word string) string {
	at := 0
	for range n {
		at += strings.IndexByte(command[at:], ' ') + 1
	}
	return command[:at] + word + " " + command[at:]
}

// sameSubstrings reports whether two commands hold the same of the strings that
// the policy and the taxonomy look for.
func (p *perturbation) sameSubstrings(a, b string) bool {
	for _, s := range p.substrings {
		if strings.Contains(a, s) != strings.Contains(b, s) {
			return false
		}
	}
	return true
}

// rehash replaces the command_hash of objects that name a pid whose command has
// changed: rows of a claim and registered helpers.
func (p *perturbation) rehash(v strict.Value) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		out := make(strict.Array, len(v))
		for i := range v {
			out[i] = p.rehash(v[i])
		}
		return out
	case strict.Object:
		out := make(strict.Object, len(v))
		pid, _ := v.Get("pid")
		number, _ := pid.(strict.Number)
		for i, m := range v {
			out[i] = strict.Member{Name: m.Name, Value: p.rehash(m.Value)}
			if hash, ok := m.Value.(string); ok && m.Name == "command_hash" {
				if changed := p.renamed[string(number)+" "+hash]; changed != "" {
					out[i].Value = changed
				}
			}
		}
		return out
	}
	return v
}
