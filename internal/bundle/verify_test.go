package bundle

import (
	"os"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// verifyCase changes a right bundle. want are the findings at hardened, core
// those at core where they differ; pair makes the neighbour that differs from
// the case in one fact and passes.
type verifyCase struct {
	name   string
	change func(*made)
	want   []string
	core   []string
	pair   func(*made)
}

func list(s ...string) []string { return s }

// none stands for "no finding at core", where nil stands for "the same".
var none = []string{}

// set changes a value of the first row.
func set(field string, value any) func(*made) {
	return func(m *made) { m.rows[0][field] = value }
}

func unset(field string) func(*made) {
	return func(m *made) { delete(m.rows[0], field) }
}

func all(changes ...func(*made)) func(*made) {
	return func(m *made) {
		for _, change := range changes {
			change(m)
		}
	}
}

func runVerifyCases(t *testing.T, cases []verifyCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := makeBundle(t)
			c.change(m)
			m.manifest()
			expect(t, m.verify(Options{}), c.want...)
			if c.core != nil {
				if got := told(m.verify(Options{Level: tspi.Core}).Findings); strings.Join(got,
					"\n") != strings.Join(c.core, "\n") {
					t.Errorf("core: findings %q, want %q", got, c.core)
				}
			}
			m = makeBundle(t)
			c.pair(m)
			m.manifest()
			expect(t, m.verify(Options{}))
			if got := m.verify(Options{Level: tspi.Core}); !got.Passed() {
				t.Errorf("core refuses the neighbour: %q", told(got.Findings))
			}
		})
	}
}

// same is the neighbour that is the right bundle itself.
func same(*made) {}

// Section 10: a right bundle passes, and what is told of it is metadata.
func TestVerifyPasses(t *testing.T) {
	m := makeBundle(t)
	m.manifest()
	r := m.verify(Options{})
	expect(t, r)
	if r.Status != Pass || r.ModuleCount != 2 {
		t.Errorf("status %q with %d modules", r.Status, r.ModuleCount)
	}
	text, err := os.ReadFile(m.path(ManifestName))
	must(t, err)
	if r.ManifestSHA256 != hexSHA256(string(text)) || r.ManifestSize != int64(len(text)) {
		t.Errorf("the manifest's digest %s and size %d are not those of its bytes", r.ManifestSHA256, r.ManifestSize)
	}
	want := Module{ID: "tools:second", Ref: secondRef, SHA256: hexSHA256(secondBody), Size: int64(len(secondBody))}
	got := r.Modules[1]
	if got.ID != want.ID || got.Ref != want.Ref || got.SHA256 != want.SHA256 || got.Size != want.Size ||
		got.Codes != nil {
		t.Errorf("module %+v, want %+v", got, want)
	}
}

// Section 10, what a row says by itself: relation, class, body boundary, refs.
func TestVerifyRow(t *testing.T) {
	runVerifyCases(t, []verifyCase{
		{"relation of another word", set("source_to_target_relation", "copy"), list("first RELATION_UNVERIFIED"), nil,
			set("source_to_target_relation", "verified_public_safe_private_path_rewrite")},
		{"relation in another letter case", set("source_to_target_relation", "Exact_Copy"),
			list("first RELATION_UNVERIFIED"), nil, same},
		{"relation missing", unset("source_to_target_relation"), list("first RELATION_UNVERIFIED"), nil, same},
		{"relation in a list", set("source_to_target_relation", []string{"exact_copy"}),
			list("first RELATION_UNVERIFIED"), nil, same},
		{"class of another word", set("material_class", "public_macro_body"), list("first CLASS_REQUIRED"), nil,
			set("material_class", "public_macro_standard_body")},
		{"class without its beginning", set("material_class", "proof_body"), list("first CLASS_REQUIRED"), nil,
			set("material_class", "public_macro_proof_body")},
		{"class null", set("material_class", nil), list("first CLASS_REQUIRED"), nil,
			set("material_class", "public_macro_receipt_body")},
		{"body not copied", set("body_copied", false), list("first BODY_BOUNDARY_REQUIRED"), nil,
			set("body_copied", true)},
		{"body in the receipt", set("body_in_receipt", true), list("first BODY_BOUNDARY_REQUIRED"), nil,
			set("body_in_receipt", false)},
		{"body text in the receipt", set("body_text_in_receipt", true), list("first BODY_BOUNDARY_REQUIRED"), nil,
			same},
		{"nothing said of the receipt", unset("body_in_receipt"), list("first BODY_BOUNDARY_REQUIRED"), nil, same},
		{"1 is not true", set("body_copied", 1), list("first BODY_BOUNDARY_REQUIRED"), nil, same},
		{"0 is not false", set("body_text_in_receipt", 0), list("first BODY_BOUNDARY_REQUIRED"), nil, same},
		{"refs to two files", set("path", secondRef), list("first TARGET_REF_PATH_MISMATCH"), nil, unset("path")},
		{"refs in two spellings", set("path", "source_modules/first.g"), list("first TARGET_REF_PATH_MISMATCH"), nil,
			set("path", "./source_modules//x/../first.go")},
		{"a step too far up", set("path", "../source_modules/first.go"), list("first TARGET_REF_PATH_MISMATCH"), nil,
			set("path", "x/../source_modules/first.go")},
		{"absolute path", set("path", "/source_modules/first.go"), list("first TARGET_REF_PATH_MISMATCH"), nil,
			unset("path")},
		{"path is no text", set("path", 7), list("first TARGET_REF_PATH_MISMATCH"), nil, unset("path")},
		{"path null", set("path", nil), list("first TARGET_REF_PATH_MISMATCH"), nil, unset("target_ref")},
		{"many at once", all(set("material_class", ""), set("body_copied", nil), set("sha256", "")),
			list("first BODY_BOUNDARY_REQUIRED", "first CLASS_REQUIRED", "first DIGEST_MISMATCH"), nil, same},
		{"an id that is no name", all(set("module_id", canary), set("material_class", canary)),
			list("source_module CLASS_REQUIRED"), nil,
			set("module_id", "another-name")},
	})
}

// Section 10: the target is target_ref, else path; without the file nothing is
// said of digests and anchors.
func TestVerifyTarget(t *testing.T) {
	gone := func(m *made) { m.remove(firstRef) }
	bad := all(set("sha256", ""), set("required_anchors", []string{"nowhere"}))
	runVerifyCases(t, []verifyCase{
		{"no such file", gone, list("first TARGET_MISSING"), nil, same},
		{"nothing else is said", all(gone, bad), list("first TARGET_MISSING"), nil, same},
		{"a folder on the way is a file", all(set("path", firstRef+"/x"), set("target_ref", firstRef+"/x")),
			list("first TARGET_MISSING", "source_modules UNDECLARED"), list("first TARGET_MISSING"), same},
		{"no ref at all", all(unset("path"), unset("target_ref")),
			list("first TARGET_MISSING", "source_modules UNDECLARED"), list("first TARGET_MISSING"),
			unset("target_ref")},
		{"no ref that is text", all(unset("path"), set("target_ref", 7)),
			list("first TARGET_MISSING", "source_modules UNDECLARED"), list("first TARGET_MISSING"), unset("path")},
		{"target_ref before path", all(set("path", firstRef), set("target_ref", "source_modules/gone.go")),
			list("first TARGET_MISSING", "first TARGET_REF_PATH_MISMATCH", "source_modules UNDECLARED"),
			list("first TARGET_MISSING", "first TARGET_REF_PATH_MISMATCH"), same},
		{"absolute", all(unset("path"), set("target_ref", "/"+firstRef)),
			list("first TARGET_ESCAPE", "source_modules UNDECLARED"), list("first TARGET_MISSING"), unset("path")},
		{"no text beside the bundle itself", all(set("path", 7), set("target_ref", ".")),
			list("first TARGET_ESCAPE", "first TARGET_REF_PATH_MISMATCH", "source_modules UNDECLARED"),
			list("first TARGET_MISSING", "first TARGET_REF_PATH_MISMATCH"), same},
		{"a name that no file can have", all(unset("path"), set("target_ref", "source_modules/first.go\x00")),
			list("first TARGET_MISSING", "source_modules UNDECLARED"), list("first TARGET_MISSING"), unset("path")},
		{"a name that is too long", all(unset("path"), set("target_ref", "source_modules/"+strings.Repeat("x", 5000))),
			list("first TARGET_MISSING", "source_modules UNDECLARED"), list("first TARGET_MISSING"), unset("path")},
	})
}

// Section 10: the body's SHA-256 is the declared one; [H] both digests are there,
// well formed and right.
func TestVerifyDigests(t *testing.T) {
	right, wrong := hexSHA256(firstBody), hexSHA256(firstBody+" ")
	mismatch := list("first DIGEST_MISMATCH")
	runVerifyCases(t, []verifyCase{
		{"both wrong", all(set("sha256", wrong), set("target_sha256", wrong)), mismatch, nil,
			all(set("sha256", right), set("target_sha256", right))},
		{"the first wrong", set("sha256", wrong), mismatch, nil, set("sha256", "sha256:"+right)},
		{"the second wrong", set("target_sha256", wrong), mismatch, nil, set("target_sha256", right)},
		{"the first missing", unset("sha256"), mismatch, none, same},
		{"the second missing", unset("target_sha256"), mismatch, none, same},
		{"both missing", all(unset("sha256"), unset("target_sha256")), mismatch, nil, same},
		{"upper case", set("sha256", strings.ToUpper(right)), mismatch, nil, set("sha256", right)},
		{"another algorithm", set("sha256", "sha512:"+right), mismatch, nil, set("sha256", "sha256:"+right)},
		{"prefix twice", set("sha256", "sha256:sha256:"+right), mismatch, nil, set("sha256", "sha256:"+right)},
		{"a digit short", set("sha256", right[:63]), mismatch, nil, set("sha256", right)},
		{"a blank behind", set("sha256", right+" "), mismatch, nil, set("sha256", right)},
		{"null", set("target_sha256", nil), mismatch, nil, same},
		{"in a list", set("target_sha256", []string{right}), mismatch, nil, same},
		{"a body that was changed", func(m *made) { m.write(firstRef, firstBody+"\n") }, mismatch, nil,
			func(m *made) { m.body(firstBody + "\n") }},
		{"an empty body", func(m *made) {
			m.write(firstRef, "")
		}, list("first ANCHOR_MISSING", "first DIGEST_MISMATCH"), nil, same},
	})
}

// Section 10: each anchor occurs in the body; [H] there is one, and none is empty
// or no string.
func TestVerifyAnchors(t *testing.T) {
	missing := list("first ANCHOR_MISSING")
	anchors := func(a ...any) func(*made) { return set("required_anchors", a) }
	many := make([]any, 0, 200)
	for i := range 40 {
		many = append(many, firstBody[i:i+20])
	}
	runVerifyCases(t, []verifyCase{
		{"not there", anchors("func Second()"), missing, nil, anchors("func First()")},
		{"one of two not there", anchors("func First()", "func Last()"), missing, nil,
			anchors("func First()", "return")},
		{"in another letter case", anchors("FUNC FIRST()"), missing, nil, anchors("func First()")},
		{"longer than the body", anchors(firstBody + "x"), missing, nil, anchors(firstBody)},
		{"no anchors", anchors(), missing, none, anchors("p")},
		{"anchors missing", unset("required_anchors"), missing, none, anchors("p")},
		{"an empty one", anchors("", "package"), missing, none, anchors("package")},
		{"one that is no string", anchors("package", 1), missing, nil, anchors("package")},
		{"text in place of a list", set("required_anchors", "package"), missing, nil, anchors("package")},
		{"one of many not there", anchors(append(many, "nowhere")...), missing, nil, anchors(many...)},
		{"more text than is searched for", anchors(strings.Repeat("x", maxAnchorBytes), "package"), missing, nil,
			anchors("package")},
	})
}

// Section 10, over the body's text: host paths and preview words; a body that is
// no text or too large.
func TestVerifyBody(t *testing.T) {
	body := func(text string) func(*made) {
		return all(set("required_anchors", []string{"package"}), func(m *made) { m.body("package x\n" + text) })
	}
	path, preview := list("first ABSOLUTE_PATH_FORBIDDEN"), list("first COMMAND_PREVIEW_FORBIDDEN")
	unreadable := list("first BODY_UNREADABLE")
	runVerifyCases(t, []verifyCase{
		{"core's path", body(`f("/home/me/x")`), path, path, body(`f("home/me/x")`)},
		{"[H] path", body(`f(/root/x)`), path, none, body(`f(/root)`)},
		{"core's backslashes", body(`"C:\\Users\\x"`), path, path, body(`"C:\\Public\\x"`)},
		{"[H] backslashes", body(`C:\Users\x`), path, none, body(`C:\users\x`)},
		{"preview word", body(`x.raw_command`), preview, preview, body(`x.rawcommand`)},
		{"both", body(`cmdline=/home/x`), append(path, preview...), append(path, preview...), body(`x=/tmp/x`)},
		{"no text", body("\xff"), unreadable, none, body("\xc3\xbf")},
		{"half a character at the end", body("\xc3"), unreadable, none, body("\xc3\xbf")},
		{"a surrogate", body("\xed\xa0\x80"), unreadable, none, body("\xed\x9f\xbf")},
		{"nothing else is said of what is no text",
			all(body("\xff /home/me"), set("sha256", ""), set("required_anchors", nil)),
			unreadable, nil, body("\xc3\xbf")},
		{"too large", body(strings.Repeat("x", 16<<20)), unreadable, nil,
			body(strings.Repeat("x", 16<<20-len("package x\n")))},
		{"nothing else is said of what is too large", all(body(strings.Repeat("x", 16<<20)), set("sha256", "")),
			unreadable, nil, same},
	})
}
