package redact

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// none stands for no kind and for no hint.
const none = -1

// profile is all that the law sees in a command (contract, sections 3 and 4).
// Commands with one profile are alike to it in every place of every table.
type profile struct {
	defunct, bracket, paren bool // a process title in place of a command line
	// initName is the init name that the command's program is, "" where it is none.
	initName string
	// excluded are the kinds, as indexes, that match and exclude the command before
	// kind takes it. The core law knows no exclusion and gives it the first of all.
	excluded []int
	kind     int // index of the kind whose match substring occurs and which does not exclude it
	hint     int // index of the first owner hint that occurs
}

func (p profile) equal(q profile) bool {
	return p.defunct == q.defunct && p.bracket == q.bracket && p.paren == q.paren && p.initName == q.initName &&
		slices.Equal(p.excluded, q.excluded) && p.kind == q.kind && p.hint == q.hint
}

// rules are a policy and a taxonomy as far as they look at commands.
type rules struct {
	policy *tspi.Policy
	owners *tspi.Owners
}

func (r rules) profile(command string) profile {
	p := profile{
		defunct: isDefunct(command),
		bracket: strings.HasPrefix(command, "[") && strings.HasSuffix(command, "]"),
		paren:   strings.HasPrefix(command, "(") && strings.HasSuffix(command, ")"),
		kind:    none,
		hint:    none,
	}
	if name := program(command); slices.Contains(r.owners.InitNames, name) {
		p.initName = name
	}
	for i := range r.policy.Kinds {
		k := &r.policy.Kinds[i]
		if !holdsAny(command, k.Match) {
			continue
		}
		if !holdsAny(command, k.Exclude) {
			p.kind = i
			break
		}
		p.excluded = append(p.excluded, i)
	}
	p.hint = slices.IndexFunc(r.owners.Hints, func(h tspi.OwnerHint) bool { return strings.Contains(command, h.Substring) })
	return p
}

func isDefunct(command string) bool {
	before, ok := strings.CutSuffix(command, defunctMark)
	return ok && (before == "" || isSpaceOrTab(rune(before[len(before)-1])))
}

func holdsAny(command string, substrings []string) bool {
	return slices.ContainsFunc(substrings, func(s string) bool { return strings.Contains(command, s) })
}

// program is the first word of a command, what stands behind its last slash,
// without the dash of a login shell (contract, section 4.2).
func program(command string) string {
	word := command
	if end := strings.IndexFunc(command, isSpaceOrTab); end >= 0 {
		word = command[:end]
	}
	return strings.TrimPrefix(word[strings.LastIndexByte(word, '/')+1:], "-")
}

func isSpaceOrTab(r rune) bool { return r == ' ' || r == '\t' }

// evidence are, for each thing that must occur in a command of that profile, the
// substrings of the rules that show it in this one.
func (r rules) evidence(command string, p profile) [][]string {
	var all [][]string
	occurring := func(substrings []string) {
		var found []string
		for _, s := range substrings {
			if strings.Contains(command, s) {
				found = append(found, s)
			}
		}
		all = append(all, found)
	}
	for _, i := range p.excluded {
		occurring(r.policy.Kinds[i].Match)
		occurring(r.policy.Kinds[i].Exclude)
	}
	if p.kind != none {
		occurring(r.policy.Kinds[p.kind].Match)
	}
	if p.hint != none {
		all = append(all, []string{r.owners.Hints[p.hint].Substring})
	}
	return all
}
