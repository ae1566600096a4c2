package conformance

import (
	"fmt"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// standing is what holds for every ok answer, whichever case it answers
// (docs/protocol.md, standing checks).
type standing struct {
	level   tspi.Level
	problem *Problem
	op      string
	// canaries are the unguessable tokens that were put into commands.
	canaries []string
	// folder is where a bundle or fixture was laid out; no answer may name it.
	folder string
	found  []Difference
}

const standingClause = "standing"

func (s *standing) differ(clause, path, want, got string) {
	s.found = append(s.found, Difference{Clause: clause, Path: path, Want: want, Got: got})
}

// check holds an ok answer against all standing checks.
func (s *standing) check(raw []byte, answer tspi.Value) []Difference {
	if problem := fitsSchema(s.op, s.level, answer); problem != "" {
		s.differ(standingClause, "schema", "an answer that fits its JSON Schema", problem)
	}
	for _, leak := range tspi.Guard(answer, s.level) {
		s.differ(guardClause(leak.Code), tspi.SafePointer(leak.Pointer), "nothing that the redaction guard forbids", string(leak.Code))
	}
	s.checkCanaries(raw, answer)
	s.checkFolder(answer)
	if s.op == OpClassify || s.op == OpRelief || s.op == OpAudit {
		s.checkPieces(answer)
	}
	if s.op == OpClassify {
		s.checkInventory(answer)
	}
	return s.found
}

func guardClause(code tspi.Code) string {
	switch code {
	case tspi.CodeProcessSignal:
		return "7.signal"
	case tspi.CodeAbsolutePath:
		return "7.path"
	}
	return "7.preview"
}

// checkCanaries looks for the tokens in the bytes as they came, and in every
// string once its escapes are read, in any letter case.
func (s *standing) checkCanaries(raw []byte, answer tspi.Value) {
	if len(s.canaries) == 0 {
		return
	}
	text := strings.ToLower(string(raw))
	eachString(answer, func(t string) { text += "\n" + strings.ToLower(t) })
	for _, canary := range s.canaries {
		if strings.Contains(text, canary) {
			s.differ("7.preview", "", "no part of a command", "a token that stood in a command of the table")
			return
		}
	}
}

// checkFolder looks for the place where a bundle or fixture was laid out.
func (s *standing) checkFolder(answer tspi.Value) {
	if s.folder == "" {
		return
	}
	named := false
	eachString(answer, func(t string) { named = named || strings.Contains(t, s.folder) })
	if named {
		s.differ("11.record", "", "no path of the folder that was judged", "that path")
	}
}

// echoPiece is the length in bytes of the shortest piece of a command that is
// taken for one in an answer. The audit's own search needs 20; an answer to a
// published case has no business to repeat even this much.
const echoPiece = 12

// checkPieces looks for pieces of the table's commands in the free text of an
// answer.
func (s *standing) checkPieces(answer tspi.Value) {
	texts := tspi.FreeTexts(withoutSubjects(answer))
	if len(texts) == 0 {
		return
	}
	pieces := map[string]bool{}
	for _, line := range plainLines(s.problem.PSText) {
		for i := 0; i+echoPiece <= len(line.command); i++ {
			pieces[line.command[i:i+echoPiece]] = true
		}
	}
	for _, text := range texts {
		for i := 0; i+echoPiece <= len(text); i++ {
			if pieces[text[i:i+echoPiece]] {
				s.differ("7.preview", "", "no part of a command", "a piece of a command of the table")
				return
			}
		}
	}
}

// withoutSubjects drops the subjects of findings that are plain names, such as
// the kind of a group: a policy may well name a kind as a command is called.
func withoutSubjects(answer tspi.Value) tspi.Value {
	object, _ := answer.(tspi.Object)
	findings, ok := get(object, "findings").(tspi.Array)
	if !ok {
		return answer
	}
	kept := make(tspi.Array, len(findings))
	for i, finding := range findings {
		kept[i] = finding
		o, _ := finding.(tspi.Object)
		if subject, ok := get(o, "subject_id").(string); ok && isPlainWord(subject) {
			kept[i] = withMember(o, "subject_id", "")
		}
	}
	return withMember(object, "findings", kept)
}

// checkInventory holds an inventory against the table: each helper once, no
// other process, decisions in the vocabulary, and our grounded audit.
func (s *standing) checkInventory(answer tspi.Value) {
	in, err := tspi.ReadInputs(s.problem.document(docTable), s.problem.document(docPolicy), s.problem.document(docOwners), s.level)
	if err != nil {
		s.differ(standingClause, "", "a refusal of the unusable input", "an inventory")
		return
	}
	s.checkHelpers(tspi.Classify(in), answer)
	for _, finding := range tspi.AuditInventory(answer, in) {
		s.differ(auditClause(finding.ErrorCode), fmt.Sprintf("%s %s", finding.SubjectKind, show(finding.SubjectID, true)),
			"nothing that the grounded audit finds", string(finding.ErrorCode))
	}
}

func auditClause(code tspi.Code) string {
	switch code {
	case tspi.CodeActiveOwnerKill:
		return "8.active"
	case tspi.CodeUnknownOwnerKill:
		return "8.unknown"
	case tspi.CodePrematureClose:
		return "8.premature"
	case tspi.CodeReleaseOverclaim:
		return "8.overclaim"
	case tspi.CodeClaimMalformed:
		return "8.shape"
	case tspi.CodeDecisionVocabulary:
		return "8.vocabulary"
	case tspi.CodeRowContradicts:
		return "8.contradicts"
	case tspi.CodeSummaryMismatch:
		return "8.summary"
	}
	return guardClause(code)
}

// checkHelpers also holds at core, whose audit does not look for rows that are
// left out.
func (s *standing) checkHelpers(right *tspi.Inventory, answer tspi.Value) {
	missing := map[string]int{}
	for i := range right.Rows {
		missing[fmt.Sprint(right.Rows[i].PID)]++
	}
	object, _ := answer.(tspi.Object)
	value, _ := object.Get("rows")
	rows, _ := value.(tspi.Array)
	for i, row := range rows {
		o, _ := row.(tspi.Object)
		pid, there := o.Get("pid")
		number, ok := tspi.AsInteger(pid)
		if key := number.String(); !ok || missing[key] == 0 {
			s.differ("6.rows", at("rows", i), "a helper of the table, once", "pid "+show(pid, there))
		} else {
			missing[key]--
		}
		decision, there := o.Get("decision")
		switch decision {
		case string(tspi.DecisionSafeClose), string(tspi.DecisionOwnerCheck), string(tspi.DecisionKeep):
		default:
			s.differ("8.vocabulary", at("rows", i)+".decision", "one of the three decisions", show(decision, there))
		}
	}
	for i := range right.Rows {
		if key := fmt.Sprint(right.Rows[i].PID); missing[key] > 0 {
			s.differ("6.rows", at("rows", key), "a row for this helper", "nothing")
			delete(missing, key)
		}
	}
}

// eachString calls f with every string of a value, keys included.
func eachString(v tspi.Value, f func(string)) {
	switch v := v.(type) {
	case string:
		f(v)
	case tspi.Array:
		for _, element := range v {
			eachString(element, f)
		}
	case tspi.Object:
		for _, m := range v {
			f(m.Name)
			eachString(m.Value, f)
		}
	}
}
