package second

import "github.com/tspi-dev/harness/conformance/profile"

// guardMutants break section 7, as judges and in what they say.
func guardMutants() []profile.Mutant {
	return []profile.Mutant{
		{Name: "half-a-command", Clause: "7.preview", Level: core, Size: 1, Says: "adds a field with half the command"},
		{Name: "command-backwards-key", Clause: "7.preview", Level: core, Size: 1,
			Says: "adds an object whose key is the command"},
		{Name: "records-name-their-command", Clause: "7.preview", Level: core,
			Says: "says in its records how it was called"},
		{Name: "arrays-unguarded", Clause: "7.preview", Level: core, Size: 1, Says: "does not go into arrays"},
		{Name: "null-previews-pass", Clause: "7.preview", Level: core, Size: 1,
			Says: "forbids a value and not the key"},
		{Name: "one-spelling", Clause: "7.preview", Level: hard, Size: 1, Says: "knows each key in one spelling"},
		{Name: "commands-allowed", Clause: "7.preview", Level: hard, Size: 1,
			Says: "guards previews of a command and not the command itself"},
		{Name: "hashes-unread", Clause: "7.preview", Level: hard, Size: 1,
			Says: "lets anything pass under the name of a hash"},

		{Name: "close-list", Clause: "7.signal", Level: core, Size: 1, Says: "adds a field that tells of killed pids"},
		{Name: "kill-signal-unknown", Clause: "7.signal", Level: core, Says: "does not know kill_signal"},
		{Name: "no-denies", Clause: "7.signal", Level: core, Says: "reads what a text means: no denies a signal"},
		{Name: "numbers-deny", Clause: "7.signal", Level: core, Size: 1, Says: "forbids true and lets 1 pass"},
		{Name: "nothing-denies", Clause: "7.signal", Level: core, Size: 3,
			Says: "forbids the keys of signals whatever they say"},
		{Name: "signals-one-spelling", Clause: "7.signal", Level: hard, Size: 1,
			Says: "knows each key of a signal in one spelling"},

		{Name: "host-named", Clause: "7.path", Level: hard, Size: 1,
			Says: "adds a field that says where it is installed"},
		{Name: "paths-at-start-only", Clause: "7.path", Level: core, Size: 1,
			Says: "asks whether a text is a path and not whether it holds one"},
		{Name: "slashes-only", Clause: "7.path", Level: core, Size: 1, Says: "knows no Windows paths"},
		{Name: "every-slash-a-path", Clause: "7.path", Level: core, Says: "takes every slash for a path"},
		{Name: "texts-with-addresses-pass", Clause: "7.path", Level: hard, Size: 1,
			Says: "gives up on a text in which an address stands"},
		{Name: "linux-roots-only", Clause: "7.path", Level: hard, Says: "knows no root that begins with a capital"},
		{Name: "mounted-drives-ignored", Clause: "7.path", Level: hard,
			Says: "does not know drives as Git for Windows mounts them"},
		{Name: "no-scheme-needed", Clause: "7.path", Level: hard, Says: "takes :// for an address without any scheme"},
		{Name: "letters-beyond-ascii", Clause: "7.path", Level: hard,
			Says: "takes a letter beyond ASCII for the end of a relative path"},
		{Name: "blanks-and-quotes-open", Clause: "7.path", Level: hard, Size: 1,
			Says: "looks behind blanks, quotes and equals signs only"},
		{Name: "elements-unguarded", Clause: "7.path", Level: hard, Size: 1,
			Says: "looks at the values of objects only"},
		{Name: "keys-hold-no-path", Clause: "7.path", Level: hard, Says: "looks at values and not at keys"},
		{Name: "home-folders-only", Clause: "7.path", Level: hard, Size: 1, Says: "knows home folders only"},
		{Name: "file-is-web", Clause: "7.path", Level: hard, Size: 1, Says: "takes file:// for a web address"},
		{Name: "addresses-end-at-blanks", Clause: "7.path", Level: hard,
			Says: "takes a web address to end at a blank only"},
		{Name: "options-hide-paths", Clause: "7.path", Level: hard, Size: 1,
			Says: "takes the letter of an option for the end of a relative path"},
		{Name: "drives-ignored", Clause: "7.path", Level: hard, Size: 1, Says: "does not know drive letters"},
		{Name: "shares-ignored", Clause: "7.path", Level: hard, Size: 1, Says: "does not know shares of a network"},
	}
}
