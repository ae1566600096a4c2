package tspi

import (
	"fmt"
	"strings"
)

// programWords are launchers, or none, and a word whose program holds a token.
func (b *builder) programWords(token string) []string {
	var words []string
	if b.oneIn(8) {
		words = append(words, oneOf(b, firstPhrases[:]))
	}
	for range b.rng.Intn(4) {
		words = append(words, oneOf(b, launchPhrases[:]))
	}
	return append(words, formed(oneOf(b, programForms[:]), token))
}

// formed puts a token into a form. A scope begins its word.
func formed(form, token string) string {
	if strings.HasPrefix(token, "@") {
		form = strings.Replace(form, "@acme/%s", "%s", 1)
	}
	if strings.HasSuffix(token, "/") || strings.HasSuffix(token, "-") {
		token += "7"
	}
	return fmt.Sprintf(form, token)
}

// atProgram is a kind that is known by its program, and one of its tokens.
func (b *builder) atProgram() (*Kind, string, bool) {
	for range 12 {
		if k := &b.Policy.Kinds[b.rng.Intn(len(b.Policy.Kinds))]; k.MatchAt == AtProgram && !b.Policy.keeps(k) {
			return k, oneOf(b, k.Match), true
		}
	}
	return nil, "", false
}

// oldOrphan adds a row that may be closed where its command is one of an allowlisted
// kind, and notes what the search for its program went through.
func (b *builder) oldOrphan(command string) {
	b.add(b.pid(), 1, b.age(b.Policy.MinAge(), b.oldest), command)
	s := b.Policy.search(command)
	for shape, shows := range map[Shape]bool{
		BehindLauncher: s.launchers > 1,
		OptionValue:    s.valued, SkippedWord: s.skipped && s.last >= 0, CodeOption: s.code,
		PackageProgram: strings.HasPrefix(s.text, "@") || s.packageAt() > 0,
		FolderProgram:  s.packageAt() == 0 && strings.Contains(strings.Trim(s.program(&b.Policy), "/@"), "/"),
		WindowsProgram: strings.Contains(command, `:\`), CutProgram: s.last >= 0 && s.isCut(),
	} {
		if shows {
			b.Shapes.add(shape)
		}
	}
}

// programHelper adds an orphan that is known by its program alone.
func (b *builder) programHelper() {
	for range 6 {
		_, token, ok := b.atProgram()
		if !ok {
			return
		}
		command := strings.Join(b.programWords(token), " ")
		if b.oneIn(2) {
			command += oneOf(b, []string{" --stdio", " /srv/work", " x/y", " https://x.example/y", " -", " A=b",
				" --cwd", " 30s"})
		}
		b.oldOrphan(command)
		if k := b.Policy.kindOf(command, true); k != nil && k.MatchAt == AtProgram {
			b.Shapes.add(ProgramHelper)
			return
		}
	}
}

// inFolder adds an orphan whose folder holds what a kind looks for in programs.
func (b *builder) inFolder() {
	if _, token, ok := b.atProgram(); ok {
		words := b.programWords(token)
		words[len(words)-1] = formed(oneOf(b, folderForms[:]), token)
		b.mentioning(strings.Join(words, " "))
	}
}

// mention adds an orphan that merely mentions a helper.
func (b *builder) mention() {
	if _, token, ok := b.atProgram(); ok {
		command := formed(oneOf(b, mentionForms[:]), token)
		if b.oneIn(3) {
			command = oneOf(b, launchPhrases[:]) + " " + command
		}
		b.mentioning(command)
	}
}

func (b *builder) mentioning(command string) {
	b.oldOrphan(command)
	if b.Policy.kindOf(command, true) == nil {
		b.Shapes.add(Mention)
	}
}

// required adds two orphans of a kind that requires a further substring: with it, and
// without.
func (b *builder) required() {
	for range 12 {
		k := &b.Policy.Kinds[b.rng.Intn(len(b.Policy.Kinds))]
		if len(k.Require) == 0 || b.Policy.keeps(k) {
			continue
		}
		words := []string{oneOf(b, k.Match)}
		if k.MatchAt == AtProgram {
			words = b.programWords(words[0])
		}
		command := formed("%s", strings.Join(words, " "))
		with := command + " " + oneOf(b, k.Require)
		if b.Policy.kindOf(with, true) != k {
			continue
		}
		b.oldOrphan(with)
		b.oldOrphan(command)
		b.Shapes.add(RequiredWord)
		return
	}
}
