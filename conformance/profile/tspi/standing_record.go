package tspi

import (
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

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
