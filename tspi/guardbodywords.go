package tspi

import "bytes"

// previewWords are core's five preview keys, which no source body may hold
// anywhere (contract, section 10).
var previewWords = [...]string{"command_preview", "command_line", "cmdline", "raw_command", "full_command"}

func holdsPreviewWord(text []byte) bool {
	for _, word := range previewWords {
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return false
}
