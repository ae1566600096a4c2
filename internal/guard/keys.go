package guard

import (
	"github.com/tspi-dev/harness/internal/strict"

	"github.com/tspi-dev/harness/internal/law"
)

// keyClass is what the redaction guard makes of an object key (contract,
// section 7).
type keyClass int

const (
	keyOrdinary    keyClass = iota
	keyPreview              // forbidden whatever its value
	keySignal               // forbidden unless its value says that nothing was done
	keyCommandHash          // forbidden unless its value is a command hash
)

// classifyKey applies the spellings of the level: core knows each key in one
// spelling only.
func classifyKey(key string, level law.Level) keyClass {
	if level.IsHardened() {
		return classifyFreeKey(key)
	}
	switch key {
	case "command_preview", "command_line", "cmdline", "raw_command", "full_command":
		return keyPreview
	case "process_signal_sent", "signalled", "sigterm_sent", "sigkill_sent", "killed_pid", "kill_signal":
		return keySignal
	}
	return keyOrdinary
}

// longestGuardedKey is the length of "processsignalsent".
const longestGuardedKey = 17

// classifyFreeKey takes a key in any letter case and with underscores, hyphens
// and blanks left out or put in: "Command-Line" and "c m d" are guarded keys.
func classifyFreeKey(key string) keyClass {
	var folded [longestGuardedKey]byte
	n := 0
	for i := range len(key) {
		c := key[i]
		if c == '_' || c == '-' || strict.IsBlank(c) {
			continue
		}
		if n == len(folded) {
			return keyOrdinary
		}
		folded[n] = strict.Lower(c)
		n++
	}
	switch string(folded[:n]) {
	case "commandpreview", "commandline", "cmdline", "rawcommand", "fullcommand", "command", "cmd", "argv":
		return keyPreview
	case "processsignalsent", "signalled", "sigtermsent", "sigkillsent", "killedpid", "killsignal":
		return keySignal
	case "commandhash":
		return keyCommandHash
	}
	return keyOrdinary
}

// IsGuardedKey reports whether a key is, in any spelling, one of the keys of
// section 7. Section 1 refuses such names: a kind called "cmd" would become a
// key of kind_counts, and the record would fall to its own guard.
func IsGuardedKey(key string) bool { return classifyFreeKey(key) != keyOrdinary }

// saysNothing reports whether the value of a signal key denies the signal:
// false, null, 0, "", [] or {}. Every spelling of zero counts as 0.
func saysNothing(v strict.Value) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case strict.Number:
		return isZero(v)
	case string:
		return v == ""
	case strict.Array:
		return len(v) == 0
	case strict.Object:
		return len(v) == 0
	}
	return false
}

// isZero reports whether a JSON number is zero: 0, -0, 0.0, 0e9.
func isZero(n strict.Number) bool {
	for i := range len(n) {
		switch c := n[i]; {
		case c == 'e' || c == 'E':
			return true
		case '1' <= c && c <= '9':
			return false
		}
	}
	return n != ""
}

// commandHashLength is how many hex digits a command hash has.
const commandHashLength = 16

// IsCommandHash reports whether s is 16 lowercase hex digits, as the hash of a command
// is (contract, section 6).
func IsCommandHash(s string) bool { return strict.IsHex(s, commandHashLength) }
