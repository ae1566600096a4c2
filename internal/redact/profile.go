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
	// excluded are the kinds, as indexes, that would take the command before kind does
	// but for one of their exclude substrings.
	excluded []int
	kind     int // index of the kind that takes the command
	// core is the index of the first kind of which a match substring occurs anywhere in
	// the command: by the core law it takes it.
	core int
	hint int // index of the first owner hint that occurs
}

func (p profile) equal(q profile) bool {
	return p.defunct == q.defunct && p.bracket == q.bracket && p.paren == q.paren && p.initName == q.initName &&
		slices.Equal(p.excluded, q.excluded) && p.kind == q.kind && p.core == q.core && p.hint == q.hint
}

// rules are a policy and a taxonomy as far as they look at commands.
type rules struct {
	policy   *tspi.Policy
	owners   *tspi.Owners
	programs *tspi.ProgramFinder
}

func newRules(in tspi.Inputs) rules {
	return rules{in.Policy, in.Owners, tspi.NewProgramFinder(in.Policy)}
}

func (r rules) profile(command string) profile {
	p := profile{
		defunct: isDefunct(command),
		bracket: strings.HasPrefix(command, "[") && strings.HasSuffix(command, "]"),
		paren:   strings.HasPrefix(command, "(") && strings.HasSuffix(command, ")"),
		kind:    none,
		core:    none,
		hint:    none,
	}
	if name := initName(command); slices.Contains(r.owners.InitNames, name) {
		p.initName = name
	}
	program := r.programs.Of(command)
	for i := range r.policy.Kinds {
		k := &r.policy.Kinds[i]
		if p.core == none && holdsAny(command, k.Match) {
			p.core = i
		}
		text := command
		if k.MatchAt == tspi.MatchAtProgram {
			text = program
		}
		if p.kind != none || !holdsAny(text, k.Match) || len(k.Require) > 0 && !holdsAny(command, k.Require) {
			continue
		}
		if holdsAny(command, k.Exclude) {
			p.excluded = append(p.excluded, i)
		} else {
			p.kind = i
		}
	}
	p.hint = slices.IndexFunc(r.owners.Hints, func(h tspi.OwnerHint) bool {
		return strings.Contains(command, h.Substring)
	})
	return p
}

func isDefunct(command string) bool {
	before, ok := strings.CutSuffix(command, defunctMark)
	return ok && (before == "" || isSpaceOrTab(rune(before[len(before)-1])))
}

func holdsAny(command string, substrings []string) bool {
	return slices.ContainsFunc(substrings, func(s string) bool { return strings.Contains(command, s) })
}

// initName is the first word of a command, what stands behind its last slash,
// without the dash of a login shell (contract, section 4.2).
func initName(command string) string {
	word := command
	if end := strings.IndexFunc(command, isSpaceOrTab); end >= 0 {
		word = command[:end]
	}
	return strings.TrimPrefix(word[strings.LastIndexByte(word, '/')+1:], "-")
}

func isSpaceOrTab(r rune) bool { return r == ' ' || r == '\t' }

// evidence is something that must occur in a command of a profile, by any of some
// substrings of the rules.
type evidence struct {
	substrings []string
	inProgram  bool // it must occur in the command's program
}

// evidence returns what must occur in a command of that profile, with the
// substrings of the rules that show it in this one.
func (r rules) evidence(command string, p profile) []evidence {
	var all []evidence
	program := r.programs.Of(command)
	occurring := func(substrings []string, inProgram bool) {
		text, found := command, []string(nil)
		if inProgram {
			text = program
		}
		for _, s := range substrings {
			if strings.Contains(text, s) {
				found = append(found, s)
			}
		}
		if len(found) > 0 { // not where a kind has no require substrings
			all = append(all, evidence{found, inProgram})
		}
	}
	taking := func(i int) {
		k := &r.policy.Kinds[i]
		occurring(k.Match, k.MatchAt == tspi.MatchAtProgram)
		occurring(k.Require, false)
	}
	for _, i := range p.excluded {
		taking(i)
		occurring(r.policy.Kinds[i].Exclude, false)
	}
	if p.kind != none {
		taking(p.kind)
	}
	if p.core != none {
		occurring(r.policy.Kinds[p.core].Match, false)
	}
	if p.hint != none {
		all = append(all, evidence{[]string{r.owners.Hints[p.hint].Substring}, false})
	}
	return all
}
