package cli

import (
	"strings"

	"github.com/tspi-dev/harness/internal/plain"
	"github.com/tspi-dev/harness/internal/secretscan"
	"github.com/tspi-dev/harness/tspi"
)

// adapterWords are the end of a command that asks the same implementation. An
// adapter whose words hold somebody's folders, or may hold a secret, is left out.
func adapterWords(f *adapterFlags, args []string) string {
	if f.self {
		return "--self"
	}
	flags := ""
	if f.oneShot {
		flags = "--one-shot "
	}
	const untold = "-- …"
	if tellsSecret(args) {
		return flags + untold
	}
	words := flags + "--"
	for _, arg := range args {
		word := shellWord(arg)
		if word == "" || tspi.HoldsPath(arg, tspi.Hardened) {
			return flags + untold
		}
		words += " " + word
	}
	return words
}

// tellsSecret reports whether a command line may hold a credential: a word that
// announces one, a value behind an equals sign, or what the secret scan finds. What
// could not be scanned may.
func tellsSecret(args []string) bool {
	text := strings.ToLower(strings.Join(args, "\n"))
	for _, word := range []string{"=", "token", "secret", "passw", "key", "auth", "cred", "bearer"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	hits, err := secretscan.Gitleaks().Scan([]byte(strings.Join(args, " ")), nil)
	return err != nil || len(hits) > 0
}

// plainWord are the characters that no shell takes for anything else.
const plainWord = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+=,"

// shellWord is a word as a shell takes it, in quotes where it needs them; "" for one
// that does not print as it is.
func shellWord(word string) string {
	switch {
	case word != "" && strings.Trim(word, plainWord) == "":
		return word
	case strings.ContainsFunc(word, func(r rune) bool { return !plain.Printable(r) }):
		return ""
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
