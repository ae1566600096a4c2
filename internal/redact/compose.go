package redact

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// composer makes one synthetic command for each command of a table: the same for
// equal ones, another for different ones.
type composer struct {
	rules rules
	made  map[string]string
	taken map[string]bool
}

func newComposer(r rules) *composer {
	return &composer{rules: r, made: map[string]string{}, taken: map[string]bool{}}
}

// compose returns the synthetic command of a command. It fails where a policy
// looks for so little (a single blank, say) that no text of ours has the same
// profile.
func (c *composer) compose(command string) (string, error) {
	if synthetic, ok := c.made[command]; ok {
		return synthetic, nil
	}
	want := c.rules.profile(command)
	evidence := c.rules.evidence(command, want)
	for _, pick := range picks() {
		inProgram := choose(evidence, true, pick, nil)
		pieces := choose(evidence, false, pick, inProgram)
		for _, f := range fillers() {
			for _, name := range f.programs(want, inProgram, command) {
				for _, candidate := range f.candidates(want, name, pieces, len(c.made)+1, command) {
					if !c.taken[candidate] && isVerbatim(candidate) && c.rules.profile(candidate).equal(want) {
						c.made[command], c.taken[candidate] = candidate, true
						return candidate, nil
					}
				}
			}
		}
	}
	return "",
		fmt.Errorf(
			"no made-up command is alike to the law: the substrings of the policy or of the owner hints are too short or too common")
}

// isVerbatim reports whether a command is read back as it is written: blanks
// around it belong to the columns, and a CR at its end to the line.
func isVerbatim(command string) bool { return strings.Trim(command, " \t\r") == command }

// picks are ways to choose one of several substrings that show the same.
func picks() []func(substrings []string) string {
	byLength := func(a, b string) int { return cmp.Compare(len(a), len(b)) }
	return []func([]string) string{
		func(s []string) string { return s[0] },
		func(s []string) string { return slices.MinFunc(s, byLength) },
		func(s []string) string { return slices.MaxFunc(s, byLength) },
	}
}

// choose picks one substring for each thing that must occur, in the program or
// anywhere, and drops those that stand in another one or in what there is already.
func choose(all []evidence, inProgram bool, pick func([]string) string, there []string) []string {
	var pieces []string
	for _, e := range all {
		if e.inProgram == inProgram {
			pieces = append(pieces, pick(e.substrings))
		}
	}
	slices.SortStableFunc(pieces, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	var kept []string
	for _, piece := range pieces {
		holds := func(k string) bool { return strings.Contains(k, piece) }
		if !slices.ContainsFunc(kept, holds) && !slices.ContainsFunc(there, holds) {
			kept = append(kept, piece)
		}
	}
	slices.Reverse(kept) // the short ones, which are mostly programs, first
	return kept
}

// programs are ways to write the first word of a command: one of ours, the init that
// it must be, or what its program must hold.
func (f filler) programs(want profile, inProgram []string, original string) []string {
	switch {
	case want.initName != "" && strings.ContainsAny(original[:1], "[("):
		return []string{f.program + "/" + want.initName} // what opens a title is no part of the name behind a slash
	case len(inProgram) == 0 && want.initName != "":
		return []string{want.initName}
	case len(inProgram) == 0:
		return []string{f.program}
	}
	// As it stands; behind what makes the whole word the program; with slashes in the
	// program that are none in the command; and each with an end that no launcher has.
	word := strings.Join(inProgram, f.and)
	words := []string{word, scope + word, scope + `\` + strings.ReplaceAll(word, "/", `\`)}
	for _, word := range words {
		words = append(words, word+f.and)
	}
	if want.initName == "" {
		return words
	}
	for i := range words {
		words[i] = want.initName + f.gap + words[i] // behind an init that is a launcher too
	}
	return append([]string{want.initName}, words...)
}

// candidates are the commands that this filler makes of a first word and some pieces,
// for the command with that serial number.
func (f filler) candidates(want profile, name string, pieces []string, serial int, original string) []string {
	body := strings.Join([]string{name, f.serial(serial)}, f.gap)
	bare := name
	for i, piece := range pieces {
		join := f.and
		if i == 0 {
			join = f.with
		}
		body += f.gap + join + f.gap + piece
		bare += f.gap + piece
	}
	if len(pieces) > 0 {
		body += f.gap + f.end
	}
	switch {
	case want.defunct:
		if original == defunctMark {
			return []string{defunctMark}
		}
		if strings.HasPrefix(original, "[") {
			body = "[" + body + "]"
		}
		return []string{body + " " + defunctMark, defunctMark}
	case want.bracket:
		return []string{"[" + body + "]"}
	case want.paren:
		return []string{"(" + body + ")"}
	case want.initName != "":
		// An init mostly stands alone: launchd, systemd --user.
		return []string{bare, body, "-" + body} // the dash for an init name that begins with one
	}
	return []string{body}
}
