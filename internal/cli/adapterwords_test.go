package cli

import "testing"

// Guards docs/reports.md: the lines that ask again hold the adapter's command as a shell
// takes it.
func TestShellWords(t *testing.T) {
	for word, want := range map[string]string{
		"adapter.py":  "adapter.py",
		"a dir/x.py":  "'a dir/x.py'",
		"it's":        `'it'\''s'`,
		`say "$x"`:    `'say "$x"'`,
		"":            "''",
		"two\nlines":  "",
		"esc\x1b[31m": "",
	} {
		if got := shellWord(word); got != want {
			t.Errorf("%q: got %s, want %s", word, got, want)
		}
	}
}
