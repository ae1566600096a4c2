package tspi

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"golang.org/x/tools/txtar"
)

// MadeCase is a case that was not written by hand: what is asked, and what an
// implementation that is trusted answers. [MadeCase.Text] writes it as a file of
// the suite, provisional and without challenges.
type MadeCase struct {
	// ID, Title, Op, Clause and Why are as in a [profile.Case], each one line.
	ID, Title, Op, Clause, Why string
	// Input is the request's input, member by member.
	Input strict.Object
	// Refusal is the right answer where the input must be refused.
	Refusal *profile.Refusal
	// Inventory is the right inventory of the table, for classify and relief.
	Inventory strict.Value
	// Answer is the right receipt of a relief, or the object with the findings of an
	// audit.
	Answer strict.Value
}

// Text writes the case file. It reads it back, and holds the answer that it was
// made from against it, so that what is written demands just that. An error says
// why the case cannot be written.
func (m MadeCase) Text() ([]byte, error) {
	expectation, err := m.expectation()
	if err != nil {
		return nil, err
	}
	archive := txtar.Archive{Comment: []byte(m.header()),
		Files: append(m.files(), jsonFile("expect.json", expectation))}
	text := txtar.Format(&archive)
	c, err := Profile().ParseCase(m.ID, text)
	if err != nil {
		return nil, err
	}
	return text, m.proves(c)
}

func (m MadeCase) header() string {
	return fmt.Sprintf("id: %s\ntitle: %s\nop: %s\nclause: %s\nwhy: %s\nsince: %d\nprovisional: true\nchallenge: off\n",
		m.ID, m.Title, m.Op, m.Clause, m.Why, suiteVersion)
}

// files are the documents of the input. What is no document of its own stands in
// audit.json.
func (m MadeCase) files() []txtar.File {
	var files []txtar.File
	var beside strict.Object
	for _, document := range m.Input {
		switch document.Name {
		case docTable:
			if text := psText(document.Value); isOnlyText(document.Value) && isPlainText(text) {
				files = append(files, txtar.File{Name: "ps.txt", Data: []byte(text)})
				continue
			}
			files = append(files, jsonFile(docTable+".json", strict.Encode(document.Value)))
		case docPolicy, docOwners:
			files = append(files, jsonFile(document.Name+".json", strict.Encode(document.Value)))
		case docClaim:
			files = append(files, jsonFile("claim.json", strict.Encode(document.Value)))
		default:
			beside = append(beside, document)
		}
	}
	if len(beside) > 0 {
		files = append(files, jsonFile("audit.json", strict.Encode(beside)))
	}
	return files
}

func jsonFile(name string, value jsontext.Value) txtar.File {
	_ = value.Indent() // the value is valid: it was written here
	return txtar.File{Name: name, Data: append(value, '\n')}
}

// isPlainText reports whether a text can stand in an archive as it is, and be
// read there by people.
func isPlainText(text string) bool {
	if !strings.HasSuffix(text, "\n") || !utf8.ValidString(text) {
		return false
	}
	strange := func(r rune) bool { return r != '\t' && r != '\n' && !unicode.IsPrint(r) }
	return !strings.HasPrefix(text, "-- ") && !strings.Contains(text, "\n-- ") && !strings.ContainsFunc(text, strange)
}

func (m MadeCase) expectation() (jsontext.Value, error) {
	var e any
	var err error
	switch {
	case m.Refusal != nil:
		e = map[string]any{"error": m.Refusal}
	case m.Op == OpAudit:
		e, err = expectFindings(m.Answer)
	default:
		e, err = m.expectInventory()
	}
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(e, json.Deterministic(true))
	return text, err
}

// expectFindings are the findings as they are compared.
func expectFindings(answer strict.Value) (any, error) {
	object, _ := answer.(strict.Object)
	array, ok := object.At("findings").(strict.Array)
	if !ok {
		return nil, errors.New("the right answer has no findings")
	}
	said := map[ExpectFinding]bool{}
	findings := []ExpectFinding{}
	for _, element := range array {
		finding, ok := readFinding(element)
		if !ok {
			return nil, errors.New("the right answer has a finding without code or subject")
		}
		if finding = finding.compared(); !said[finding] {
			said[finding] = true
			findings = append(findings, finding)
		}
	}
	return map[string]any{"findings": findings}, nil
}

func (m MadeCase) expectInventory() (*ExpectInventory, error) {
	inventory, _ := m.Inventory.(strict.Object)
	summary, _ := member(inventory, "summary")
	groups, _ := summary.At("active_owner_pressure_groups").(strict.Array)
	init, _ := summary.At("init").(string)
	e := &ExpectInventory{Init: init}
	err := errors.Join(json.Unmarshal(strict.Encode(inventory.At("rows")), &e.Rows),
		json.Unmarshal(strict.Encode(groups), &e.Groups))
	if skipped, there := summary.Get("skipped_line_counts"); err == nil && there {
		err = json.Unmarshal(strict.Encode(skipped), &e.Skipped)
	}
	if err != nil || len(e.Groups) != len(groups) {
		return nil, errors.New("the right answer is no inventory")
	}
	for i := range groups {
		group, _ := groups[i].(strict.Object)
		request, _ := member(group, "owner_release_request")
		if target, ok := request.At("target_owner").(string); ok {
			e.Groups[i].TargetOwner = &target
		}
	}
	if m.Op == OpRelief {
		receipt, _ := m.Answer.(strict.Object)
		action, _ := member(receipt, "action")
		status, _ := action.At("status").(string)
		verdict, _ := receipt.At("verdict").(string)
		e.Relief = &ExpectRelief{Status: status, Verdict: verdict}
	}
	return e, nil
}

// proves holds what the case was made from against what it demands.
func (m MadeCase) proves(c *profile.Case) error {
	held := &comparison{Comparison: profile.Comparison{Level: c.Level(), Clause: c.Clause},
		full: c.Level() == law.Hardened}
	switch e := c.Expect.(*Expectation); {
	case e.Refused != nil:
		return nil
	case e.Findings != nil:
		object, _ := m.Answer.(strict.Object)
		held.findings(*e.Findings, object)
	case e.Inventory.Relief != nil:
		held.relief(e.Inventory, m.Answer)
	default:
		held.inventory(e.Inventory, c.Problem.(*Problem), m.Inventory)
	}
	if len(held.Found) > 0 {
		return fmt.Errorf("the format cannot tell the right answer: %s", held.Found[0].Path)
	}
	return nil
}
