package golden

import (
	"maps"
	"testing"
	"time"

	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/internal/secretscan"
	"github.com/tspi-dev/harness/tspi"
)

// signOffName is where the golden sign-off lies in the out folder.
const signOffName = "sign_off.json"

// recordNames are the golden names of the records of a run.
var recordNames = map[string]string{
	record.ResultName:     "result",
	record.BoardName:      "board",
	record.ValidationName: "validation",
	signOffName:           "sign_off",
}

// receipts answers testdata/fixture and testdata/bundle: canonical texts by
// golden name.
func receipts(t *testing.T) map[string][]byte {
	t.Helper()
	folder, err := fixture.Open("../testdata/fixture", fixture.DefaultLimits())
	must(t, err)
	defer folder.Close()
	texts := map[string][]byte{}
	add := func(name string, v any) {
		text, err := record.Canonical(v)
		must(t, err)
		texts[name] = text
	}

	inputs, err := folder.Inputs(tspi.Hardened)
	must(t, err)
	inventory := tspi.Classify(inputs)
	add("inventory", inventory)
	add("relief", tspi.Relief(inventory))

	negatives, err := folder.Negatives()
	must(t, err)
	for _, n := range negatives {
		verdict, err := tspi.JudgeNegative(n.Case, n.Document.Value, tspi.Hardened)
		must(t, err)
		add("findings_"+n.Case.ID, struct {
			Findings []tspi.Finding `json:"findings"`
		}{verdict.Findings})
	}

	records, err := record.Judge(record.Request{
		Folder: folder, Mode: record.ModeFixture, Clock: time.Unix(0, 0),
		Scanner: secretscan.Gitleaks(), SignOff: true, SignOffPath: signOffName,
	})
	must(t, err)
	if !records.Passed() {
		t.Fatalf("the run over testdata/fixture is blocked: missing %q, codes %q",
			records.Result.MissingNegativeCases, records.Result.ErrorCodes)
	}
	for _, f := range records.Files() {
		texts[recordNames[f.Name]] = f.Text
	}
	maps.Copy(texts, bundleReceipts(t))
	return texts
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
