package campaign

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/tspi-dev/harness/internal/guard"
	"github.com/tspi-dev/harness/internal/law"
)

// A summary comes from anybody, and what stands in it is printed, joined to others
// and worked through. So what no campaign can have written is refused: numbers that
// contradict each other or would cost unbounded work, and texts that are none of the
// kind that a description holds.

// maxJudged bounds the cases of one shard: at a thousand a second, those of thirty
// years. It keeps the numbers of cases far from the end of 64 bits.
const maxJudged = 1_000_000_000_000

// Bounds of the texts of a summary.
const (
	maxDescribed = 200 // bytes of a text that an adapter says of itself
	maxSentence  = 600 // of a sentence about it, and of the model's name and version
	maxSentences = 20
	maxNames     = 100 // operations, or levels
)

// numbers refuses counts that contradict each other.
func (s *Summary) numbers() error {
	if s.Cases > maxJudged {
		return fmt.Errorf("/cases: want at most %d", uint64(maxJudged))
	}
	t := s.Timing
	switch {
	case t == nil:
	case t.Questions < 0 || uint64(t.Questions) < s.Cases:
		return errors.New(
			"/timing/questions: are fewer than the cases, each of which asks one at least; run the shard again")
	case t.Seconds < 0 || t.TablesPerSecond < 0 || t.Slow < 0:
		return errors.New("/timing: want no number below 0; run the shard again")
	}
	return nil
}

// texts refuses what would not stand in a description, nor in a sentence about one.
func (s *Summary) texts() error {
	d := &s.Implementation
	for _, text := range []struct {
		place, text string
		most        int
	}{
		{"harness", s.Harness, maxDescribed}, {"model", s.Model, maxSentence}, {"aborted", s.Aborted, maxSentence},
		{"implementation/name", d.Name, maxDescribed}, {"implementation/version", d.Version, maxDescribed},
		{"implementation/language", d.Language, maxDescribed},
		{"implementation/organization", d.Organization, maxDescribed},
		{"implementation/url", d.URL, maxDescribed}, {"implementation/contact", d.Contact, maxDescribed},
	} {
		if err := fit("/"+text.place, text.text, text.most); err != nil {
			return err
		}
	}
	for _, list := range []struct {
		place       string
		texts       []string
		count, most int
	}{
		{"implementation/ops", d.Ops, maxNames, maxDescribed},
		{"implementation/levels", d.Levels, maxNames, maxDescribed},
		{"shortcomings", s.Shortcomings, maxSentences, maxSentence}, {"skipped", s.Skipped, maxNames, maxDescribed},
	} {
		if len(list.texts) > list.count {
			return fmt.Errorf("/%s: want at most %d", list.place, list.count)
		}
		for i, text := range list.texts {
			if err := fit(fmt.Sprintf("/%s/%d", list.place, i), text, list.most); err != nil {
				return err
			}
		}
	}
	return nil
}

// plainText refuses a text that is too long, or holds what a terminal would obey. The
// error does not repeat it.
func plainText(place, text string, most int) error {
	if len(text) > most || strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
	}) {
		return errors.New(place + ": want at most " + strconv.Itoa(most) + " bytes without control characters")
	}
	return nil
}

// fit also refuses a text that holds an absolute path.
func fit(place, text string, most int) error {
	if err := plainText(place, text, most); err != nil {
		return err
	}
	if guard.HoldsPath(text, law.Hardened) {
		return errors.New(place +
			": holds an absolute path, which no campaign writes; take it out of the description and run the shard again")
	}
	return nil
}
