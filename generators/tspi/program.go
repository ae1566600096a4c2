package tspi

import (
	"slices"
	"strings"
)

// search is the search for the program of a command (contract, section 3), read from
// the contract's words and from no implementation of it.
type search struct {
	command string
	words   []span
	last    int    // the index of the last program word, -1 for none
	text    string // that word without a login shell's dash, its \ as / where it holds :\
	end     int    // the index of the word that ended the search, else how many there are
	// How it got there, for the shapes of a table.
	launchers int  // program words behind which the search went on
	skipped   bool // an assignment, a number or a time
	valued    bool // an option's value
	code      bool // an option behind which stands code
}

// span is where a word stands in its command.
type span struct{ from, to int }

func wordsOf(command string) []span {
	var words []span
	from := -1
	for i := range len(command) + 1 {
		blank := i == len(command) || command[i] == ' ' || command[i] == '\t'
		if blank && from >= 0 {
			words = append(words, span{from, i})
			from = -1
		} else if !blank && from < 0 {
			from = i
		}
	}
	return words
}

func (s *search) word(i int) string { return s.command[s.words[i].from:s.words[i].to] }

func (p *Policy) search(command string) *search {
	s := &search{command: command, words: wordsOf(command), last: -1}
	for ; s.end < len(s.words); s.end++ {
		word := s.word(s.end)
		switch {
		case isAssignment(word) || isNumber(word):
			s.skipped = true
			continue
		case s.end == 0:
			word = strings.TrimPrefix(word, "-")
		case isCode(word):
			s.code = true
			return s
		case strings.HasPrefix(word, "-"):
			if p.takesValue(word) && s.end+1 < len(s.words) {
				s.end++
				s.valued = true
			}
			continue
		}
		s.last, s.text = s.end, slashed(word)
		if !p.launches(s.text, s.end == 0) {
			return s
		}
		s.launchers++
	}
	return s
}

// isAssignment: letters, digits and _, then a = without a second one right behind it.
func isAssignment(word string) bool {
	name, value, found := strings.Cut(word, "=")
	return found && name != "" && strings.Trim(name, letters+digits+"_") == "" && !strings.HasPrefix(value, "=")
}

// isNumber: digits and dots, and at most one letter of a time.
func isNumber(word string) bool {
	if word[0] < '0' || word[0] > '9' {
		return false
	}
	rest := strings.TrimLeft(word, digits+".")
	return rest == "" || len(rest) == 1 && strings.Contains("smhd", rest)
}

// isCode tells the words behind which stands code, or standard input.
func isCode(word string) bool {
	for _, option := range [...]string{"--eval", "--print"} {
		if word == option || strings.HasPrefix(word, option+"=") {
			return true
		}
	}
	return word == "-" || word == "-s" || strings.HasPrefix(word, "-") && strings.HasSuffix(word, "e") &&
		strings.Trim(word[1:], letters) == ""
}

const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits  = "0123456789"
)

func slashed(word string) string {
	if strings.Contains(word, `:\`) {
		return strings.ReplaceAll(word, `\`, "/")
	}
	return word
}

// launches reports whether the search goes on behind a program word.
func (p *Policy) launches(word string, first bool) bool {
	name := word[strings.LastIndexByte(word, '/')+1:]
	name = strings.TrimRight(strings.TrimSuffix(name, ".exe"), digits+".")
	if slices.Contains(subcommands[:], name) && (first || name != word) {
		return false
	}
	return listed(p.Launchers, defaultLaunchers, name)
}

func (p *Policy) takesValue(option string) bool {
	return listed(p.ValueOptions, defaultValueOptions, option)
}

func (p *Policy) isGeneric(part string) bool {
	stem, _, _ := strings.Cut(part, ".")
	return stem == "" || listed(p.GenericNames, defaultGenericNames, stem)
}

func listed(own []string, usual map[string]bool, word string) bool {
	if own != nil {
		return slices.Contains(own, word)
	}
	return usual[word]
}

// isCut reports whether the program word is the first half of a path in which a folder
// has a blank in its name.
func (s *search) isCut() bool {
	if !strings.HasPrefix(s.text, "/") || s.last+1 == len(s.words) {
		return false
	}
	return continues(s.word(s.last + 1))
}

// continues tells the words that look like the second half of a path.
func continues(word string) bool {
	return strings.Contains(letters+digits, word[:1]) && strings.Contains(word, "/") && !strings.Contains(word, ":")
}

// packages are the folders behind which a package's own path begins.
var packages = [...]string{"/node_modules/", "/site-packages/"}

// program is the program of the command, empty for none.
func (s *search) program(p *Policy) string {
	if s.last < 0 || s.isCut() {
		return ""
	}
	if strings.HasPrefix(s.text, "@") && !strings.HasPrefix(s.text, "@/") {
		return s.text
	}
	if i := s.packageAt(); i > 0 {
		return s.text[i:]
	}
	parts := strings.Split(s.text, "/")
	from := len(parts) - 1
	for from > 0 && p.isGeneric(parts[from]) && parts[from-1] != "" {
		from--
	}
	return strings.Join(parts[from:], "/")
}

// packageAt is where the path within the innermost package begins, 0 for none.
func (s *search) packageAt() int {
	at := 0
	for _, folder := range packages {
		if i := strings.LastIndex(s.text, folder); i >= 0 {
			at = max(at, i+len(folder))
		}
	}
	return at
}

// subcommands are launchers only as a whole word that is not the first.
var subcommands = [...]string{"exec", "run", "x", "dlx", "tool", "watch"}

// The three lists as section 3 gives them.
var (
	defaultLaunchers = setOf(`env nice nohup setsid stdbuf timeout ionice sh bash dash zsh ksh fish node nodejs deno bun bunx npm npx
		npm-cli.js npx-cli.js pnpm pnpx pnpm.cjs pnpm.js yarn yarn.js corepack tsx ts-node python Python pythonw pypy uv uvx pipx
		poetry pdm hatch rye java ruby perl php dotnet exec run x dlx tool watch`)
	defaultValueOptions = setOf(`--add-exports --add-modules --add-opens --add-reads --cache --cache-dir --chdir --class-path
		--conditions --config --cwd --default-index --dir --directory --env-file --experimental-config-file --experimental-loader
		--extra --extra-index-url --filter --find-links --from --group --icu-data-dir --import --import-map --index --index-url
		--init-file --loader --module-path --node-options --openssl-config --package --prefix --preload --project --python --rcfile
		--registry --require --spec --title --tsconfig --tsconfig-override --unset --userconfig --watch-path --with --with-editable
		--with-requirements --workspace -C -F -W -X -cp -classpath -o -p -r`)
	defaultGenericNames = setOf(
		`__init__ __main__ app bin build cjs cli cmd dist entry esm index lib main mod out run server src start`)
)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}
