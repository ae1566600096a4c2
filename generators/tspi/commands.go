package tspi

import (
	"fmt"
	"slices"
	"strings"
)

// helper is a command that the hardened law gives to a kind for which the
// predicate holds, with that kind. ok is false where none was found: another kind
// may stand before it.
func (b *builder) helper(holds func(*Kind) bool) (command string, kind *Kind, ok bool) {
	for range 12 {
		k := &b.Policy.Kinds[b.rng.Intn(len(b.Policy.Kinds))]
		if !holds(k) {
			continue
		}
		command = b.command(k)
		kind = b.Policy.kindOf(command, true)
		if kind != nil && holds(kind) && !isTitle(command) {
			return command, kind, true
		}
	}
	return "", nil, false
}

// anyHelper is a helper of a kind that is not kept.
func (b *builder) anyHelper() (string, *Kind, bool) {
	return b.helper(func(k *Kind) bool { return !b.Policy.keeps(k) })
}

// closable is a helper of an allowlisted kind that is not kept.
func (b *builder) closable() (string, *Kind, bool) {
	return b.helper(func(k *Kind) bool { return k.Allowlisted && !b.Policy.keeps(k) })
}

// command holds a token of a kind, and whatever makes it hard to read.
func (b *builder) command(k *Kind) string {
	var words []string
	if k.MatchAt == AtProgram {
		words = b.programWords(oneOf(b, k.Match))
	} else {
		words = []string{oneOf(b, launchers[:]) + oneOf(b, k.Match)}
	}
	if last := len(words) - 1; strings.HasSuffix(words[last], "-") {
		words[last] += oneOf(b, []string{"x", "everything", "7"})
	}
	from := 0
	if k.MatchAt == AtProgram && !b.oneIn(4) {
		from = len(words) // what stands before it may be its program
	}
	if b.oneIn(3) {
		words = append(words, fmt.Sprintf("--port %d", b.rng.Intn(65536)))
	}
	if len(k.Require) > 0 && !b.oneIn(8) {
		words = append(words, oneOf(b, k.Require))
	}
	return b.disguise(words, from)
}

// canaryMark begins every canary.
const canaryMark = "canary"

// disguise puts hostile words and canaries at any place of a command from a word on.
func (b *builder) disguise(words []string, from int) string {
	place := func() int { return from + b.rng.Intn(len(words)-from+1) }
	if b.hostile && b.oneIn(2) {
		word := oneOf(b, hostileWords[:])
		words = slices.Insert(words, place(), word)
		b.hostileWords = append(b.hostileWords, word)
	}
	if b.oneIn(4) {
		canary := fmt.Sprintf(canaryMark+"%016x", b.rng.Uint64())
		words = slices.Insert(words, place(), canary)
		b.Canaries = append(b.Canaries, canary)
	}
	return strings.TrimRight(strings.Join(words, " "), " ")
}

// notePlanted keeps the canaries and hostile words that have got into a row: a
// command may have been thrown away.
func (b *builder) notePlanted() {
	missing := func(word string) bool {
		return !slices.ContainsFunc(b.Lines, func(l Line) bool {
			return l.Row != nil && strings.Contains(l.Row.Command, word)
		})
	}
	if b.Canaries = slices.DeleteFunc(b.Canaries, missing); len(b.Canaries) > 0 {
		b.Shapes.add(Canary)
	}
	if len(slices.DeleteFunc(b.hostileWords, missing)) > 0 {
		b.Shapes.add(HostileCommand)
	}
}

// owner is the command of a process with a hint.
func (b *builder) owner(word string) string {
	return b.disguise([]string{oneOf(b, []string{"", "/usr/local/bin/"}) + word,
		oneOf(b, []string{"", "--resume", "serve"})}, 0)
}

// isTitle is section 3's rule for titles in place of a command.
func isTitle(command string) bool {
	words := strings.FieldsFunc(command, func(r rune) bool { return r == ' ' || r == '\t' })
	first, last := command[0], command[len(command)-1]
	return words[len(words)-1] == "<defunct>" || first == '[' && last == ']' || first == '(' && last == ')'
}
