package second

import (
	"os"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// Names and limits of a bundle (contract, section 10).
const (
	manifestName = "source_module_manifest.json"
	modulesDir   = "source_modules"
	maxManifest  = 4 << 20
	maxBody      = 16 << 20
	codeModule   = "TSPI_SOURCE_MODULE_"
)

// lane judges one bundle.
type lane struct {
	*contract
	root     *os.Root
	found    findings
	modules  int
	verified int
	absent   bool // there is no manifest
	declared []string
	ids      []string
}

// judgeBundle judges the source modules of a folder.
func (l *contract) judgeBundle(root *os.Root) *lane {
	b := &lane{contract: l, root: root}
	modules, code := b.manifest()
	if code != "" {
		if !l.hardened() {
			code = "MANIFEST_REQUIRED"
		}
		b.found.raise(codeModule+code, "source_module_manifest", "module")
		return b
	}
	b.modules = len(modules)
	for _, module := range modules {
		if !b.judgeModule(module) {
			b.verified++
		}
	}
	if l.hardened() && !l.on("extra-files-pass") && b.undeclared() {
		b.found.raise(codeModule+"UNDECLARED", modulesDir, "module")
	}
	return b
}

func (b *lane) passed() bool {
	if b.on("one-verified-is-enough") && b.verified > 0 {
		return true
	}
	return (b.modules > 0 || b.on("empty-manifests-pass")) && len(b.found) == 0 || b.absent &&
		b.on("no-manifest-passes")
}

func (b *lane) status() string {
	if b.passed() {
		return "pass"
	}
	return "blocked"
}

// manifest reads the modules, or says what is wrong.
func (b *lane) manifest() (modules strict.Array, code string) {
	info, err := b.root.Lstat(manifestName)
	if err != nil {
		b.absent = true
		return nil, "MANIFEST_REQUIRED"
	}
	if !info.Mode().IsRegular() && !b.on("linked-manifests") {
		return nil, "MANIFEST_INVALID"
	}
	text, whole, err := readFile(b.root, manifestName, maxManifest)
	if err != nil || !whole {
		return nil, "MANIFEST_INVALID"
	}
	document, err := b.decode(text)
	modules, _ = get(document, "modules").(strict.Array)
	if b.on("manifests-read-in-part") {
		document, err = readPart(text)
		modules, _ = get(document, "modules").(strict.Array)
	}
	if err != nil && b.on("unreadable-is-missing") {
		return nil, "MANIFEST_REQUIRED"
	}
	if err != nil || len(modules) == 0 && !b.on("empty-manifests-pass") {
		return nil, "MANIFEST_INVALID"
	}
	isNone := func(module strict.Value) bool { _, ok := module.(strict.Object); return !ok }
	if b.on("bad-modules-skipped") {
		return slices.DeleteFunc(slices.Clone(modules), isNone), ""
	}
	if slices.ContainsFunc(modules, isNone) {
		return nil, "MANIFEST_INVALID"
	}
	return modules, ""
}

// judgeModule reports whether a module raised anything.
func (b *lane) judgeModule(module strict.Value) bool {
	subject, faulty := "source_module", false
	id, hasID := get(module, "module_id").(string)
	if hasID && b.plain(id) {
		subject = id
	}
	raise := func(code string) {
		b.found.raise(code, subject, "module")
		faulty = true
	}
	relations := []string{"exact_copy", "verified_public_safe_private_path_rewrite", "source_faithful_public_refactor"}
	if b.on("copies-only") {
		relations = relations[:1]
	} else if b.on("refactors-only") {
		relations = relations[1:]
	}
	if relation, there := get(module, "source_to_target_relation").(string); !slices.Contains(relations, relation) &&
		!b.on("any-relation") &&
		(there || !b.on("no-relation-is-a-copy")) {
		raise(codeModule + "RELATION_UNVERIFIED")
	}
	if class, _ := get(module, "material_class").(string); !b.isPublic(class) {
		raise(codeModule + "CLASS_REQUIRED")
	}
	if !b.keepsBoundary(module) {
		raise(codeModule + "BODY_BOUNDARY_REQUIRED")
	}
	target := b.target(module, raise)
	if b.hardened() {
		if (id == "" && !b.on("ids-made-up")) || id != "" && slices.Contains(b.ids, id) ||
			slices.Contains(b.declared, target) && !b.on("shared-targets") {
			raise(codeModule + "DUPLICATE")
		}
		b.ids, b.declared = append(b.ids, id), append(b.declared, target)
	}
	b.judgeTarget(module, target, raise)
	return faulty
}

func (b *lane) isPublic(class string) bool {
	name, ok := strings.CutPrefix(class, "public_macro_")
	classes := []string{"pattern_body", "tool_body", "receipt_body", "proof_body", "standard_body"}
	if b.on("patterns-only") {
		classes = classes[:1]
	} else if b.on("patterns-unknown") {
		classes = classes[1:]
	}
	if end := class[strings.LastIndexByte(class, '_')+1:]; end == "body" && b.on("class-by-its-end") {
		return true
	}
	return slices.Contains(classes, name) && ok || b.on("any-public-class") && ok
}

func (b *lane) keepsBoundary(module strict.Value) bool {
	for name, want := range map[string]bool{"body_copied": true, "body_in_receipt": false,
		"body_text_in_receipt": false} {
		value := get(module, name)
		if value != want && !(value == nil && b.on("missing-boundary-is-kept")) &&
			!(name == "body_copied" && b.on("copies-assumed")) &&
			!(name == "body_in_receipt" && b.on("receipts-unasked")) &&
			!(name == "body_text_in_receipt" && b.on("texts-unasked")) {
			return false
		}
	}
	return true
}

// judgeTarget looks for the body and judges it.
func (b *lane) judgeTarget(module strict.Value, target string, raise func(string)) {
	info, escapes, err := b.find(target)
	switch {
	case escapes && b.hardened():
		raise(codeModule + "TARGET_ESCAPE")
		return
	case escapes, err != nil:
		if !b.on("missing-bodies-pass") || escapes {
			raise(codeModule + "TARGET_MISSING")
		}
		return
	}
	limit := int64(maxBody)
	if b.on("bodies-of-1-mib") {
		limit = 1 << 20
	}
	body, whole, err := readFile(b.root, target, limit)
	if err != nil || info.Size() < 0 {
		raise(codeModule + "TARGET_MISSING")
		return
	}
	b.judgeBody(module, body, whole, raise)
}
