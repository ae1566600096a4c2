package campaign

import (
	"errors"
	"slices"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/generators"
)

// Rules that are no properties of package generators. Together with the names of
// those they are what a [Counterexample] may be against.
const (
	// RuleStanding: every answer satisfies the standing checks.
	RuleStanding = "standing-checks"
	// RuleAnswers: every question is answered, in time, with a response, and not
	// with an internal error.
	RuleAnswers = "every-question-is-answered"
)

// failure is how an implementation failed on a table.
type failure struct {
	rule   string // the name of a property, RuleStanding or RuleAnswers
	during string // the property that was asking, "" where it was about the table itself
	family string
	clause string
	// verdict is Fail, Crash, Hang or Garbage.
	verdict     conformance.Verdict
	detail      string // what went wrong with the process
	differences []generators.Difference
	asked       question
	stderr      []byte
	wrote       []byte // in place of an answer
}

// like reports whether another failure is of the same rule in the same way. Of the
// standing checks it must be the same clause: they are many rules under one name.
func (f *failure) like(g *failure) bool {
	return g != nil && f.rule == g.rule && f.verdict == g.verdict && (f.rule != RuleStanding || f.clause == g.clause)
}

// rulesFor are the properties for which an implementation offers the operation, in
// their order.
func rulesFor(w worlds, ops []string) []generators.Property {
	var rules []generators.Property
	for _, p := range w.Properties() {
		if slices.Contains(ops, p.Op) {
			rules = append(rules, p)
		}
	}
	return rules
}

// judge holds the subject against the rules on a table, and returns the first that
// fails, nil where none does. An error means that there is no verdict: the context
// has ended, or the model failed.
//
// Where the inventory of the table breaks a standing check, a property that reads
// the same answer and fails says more, and comes first.
func (s *subject) judge(trial *generators.Trial, rules []generators.Property) (*failure, error) {
	standing, err := s.failed("", func() ([]generators.Difference, error) {
		_, err := s.worlds.Ask(trial)
		return nil, refused(err)
	})
	if standing != nil && standing.rule != RuleStanding && s.muted.has(standing) {
		return nil, nil // it gave no answer, and that is known
	}
	if err != nil || standing != nil && standing.rule != RuleStanding {
		return standing, err
	}
	s.standing = nil
	for i := range rules {
		p := &rules[i]
		if standing != nil && (p.Family != generators.Safety || p.Op != s.worlds.Op()) {
			continue
		}
		f, err := s.failed(p.Name, func() ([]generators.Difference, error) {
			return s.worlds.check(s, p, trial)
		})
		if err != nil {
			return nil, err
		}
		if f != nil && !s.muted.has(f) {
			if f.rule == p.Name {
				f.family, f.clause = string(p.Family), firstClause(f.differences, p.Clause)
			}
			return f, nil
		}
	}
	return standing, nil
}

// refused drops the error that is an answer. Whether it is the right one, a
// property says.
func refused(err error) error {
	var refusal *generators.Refusal
	if errors.As(err, &refusal) {
		return nil
	}
	return err
}

// failed runs one check and says how it failed.
func (s *subject) failed(during string, check func() ([]generators.Difference, error)) (*failure, error) {
	differences, err := check()
	if v := s.standing; v != nil &&
		s.muted.has(&failure{rule: RuleStanding, clause: firstClause(v.differences, "standing")}) {
		s.standing = nil
	}
	var none *noAnswer
	switch {
	case errors.As(err, &none):
		return &failure{rule: RuleAnswers, during: during, clause: "protocol", verdict: none.verdict,
			detail: none.detail,
			asked:  s.last, stderr: none.stderr, wrote: none.wrote}, nil
	case s.standing != nil:
		v := s.standing
		return &failure{rule: RuleStanding, during: during, clause: firstClause(v.differences, "standing"),
			verdict: conformance.Fail, differences: v.differences, asked: v.question}, nil
	case err != nil:
		return nil, err
	case len(differences) > 0:
		return &failure{rule: during, during: during, verdict: conformance.Fail, differences: differences,
			asked: s.last}, nil
	}
	return nil, nil
}

func firstClause(differences []generators.Difference, otherwise string) string {
	if len(differences) > 0 && differences[0].Clause != "" {
		return differences[0].Clause
	}
	return otherwise
}

// applying are the rules that a trial is held against.
func applying(rules []generators.Property, held []bool) []generators.Property {
	var some []generators.Property
	for i := range rules {
		if held[i] {
			some = append(some, rules[i])
		}
	}
	return some
}

// named are the rules that can show a failure again: the property that was
// asking, or none where the question was about the table itself.
func named(rules []generators.Property, during string) []generators.Property {
	i := slices.IndexFunc(rules, func(p generators.Property) bool { return p.Name == during })
	if i < 0 {
		return nil
	}
	return rules[i : i+1]
}
