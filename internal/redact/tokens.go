package redact

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shortestToken is how many characters a token has at least: shorter ones are in
// every text.
const shortestToken = 4

// longestNumber is the longest column of a row that is kept as it is: a share of
// nine digits, a point and nine more.
const longestNumber = 19

// grains are the three ways to cut a text into tokens: what is between is no part
// of one.
func grains() []func(rune) bool {
	return []func(rune) bool{
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) },
		func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-", r)
		},
		unicode.IsSpace,
	}
}

// tokens are the tokens of a text, some of them several times.
func tokens(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, between := range grains() {
			for token := range strings.FieldsFuncSeq(text, between) {
				if utf8.RuneCountInString(token) >= shortestToken && !yield(token) {
					return
				}
			}
		}
	}
}

// telling is what of a line could tell something: all of it but the columns of a
// row that hold a number, a share or an age.
func telling(line string) string {
	columns := splitColumns(line)
	if len(columns) < columnCount {
		return line
	}
	command := columns[columnCount-1]
	columns = slices.DeleteFunc(columns[:columnCount-1], func(column string) bool {
		return len(column) <= longestNumber && strings.Trim(column, "0123456789.,:-") == ""
	})
	return strings.Join(append(columns, command), " ")
}

// leaks looks for every token of the original in what is written, and returns how
// many different ones there are. The error names the line of the original whose
// token is left, and not the token.
func leaks(original, written string, known []string) (int, error) {
	words := map[string]bool{}
	for line := range strings.Lines(written) {
		for word := range strings.FieldsSeq(telling(line)) {
			words[word] = true
		}
	}
	var there strings.Builder // each word once: a table has many lines and few words
	for word := range words {
		there.WriteString(word + "\n")
	}
	allowed := strings.Join(known, "\n")
	looked := map[string]bool{}
	number := 0
	for line := range strings.Lines(original) {
		number++
		for token := range tokens(telling(line)) {
			if looked[token] {
				continue
			}
			looked[token] = true
			// A command in parentheses gets a made-up one in parentheses, around a known word perhaps.
			bare := strings.TrimSuffix(strings.TrimPrefix(token, "("), ")")
			if strings.Contains(there.String(), token) && !strings.Contains(allowed, bare) {
				return 0, fmt.Errorf("a token of line %d is left in the fixture", number)
			}
		}
	}
	return len(looked), nil
}
