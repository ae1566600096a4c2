package tspi

import (
	"fmt"
	"path/filepath"
	"strings"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// standing is what holds for every ok answer, whichever case it answers
// (docs/protocol.md, standing checks).
type standing struct {
	level law.Level
	// schema is the law by whose schema the answer is read. A core case asks for
	// nothing that only the hardened law has, even where it is asked at hardened.
	schema  law.Level
	problem *Problem
	op      string
	// canaries are the unguessable tokens that were put into commands.
	canaries []string
	search   *profile.Canaries // made of them when first needed
	// folder is where a bundle or fixture was laid out; no answer may name it.
	folder string
	// generated is true for a table of a campaign: its commands hold words of the
	// contract on purpose, so short pieces of them prove nothing.
	generated bool
	found     []profile.Difference
}

func (s *standing) differ(kind profile.Kind, clause, path, want, got string) {
	s.found = profile.Note(s.found, profile.Difference{Clause: clause, Kind: kind, Path: path, Want: want, Got: got})
}

// check holds an ok answer against all standing checks.
func (s *standing) check(answer strict.Value) {
	if problem := answerSchemas.Misfit(answerSchema(s.op, s.schema), answer); problem != "" {
		s.differ(profile.KindSchema, profile.ClauseStanding, "schema", "an answer that fits its JSON Schema", problem)
	}
	s.checkLeaks(answer)
	s.checkFolder(answer)
	s.checkRecord(answer)
	if s.op == OpClassify && !(s.generated && s.lawsDiffer()) {
		s.checkInventory(answer)
	}
}

// checkFolder looks for the place where a bundle or fixture was laid out: the
// name of the fresh folder around it, which no answer can hold by chance.
func (s *standing) checkFolder(answer strict.Value) {
	if s.folder == "" {
		return
	}
	if strings.Contains(allText(answer), filepath.Base(filepath.Dir(s.folder))) {
		s.differ(profile.KindLeak, "11.record", "", "no path of the folder that was judged", "that path")
	}
}

// checkInventory holds an inventory against the table: each helper once, no
// other process, decisions in the vocabulary, and our grounded audit.
func (s *standing) checkInventory(answer strict.Value) {
	in, err := tspi.ReadInputs(s.problem.document(docTable), s.problem.document(docPolicy),
		s.problem.document(docOwners), s.level)
	if err != nil {
		s.differ(profile.KindAccepted, profile.ClauseStanding, "", "a refusal of the unusable input", "an inventory")
		return
	}
	s.checkHelpers(tspi.Classify(in), answer)
	for _, finding := range tspi.AuditInventory(answer, in) {
		s.differ(profile.KindAudit, auditClause(finding.ErrorCode),
			fmt.Sprintf("%s %s", finding.SubjectKind, profile.Show(finding.SubjectID, true)),
			"nothing that the grounded audit finds", string(finding.ErrorCode))
	}
}

func auditClause(code law.Code) string {
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
func (s *standing) checkHelpers(right *tspi.Inventory, answer strict.Value) {
	missing := map[string]int{}
	for i := range right.Rows {
		missing[fmt.Sprint(right.Rows[i].PID)]++
	}
	object, _ := answer.(strict.Object)
	value, _ := object.Get("rows")
	rows, _ := value.(strict.Array)
	for i, row := range rows {
		o, _ := row.(strict.Object)
		pid, there := o.Get("pid")
		number, ok := strict.AsInteger(pid)
		if key := number.String(); !ok || missing[key] == 0 {
			s.differ(profile.KindExtra, "6.rows", profile.At("rows", i), "a helper of the table, once",
				"pid "+profile.Show(pid, there))
		} else {
			missing[key]--
		}
		decision, there := o.Get("decision")
		switch decision {
		case string(tspi.DecisionSafeClose), string(tspi.DecisionOwnerCheck), string(tspi.DecisionKeep):
		default:
			s.differ(profile.KindValue, "8.vocabulary", profile.At("rows", i)+".decision", "one of the three decisions",
				profile.Show(decision, there))
		}
	}
	for i := range right.Rows {
		if key := fmt.Sprint(right.Rows[i].PID); missing[key] > 0 {
			s.differ(profile.KindAbsent, "6.rows", profile.At("rows", key), "a row for this helper", "nothing")
			delete(missing, key)
		}
	}
}

var answerSchemas = profile.NewSchemas(harness.AnswerSchemas())

// answerSchema names the schema of each operation's ok, by level.
func answerSchema(op string, level law.Level) string {
	name := strings.TrimPrefix(op, Name+".")
	if (op == OpClassify || op == OpRelief) && level == law.Core {
		name += ".core"
	}
	return name
}

// checkRecord looks in the record of a run for pieces of the commands of the
// fixture's table: a record holds refs, hashes, counts and verdicts (contract,
// section 11).
func (s *standing) checkRecord(answer strict.Value) {
	if s.op != OpRun || s.problem.Dir == nil {
		return
	}
	for _, file := range s.problem.Dir.Files {
		if file.Name != docTable+".json" {
			continue
		}
		document, err := strict.Decode(file.Data)
		if err == nil && holdsPieces(tspi.FreeTexts(withoutSubjects(answer)), psText(document)) {
			s.differ(profile.KindLeak, "11.record", "", "no part of a command", "a piece of a command of the table")
		}
	}
}
