package report

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"
)

// madeChecklist has an item of each outcome, and texts that are markup elsewhere.
func madeChecklist() Checklist {
	return Checklist{Name: "tspi drill", Verdict: "unsafe", Groups: []ChecklistGroup{
		{Name: "owned", Items: []ChecklistItem{
			{Name: "owned/a", Verdict: "unsafe", Outcome: ChecklistFail, Lines: []string{"ended <410>", "a|b"}},
			{Name: "owned/b", Verdict: "right"},
		}},
		{Name: "young", Items: []ChecklistItem{
			{Name: "young/a", Verdict: "hang", Outcome: ChecklistError},
			{Name: "young/b", Verdict: "not tested", Outcome: ChecklistSkip},
		}},
	}}
}

// docs/drill.md, section 3: a reader of JUnit counts what a drill says.
func TestChecklistJUnit(t *testing.T) {
	var b bytes.Buffer
	if err := WriteChecklistJUnit(&b, madeChecklist()); err != nil {
		t.Fatal(err)
	}
	var got readSuites
	if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Tests != 4 || got.Failures != 1 || got.Errors != 1 || got.Skipped != 1 || len(got.Suites) != 2 {
		t.Errorf("got %+v", got)
	}
	if first := got.Suites[0].Cases[0]; first.Name != "owned/a" || first.Failure == nil ||
		*first.Failure != "ended <410>\na|b" {
		t.Errorf("got %+v", first)
	}
	if second := got.Suites[0].Cases[1]; second.Failure != nil || second.Error != nil || second.Skipped != nil {
		t.Errorf("got %+v", second)
	}
}

// The table stays one, whatever stands in its cells.
func TestChecklistMarkdown(t *testing.T) {
	var b bytes.Buffer
	if err := WriteChecklistMarkdown(&b, madeChecklist()); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(lines) != 7 || lines[2] != `| owned/a | unsafe | ended \<410\><br>a\|b |` ||
		lines[6] != "| **verdict** | **unsafe** | |" {
		t.Errorf("got\n%s", b.String())
	}
}
