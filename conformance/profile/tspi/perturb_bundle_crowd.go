package tspi

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
)

// A published bundle has one module or two. Real ones have many, and a verifier
// that looks at the first few only must not pass. So right modules are put among
// those of the case, wherever its manifest is one that is read.

// addModules adds right modules with bodies of their own, and counts them in what
// is expected.
func (p *perturbation) addModules(folder *profile.Folder) {
	at := slices.IndexFunc(folder.Files, func(f profile.FolderFile) bool { return f.Name == profile.ManifestName })
	if at < 0 || !p.modulesFit(folder) {
		return
	}
	document, err := strict.Decode(folder.Files[at].Data)
	manifest, isObject := document.(strict.Object)
	modules, isArray := manifest.At("modules").(strict.Array)
	if err != nil || !isObject || !isArray || len(modules) == 0 {
		return
	}
	modules = slices.Clone(modules)
	size := p.moduleCrowd()
	for range size {
		row, body := p.rightModule()
		folder.Files = append(folder.Files, body)
		modules = slices.Insert(modules, p.rng.IntN(len(modules)+1), strict.Value(row))
	}
	before := len(modules)
	modules = p.addWrongModules(folder, modules)
	if size > 0 || len(modules) > before {
		folder.Files[at].Data = append(strict.Encode(manifest.With("modules", modules)), '\n')
	}
	if bundle := p.expect.Bundle; bundle != nil {
		bundle.ModuleCount += int64(size)
		bundle.VerifiedModuleCount += int64(size)
	}
}

// modulesFit reports whether the manifest is one of which nothing is wrong as a
// whole, and source_modules a folder that files may be added to.
func (p *perturbation) modulesFit(folder *profile.Folder) bool {
	var codes []string
	if p.expect.Bundle != nil {
		for _, finding := range p.expect.Bundle.Findings {
			codes = append(codes, finding.ErrorCode)
		}
	}
	if p.expect.Run != nil {
		codes = p.expect.Run.ErrorCodes
	}
	if p.expect.Refused != nil || slices.ContainsFunc(codes, func(code string) bool {
		return strings.Contains(code, "_MANIFEST_")
	}) {
		return false
	}
	const bodies = "source_modules"
	return !slices.ContainsFunc(folder.Files, func(f profile.FolderFile) bool { return f.Name == bodies }) &&
		!slices.ContainsFunc(folder.Entries, func(e profile.FolderEntry) bool {
			return e.Name == bodies || e.Name == profile.ManifestName
		})
}

// moduleCrowd is how many modules are added: none in half of the variants, since
// the plainest questions find most, and at times more than anybody's constant.
func (p *perturbation) moduleCrowd() int {
	switch n := p.rng.IntN(12); {
	case n < 6:
		return 0
	case n < 11:
		return 1 + p.rng.IntN(8)
	}
	return 20 + p.rng.IntN(60)
}

// rightModule is a module of which nothing is wrong, and its body. Its digests are
// filled in when the folder is laid out.
func (p *perturbation) rightModule() (strict.Object, profile.FolderFile) {
	ref, anchor := p.moduleName(), "def "+p.token()
	digest := profile.DigestMark + ref
	return strict.Object{
		{Name: "module_id", Value: p.token()},
		{Name: "path", Value: p.otherSpelling(ref)}, {Name: "target_ref", Value: p.otherSpelling(ref)},
		{Name: "source_ref", Value: "upstream/" + p.token() + ".py"},
		{Name: "source_to_target_relation", Value: "exact_copy"},
		{Name: "material_class", Value: "public_macro_tool_body"},
		{Name: "body_copied", Value: true}, {Name: "body_in_receipt", Value: false},
		{Name: "body_text_in_receipt", Value: false},
		{Name: "sha256", Value: digest}, {Name: "target_sha256", Value: digest},
		{Name: "required_anchors", Value: strict.Array{anchor}},
	}, profile.FolderFile{Name: ref, Data: []byte(p.padded(p.room()) + anchor + "():\n    return True\n")}
}
