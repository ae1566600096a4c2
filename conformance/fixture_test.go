package conformance_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	harness "github.com/tspi-dev/harness"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

// Each of the eight negative cases of the shipped fixture raises its own code, and
// at hardened no other, when it is asked as an audit (contract, section 9). With
// the offence of another case in its place it does not.
func TestTheEightNegativeCases(t *testing.T) {
	for _, level := range []law.Level{law.Core, law.Hardened} {
		for _, negative := range tspi.NegativeCases() {
			t.Run(level.String()+"/"+negative.ID, func(t *testing.T) {
				codes := auditCodes(t, level, negative.ID)
				if !slices.Contains(codes, string(negative.Code)) || level == law.Hardened && len(codes) != 1 {
					t.Errorf("raises %v, want %s", codes, negative.Code)
				}
				for _, other := range tspi.NegativeCases() {
					if other.Code != negative.Code &&
						slices.Contains(auditCodes(t, level, other.ID), string(negative.Code)) &&
						level == law.Hardened {
						t.Errorf("%s raises %s too", other.ID, negative.Code)
					}
				}
			})
		}
	}
}

// auditCodes are the codes that the built-in implementation raises for the claim
// of a negative case, each once.
func auditCodes(t *testing.T, level law.Level, id string) []string {
	t.Helper()
	text, err := fs.ReadFile(harness.Fixture(), id+".json")
	if err != nil {
		t.Fatal(err)
	}
	var request map[string]jsontext.Value
	if err := json.Unmarshal(text, &request); err != nil {
		t.Fatal(err)
	}
	delete(request, "expected_negative_case_id")
	input, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := tspiprofile.BuiltIn(level, "1", tspiprofile.Folders{}).Answer(t.Context(), tspiprofile.OpAudit,
		input)
	if err != nil {
		t.Fatal(err)
	}
	var findings struct {
		Findings []struct {
			Code string `json:"error_code"`
		} `json:"findings"`
	}
	if err := json.Unmarshal(answer, &findings); err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, f := range findings.Findings {
		codes = append(codes, f.Code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// The shipped fixture passes as a whole, and fails without one of its cases, when
// it is asked as a run (contract, section 11).
func TestTheShippedFixture(t *testing.T) {
	for name, missing := range map[string]string{"whole": "", "without one": "unknown_owner_kill"} {
		dir := t.TempDir()
		copyFixture(t, dir, missing)
		input, err := json.Marshal(map[string]string{"fixture_dir": dir})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := own(law.Hardened).Answer(t.Context(), tspiprofile.OpRun, input)
		if passes := strings.Contains(string(answer), `"status":"pass"`); passes != (missing == "") || missing == "" &&
			err != nil {
			t.Errorf("%s: %v, %.200s", name, err, answer)
		}
	}
}

func copyFixture(t *testing.T, dir, without string) {
	t.Helper()
	names, err := fs.Glob(harness.Fixture(), "*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("the fixture has no files: %v", err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(harness.Fixture(), name)
		if err == nil && name != without+".json" {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// What the built-in implementation answers about the shipped fixture is what the
// golden receipts say, value by value.
func TestGoldenReceipts(t *testing.T) {
	input := map[string]jsontext.Value{}
	for _, name := range []string{"process_table", "pressure_policy", "owner_classes"} {
		text, err := fs.ReadFile(harness.Fixture(), name+".json")
		if err != nil {
			t.Fatal(err)
		}
		input[name] = text
	}
	request, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	for op, name := range map[string]string{tspiprofile.OpClassify: "inventory.json",
		tspiprofile.OpRelief: "relief.json"} {
		got, err := own(law.Hardened).Answer(t.Context(), op, request)
		if err != nil {
			t.Fatal(err)
		}
		text, err := fs.ReadFile(harness.Golden(), name)
		if err != nil {
			t.Fatal(err)
		}
		want := jsontext.Value(text)
		if got.Canonicalize() != nil || want.Canonicalize() != nil || string(got) != string(want) {
			t.Errorf("%s: got %s\nwant %s", name, got, want)
		}
	}
}
