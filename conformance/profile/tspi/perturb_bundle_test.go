package tspi

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
)

const digestA, digestB = `"$sha256:source_modules/a.py"`, `"$sha256:source_modules/b.py"`

func bundleCase(t *testing.T, manifest string, more ...string) *profile.Case {
	t.Helper()
	files := append([]string{
		"bundle/pressure_policy.json", `{"kinds": []}`, "bundle/source_module_manifest.json", manifest,
		"bundle/source_modules/a.py", "body a", "bundle/source_modules/b.py", "body b"}, more...)
	return made(t, OpBundle, append(files, "expect.json",
		`{"status": "blocked", "module_count": 2, "verified_module_count": 1, "findings": [{"error_code": "TSPI_SOURCE_MODULE_CLASS_REQUIRED", "subject_id": "alpha"}, {"error_code": "TSPI_SOURCE_MODULE_UNDECLARED", "subject_id": "source_modules"}]}`)...)
}

func fileOf(f *profile.Folder, name string) string {
	for _, file := range f.Files {
		if file.Name == name {
			return string(file.Data)
		}
	}
	return ""
}

// Modules get other ids, in the manifest and in what is expected, and bodies
// another last line, which the digests that the harness fills in follow. Subjects
// that are no module's id stay (docs/suite.md, challenges).
func TestPerturbedBundle(t *testing.T) {
	c := bundleCase(t, `{"modules": [{"module_id": "alpha", "sha256": `+digestA+`}, {"module_id": "alpha", "sha256": `+
		digestB+`}, {"module_id": "beta"}]}`)
	p := newPerturbation(c, profile.Random("s"))
	p.perturbFolder()
	findings := p.expect.Bundle.Findings
	fresh := findings[0].SubjectID
	manifest := fileOf(p.problem.Dir, profile.ManifestName)
	if fresh == "alpha" || strings.Count(manifest, `"`+fresh+`"`) != 2 || strings.Contains(manifest, "alpha") ||
		strings.Contains(manifest, "beta") {
		t.Errorf("alpha is %q in\n%s", fresh, manifest)
	}
	if findings[1].SubjectID != "source_modules" {
		t.Errorf("the subject of no module became %q", findings[1].SubjectID)
	}
	if expectOf(c).Bundle.Findings[0].SubjectID != "alpha" {
		t.Error("the case itself was changed")
	}
	for name, old := range map[string]string{"source_modules/a.py": "body a\n", "source_modules/b.py": "body b\n"} {
		if body := fileOf(p.problem.Dir, name); !strings.HasPrefix(body, old) || body == old {
			t.Errorf("the body of %s is %q", name, body)
		}
	}
	if strings.Count(manifest, digestA)+strings.Count(manifest, digestB) != 2 {
		t.Errorf("the digests are no longer the harness's to fill in:\n%s", manifest)
	}
}

// What a case says with particular bytes stays: bodies beside a literal digest,
// the target of a link, a body of odd bytes; ids that are no plain words, that
// stand elsewhere in a module, or that are spelt with escapes.
func TestBundlesThatKeepTheirBytes(t *testing.T) {
	literal := `"sha256:` + strings.Repeat("0", 64) + `"`
	for name, test := range map[string]struct {
		module string
		more   []string
		id     bool // gets another
		body   bool // gets another line
	}{
		"plain": {`{"module_id": "alpha", "sha256": ` + digestA + `}`, nil, true, true},
		"a literal digest": {`{"module_id": "alpha", "sha256": ` + digestA + `, "target_sha256": ` + literal + `}`,
			nil, true, false},
		"a hard link": {`{"module_id": "alpha", "sha256": ` + digestA + `}`,
			[]string{"layout.txt", "hardlink more.py source_modules/a.py"}, true, false},
		"not declared":         {`{"module_id": "alpha"}`, nil, true, false},
		"an id that is a path": {`{"module_id": "a/lpha", "sha256": ` + digestA + `}`, nil, false, true},
		"an id that is a ref": {`{"module_id": "alpha", "source_ref": "alpha", "sha256": ` + digestA + `}`, nil,
			false, true},
		"an id that is a key":   {`{"module_id": "sha256", "sha256": ` + digestA + `}`, nil, false, true},
		"an id with an escape":  {`{"module_id": "\u0061lpha", "sha256": ` + digestA + `}`, nil, false, true},
		"an id of another type": {`{"module_id": 7, "sha256": ` + digestA + `}`, nil, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			manifest := `{"modules": [` + test.module + `]}` + "\n"
			c := bundleCase(t, strings.TrimSuffix(manifest, "\n"), test.more...)
			p := newPerturbation(c, profile.Random("s"))
			p.perturbFolder()
			for i := 0; len(p.problem.Dir.Files) != len(problemOf(c).Dir.Files); i++ { // until nothing is added
				p = newPerturbation(c, profile.Random("s", strconv.Itoa(i)))
				p.perturbFolder()
			}
			if changed := fileOf(p.problem.Dir, profile.ManifestName) != manifest; changed != test.id {
				t.Errorf("the id changed: %v, want %v", changed, test.id)
			}
			if changed := fileOf(p.problem.Dir, "source_modules/a.py") != "body a\n"; changed != test.body {
				t.Errorf("the body changed: %v, want %v", changed, test.body)
			}
		})
	}
}

// Without a manifest that can be read only the inputs get a note.
func TestBundlesWithoutAManifest(t *testing.T) {
	for name, manifest := range map[string]string{"no JSON": `{`, "no object": `[]`,
		"modules of no array": `{"modules": {}}`, "modules of no objects": `{"modules": ["alpha"]}`} {
		t.Run(name, func(t *testing.T) {
			c := bundleCase(t, manifest)
			p := newPerturbation(c, profile.Random("s"))
			p.perturbFolder()
			for _, file := range problemOf(c).Dir.Files {
				noted := file.Name == "pressure_policy.json"
				if changed := fileOf(p.problem.Dir, file.Name) != string(file.Data); changed != noted {
					t.Errorf("%s changed: %v", file.Name, changed)
				}
			}
		})
	}
}

// A fixture's inputs are perturbed together, its negative cases not at all, and
// one that cannot be read is left alone, with all that it may be about.
func TestPerturbedFixture(t *testing.T) {
	const expect = `{"status": "pass", "error_codes": [], "missing_negative_cases": [], "source_module_manifest_status": "not_present"}`
	const table, policy, owners = `{"ps_text": "410 1 9 0.0 1 mcp helper here"}`,
		`{"kinds": [{"match_substrings": ["mcp"]}]}`, `{"registered_helpers": [{"pid": 410}]}`
	fixture := func(table string) *profile.Folder {
		c := made(t, OpRun, "fixture/process_table.json", table, "fixture/pressure_policy.json", policy,
			"fixture/owner_classes.json", owners,
			"fixture/unknown_owner_kill.json", `{"claimed_inventory": {"rows": [{"pid": 410}]}}`, "expect.json", expect)
		p := newPerturbation(c, profile.Random("s"))
		p.perturbFolder()
		return p.problem.Dir
	}
	f := fixture(table)
	text := psText(decoded(t, fileOf(f, "process_table.json")))
	if !strings.Contains(text, "mcp") || strings.Contains(text, "410") {
		t.Errorf("the table is %q", text)
	}
	pid := plainLines(text)
	if registered := fileOf(f, "owner_classes.json"); !strings.Contains(registered, `"pid":`+pid[0].pid) &&
		!strings.Contains(registered, `"pid":`+pid[len(pid)-1].pid) {
		t.Errorf("the registry is %s beside\n%s", registered, text)
	}
	if got := fileOf(f, "unknown_owner_kill.json"); got != `{"claimed_inventory": {"rows": [{"pid": 410}]}}`+"\n" {
		t.Errorf("a negative case became %s", got)
	}
	f = fixture(`{"ps_text": "410 1 9 0.0 1 mcp helper here", "ps_text": ""}`)
	if got := fileOf(f, "owner_classes.json"); !strings.Contains(got, `"pid":410`) {
		t.Errorf("beside an unreadable table the registry is %s", got)
	}
}
