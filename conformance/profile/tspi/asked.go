package tspi

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// Asked is a request that no case of the suite holds, such as one of a campaign.
// What its right answer is, nobody wrote down; the standing checks hold all the
// same.
type Asked struct {
	Op    string // OpClassify, OpRelief or OpAudit
	Level law.Level
	// Input is the request's input, with valid documents; Bytes is the size of it
	// as it was sent.
	Input strict.Object
	Bytes int
	// Canaries are tokens in lower case that stand in commands of the table.
	Canaries []string
	// Quick looks no further at an answer of another one that is byte for byte the
	// built-in implementation's.
	Quick bool
}

// Standing holds a response against the standing checks (docs/protocol.md): its
// schema, the redaction guard, the canaries, each helper once, decisions in the
// vocabulary, and the grounded audit. It returns the value of ok, nil where there
// is none, and the differences, which repeat nothing of a command.
//
// At core, what the two laws answer differently is not asked for.
func (a Asked) Standing(response adapter.Response) (strict.Value, []profile.Difference) {
	if most := profile.MaxAnswer(a.Bytes); len(response.Raw) > most {
		return nil,
			[]profile.Difference{{Clause: profile.ClauseStanding, Kind: profile.KindSize,
				Want: fmt.Sprintf("an answer of at most %d bytes", most),
				Got:  fmt.Sprintf("%d bytes", len(response.Raw))}}
	}
	table, _ := a.Input.Get(docTable)
	problem := Problem{Documents: a.Input, PSText: psText(table)}
	s := standing{level: a.Level, schema: a.Level, problem: &problem, op: a.Op, canaries: a.Canaries, generated: true}
	s.checkBeside(response)
	if response.Error != nil {
		return nil, s.withoutPieces(s.found)
	}
	answer, err := strict.DecodeWithin(response.OK, adapter.MaxLevels)
	if err != nil {
		return nil,
			[]profile.Difference{{Clause: profile.ClauseStanding, Kind: profile.KindType, Want: "a strict JSON value",
				Got: "none"}}
	}
	if !(a.Quick && a.isOurs(response.OK)) {
		s.check(answer)
	}
	return answer, s.withoutPieces(s.found)
}

// isOurs reports whether an answer is the built-in implementation's, to the byte.
func (a Asked) isOurs(ok jsontext.Value) bool {
	own, err := builtIn{level: a.Level}.answerTo(context.Background(), a.Op, a.Input, nil)
	if err != nil {
		return false
	}
	text, err := json.Marshal(own, json.Deterministic(true))
	return err == nil && bytes.Equal(text, ok)
}

// IsBuiltIn reports whether a judge is the built-in implementation.
func IsBuiltIn(judge profile.Judge) bool {
	_, ok := judge.(builtIn)
	return ok
}

// lawsDiffer reports whether the answer by core is another than that by the
// hardened law. No core case asks for it then, whatever it is.
func (s *standing) lawsDiffer() bool {
	if s.level != law.Core {
		return false
	}
	core, errCore := classify(s.problem.Documents, law.Core, nil)
	hardened, errHardened := classify(s.problem.Documents, law.Hardened, nil)
	if errCore != nil || errHardened != nil {
		return true
	}
	return !slices.EqualFunc(core.Rows, hardened.Rows, func(a, b tspi.InventoryRow) bool {
		return a.PID == b.PID && a.ProcessKind == b.ProcessKind && a.OwnerStatus == b.OwnerStatus &&
			a.Decision == b.Decision &&
			a.AllowlistMatched == b.AllowlistMatched && a.AgeS != nil && b.AgeS != nil && *a.AgeS == *b.AgeS
	})
}
