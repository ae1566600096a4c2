package facts

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/tools/txtar"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
)

// Problem is what a case sends: facts, and for an audit a claim about them.
type Problem struct {
	Facts strict.Value
	Claim strict.Value
	// HasClaim tells a claim of null from none.
	HasClaim bool
}

// Input is the request's input.
func (p *Problem) Input(op, _ string) jsontext.Value {
	if strings.HasSuffix(op, opDecide) {
		return strict.Encode(p.Facts)
	}
	input := strict.Object{{Name: "facts", Value: p.Facts}}
	if p.HasClaim {
		input = append(input, strict.Member{Name: "claim", Value: p.Claim})
	}
	return strict.Encode(input)
}

// Text shows to people what is sent.
func (p *Problem) Text() string {
	text := "facts: " + string(strict.Encode(p.Facts)) + "\n"
	if p.HasClaim {
		text += "claim: " + string(strict.Encode(p.Claim)) + "\n"
	}
	return profile.Shortened(text)
}

// Folder is nil: nothing is laid out.
func (p *Problem) Folder() *profile.Folder { return nil }

// Expectation is what a case demands: refusals, a decision, or the exact set of findings.
type Expectation struct {
	Refused  []profile.Refusal
	Rows     strict.Array  // of a decision; each has the profile's key
	Summary  strict.Object // the members that are compared
	Findings []Finding     // of an audit; nil for a decision
}

// Finding is one finding.
type Finding struct {
	ErrorCode string `json:"error_code"`
	SubjectID string `json:"subject_id"`
}

// Refusals are the right refusals, none where the input is usable.
func (e *Expectation) Refusals() []profile.Refusal { return e.Refused }

// format is how the cases of one profile are read, perturbed and judged.
type format struct {
	spec    Spec
	schemas *profile.Schemas
}

// Problem reads the files of a case.
func (f *format) Problem(op string, files []txtar.File) (profile.Problem, error) {
	p := &Problem{}
	var others []txtar.File
	hasFacts := false
	for _, file := range files {
		switch file.Name {
		case "facts.json":
			v, err := strict.DecodeWithin(file.Data, profile.RequestLevels)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file.Name, err)
			}
			p.Facts, hasFacts = v, true
		case "claim.json":
			v, err := strict.DecodeWithin(file.Data, profile.RequestLevels)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file.Name, err)
			}
			p.Claim, p.HasClaim = v, true
		default:
			others = append(others, file)
		}
	}
	switch isAudit := strings.HasSuffix(op, opAudit); {
	case !hasFacts:
		return nil, fmt.Errorf("facts.json: is missing")
	case p.HasClaim && !isAudit:
		return nil, fmt.Errorf("claim.json: only an audit has a claim")
	}
	for _, file := range others {
		if f.spec.Fill == nil {
			return nil, fmt.Errorf("%s: a case of %s has no such file", file.Name, op)
		}
		facts, err := f.spec.Fill(file.Name, file.Data, p.Facts)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		p.Facts = facts
	}
	return p, nil
}

// Expectation reads an expect.json.
func (f *format) Expectation(op string, text []byte) (profile.Expectation, error) {
	v, err := strict.Decode(text)
	if err != nil {
		return nil, err
	}
	object, ok := v.(strict.Object)
	if !ok {
		return nil, fmt.Errorf("want an object")
	}
	e := &Expectation{}
	listed := []string{"rows", "summary"}
	switch {
	case object.At("error") != nil:
		listed = []string{"error"}
		e.Refused, err = readRefusals(object.At("error"))
	case strings.HasSuffix(op, opAudit):
		listed = []string{"findings"}
		e.Findings, err = readFindings(object)
	default:
		e.Rows, e.Summary, err = f.readDecision(object)
	}
	if err != nil {
		return nil, err
	}
	for _, m := range object {
		if !contains(listed, m.Name) {
			return nil, fmt.Errorf("/%s: no such member here", strict.EscapeToken(m.Name))
		}
	}
	return e, nil
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

func readRefusals(v strict.Value) ([]profile.Refusal, error) {
	list, several := v.(strict.Array)
	if !several {
		list = strict.Array{v}
	}
	var refusals []profile.Refusal
	if err := json.Unmarshal(strict.Encode(list), &refusals, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("/error: want error_code, input and pointer")
	}
	if len(refusals) == 0 {
		return nil, fmt.Errorf("/error: want at least one refusal")
	}
	return refusals, nil
}

func readFindings(object strict.Object) ([]Finding, error) {
	list, ok := object.At("findings").(strict.Array)
	if !ok {
		return nil, fmt.Errorf("/findings: want an array")
	}
	findings := []Finding{}
	if err := json.Unmarshal(strict.Encode(list), &findings, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("/findings: want objects of error_code and subject_id")
	}
	return findings, nil
}

func (f *format) readDecision(object strict.Object) (strict.Array, strict.Object, error) {
	rows, ok := object.At("rows").(strict.Array)
	if !ok {
		return nil, nil, fmt.Errorf("/rows: want an array")
	}
	seen := map[string]bool{}
	for i, row := range rows {
		o, _ := row.(strict.Object)
		key, ok := o.At(f.spec.Facts.RowKey).(string)
		if !ok || seen[key] {
			return nil, nil, fmt.Errorf("/rows/%d/%s: want a string, once", i, f.spec.Facts.RowKey)
		}
		seen[key] = true
	}
	summary, there := object.Get("summary")
	members, ok := summary.(strict.Object)
	if there && !ok {
		return nil, nil, fmt.Errorf("/summary: want an object")
	}
	return rows, members, nil
}
