package facts

import (
	"bytes"
	"fmt"
	"slices"
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
	// RawFacts and RawClaim are sent in their place where the case's document is no JSON of
	// ours: a key stands twice in it, a surrogate alone.
	RawFacts, RawClaim []byte
}

// Input is the request's input.
func (p *Problem) Input(op, _ string) jsontext.Value {
	facts, claim := textOf(p.Facts, p.RawFacts), textOf(p.Claim, p.RawClaim)
	switch {
	case strings.HasSuffix(op, opDecide):
		return facts
	case !p.HasClaim:
		return slices.Concat([]byte(`{"facts":`), facts, []byte("}"))
	}
	return slices.Concat([]byte(`{"facts":`), facts, []byte(`,"claim":`), claim, []byte("}"))
}

func textOf(v strict.Value, raw []byte) []byte {
	if raw != nil {
		return raw
	}
	return strict.Encode(v)
}

// Text shows to people what is sent.
func (p *Problem) Text() string {
	text := "facts: " + string(textOf(p.Facts, p.RawFacts)) + "\n"
	if p.HasClaim {
		text += "claim: " + string(textOf(p.Claim, p.RawClaim)) + "\n"
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
			var err error
			if p.Facts, p.RawFacts, err = readDocument(file.Data); err != nil {
				return nil, fmt.Errorf("%s: %w", file.Name, err)
			}
			hasFacts = true
		case "claim.json":
			var err error
			if p.Claim, p.RawClaim, err = readDocument(file.Data); err != nil {
				return nil, fmt.Errorf("%s: %w", file.Name, err)
			}
			p.HasClaim = true
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
		mark, text, err := f.spec.Fill(file.Name, file.Data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		p.fill(mark, text)
	}
	return p, nil
}

// fill puts a text in the place of each string of the facts that is the mark.
func (p *Problem) fill(mark, text string) {
	if p.RawFacts != nil {
		p.RawFacts = bytes.ReplaceAll(p.RawFacts, []byte(`"`+mark+`"`), strict.AppendString(nil, text))
	}
	p.Facts = strict.MapStrings(p.Facts, func(s string) string {
		if s == mark {
			return text
		}
		return s
	})
}

// readDocument reads a document of a case: as a value, or, where it is JSON but none of ours
// (docs/profiles.md, section 2), as the text on one line.
func readDocument(text []byte) (strict.Value, []byte, error) {
	v, err := strict.DecodeWithin(text, profile.RequestLevels)
	if err == nil {
		return v, nil, nil
	}
	raw := jsontext.Value(bytes.Clone(text))
	if raw.Compact(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true),
		jsontext.PreserveRawStrings(true)) != nil {
		return nil, nil, err
	}
	return nil, raw, nil
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
