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
		pieces := choose(evidence, pick)
		for _, f := range fillers() {
			for _, candidate := range f.candidates(want, pieces, len(c.made)+1, command) {
				if !c.taken[candidate] && isVerbatim(candidate) && c.rules.profile(candidate).equal(want) {
					c.made[command], c.taken[candidate] = candidate, true
					return candidate, nil
				}
			}
		}
	}
	return "", fmt.Errorf("no made-up command is alike to the law: the substrings of the policy or of the owner hints are too short or too common")
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

// choose picks one substring for each thing that must occur, and drops those
// that stand in another one.
func choose(evidence [][]string, pick func([]string) string) []string {
	var pieces []string
	for _, substrings := range evidence {
		pieces = append(pieces, pick(substrings))
	}
	slices.SortStableFunc(pieces, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	var kept []string
	for _, piece := range pieces {
		if !slices.ContainsFunc(kept, func(k string) bool { return strings.Contains(k, piece) }) {
			kept = append(kept, piece)
		}
	}
	slices.Reverse(kept) // the short ones, which are mostly programs, first
	return kept
}

// candidates are the commands that this filler makes of some pieces, for the
// command with that serial number.
func (f filler) candidates(want profile, pieces []string, serial int, original string) []string {
	name := f.program
	switch {
	case want.initName != "" && strings.ContainsAny(original[:1], "[("):
		name = f.program + "/" + want.initName // what opens a title is no part of the name behind a slash
	case want.initName != "":
		name = want.initName
	}
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
