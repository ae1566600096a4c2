package profile

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Twins are texts that differ from a text, and that a looser reading takes for it or for a pattern of it: in
// another letter case, with other separators, with blanks, quotes or colours around it, in full width, escaped
// for an address or a page, or with the wildcards of a glob, of LIKE or of a regular expression. A text that
// is UTF-8 has twins that are.
func Twins(text string) []string {
	first, size := utf8.DecodeRuneInString(text)
	rest := text[size:]
	candidates := []string{
		strings.ToUpper(text), strings.ToLower(text),
		strings.ReplaceAll(text, "-", "_"), strings.ReplaceAll(text, "_", "-"), strings.ReplaceAll(text, "/", `\`),
		strings.ReplaceAll(text, " ", "  "),
		text + " ", " " + text, "\t" + text + "\t", text + "\u00a0", `"` + text + `"`, "'" + text + "'",
		"\x1b[1m" + text + "\x1b[0m",
		FullWidth(text), Decomposed(text),
		fmt.Sprintf("%%%02x%s", text[0], text[1:]), fmt.Sprintf("&#%d;%s", first, rest),
		text + "*", "?" + rest, text + "%", "_" + rest, "^" + text, text + "$", "." + rest, "(" + text + ")",
		text + ".*", "[" + string(first) + "]" + rest,
		"*", "%", ".+",
	}
	var twins []string
	for _, twin := range candidates {
		if twin != text && utf8.ValidString(twin) {
			twins = append(twins, twin)
		}
	}
	return twins
}

// FullWidth is a text with its printable ASCII characters in their full-width forms, which NFKC folds back.
func FullWidth(text string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r <= '~' {
			return r + 0xfee0
		}
		return r
	}, text)
}

// Decomposed is a text with the accented letters of western European languages taken apart into a letter
// and a mark, as NFD has it.
func Decomposed(text string) string {
	return decompose.Replace(text)
}

var decompose = strings.NewReplacer("à", "a\u0300", "â", "a\u0302", "ä", "a\u0308", "ç", "c\u0327", "è", "e\u0300", "é",
	"e\u0301",
	"ê", "e\u0302", "î", "i\u0302", "ñ", "n\u0303", "ô", "o\u0302", "ö", "o\u0308", "û", "u\u0302", "ü", "u\u0308")
