package mutant

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
)

// page is where the power of a profile's suite is written down.
func page(p *profile.Profile) string {
	if p.Name == conformance.DefaultProfile().Name {
		return "../../docs/power.md"
	}
	return "../../docs/power/" + p.Name + ".md"
}

// docs/power.md and docs/power/PROFILE.md are what tspi mutants says of the suites and the mutants as they
// are. The part about campaigns is held to the list of mutants alone: hunting them all takes minutes.
func TestThePagesAreCurrent(t *testing.T) {
	for _, p := range conformance.Profiles() {
		t.Run(p.Name, func(t *testing.T) {
			text, err := os.ReadFile(page(p))
			if err != nil {
				t.Fatal(err)
			}
			matrix, campaigns, found := strings.Cut(string(text), "\n"+CampaignsHeading)
			if p.Name == conformance.DefaultProfile().Name {
				holdCampaigns(t, found, campaigns)
			}
			var want bytes.Buffer
			if err := matrixOf(t, p).WriteMarkdown(&want); err != nil {
				t.Fatal(err)
			}
			if matrix != want.String() {
				t.Error("is not current; make it again: make power, or make power-facts")
			}
		})
	}
}

// holdCampaigns holds the part about campaigns to the list of mutants.
func holdCampaigns(t *testing.T, found bool, campaigns string) {
	t.Helper()
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
}
