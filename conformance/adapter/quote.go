package adapter

import (
	"strconv"
	"unicode/utf8"
)

// MaxQuoted is how many bytes of an adapter's output a quotation shows.
const MaxQuoted = 80

// Quote is the beginning of an adapter's output for people: at most [MaxQuoted] bytes
// in double quotes, with everything that a terminal would not print as it is escaped;
// "" where nothing came. The text is still the adapter's own: it may hold anything
// that 80 printable bytes can say.
func Quote(output []byte) string {
	if len(output) == 0 {
		return ""
	}
	head := Head(output)
	quoted := strconv.Quote(string(head))
	if len(output) > len(head) {
		return quoted + " and more"
	}
	return quoted
}

// Head is the part of an adapter's output that [Quote] shows, which ends between
// characters.
func Head(output []byte) []byte {
	if len(output) <= MaxQuoted {
		return output
	}
	end := MaxQuoted
	for end > MaxQuoted-utf8.UTFMax && !utf8.RuneStart(output[end]) {
		end--
	}
	return output[:end]
}
