package facts

import (
	"strings"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/guard"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// standing is what holds for every answer, whichever case it answers: its schema, the
// redaction guard, the canaries, no piece of an untrusted text, and the law's own audit of a
// decision.
type standing struct {
	format   *format
	op       string
	problem  *Problem
	canaries []string
	search   *profile.Canaries // made of them when first needed
	found    []profile.Difference
}

func (s *standing) differ(kind profile.Kind, path, want, got string) {
	s.found = profile.Note(s.found, profile.Difference{Clause: profile.ClauseStanding, Kind: kind, Path: path,
		Want: want, Got: got})
}

// beside holds against the leak checks what stands outside of ok: the text of an error, and
// members that the protocol does not know. The pointer of an error repeats members' names.
func (s *standing) beside(response adapter.Response) {
	if response.Error != nil {
		if said, err := strict.DecodeWithin(response.Error.Raw, adapter.MaxLevels); err == nil {
			if object, ok := said.(strict.Object); ok {
				said = object.Without("pointer")
			}
			s.leaks(said)
		}
	}
	for _, member := range response.Beside {
		if v, err := strict.DecodeWithin(member.Value, adapter.MaxLevels); err == nil {
			s.leaks(strict.Object{{Name: member.Name, Value: v}})
		}
	}
}

// check holds an ok answer against all standing checks.
func (s *standing) check(answer strict.Value) {
	name := strings.TrimPrefix(s.op, s.format.spec.Name+".")
	if s.format.spec.Schemas == nil {
	} else if problem := s.format.schemas.Misfit(name, answer); problem != "" {
		s.differ(profile.KindSchema, "schema", "an answer that fits its JSON Schema", problem)
	}
	s.leaks(answer)
	if name == "decide" {
		s.ownAudit(answer)
	}
}

// ownAudit: the law's audit of a decision against its facts finds nothing.
func (s *standing) ownAudit(answer strict.Value) {
	facts, _ := s.problem.Facts.(strict.Object)
	decision, _ := answer.(strict.Object)
	found, err := s.format.spec.Audit(s.problem.Facts, s.format.spec.Facts.ClaimOf(facts, decision))
	if err != nil {
		return // the facts are unusable, which the case itself demands to be said
	}
	for _, finding := range found {
		s.differ(profile.KindAudit, profile.Show(finding.SubjectID, true), "nothing that the law's own audit finds",
			string(finding.ErrorCode))
	}
}

// leaks looks for everything that no answer may hold.
func (s *standing) leaks(said strict.Value) {
	for _, leak := range guard.Check(said, law.Hardened) {
		s.differ(profile.KindLeak, law.SafePointer(leak.Pointer), "nothing that the redaction guard forbids",
			string(leak.Kind))
	}
	var text, numbers strings.Builder
	strict.EachString(said, func(t string) { text.WriteString(t + "\n") })
	generators.Each(said, func(v strict.Value) {
		if n, ok := v.(strict.Number); ok {
			numbers.WriteString(string(n) + " ")
		}
	})
	if s.holdsCanary(text.String()) || s.holdsCanary(numbers.String()) {
		s.differ(profile.KindLeak, "", "no piece of an untrusted text", "a token that stood in one")
	}
}

func (s *standing) holdsCanary(text string) bool {
	if s.search == nil {
		s.search = profile.NewCanaries(s.canaries)
	}
	return s.search.In(text)
}

// withoutPieces takes out of differences what an answer repeats of untrusted texts.
func (s *standing) withoutPieces(found []profile.Difference) []profile.Difference {
	for i := range found {
		for _, text := range []*string{&found[i].Path, &found[i].Got} {
			if s.holdsCanary(*text) {
				*text = "a piece of an untrusted text"
			}
		}
	}
	return found
}
