package second

import (
	"slices"
	"strings"
)

// Statuses that the contract names.
const (
	detached      = "launchd_detached"
	activeParent  = "active_parent_process"
	unknownParent = "unknown_parent_process"
)

func activeByDefault() []string {
	return []string{"active_session_chain", activeParent, "active_owner_chain"}
}

// The keys of section 7.
var (
	previewKeys = []string{"command_preview", "command_line", "cmdline", "raw_command", "full_command"}
	commandKeys = []string{"command", "cmd", "argv"}
	signalKeys  = []string{"process_signal_sent", "signalled", "sigterm_sent", "sigkill_sent", "killed_pid",
		"kill_signal"}
)

const hashKey = "command_hash"

// folded is a key without what may be spelt freely: the case of ASCII letters, and
// signs and blanks between them.
func folded(key string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '_' || r == '-' || strings.ContainsRune(blanks, r):
			return -1
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, key)
}

func foldedAll(keys []string) []string {
	out := make([]string, len(keys))
	for i, key := range keys {
		out[i] = folded(key)
	}
	return out
}

// The keys of section 7, folded.
var (
	foldedPreviews = foldedAll(previewKeys)
	foldedCommands = foldedAll(commandKeys)
	foldedSignals  = foldedAll(signalKeys)
	foldedHash     = folded(hashKey)
)

// plain is what the hardened law asks of a name.
func (l *contract) plain(s string) bool {
	if s == "" || !isWord(s[0]) && !l.on("any-first-sign") || len(s) > 64 && !l.on("names-unbounded") {
		return false
	}
	for i := range len(s) {
		if !isWord(s[i]) && strings.IndexByte("_.:-", s[i]) < 0 {
			return l.on("any-sign-in-names")
		}
	}
	if l.on("reserved-keys-as-names") {
		return true
	}
	s = folded(s)
	return s != foldedHash && !slices.Contains(foldedPreviews, s) && !slices.Contains(foldedCommands, s) &&
		!slices.Contains(foldedSignals, s)
}
