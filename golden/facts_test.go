package golden

import (
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/internal/secretscan"
	"github.com/tspi-dev/harness/internal/strict"
)

// factsReceipts answers the fixtures of the profiles of facts: by profile, canonical texts
// by golden name.
func factsReceipts(t *testing.T) map[string]map[string][]byte {
	t.Helper()
	all := map[string]map[string][]byte{}
	for _, p := range conformance.Profiles() {
		if p.Facts != nil {
			all[p.Name] = receiptsOf(t, p.Facts)
		}
	}
	return all
}

func receiptsOf(t *testing.T, p *record.FactsProfile) map[string][]byte {
	t.Helper()
	folder, err := fixture.Open("../testdata/fixtures/"+p.Name, fixture.DefaultLimits())
	must(t, err)
	defer folder.Close()
	texts := map[string][]byte{}
	add := func(name string, v any) {
		text, err := record.Canonical(v)
		must(t, err)
		texts[name] = text
	}

	facts, err := folder.Facts()
	must(t, err)
	decision, err := p.Decide(facts.Value)
	must(t, err)
	add("decision", jsontext.Value(strict.Encode(decision)))
	for _, code := range p.Codes {
		negative, err := folder.NegativeFacts(string(code) + ".json")
		must(t, err)
		object := negative.Value.(strict.Object)
		about, own := object.Get("facts")
		if !own {
			about = facts.Value
		}
		findings, err := p.Audit(about, object.At("claim"))
		must(t, err)
		add("findings_"+string(code), struct {
			Findings []law.Finding `json:"findings"`
		}{findings})
	}

	records, err := record.Judge(record.Request{
		Folder: folder, Mode: record.ModeFixture, Clock: time.Unix(0, 0), Facts: p,
		Scanner: secretscan.Gitleaks(), SignOff: true, SignOffPath: signOffName,
	})
	must(t, err)
	if !records.Passed() {
		t.Fatalf("the run over the fixture of %s is blocked: missing %q, codes %q",
			p.Name, records.Result.MissingNegativeCases, records.Result.ErrorCodes)
	}
	for i, f := range records.Files() {
		texts[[]string{"result", "board", "validation", "sign_off"}[i]] = f.Text
	}
	return texts
}
