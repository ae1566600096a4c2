package facts

import (
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
)

// Asked is a question that a campaign asks: no case of the suite says what is right, and the
// standing checks hold all the same.
type Asked struct {
	Profile  *profile.Profile
	Op       string
	Input    strict.Value
	Bytes    int // of the request's input
	Canaries []string
}

// Standing reads an answer and holds it against the standing checks. The value is nil for an
// error.
func (a Asked) Standing(response adapter.Response) (strict.Value, []profile.Difference) {
	c := &profile.Comparison{Clause: profile.ClauseStanding}
	if c.TooLong(a.Bytes, response) {
		return nil, c.Found
	}
	s := standing{format: a.Profile.Format.(*format), op: a.Op, problem: problemOf(a.Op, a.Input), canaries: a.Canaries}
	s.beside(response)
	if response.Error != nil {
		return nil, s.withoutPieces(s.found)
	}
	answer, err := strict.DecodeWithin(response.OK, adapter.MaxLevels)
	if err != nil {
		c.Differ(profile.KindType, "", "a strict JSON value", "none")
		return nil, c.Found
	}
	s.check(answer)
	return answer, s.withoutPieces(s.found)
}

// problemOf is what an input asks about.
func problemOf(op string, input strict.Value) *Problem {
	if strings.HasSuffix(op, opDecide) {
		return &Problem{Facts: input}
	}
	object, _ := input.(strict.Object)
	p := &Problem{Facts: object.At("facts")}
	p.Claim, p.HasClaim = object.Get("claim")
	return p
}

// CaseFiles are the files of a case that asks this and demands an answer: the object with
// rows or findings, or the refusals.
func CaseFiles(op string, input strict.Value, expect strict.Value) []txtar.File {
	p := problemOf(op, input)
	files := []txtar.File{{Name: "facts.json", Data: line(p.Facts)}}
	if p.HasClaim {
		files = append(files, txtar.File{Name: "claim.json", Data: line(p.Claim)})
	}
	return append(files, txtar.File{Name: "expect.json", Data: line(expect)})
}

func line(v strict.Value) []byte { return append(strict.Encode(v), '\n') }
