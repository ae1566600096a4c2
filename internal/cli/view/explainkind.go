package view

import (
	"fmt"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// Words decides which words of a policy are shown: a person's own policy may hold
// a path or a secret.
type Words func(word string) bool

// kindWords says why a row has the kind that it has, or none, in the words of the
// policy.
type kindWords struct {
	show     Words
	commands []string // of the rows that are explained: no word may show one
}

func newKindWords(in tspi.Inputs, pid int32, show Words) kindWords {
	k := kindWords{show: show}
	for i := range in.Table.Rows {
		if row := &in.Table.Rows[i]; row.PID == pid {
			k.commands = append(k.commands, row.Command)
		}
	}
	return k
}

// Bounds of what is shown of a word: 20 successive bytes of a command, or the whole
// of one of 12 bytes, count as a command (contract, section 8).
const (
	longestWord  = 19
	shortestLeak = 12
)

// quote shows a word of the policy.
func (k kindWords) quote(word string) string {
	if !k.show(word) {
		return "(not shown: it may be a path or a secret)"
	}
	shown := shorten(Neutral(word), longestWord)
	for _, command := range k.commands {
		if len(command) >= shortestLeak && strings.Contains(shown, command) {
			shown = shorten(shown, shortestLeak-1)
		}
	}
	return `"` + shown + `"`
}

// of says what one kind of the policy says of the row.
func (k kindWords) of(trial *tspi.KindTrial) string {
	text, also, its := "its command holds "+k.quote(trial.Match), "also ", ""
	if trial.MatchAt == tspi.MatchAtProgram {
		text, also, its = "its program holds "+k.quote(trial.Match), "its command ", "its command "
	}
	switch trial.Outcome {
	case tspi.KindMentioned:
		return fmt.Sprintf("its command mentions %s, but its program does not hold it", k.quote(trial.Match))
	case tspi.KindRequires:
		return text + ", but " + its + "none of the require substrings of this kind"
	case tspi.KindExcludes:
		return text + ", but " + also + "the exclude substring " + k.quote(trial.Exclude)
	}
	if trial.Require != "" {
		text += ", and " + also + "the require substring " + k.quote(trial.Require)
	}
	return text
}

// write writes a line for the kind that takes the row, where there is one, and for
// each that names it and does not take it.
func (k kindWords) write(b *strings.Builder, e *tspi.Explanation, section func(title, text string)) {
	var names []string // of kinds of which the same is to be said
	for i := range e.Trials {
		trial := &e.Trials[i]
		if trial.Outcome == tspi.KindTakes {
			section("Kind", fmt.Sprintf("%s, because %s (contract, section 3)", Neutral(trial.Kind), k.of(trial)))
			continue
		}
		names = append(names, Neutral(trial.Kind))
		if text := k.of(trial); i+1 == len(e.Trials) || k.of(&e.Trials[i+1]) != text {
			section("Not "+strings.Join(names, ", "), text)
			names = nil
		}
	}
}

// notHelperWords say why a process is no helper.
func notHelperWords(e *tspi.Explanation) string {
	parent := " It may still be the parent of helpers."
	if e.AsOwner != tspi.StatusActiveParent {
		parent = fmt.Sprintf(" An owner hint of the taxonomy occurs in it: helpers below it belong to %s.",
			Neutral(e.AsOwner))
	}
	switch e.NotHelper {
	case tspi.NotHelperPID:
		return "Pids 0 and 1 are never helpers (contract, section 3)."
	case tspi.NotHelperTitle:
		return "ps shows a process title in place of a command line: a zombie, a kernel thread, or a process whose arguments cannot be read. " +
			"Such rows are never helpers (contract, section 3)."
	case tspi.NotHelperExcluded:
		return "A match substring of the policy occurs in it, and so does an exclude substring of that kind (contract, section 3)." + parent
	case tspi.NotHelperRequired:
		return "A match substring of the policy occurs in it, but none of the require substrings of that kind does (contract, section 3)." + parent
	case tspi.NotHelperMentioned:
		if e.NoProgram {
			return "Its command mentions a helper, but no program can be told from it (contract, section 3)." + parent
		}
		return "Its command mentions a helper, but the program that runs is another: a folder, an argument, a prompt or an address " +
			"makes nothing a helper (contract, section 3)." + parent
	}
	return "No kind of the policy has a match substring that occurs in its command (contract, section 3)." + parent
}
