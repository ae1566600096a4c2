package tspi

import (
	"slices"
	"strings"
)

// KindTrial is what one kind of the policy says of a row that it names by a match
// substring (contract, section 3). All its words are the policy's: it holds no
// other part of a command.
type KindTrial struct {
	Kind    string
	Outcome KindOutcome
	// Match is the first match substring, in policy order, that occurs in MatchAt. Of
	// a kind that is only mentioned it is the first in the command, and MatchAt,
	// where the kind looks, is the program.
	Match   string
	MatchAt MatchAt
	// Require and Exclude are the first of the kind's require and exclude substrings
	// that occur in the command, each empty where none does.
	Require, Exclude string
}

// KindOutcome is how a kind was tried.
type KindOutcome string

const (
	KindTakes     KindOutcome = "takes"     // the row is of this kind
	KindMentioned KindOutcome = "mentioned" // the substring occurs in the command, but not in its program
	KindRequires  KindOutcome = "requires"  // none of its require substrings occurs
	KindExcludes  KindOutcome = "excludes"  // an exclude substring occurs
)

// trials tries the kinds for a row as [kindFinder.search] does, but one substring
// after the other, and says what each said, up to the one that takes the row.
func (f *kindFinder) trials(row *Row) (trials []KindTrial, noProgram bool) {
	program := ""
	if f.programs != nil {
		program = f.programs.Of(row.Command)
		noProgram = program == ""
	}
	for i := range f.kinds {
		kind := &f.kinds[i]
		trial := KindTrial{Kind: kind.Name, MatchAt: MatchAtCommand}
		text := row.Command
		if kind.looksInProgram() {
			trial.MatchAt, text = MatchAtProgram, program
		}
		var matches bool
		trial.Match, matches = firstIn(text, kind.Match)
		if !matches {
			var mentioned bool
			if trial.Match, mentioned = firstIn(row.Command, kind.Match); !mentioned {
				continue
			}
		}
		var required, excluded bool
		trial.Require, required = firstIn(row.Command, kind.Require)
		trial.Exclude, excluded = firstIn(row.Command, kind.Exclude)
		switch {
		case !matches:
			trial.Outcome = KindMentioned
		case len(kind.Require) > 0 && !required:
			trial.Outcome = KindRequires
		case excluded:
			trial.Outcome = KindExcludes
		default:
			trial.Outcome = KindTakes
		}
		trials = append(trials, trial)
		if trial.Outcome == KindTakes {
			break
		}
	}
	return trials, noProgram
}

// firstIn returns the first of the substrings that occurs in a text.
func firstIn(text string, substrings []string) (first string, ok bool) {
	for _, substring := range substrings {
		if strings.Contains(text, substring) {
			return substring, true
		}
	}
	return "", false
}

// notTaken is why no kind took a row, by what they said: the reason that came
// closest.
func notTaken(trials []KindTrial) NotHelper {
	said := func(outcome KindOutcome) bool {
		return slices.ContainsFunc(trials, func(t KindTrial) bool { return t.Outcome == outcome })
	}
	switch {
	case said(KindExcludes):
		return NotHelperExcluded
	case said(KindRequires):
		return NotHelperRequired
	case said(KindMentioned):
		return NotHelperMentioned
	}
	return NotHelperNoKind
}
