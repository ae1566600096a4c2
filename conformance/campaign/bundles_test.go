package campaign_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tspi-dev/harness/conformance/profile/tspi/second"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
)

// Guards contract, section 10, and docs/campaigns.md: one that passes every bundle is caught by
// a bundle with a fault. The counterexample names the fault, can be asked again, and
// is saved as a case that demands what was planted. That our own finds what was
// planted is tested in internal/cli, where its judges of folders are.
func TestWrongBundles(t *testing.T) {
	careless := conformance.InProcess(faulty{second.Correct(law.Hardened),
		func(honest conformance.Answerer, op string, input strict.Object) (jsontext.Value, error) {
			ok, err := ask(honest, op, input)
			if op == tspiprofile.OpBundle && err == nil {
				return jsontext.Value(`{"status":"pass","module_count":1,"verified_module_count":1,"findings":[]}`), nil
			}
			return ok, err
		}})
	right := conformance.InProcess(second.Correct(law.Hardened))
	s := run(t, careless, campaign.Options{Seed: 21, Cases: 400})
	c := s.Counterexample
	if c == nil || c.Rule != campaign.RuleBundles || c.Op != tspiprofile.OpBundle || c.Flaky() {
		t.Fatalf("%s: %+v", s.Verdict, c)
	}
	var text strings.Builder
	if err := campaign.WriteText(&text, s, nil); err != nil ||
		!strings.Contains(text.String(), "planted faults: "+strings.Join(c.Planted, ", ")) {
		t.Errorf("%v\n%s", err, text.String())
	}
	if again, err := c.Replay.Again(t.Context(), careless, campaign.Options{}); err != nil || again == nil ||
		again.Rule != c.Rule {
		t.Errorf("while the fault is there: %+v, %v", again, err)
	}
	if again, err := c.Replay.Again(t.Context(), right, campaign.Options{}); err != nil || again != nil {
		t.Errorf("when it is mended: %+v, %v", again, err)
	}
	id, file, err := c.CaseFile(t.Context(), own(law.Hardened))
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{id + ".txtar": {Data: file}, frozenList: {Data: []byte("# none\n")}}
	for want, impl := range map[bool]conformance.Implementation{false: careless, true: right} {
		report, err := conformance.Run(t.Context(), impl,
			conformance.Options{Cases: tree, ChallengeMode: conformance.ChallengeOff})
		if err != nil || len(report.Results) != 1 || report.Results[0].Green() != want {
			t.Errorf("want %v: %v, %+v\n%s", want, err, report, file)
		}
	}
}
