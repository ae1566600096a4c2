package tspi

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Section 3: whatever the command, its program is a part of one of its words, and
// none of what may stand around it changes it.
func FuzzProgram(f *testing.F) {
	for _, command := range []string{
		"/usr/bin/env KEY=1 node --cwd /x /srv/notes-mcp/build/src/index.js --stdio", "npx @scope/notes-mcp@1.2",
		"-zsh", "timeout 5s sh -c a",
		"/opt/My notes/x", `C:\a\node.exe C:\b\node_modules\c\cli.js`, "npm exec -- x", "python3.11 -m a.b",
		"/index.js", "node -e 1", "a\tb/", "  a  ",
	} {
		f.Add(command)
	}
	f.Fuzz(checkAround)
}

// The same of commands that are put together from what section 3 speaks of, which a
// mutator of bytes hardly meets.
func TestProgramAround(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	for range 20_000 {
		command := ""
		for range 1 + rng.IntN(5) {
			word := ""
			for range 1 + rng.IntN(4) {
				word += pick("/", "-", "--", "=", ".", "@", ":", "_", `\`, `:\`, "node", "run", "x", "env", "exec",
					".exe", "3", "s", "e", "index", "bin", "notes-mcp",
					"/node_modules/", "/site-packages/", "--cwd", "--eval", "-p", "KEY=", "/opt/")
			}
			command += word + pick(" ", " ", "\t", "  ")
		}
		checkAround(t, command)
	}
}

func checkAround(t *testing.T, command string) {
	finder := defaultPrograms()
	program := finder.Of(command)
	words := strings.FieldsFunc(command, isSpaceOrTab[rune])
	if !isPartOfAWord(program, words) {
		t.Errorf("%q is no part of a word of %q", program, command)
	}
	same := func(how, other string) {
		t.Helper()
		if got := finder.Of(other); got != program {
			t.Errorf("%s: the program of %q is %q, and that of %q is %q", how, command, program, other, got)
		}
	}
	same("other blanks", " \t"+strings.Join(words, "\t ")+" ")
	if len(words) == 0 {
		return
	}
	// What is neither a program word nor the rest of a cut path says nothing.
	for _, behind := range []string{"--option", "-e", "-", "5", "1.5h", "KEY=value"} {
		same("a word behind", command+" "+behind)
	}
	if !strings.HasPrefix(words[0], "-") && !isAssignment(words[0]) && !isNumber(words[0]) {
		same("a login shell", "-"+strings.TrimLeft(command, " \t"))
	}
	// A launcher in front says nothing either, where the first word is no option,
	// and not one that launches only behind another.
	switch first := words[0]; {
	case strings.HasPrefix(first, "-"):
	case finder.launches(withSlashes(first), false) != finder.launches(withSlashes(first), true):
	case program == "" && !finder.hasProgramWord(words):
	default:
		same("a launcher in front", "env "+command)
		same("a launcher with a number", "/usr/bin/timeout 5 "+command)
	}
	// Nor does the folder in which it lies, but where no folder says more than the
	// names that half of all programs have.
	if first := withSlashes(words[0]); strings.HasPrefix(first, "/") && "/"+program != first {
		same("another folder", "/other"+strings.TrimLeft(command, " \t"))
	}
}

// hasProgramWord reports whether there is a word that can decide.
func (f *ProgramFinder) hasProgramWord(words []string) bool {
	return f.Of("env "+strings.Join(words, " ")) != "env"
}

func isPartOfAWord(program string, words []string) bool {
	if program == "" {
		return true
	}
	for _, word := range words {
		if strings.Contains(withSlashes(word), program) || strings.Contains(withSlashes(strings.TrimPrefix(word, "-")),
			program) {
			return true
		}
	}
	return false
}
