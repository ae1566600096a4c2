package view

import (
	"fmt"
	"io"
	"strings"

	"github.com/tspi-dev/harness/internal/goldendiff"
)

// Comparison writes how a receipt differs from the golden one of that name; file
// is what the receipt is called.
func Comparison(w io.Writer, name, file string, c goldendiff.Comparison, s Style) error {
	var b strings.Builder
	switch n := len(c.Differences); {
	case c.SameBytes:
		b.WriteString(s.green(fmt.Sprintf("%s is the golden %s, byte for byte.", file, name)) + "\n")
	case n == 0:
		b.WriteString(s.green(fmt.Sprintf("%s agrees with the golden %s.", file, name)) + "\n")
	default:
		b.WriteString(s.bold(fmt.Sprintf("%s differs from the golden %s in %s:", file, name,
			count(n, "place", "places"))) + "\n")
	}
	for _, difference := range c.Differences {
		b.WriteString("  " + Neutral(difference.String()) + "\n") // one line each, for grep
	}
	return flush(w, &b)
}
