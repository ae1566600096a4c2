package tspi

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// checkBeside holds against the leak checks what an implementation says outside
// of ok: the text of an error, and members of the response that the protocol
// does not know. A command that is kept out of the answer must not come out
// beside it.
func (s *standing) checkBeside(response adapter.Response) {
	if response.Error != nil {
		if said, err := strict.DecodeWithin(response.Error.Raw, adapter.MaxLevels); err == nil {
			s.checkCanaries(said)
		}
	}
	if len(response.Beside) == 0 {
		return
	}
	beside := make(strict.Object, 0, len(response.Beside))
	for _, member := range response.Beside {
		value, _ := strict.DecodeWithin(member.Value, adapter.MaxLevels) // the adapter has read it strictly
		beside = append(beside, strict.Member{Name: member.Name, Value: value})
	}
	s.checkLeaks(beside)
}

// checkLeaks looks for everything that no answer may hold.
func (s *standing) checkLeaks(said strict.Value) {
	for _, leak := range tspi.Guard(said, s.level) {
		s.differ(guardKind(leak.Code), guardClause(leak.Code), law.SafePointer(leak.Pointer),
			"nothing that the redaction guard forbids", string(leak.Code))
	}
	s.checkCanaries(said)
	if !s.generated && (s.op == OpClassify || s.op == OpRelief || s.op == OpAudit) {
		s.checkPieces(said)
	}
}

// guardKind tells what leaks from a claim to have sent a signal, which leaks nothing.
func guardKind(code law.Code) profile.Kind {
	if code == tspi.CodeProcessSignal {
		return profile.KindAudit
	}
	return profile.KindLeak
}

func guardClause(code law.Code) string {
	switch code {
	case tspi.CodeProcessSignal:
		return "7.signal"
	case tspi.CodeAbsolutePath:
		return "7.path"
	}
	return "7.preview"
}

// checkCanaries looks for the tokens in every string, keys included, in whatever form they are told.
func (s *standing) checkCanaries(said strict.Value) {
	if len(s.canaries) > 0 && s.holdsCanary(allText(said)) {
		s.differ(profile.KindLeak, "7.preview", "", "no part of a command",
			"a token that stood in a command of the table")
	}
}

func (s *standing) holdsCanary(text string) bool {
	if s.search == nil {
		s.search = profile.NewCanaries(s.canaries)
	}
	return s.search.In(text)
}

// allText is every string of a value, keys included, one a line.
func allText(v strict.Value) string {
	var b strings.Builder
	strict.EachString(v, func(t string) {
		b.WriteString(t)
		b.WriteByte('\n')
	})
	return b.String()
}

// echoPiece is the length in bytes of the shortest piece of a command that is
// taken for one in an answer. The audit's own search needs 20; an answer to a
// published case has no business to repeat even this much.
const echoPiece = 12

// checkPieces looks for pieces of the table's commands in the free text of an
// answer.
func (s *standing) checkPieces(answer strict.Value) {
	if holdsPieces(tspi.FreeTexts(withoutSubjects(answer)), s.problem.PSText) {
		s.differ(profile.KindLeak, "7.preview", "", "no part of a command", "a piece of a command of the table")
	}
}

// holdsPieces reports whether one of some texts holds a piece of a command.
func holdsPieces(texts []string, table string) bool {
	if !slices.ContainsFunc(texts, func(text string) bool { return len(text) >= echoPiece }) {
		return false
	}
	var commands []string
	for _, line := range plainLines(table) {
		commands = append(commands, line.command)
	}
	// The smaller side is indexed: a table may be a crowd, and an answer hostile.
	if totalLength(commands) < totalLength(texts) {
		return sharePieces(commands, texts)
	}
	return sharePieces(texts, commands)
}

// sharePieces reports whether a piece of one side stands on the other.
func sharePieces(few, many []string) bool {
	pieces := map[string]struct{}{}
	for _, text := range few {
		for i := 0; i+echoPiece <= len(text); i++ {
			pieces[text[i:i+echoPiece]] = struct{}{}
		}
	}
	for _, text := range many {
		for i := 0; i+echoPiece <= len(text); i++ {
			if _, ok := pieces[text[i:i+echoPiece]]; ok {
				return true
			}
		}
	}
	return false
}

func totalLength(texts []string) int {
	n := 0
	for _, text := range texts {
		n += len(text)
	}
	return n
}

// holdsPiece reports whether a short text holds such a piece: without an index of
// the table, which costs more than a few words are worth.
func (s *standing) holdsPiece(text string) bool {
	for i := 0; i+echoPiece <= len(text); i++ {
		if strings.Contains(s.problem.PSText, text[i:i+echoPiece]) {
			return true
		}
	}
	return false
}

// withoutPieces takes out of differences what an answer repeats of commands: a
// plain word in the place of a kind may well be one, and a report is published.
// A name of the policy is none, whatever the commands hold.
func (s *standing) withoutPieces(found []profile.Difference) []profile.Difference {
	if len(found) == 0 {
		return nil
	}
	names := map[string]bool{}
	for _, document := range []string{docPolicy, docOwners} {
		strict.EachString(s.problem.document(document), func(name string) { names[name] = true })
	}
	clean := func(text string) string {
		if !names[text] && (s.holdsCanary(text) || s.holdsPiece(text)) {
			return "a piece of a command"
		}
		return text
	}
	for i := range found {
		found[i].Path, found[i].Got = clean(found[i].Path), clean(found[i].Got)
	}
	return found
}

// withoutSubjects drops the subjects of findings that are plain names, such as
// the kind of a group: a policy may well name a kind as a command is called.
func withoutSubjects(answer strict.Value) strict.Value {
	object, _ := answer.(strict.Object)
	findings, ok := object.At("findings").(strict.Array)
	if !ok {
		return answer
	}
	kept := make(strict.Array, len(findings))
	for i, finding := range findings {
		kept[i] = finding
		o, _ := finding.(strict.Object)
		if subject, ok := o.At("subject_id").(string); ok && profile.IsPlainWord(subject) {
			kept[i] = o.With("subject_id", "")
		}
	}
	return object.With("findings", kept)
}
