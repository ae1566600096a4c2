package second

import (
	"slices"

	"github.com/tspi-dev/harness/conformance/profile"
)

// tooRare are the mutants that need a word which five thousand drawn tables do not hold:
// cases of the suite alone show them.
var tooRare = []string{
	"assignments-to-nothing", "assignments-as-in-shells", "points-are-numbers", "minutes-unknown", "days-unknown",
	"two-suffixes", "any-suffix", "code-by-prefix", "e-anywhere", "code-in-any-case", "code-has-no-program",
	"every-backslash-turned", "launchers-by-prefix", "exe-in-any-case", "version-before-exe",
	"subcommands-in-parts", "launchers-alone-are-nothing", "scoped-versions-cut", "node-modules-first",
	"site-packages-first", "packages-without-folder", "generic-to-last-point", "generic-in-any-case",
	"modules-of-python-say-enough",
}

// programMutants break what section 3 says of the program of a command.
func programMutants() []profile.Mutant {
	all := []profile.Mutant{
		{Name: "words-at-spaces-only", Says: "does not part words at tabs"},
		{Name: "words-at-unicode-blanks", Says: "parts words at what Unicode calls a blank"},
		{Name: "no-program-is-the-command", Says: "looks in the whole command where no word is a program"},
		{Name: "arguments-are-searched", Says: "looks in the arguments of the program too"},

		{Name: "assignments-are-programs", Says: "takes an assignment in front for the program"},
		{Name: "comparisons-are-assignments", Says: "skips a word with ==, which names a version"},
		{Name: "assignments-to-anything", Says: "skips any word with a = in it"},
		{Name: "assignments-to-nothing", Says: "skips a word that begins with ="},
		{Name: "assignments-in-capitals", Says: "knows variables in capitals only"},
		{Name: "assignments-as-in-shells", Says: "knows no variable that begins with a digit"},

		{Name: "numbers-are-programs", Says: "takes the time of timeout for the program"},
		{Name: "whole-numbers-only", Says: "knows no number with a point"},
		{Name: "points-are-numbers", Says: "skips a word that begins with a point as a number"},
		{Name: "no-suffixes", Says: "knows no number with a unit behind it"},
		{Name: "seconds-unknown", Says: "knows no number with an s behind it"},
		{Name: "minutes-unknown", Says: "knows no number with an m behind it"},
		{Name: "hours-unknown", Says: "knows no number with an h behind it"},
		{Name: "days-unknown", Says: "knows no number with a d behind it"},
		{Name: "two-suffixes", Says: "skips a number with two units, as 5ms"},
		{Name: "any-suffix", Says: "skips a number with any letter behind it, as 7z"},

		{Name: "first-word-as-option", Says: "skips a login shell as an option"},
		{Name: "login-dash-kept", Says: "does not know a launcher with the dash of a login shell"},
		{Name: "login-dashes-dropped", Says: "drops every leading dash of the first word"},
		{Name: "login-word-judged-again", Says: "asks what is left of a login shell whether it is skipped"},

		{Name: "standard-input-unknown", Says: "skips a lone dash and reads on"},
		{Name: "s-unknown", Says: "skips -s and reads on"},
		{Name: "eval-unknown", Says: "skips --eval and reads the code"},
		{Name: "print-unknown", Says: "skips --print and reads the code"},
		{Name: "code-behind-equals-unknown", Says: "skips --eval= and reads on"},
		{Name: "code-by-prefix", Says: "takes any option that begins with --eval for it"},
		{Name: "e-unknown", Says: "skips -e and reads the code"},
		{Name: "e-alone-only", Says: "knows -e and no -pe"},
		{Name: "e-anywhere", Says: "ends at any short options among which is an e"},
		{Name: "e-behind-anything", Says: "ends at any option whose last letter is an e"},
		{Name: "code-in-any-case", Says: "takes -E for -e"},
		{Name: "code-has-no-program", Says: "finds no program where code runs, and not what runs the code"},

		{Name: "options-are-programs", Says: "takes an option for the program"},
		{Name: "values-unskipped", Says: "takes the value of an option for the program"},
		{Name: "every-option-takes-a-value", Says: "skips a word behind every option"},
		{Name: "values-are-no-options", Says: "takes no option for the value of another"},
		{Name: "values-never-end", Says: "ends the search at the value of an option"},
		{Name: "short-options-stand-alone", Says: "knows values of long options only"},
		{Name: "values-behind-equals", Says: "skips the next word though the value stands behind a ="},

		{Name: "backslashes-kept", Says: "does not part a Windows path"},
		{Name: "every-backslash-turned", Says: "takes a backslash for a slash in words that are no Windows paths"},
		{Name: "launchers-unknown", Says: "takes the first program word, launcher or not"},
		{Name: "one-launcher-only", Says: "goes past one launcher only"},
		{Name: "launchers-without-folder", Says: "knows launchers without a folder only"},
		{Name: "no-python-of-macos", Says: "does not know Python in the spelling of macOS"},
		{Name: "launchers-in-any-case", Says: "folds letter case in launchers"},
		{Name: "launchers-by-prefix", Says: "takes a name that begins with a launcher's and a dash for it"},
		{Name: "exe-kept", Says: "knows no launcher with .exe behind it"},
		{Name: "exe-in-any-case", Says: "takes off .EXE too"},
		{Name: "version-before-exe", Says: "takes the version off before .exe, and so misses it"},
		{Name: "versions-kept", Says: "knows no launcher with a version behind it"},
		{Name: "versions-without-point", Says: "takes the digits of a version off, and no point"},
		{Name: "subcommands-unknown", Says: "takes run and exec for the program"},
		{Name: "subcommands-first", Says: "takes a program that is called run for a launcher"},
		{Name: "subcommands-in-parts", Says: "takes the name of a file, run or x11, for a launcher"},
		{Name: "first-program-word", Says: "lets the first program word decide, which is a launcher"},
		{Name: "launchers-alone-are-nothing", Says: "finds no program where nothing stands behind a launcher"},

		{Name: "cut-folders-believed", Says: "takes the last word of a folder with a blank for the program"},
		{Name: "any-word-is-cut", Says: "takes a word without a leading slash for the first part of a path"},
		{Name: "cut-before-any-sign", Says: "takes an option or a path behind a program for the rest of its path"},
		{Name: "cut-before-any-word", Says: "takes any word behind a path for the rest of it"},
		{Name: "cut-before-addresses", Says: "takes an address behind a program for the rest of its path"},
		{Name: "cut-by-any-word-behind", Says: "looks for the rest of a path behind the next word too"},
		{Name: "scopes-cut", Says: "leaves the scope of a package out"},
		{Name: "scopes-of-nothing", Says: "takes @/ for a scope"},
		{Name: "scoped-versions-cut", Says: "leaves the version of a scoped package out"},
		{Name: "node-modules-unknown", Says: "does not know node_modules"},
		{Name: "site-packages-unknown", Says: "does not know site-packages"},
		{Name: "outermost-package", Says: "takes the first folder of packages and not the last"},
		{Name: "node-modules-first", Says: "prefers node_modules to a later site-packages"},
		{Name: "site-packages-first", Says: "prefers site-packages to a later node_modules"},
		{Name: "packages-without-folder", Says: "knows a folder of packages without a slash in front"},
		{Name: "whole-words", Says: "looks in the folder that a program lies in"},
		{Name: "names-without-folders", Says: "takes the last part of a path, however little it says"},
		{Name: "one-folder-only", Says: "puts one folder in front and no more"},
		{Name: "one-folder-always", Says: "puts a folder in front of every name"},
		{Name: "generic-with-ending", Says: "compares a name with its ending"},
		{Name: "generic-to-last-point", Says: "cuts a name at its last point"},
		{Name: "generic-in-any-case", Says: "folds letter case in generic names"},
		{Name: "modules-of-python-say-enough", Says: "puts no folder in front of __main__"},
		{Name: "hidden-names-say-enough", Says: "puts no folder in front of an empty name or a hidden one"},
		{Name: "empty-folders-in-front", Says: "puts an empty folder in front"},
	}
	for i := range all {
		all[i].Clause, all[i].Level = "3.program", hard
		if !slices.Contains(tooRare, all[i].Name) {
			all[i].Size = 1
		}
	}
	return all
}
