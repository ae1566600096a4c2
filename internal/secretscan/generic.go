package secretscan

import (
	"bytes"
	"errors"
	"regexp"
	"strings"

	"github.com/zricethezav/gitleaks/v8/config"
)

// genericSearch tells cheaply most texts in which the generic rule finds nothing.
// Its words stand in every record, and its pattern, which may begin 50 characters
// before a word, costs more than all other rules: from the word on it is tried
// here first.
type genericSearch struct {
	words    [][]byte // in lower case
	fromWord *regexp.Regexp
}

// genericWindow is longer than what the pattern needs from its word to the end of
// the shortest value that it takes.
const genericWindow = 256

func newGenericSearch(rule config.Rule) (*genericSearch, error) {
	const lead = `(?i)[\w.-]{0,50}?`
	rest, ok := strings.CutPrefix(rule.Regex.String(), lead)
	if !ok {
		return nil, errors.New("the pattern of its rule " + genericRule + " does not begin with " + lead)
	}
	fromWord, err := regexp.Compile(`^(?i)` + rest)
	if err != nil {
		return nil, err
	}
	s := &genericSearch{fromWord: fromWord}
	for _, word := range rule.Keywords {
		s.words = append(s.words, []byte(strings.ToLower(word)))
	}
	return s, nil
}

// mayFind reports whether the rule has to be asked of a text in ASCII. A window may end within a
// value, whose end the pattern then takes for the end of the text: too often is no
// harm.
func (s *genericSearch) mayFind(text []byte) bool {
	lower := bytes.ToLower(text)
	tries := 16 + len(text)/genericWindow // more cost as much as the rule
	for _, word := range s.words {
		for at := 0; ; at++ {
			i := bytes.Index(lower[at:], word)
			if i < 0 {
				break
			}
			at += i
			if tries--; tries < 0 || s.fromWord.Match(text[at:min(at+genericWindow, len(text))]) {
				return true
			}
		}
	}
	return false
}
