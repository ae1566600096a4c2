package record

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tspi-dev/harness/tspi"
)

// schemaOf is the schema of each record.
var schemaOf = map[string]string{
	ResultName:       "records/result.schema.json",
	BoardName:        "records/board.schema.json",
	ValidationName:   "records/validation_receipt.schema.json",
	BundleResultName: "records/bundle_result.schema.json",
	"sign_off.json":  "records/sign_off.schema.json",
}

// noLoader keeps schemas from reading anything that was not given to them.
type noLoader struct{}

func (noLoader) Load(string) (any, error) { return nil, errors.New("schemas refer to nothing outside") }

// compileSchemas compiles the schemas of testdata by their paths there. Those of
// answers stand at the root, those of records one level below.
func compileSchemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{})
	const dir = "../../testdata/schemas"
	for prefix, folder := range map[string]string{"": "answers", "records/": "records"} {
		paths, err := filepath.Glob(filepath.Join(dir, folder, "*.schema.json"))
		must(t, err)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			must(t, err)
			must(t, compiler.AddResource("tspi:///"+prefix+filepath.Base(path), schemaDocument(t, text)))
		}
	}
	schemas := map[string]*jsonschema.Schema{}
	for _, names := range []map[string]string{schemaOf, goldenSchemaOf} {
		for document, name := range names {
			schema, err := compiler.Compile("tspi:///" + name)
			must(t, err)
			schemas[document] = schema
		}
	}
	return schemas
}

// goldenSchemaOf is the schema of each golden receipt; all others are findings.
var goldenSchemaOf = map[string]string{
	"inventory":  "classify.schema.json",
	"relief":     "relief.schema.json",
	"result":     schemaOf[ResultName],
	"board":      schemaOf[BoardName],
	"validation": schemaOf[ValidationName],
	"sign_off":   schemaOf["sign_off.json"],
	"findings":   "audit.schema.json",
	"bundle":     schemaOf[BundleResultName],
}

// TestGoldenReceiptsFitTheirSchemas guards that what others compare themselves
// with has the shape that is asked of them.
func TestGoldenReceiptsFitTheirSchemas(t *testing.T) {
	schemas := compileSchemas(t)
	paths, err := filepath.Glob("../../golden/*.json")
	must(t, err)
	if len(paths) < 14 {
		t.Fatalf("%d golden receipts", len(paths))
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		for _, family := range []string{"findings", "bundle"} {
			if strings.HasPrefix(name, family+"_") {
				name = family
			}
		}
		text, err := os.ReadFile(path)
		must(t, err)
		schema, known := schemas[name]
		if !known {
			t.Fatalf("%s: no schema is known for it", path)
		}
		if err := schema.Validate(schemaDocument(t, text)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// schemaDocument reads a document strictly first: the library's own reader takes
// repeated keys.
func schemaDocument(t *testing.T, text []byte) any {
	t.Helper()
	_, err := tspi.Decode(text)
	must(t, err)
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	must(t, err)
	return document
}

// runsForSchemas are runs of every outcome.
func runsForSchemas(t *testing.T) map[string]*Records {
	t.Helper()
	ask := func(change files, alter func(*Request)) *Records {
		req := passing().with(change).request(t)
		req.SignOff, req.SignOffPath = true, "sign_off.json"
		if alter != nil {
			alter(&req)
		}
		return judged(t, req)
	}
	bundle := func(v ManifestVerdict) func(*Request) {
		return func(r *Request) { r.Mode, r.Manifest, r.SignOff = ModeBundle, verifierOf(v), false }
	}
	return map[string]*Records{
		"pass":       ask(nil, nil),
		"core":       ask(nil, func(r *Request) { r.Level = tspi.Core }),
		"no scanner": ask(nil, func(r *Request) { r.Scanner = nil }),
		"secret":     ask(files{"pressure_policy.json": `{"kinds":[{"kind":"hush","match_substrings":["a"]}]}`}, nil),
		"policy": ask(
			files{"pressure_policy.json": `{"kinds":[{"kind":"a","match_substrings":["a"]}],"process_signal_authorized":true}`}, nil),
		"missing": ask(files{"absolute_path_leak.json": strings.Replace(passing()["absolute_path_leak.json"], "see",
			"x=s", 1)}, nil),
		"bundle": ask(files{ManifestName: "{}"},
			bundle(ManifestVerdict{ModuleCount: 1, VerifiedModuleCount: 1, Files: fixtureDigests(ManifestName)})),
		"no manifest": ask(nil, bundle(ManifestVerdict{Findings: []tspi.Finding{
			newFinding(tspi.CodeModuleManifestRequired, tspi.SubjectModule, "source_module_manifest", "")}})),
	}
}

// TestRecordsFitTheirSchemas guards the fields of section 11, of passing and
// blocked runs alike; and that no field can be taken out unnoticed.
func TestRecordsFitTheirSchemas(t *testing.T) {
	schemas := compileSchemas(t)
	for run, r := range runsForSchemas(t) {
		for _, f := range r.Files() {
			if err := schemas[f.Name].Validate(schemaDocument(t, f.Text)); err != nil {
				t.Errorf("%s: %s: %v", run, f.Name, err)
			}
			document := schemaDocument(t, f.Text).(map[string]any)
			for field, value := range document {
				delete(document, field)
				if schemas[f.Name].Validate(document) == nil {
					t.Errorf("%s fits without %s", f.Name, field)
				}
				document[field] = value
			}
		}
	}
}

// TestSchemasRefuse guards that the schemas can tell a contradiction: a record
// that passes although something blocks.
func TestSchemasRefuse(t *testing.T) {
	schema := compileSchemas(t)[ResultName]
	for _, test := range []struct{ name, from, to string }{
		{"an authority", `"release_authorized": false`, `"release_authorized": true`},
		{"a body", `"body_in_receipt": false`, `"body_in_receipt": true`},
		{"a missing case in a pass", `"missing_negative_cases": []`, `"missing_negative_cases": ["x"]`},
		{"a scan that was not run in a pass", "\"status\": \"pass\",\n    \"scanner\"",
			"\"status\": \"not_run\",\n    \"scanner\""},
		{"a blocked manifest in a pass", `"source_module_manifest_status": "not_present"`,
			`"source_module_manifest_status": "blocked"`},
		{"an absolute receipt path", `"receipt_paths": [`, `"receipt_paths": ["/x",`},
		{"withheld content in a pass", `"content_withheld": false`, `"content_withheld": true`},
		{"nothing changed", ``, ``},
	} {
		text := string(judged(t, passing().request(t)).Files()[0].Text)
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Replace(text, test.from, test.to, 1)))
		must(t, err)
		if err := schema.Validate(document); (err == nil) != (test.from == "") {
			t.Errorf("%s: got %v", test.name, err)
		}
	}
}
