package campaign

import (
	"slices"
	"strconv"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

// muted are the rules that a campaign looks for no more: those that it was told to
// skip, and those of which it has a counterexample.
type muted struct {
	skip  []string // patterns
	found []muting
}

// muting is a rule of which there is a counterexample. The standing checks are many
// rules under one name, told apart by their clause; so are crashes and garbage by the
// verdict.
type muting struct {
	rule, clause string
	verdict      conformance.Verdict
}

func mutingOf(rule, clause string, verdict conformance.Verdict) muting {
	switch rule {
	case RuleStanding:
		return muting{rule, clause, ""}
	case RuleAnswers:
		return muting{rule, "", verdict}
	}
	return muting{rule: rule}
}

func mutedBy(skip []string) muted { return muted{skip: skip} }

// add mutes the rule of a counterexample. Sessions that are open keep what they had.
func (m *muted) add(c *Counterexample) {
	m.found = append(slices.Clone(m.found), mutingOf(c.Rule, c.Clause, c.Verdict))
}

// has reports whether a failure is of a muted rule.
func (m muted) has(f *failure) bool {
	return matchesRule(m.skip, f.rule) || slices.Contains(m.found, mutingOf(f.rule, f.clause, f.verdict))
}

// quotes reports whether what was asked may repeat anything that the implementation
// wrote: its own answer, where such answers broke a standing check before and were
// looked at no more. A summary must not hold it.
func (m muted) quotes(f *failure) bool {
	return slices.Contains(ownAnswers, f.during) && slices.ContainsFunc(m.found, func(found muting) bool {
		return found.rule == RuleStanding
	})
}

// ownAnswers are the properties that have an implementation audit its own answer.
var ownAnswers = []string{"own-inventories-raise-nothing", "own-decisions-raise-nothing"}

// without drops the properties that are muted.
func (m muted) without(rules []generators.Property) []generators.Property {
	return slices.DeleteFunc(rules, func(p generators.Property) bool { return m.has(&failure{rule: p.Name}) })
}

func matchesRule(patterns []string, rule string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return conformance.MatchID(pattern, rule) })
}

// allRules are the names of everything that a counterexample may be against.
func allRules(w worlds) []string {
	names := []string{RuleStanding, RuleAnswers}
	for _, p := range w.Properties() {
		names = append(names, p.Name)
	}
	return names
}

// unknownRule is the first pattern of the options that matches no rule, quoted; ""
// where each does.
func unknownRule(w worlds, o *Options) string {
	patterns := slices.Clone(o.Skip)
	for _, known := range o.Known {
		patterns = append(patterns, known.Pattern)
	}
	for _, pattern := range patterns {
		if !slices.ContainsFunc(allRules(w), func(name string) bool { return conformance.MatchID(pattern, name) }) {
			if len(pattern) > maxDescribed || tspi.HoldsPath(pattern, law.Hardened) {
				return "(not shown: it is no name)"
			}
			return strconv.QuoteToASCII(pattern)
		}
	}
	return ""
}

// knownReason is why a rule is known to fail, "" where it is not.
func (o *Options) knownReason(rule string) string {
	for _, known := range o.Known {
		if conformance.MatchID(known.Pattern, rule) {
			return known.Reason
		}
	}
	return ""
}

// goesOn reports whether the campaign looks for further counterexamples, and mutes the
// rule of the last one. One that answers nothing, or hangs, is given up: each further
// question would be waited for.
func (r *run) goesOn() bool {
	last := r.found[len(r.found)-1]
	r.muted.add(last)
	return r.options.GoOn && r.aborted == "" && last.Verdict != conformance.Hang
}
