package tspi

import (
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// ProgramFinder finds the program of a command by the words of a policy (contract,
// section 3): the text that says what runs, and neither the folder that it lies in
// nor an argument, a prompt or an address. It allocates only for a word with
// Windows separators, and is not to be used by two goroutines at once.
type ProgramFinder struct {
	launchers, valueOptions, genericNames wordSet

	scanned int // bytes looked at, for the test that holds cost linear
}

// NewProgramFinder finds programs by the launchers, value options and generic names
// of a policy.
func NewProgramFinder(p *Policy) *ProgramFinder {
	return &ProgramFinder{
		launchers:    newWordSet(p.Launchers),
		valueOptions: newWordSet(p.ValueOptions),
		genericNames: newWordSet(p.GenericNames),
	}
}

// fork is the same finder for another goroutine; nil stays nil.
func (f *ProgramFinder) fork() *ProgramFinder {
	if f == nil {
		return nil
	}
	fork := *f
	fork.scanned = 0
	return &fork
}

// join takes over what a fork has counted.
func (f *ProgramFinder) join(fork *ProgramFinder) {
	if f != nil {
		f.scanned += fork.scanned
	}
}

// Of returns the program of a command, the empty text where none can be told. It is
// a part of the command, which no record may hold.
func (f *ProgramFinder) Of(command string) string {
	decides, behind := "", "" // the last program word found, and the command behind it
	first, rest := true, command
search:
	for {
		var word string
		if word, rest = cutWord(rest); word == "" {
			break
		}
		isFirst := first
		first = false
		switch {
		case isAssignment(word), isNumber(word):
			continue
		case isFirst:
			word = strings.TrimPrefix(word, "-") // a login shell
		case runsCode(word):
			break search
		case word[0] == '-':
			if f.valueOptions.has(word) {
				_, rest = cutWord(rest)
			}
			continue
		}
		decides, behind = withSlashes(word), rest
		if !f.launches(decides, isFirst) {
			break
		}
	}
	f.scanned += len(command) - len(rest)
	return f.inWord(decides, behind)
}

// launches reports whether a program word is a launcher, so that what runs stands
// behind it.
func (f *ProgramFinder) launches(word string, isFirst bool) bool {
	name := strings.TrimSuffix(nameOf(word), ".exe")
	for name != "" && (strict.IsDigit(name[len(name)-1]) || name[len(name)-1] == '.') {
		name = name[:len(name)-1] // a version
	}
	switch name {
	case "exec", "run", "x", "dlx", "tool", "watch": // of a launcher, whose own name stands before
		if isFirst || word != name {
			return false
		}
	}
	return f.launchers.has(name)
}

// inWord returns the program in the word that decides, with the command behind it.
func (f *ProgramFinder) inWord(word, behind string) string {
	if strings.HasPrefix(word, "/") && goesOnInFolder(behind) {
		return ""
	}
	if strings.HasPrefix(word, "@") && !strings.HasPrefix(word, "@/") {
		return word
	}
	if at := behindPackages(word); at > 0 {
		return word[at:]
	}
	// The name, with folders in front until one of them says more than index or bin.
	start := len(word) - len(nameOf(word))
	outermost := word[start:]
	for f.isGeneric(outermost) && start > 1 && word[start-2] != '/' {
		folder := nameOf(word[:start-1])
		start -= len(folder) + 1
		outermost = folder
	}
	return word[start:]
}

// isGeneric tells the names that half of all programs have.
func (f *ProgramFinder) isGeneric(part string) bool {
	if point := strings.IndexByte(part, '.'); point >= 0 {
		part = part[:point]
	}
	return part == "" || f.genericNames.has(part)
}

// cutWord returns the first word of a command and what stands behind it; the empty
// text where there is no word left.
func cutWord(command string) (word, rest string) {
	command = trimLeft(command)
	// Piece by piece: what looks for a blank in all of a command that has none would
	// take as long again for each of its words.
	const piece = 64
	for at := 0; at < len(command); at += piece {
		part := command[at:min(at+piece, len(command))]
		end := strings.IndexByte(part, ' ')
		if end < 0 {
			end = len(part)
		}
		if tab := strings.IndexByte(part[:end], '\t'); tab >= 0 {
			end = tab
		}
		if end < len(part) {
			return command[:at+end], command[at+end:]
		}
	}
	return command, ""
}

// isAssignment tells words like KEY=value: before the first = there are only
// letters, digits and _, one at least, and no second = is right behind it.
func isAssignment(word string) bool {
	for i := range len(word) {
		switch c := word[i]; {
		case c == '=':
			return i > 0 && !strings.HasPrefix(word[i+1:], "=")
		case c != '_' && !strict.IsAlnum(c):
			return false
		}
	}
	return false
}

// isNumber tells numbers, versions and times: digits and dots, a digit first, with
// one unit of time at most.
func isNumber(word string) bool {
	switch word[len(word)-1] {
	case 's', 'm', 'h', 'd':
		word = word[:len(word)-1]
	}
	for i := range len(word) {
		if word[i] != '.' && !strict.IsDigit(word[i]) {
			return false
		}
	}
	return word != "" && strict.IsDigit(word[0])
}

// runsCode tells the options that make a launcher run code or what it reads, and
// no program: - and -s, --eval and --print, and -e at the end of other letters.
func runsCode(word string) bool {
	switch word {
	case "-", "-s", "--eval", "--print":
		return true
	}
	if strings.HasPrefix(word, "--eval=") || strings.HasPrefix(word, "--print=") {
		return true
	}
	if word[0] != '-' || word[len(word)-1] != 'e' {
		return false
	}
	for i := 1; i < len(word); i++ {
		if !strict.IsLetter(word[i]) {
			return false
		}
	}
	return true
}

// withSlashes spells a Windows path as others are spelt.
func withSlashes(word string) string {
	if strings.IndexByte(word, '\\') < 0 || !strings.Contains(word, `:\`) {
		return word // one byte is found faster than two
	}
	return strings.ReplaceAll(word, `\`, "/")
}

// nameOf is what stands behind the last slash.
func nameOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// behindPackages is where the part of a path begins that names the package and
// what is in it, 0 where it lies in no folder of packages.
func behindPackages(word string) int {
	for end := strings.LastIndexByte(word, '/'); end > 0; {
		start := strings.LastIndexByte(word[:end], '/')
		if start < 0 {
			break // a folder of packages has a slash on both sides
		}
		switch word[start+1 : end] {
		case "node_modules", "site-packages":
			return end + 1
		}
		end = start
	}
	return 0
}

// goesOnInFolder reports whether the first word of a text reads as the rest of a
// path that was cut at a blank in the name of a folder.
func goesOnInFolder(text string) bool {
	text = trimLeft(text)
	if text == "" || !strict.IsAlnum(text[0]) {
		return false
	}
	word, _ := cutWord(text)
	return strings.IndexByte(word, '/') >= 0 && strings.IndexByte(word, ':') < 0
}

// wordSet is a set of words. Most words that are no members are told by their first
// byte and their length alone.
type wordSet struct {
	words map[string]struct{}
	// lengths are those of the words with a first byte, a bit each; the last bit
	// stands for all from 63.
	lengths [256]uint64
	longest int
}

func newWordSet(words []string) wordSet {
	s := wordSet{words: make(map[string]struct{}, len(words))}
	for _, word := range words {
		s.words[word] = struct{}{}
		s.lengths[word[0]] |= 1 << min(len(word), 63)
		s.longest = max(s.longest, len(word))
	}
	return s
}

func (s *wordSet) has(word string) bool {
	if word == "" || len(word) > s.longest || s.lengths[word[0]]&(1<<min(len(word), 63)) == 0 {
		return false
	}
	_, ok := s.words[word]
	return ok
}
