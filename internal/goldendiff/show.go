package goldendiff

import (
	"fmt"
	"strconv"

	"github.com/tspi-dev/harness/internal/strict"
)

// longestShown is how much of a string of the golden receipt is shown, in bytes.
const longestShown = 64

// showGolden shows a value of the golden receipt, which is public.
func showGolden(v strict.Value) string {
	if s, ok := v.(string); ok && len(s) <= longestShown {
		return strconv.QuoteToASCII(s)
	}
	return describe(v)
}

// showTheirs shows a value that may be anything: a string only where it is a
// plain word, which no path and no command line with an argument is.
func showTheirs(v strict.Value) string {
	if s, ok := v.(string); ok && isPlain(s) {
		return strconv.Quote(s)
	}
	return describe(v)
}

func describe(v strict.Value) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case strict.Number:
		if len(v) <= longestShown {
			return string(v)
		}
		return fmt.Sprintf("a number of %d bytes", len(v))
	case string:
		return fmt.Sprintf("a string of %d bytes", len(v))
	case strict.Array:
		return fmt.Sprintf("an array of %d", len(v))
	case strict.Object:
		return fmt.Sprintf("an object of %d", len(v))
	}
	return "nothing"
}

// isPlain admits names, codes, digests and times.
func isPlain(s string) bool {
	for _, c := range s {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-', c == '.', c == ':':
		default:
			return false
		}
	}
	return len(s) <= longestShown
}
