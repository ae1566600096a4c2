package mutant

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
)

const page = "../../docs/power.md"

// docs/power.md is what tspi mutants says of the suite and the mutants as they are
// (docs/power.md). Its part about campaigns is held to the list of mutants alone: hunting
// them all takes minutes.
func TestThePageIsCurrent(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	matrix, campaigns, found := strings.Cut(string(text), CampaignsHeading)
	if !found {
		t.Fatal("has no part about campaigns")
	}
	for _, m := range All(conformance.DefaultProfile()) {
		if listed := strings.Contains(campaigns, "\n| "+m.Name+" | "); listed != m.Generated() {
			t.Errorf("%s: is listed among the campaigns: %v; want %v", m.Name, listed, m.Generated())
		}
	}
	if strings.Contains(campaigns, "not found") {
		t.Error("a mutant is listed that no campaign found")
	}
	var want bytes.Buffer
	if err := fullMatrix(t).WriteMarkdown(&want); err != nil {
		t.Fatal(err)
	}
	now, _, _ := strings.Cut(want.String(), CampaignsHeading)
	if matrix != now {
		t.Error("is not current; make it again: go run ./cmd/tspi mutants --campaign 5000 --format markdown > docs/power.md")
	}
}
