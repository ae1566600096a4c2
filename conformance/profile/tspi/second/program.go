package second

import (
	"slices"
	"strings"
)

// program is the program of a command (contract, section 3): the text that says what
// runs.
func (w *world) program(command string) string {
	words := w.words(command)
	at := w.programWord(words)
	if at < 0 {
		if w.on("no-program-is-the-command") {
			return command
		}
		return ""
	}
	if w.on("arguments-are-searched") {
		return strings.Join(words[at:], " ")
	}
	return w.programOf(words, at)
}

// words are the words of a command.
func (l *contract) words(command string) []string {
	between := " \t"
	switch {
	case l.on("words-at-spaces-only"):
		between = " "
	case l.on("words-at-unicode-blanks"):
		return strings.Fields(command)
	}
	return strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune(between, r) })
}

// programWord is the index of the word that decides, -1 where no word does. The words
// that it passes are left as the law reads them: without the dash of a login shell,
// and with slashes for backslashes.
func (w *world) programWord(words []string) int {
	found, launchers := -1, 0
	for i := 0; i < len(words); i++ {
		first := i == 0
		if w.skipped(words[i]) {
			continue
		}
		switch {
		case first && !w.on("first-word-as-option"):
			words[i] = w.withoutLoginDash(words[i])
			if w.on("login-word-judged-again") && (w.skipped(words[i]) || strings.HasPrefix(words[i], "-")) {
				continue
			}
		case w.endsSearch(words[i]):
			if w.on("code-has-no-program") {
				return -1
			}
			return found
		case strings.HasPrefix(words[i], "-") && !w.on("options-are-programs"):
			if w.takesValue(words, i) {
				i++
			}
			continue
		}
		words[i] = w.withSlashes(words[i])
		if found < 0 || !w.on("first-program-word") {
			found = i
		}
		if !w.launches(words[i], first) || w.on("one-launcher-only") && launchers == 1 {
			return found
		}
		launchers++
	}
	if w.on("launchers-alone-are-nothing") {
		return -1
	}
	return found
}

// skipped reports whether a word is an assignment or a number.
func (l *contract) skipped(word string) bool {
	return l.assignment(word) && !l.on("assignments-are-programs") || l.number(word) && !l.on("numbers-are-programs")
}

func (l *contract) assignment(word string) bool {
	name, value, split := strings.Cut(word, "=")
	if !split || strings.HasPrefix(value, "=") && !l.on("comparisons-are-assignments") {
		return false
	}
	for i := range len(name) {
		switch c := name[i]; {
		case !isWord(c) && c != '_' && !l.on("assignments-to-anything"),
			'a' <= c && c <= 'z' && l.on("assignments-in-capitals"),
			i == 0 && isDigit(c) && l.on("assignments-as-in-shells"):
			return false
		}
	}
	return name != "" || l.on("assignments-to-nothing")
}

func (l *contract) number(word string) bool {
	const suffixes = "smhd"
	amount := word
	switch {
	case l.on("two-suffixes"):
		amount = strings.TrimRight(word, suffixes)
	case l.on("any-suffix") && word != "" && isLetter(word[len(word)-1]):
		amount = word[:len(word)-1]
	case word != "" && strings.IndexByte(l.suffixes(suffixes), word[len(word)-1]) >= 0:
		amount = word[:len(word)-1]
	}
	if strings.Trim(amount, "0123456789.") != "" || strings.Contains(amount, ".") && l.on("whole-numbers-only") {
		return false
	}
	return amount != "" && (isDigit(amount[0]) || l.on("points-are-numbers"))
}

// suffixes are those of a time: all of them, but for the mutants that lack one.
func (l *contract) suffixes(all string) string {
	switch {
	case l.on("no-suffixes"):
		return ""
	case l.on("seconds-unknown"):
		return "mhd"
	case l.on("minutes-unknown"):
		return "shd"
	case l.on("hours-unknown"):
		return "smd"
	case l.on("days-unknown"):
		return "smh"
	}
	return all
}

// withoutLoginDash is the very first word as a program word.
func (l *contract) withoutLoginDash(word string) string {
	switch {
	case l.on("login-dash-kept"):
		return word
	case l.on("login-dashes-dropped"):
		return strings.TrimLeft(word, "-")
	}
	return strings.TrimPrefix(word, "-")
}

// endsSearch reports whether code or standard input runs from that word on.
func (l *contract) endsSearch(word string) bool {
	long := func(option string) bool {
		rest, begins := strings.CutPrefix(word, option)
		return begins && (rest == "" || rest[0] == '=' && !l.on("code-behind-equals-unknown") || l.on("code-by-prefix"))
	}
	switch {
	case word == "-":
		return !l.on("standard-input-unknown")
	case word == "-s":
		return !l.on("s-unknown")
	case long("--eval"):
		return !l.on("eval-unknown")
	case long("--print"):
		return !l.on("print-unknown")
	}
	letters, dash := strings.CutPrefix(word, "-")
	if l.on("code-in-any-case") {
		letters = lower(letters)
	}
	last := strings.HasSuffix(letters, "e") || l.on("e-anywhere") && strings.Contains(letters, "e")
	if !dash || !last || l.on("e-unknown") {
		return false
	}
	for i := range len(letters) {
		if !isLetter(letters[i]) {
			return l.on("e-behind-anything")
		}
	}
	return letters == "e" || !l.on("e-alone-only")
}

// takesValue reports whether the word behind an option is its value.
func (w *world) takesValue(words []string, at int) bool {
	option := words[at]
	if w.on("values-behind-equals") {
		option, _, _ = strings.Cut(option, "=")
	}
	if next := at + 1; next < len(words) && (w.on("values-are-no-options") && strings.HasPrefix(words[next], "-") ||
		w.on("values-never-end") && w.endsSearch(words[next])) {
		return false
	}
	if w.on("short-options-stand-alone") && !strings.HasPrefix(option, "--") {
		return false
	}
	return w.policy.valueOptions[option] && !w.on("values-unskipped") || w.on("every-option-takes-a-value")
}

// withSlashes is a program word with the slashes of Windows turned.
func (l *contract) withSlashes(word string) string {
	if !strings.Contains(word, `:\`) && !l.on("every-backslash-turned") || l.on("backslashes-kept") {
		return word
	}
	return strings.ReplaceAll(word, `\`, "/")
}

// subcommands are launchers as whole words only.
var subcommands = []string{"exec", "run", "x", "dlx", "tool", "watch"}

// launches reports whether a program word starts what the next words name.
func (w *world) launches(word string, first bool) bool {
	if w.on("launchers-unknown") {
		return false
	}
	bare := word
	if !w.on("launchers-without-folder") {
		bare = word[strings.LastIndexByte(word, '/')+1:]
	}
	bare = w.bare(bare)
	if w.on("launchers-in-any-case") {
		bare = lower(bare)
	}
	if w.on("launchers-by-prefix") && !w.policy.launchers[bare] {
		for name := range w.policy.launchers {
			if strings.HasPrefix(bare, name+"-") {
				return true
			}
		}
	}
	if slices.Contains(subcommands, bare) {
		switch {
		case w.on("subcommands-unknown"),
			first && !w.on("subcommands-first"),
			word != bare && !w.on("subcommands-in-parts"):
			return false
		}
	}
	return w.policy.launchers[bare] && !(bare == "Python" && w.on("no-python-of-macos"))
}

// bare is a name without what versions and Windows put behind it.
func (l *contract) bare(name string) string {
	const ending = ".exe"
	if l.on("version-before-exe") {
		name = strings.TrimRight(name, "0123456789.")
	}
	switch {
	case l.on("exe-kept"):
	case l.on("exe-in-any-case") && strings.HasSuffix(lower(name), ending):
		name = name[:len(name)-len(ending)]
	default:
		name = strings.TrimSuffix(name, ending)
	}
	switch {
	case l.on("versions-kept"), l.on("version-before-exe"):
		return name
	case l.on("versions-without-point"):
		return strings.TrimRight(name, "0123456789")
	}
	return strings.TrimRight(name, "0123456789.")
}

// programOf is the program that the word at that place names.
func (w *world) programOf(words []string, at int) string {
	word := words[at]
	switch scope, scoped := strings.CutPrefix(word, "@"); {
	case w.on("whole-words"):
		return word
	case w.cut(words, at):
		return ""
	case scoped && (!strings.HasPrefix(scope, "/") || w.on("scopes-of-nothing")) && !w.on("scopes-cut"):
		if version := strings.LastIndexByte(word, '@'); version > 0 && w.on("scoped-versions-cut") {
			return word[:version]
		}
		return word
	}
	if installed, ok := w.installed(word); ok {
		return installed
	}
	return w.withFolders(word)
}

// cut reports whether the word is the first part of a path with a blank in it.
func (l *contract) cut(words []string, at int) bool {
	if l.on("cut-folders-believed") || !strings.HasPrefix(words[at], "/") && !l.on("any-word-is-cut") {
		return false
	}
	behind := words[at+1:]
	if len(behind) > 1 && !l.on("cut-by-any-word-behind") {
		behind = behind[:1]
	}
	return slices.ContainsFunc(behind, func(next string) bool {
		return (isWord(next[0]) || l.on("cut-before-any-sign")) &&
			(strings.Contains(next, "/") || l.on("cut-before-any-word")) &&
			(!strings.Contains(next, ":") || l.on("cut-before-addresses"))
	})
}

// installed is what stands behind the folder of packages in which a word lies.
func (l *contract) installed(word string) (string, bool) {
	const node, python = "/node_modules/", "/site-packages/"
	last := strings.LastIndex
	if l.on("outermost-package") {
		last = strings.Index
	}
	begins := func(folder string) int {
		switch at := last(word, folder); {
		case at >= 0:
			return at + len(folder)
		case strings.HasPrefix(word, folder[1:]) && l.on("packages-without-folder"):
			return len(folder) - 1
		}
		return -1
	}
	inNode, inPython := begins(node), begins(python)
	switch {
	case l.on("node-modules-unknown"):
		inNode = -1
	case l.on("site-packages-unknown"):
		inPython = -1
	case l.on("node-modules-first") && inNode >= 0:
		inPython = -1
	case l.on("site-packages-first") && inPython >= 0:
		inNode = -1
	}
	from := max(inNode, inPython)
	if from < 0 {
		return "", false
	}
	return word[from:], true
}

// withFolders is the name of a word with as many folders in front as it needs.
func (w *world) withFolders(word string) string {
	parts := strings.Split(word, "/")
	outermost := len(parts) - 1
	for outermost > 0 && w.saysNothing(parts[outermost]) &&
		(parts[outermost-1] != "" || w.on("empty-folders-in-front")) {
		if w.on("names-without-folders") || w.on("one-folder-only") && outermost < len(parts)-1 {
			break
		}
		outermost--
	}
	if w.on("one-folder-always") {
		outermost = max(0, len(parts)-2)
	}
	return strings.Join(parts[outermost:], "/")
}

// saysNothing reports whether a part of a path does not tell what runs.
func (w *world) saysNothing(part string) bool {
	name, _, _ := strings.Cut(part, ".")
	switch {
	case w.on("generic-with-ending"):
		name = part
	case w.on("generic-to-last-point") && strings.Contains(part, "."):
		name = part[:strings.LastIndexByte(part, '.')]
	case w.on("generic-in-any-case"):
		name = lower(name)
	}
	if strings.HasPrefix(name, "_") && w.on("modules-of-python-say-enough") {
		return false
	}
	return name == "" && !w.on("hidden-names-say-enough") || w.policy.genericNames[name]
}
