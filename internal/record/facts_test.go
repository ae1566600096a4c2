package record

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/secretscan"
	"github.com/tspi-dev/harness/internal/strict"
)

// toy is a profile with two codes: a claim's member "worst" names a code that it raises, and
// facts without rows are refused.
func toy() *FactsProfile {
	return &FactsProfile{
		Name: "toy", Codes: []law.Code{"TOY_FIRST", "TOY_SECOND"}, Limits: "It is a toy.", Untrusted: []string{"label"},
		MessageOf: func(code law.Code) string { return "It is " + string(code) + "." },
		Decide: func(facts strict.Value) (strict.Object, error) {
			object, _ := facts.(strict.Object)
			if object.Array("rows") == nil {
				return nil, &law.InputError{Code: "TOY_INPUT_INVALID", Input: "facts", Pointer: "/rows",
					Problem: "want an array"}
			}
			return strict.Object{{Name: "rows", Value: object.At("rows")},
				{Name: "summary", Value: strict.Object{{Name: "worst", Value: object.At("worst")}}}}, nil
		},
		Audit: func(facts, claim strict.Value) ([]law.Finding, error) {
			object, ok := claim.(strict.Object)
			if !ok {
				return nil, &law.InputError{Code: "TOY_INPUT_INVALID", Input: law.InputClaim, Pointer: "/x",
					Problem: "want an object"}
			}
			if worst := object.Text("worst"); worst != "" {
				return []law.Finding{{ErrorCode: law.Code(worst), Message: "It is.", SubjectKind: law.SubjectRow,
					SubjectID: "r1"}}, nil
			}
			return []law.Finding{}, nil
		},
		Claim: func(_, decision strict.Object) strict.Value { return decision.Object("summary") },
	}
}

func toyFiles() files {
	return files{
		"facts.json":               `{"rows": ["r1"], "label": "server --verbose"}`,
		"negative/TOY_FIRST.json":  `{"expected_code": "TOY_FIRST", "claim": {"worst": "TOY_FIRST"}}`,
		"negative/TOY_SECOND.json": `{"expected_code": "TOY_SECOND", "claim": {"worst": "TOY_SECOND"}, "description": "It is second."}`,
	}
}

func judgeToy(t *testing.T, f files) (*Records, error) {
	t.Helper()
	folder, err := fixture.Open(f.write(t), fixture.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	return Judge(Request{Folder: folder, Mode: ModeFixture, Facts: toy(), Clock: time.Unix(0, 0),
		Scanner: secretscan.Gitleaks()})
}

// Guards docs/fixtures-of-facts.md: what blocks a run, each beside the run that passes and
// differs in one file.
func TestRunOverFacts(t *testing.T) {
	home := "/home" + "/somebody"
	token := "gh" + "p_" + "x7Kq2mVb9Ts4Lw1Zr8Nc5Jd3Hf6Gy0PaEuQo"
	for _, test := range []struct {
		name    string
		changes files
		blocked Check // none: it passes
		missing []string
		says    string // a code that the result lists
	}{
		{name: "as it is"},
		{name: "our own decision raises a code", changes: files{"facts.json": `{"rows": [], "worst": "TOY_FIRST"}`},
			blocked: CheckOwnDecision, says: "TOY_FIRST"},
		{name: "a case is missing", changes: files{"negative/TOY_SECOND.json": ""},
			blocked: CheckNegativeCases, missing: []string{"TOY_SECOND"}},
		{name: "a case raises nothing",
			changes: files{"negative/TOY_SECOND.json": `{"expected_code": "TOY_SECOND", "claim": {}}`},
			blocked: CheckNegativeCases, missing: []string{"TOY_SECOND"}},
		{name: "a case raises another code",
			changes: files{"negative/TOY_SECOND.json": `{"expected_code": "TOY_SECOND", "claim": {"worst": "TOY_FIRST"}}`},
			blocked: CheckNegativeCases, missing: []string{"TOY_SECOND"}},
		{name: "a path in the facts", changes: files{"facts.json": `{"rows": ["` + home + `"]}`},
			blocked: CheckPositiveInputs, says: "TSPI_ABSOLUTE_PATH_FORBIDDEN"},
		{name: "a path in an untrusted member", changes: files{"facts.json": `{"rows": [], "label": "` + home + `"}`},
			blocked: CheckPositiveInputs, says: "TSPI_ABSOLUTE_PATH_FORBIDDEN"},
		{name: "a command that is not untrusted", changes: files{"facts.json": `{"rows": [], "command": "server"}`},
			blocked: CheckPositiveInputs, says: "TSPI_COMMAND_PREVIEW_FORBIDDEN"},
		{name: "a secret in a negative case",
			changes: files{"negative/TOY_SECOND.json": `{"expected_code": "TOY_SECOND", "claim": {"worst": "TOY_SECOND", "x": "` + token + `"}}`},
			blocked: CheckSecretScan, says: "TSPI_SECRET_FORBIDDEN"},
	} {
		t.Run(test.name, func(t *testing.T) {
			records, err := judgeToy(t, toyFiles().with(test.changes))
			if err != nil {
				t.Fatal(err)
			}
			r := records.Result
			if records.Passed() != (test.blocked == "") || !slices.Equal(r.MissingNegativeCases, orNone(test.missing)) {
				t.Errorf("status %s, missing %q", r.Status, r.MissingNegativeCases)
			}
			if test.says != "" && !slices.Contains(r.ErrorCodes, law.Code(test.says)) {
				t.Errorf("codes %q, want %s", r.ErrorCodes, test.says)
			}
			board := string(records.Files()[1].Text)
			if test.blocked != "" &&
				!strings.Contains(board, "\"check\": \""+string(test.blocked)+"\",\n      \"status\": \"blocked\"") {
				t.Errorf("the board does not block %s:\n%s", test.blocked, board)
			}
			for _, f := range records.Files() {
				for _, never := range []string{home, token, "--verbose"} {
					if strings.Contains(string(f.Text), never) {
						t.Errorf("%s holds %q", f.Name, never)
					}
				}
			}
		})
	}
}

func orNone(names []string) []string {
	if names == nil {
		return []string{}
	}
	return names
}

// Guards that an unusable fixture is refused with the place, and no record is made.
func TestUnusableFacts(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"facts that are no JSON", "facts.json", `{`, "facts.json: "},
		{"facts that the law refuses", "facts.json", `{}`, "facts.json: /rows: want an array"},
		{"no facts", "facts.json", ``, "facts.json: the file is missing"},
		{"another code than the name's", "negative/TOY_FIRST.json", `{"expected_code": "TOY_SECOND", "claim": {}}`,
			"negative/TOY_FIRST.json: /expected_code: want TOY_FIRST, as the file name says"},
		{"no claim", "negative/TOY_FIRST.json", `{"expected_code": "TOY_FIRST"}`, "negative/TOY_FIRST.json: /claim: "},
		{"a member that is not listed", "negative/TOY_FIRST.json",
			`{"expected_code": "TOY_FIRST", "claim": {}, "fact": {}}`, "negative/TOY_FIRST.json: /fact: "},
		{"a claim that the law refuses", "negative/TOY_FIRST.json", `{"expected_code": "TOY_FIRST", "claim": 1}`,
			"negative/TOY_FIRST.json: /claim/x: want an object"},
		{"a file of no code", "negative/TOY_THIRD.json", `{}`, "a file that is named after no code of toy"},
		{"a file that is no JSON", "negative/notes.txt", `none`, "a file that is named after no code of toy"},
	} {
		t.Run(test.name, func(t *testing.T) {
			records, err := judgeToy(t, toyFiles().with(files{test.file: test.text}))
			var fault *law.InputError
			if records != nil || !errors.As(err, &fault) || fault.Code != "TOY_INPUT_INVALID" ||
				!strings.Contains(fault.Error(), test.want) {
				t.Errorf("got %v, want TOY_INPUT_INVALID and %q", err, test.want)
			}
		})
	}
}

// Guards that the folder of the negative cases is a folder of the fixture's own.
func TestNegativeFolderIsNoLink(t *testing.T) {
	f := toyFiles()
	dir := f.write(t)
	if err := os.Rename(filepath.Join(dir, "negative"), filepath.Join(dir, "elsewhere")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("elsewhere", filepath.Join(dir, "negative")); err != nil {
		t.Fatal(err)
	}
	folder, err := fixture.Open(dir, fixture.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	_,
		err = Judge(Request{Folder: folder, Mode: ModeFixture, Facts: toy(), Clock: time.Unix(0, 0),
		Scanner: secretscan.Gitleaks()})
	if err == nil || !strings.Contains(err.Error(), "a symbolic link") {
		t.Errorf("got %v", err)
	}
}
