package tspi

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// A verifier that reads in portions, passes over folders of tools or tidies names is right about small and plain
// bundles. So modules lie under names that somebody may tidy, and wrong ones are put among the right, whose finding
// is certain.

// moduleName draws where the body of a module lies. None of the names meets another on a file system that folds
// letter case.
func (p *perturbation) moduleName() string {
	forms := []string{"%/%.py", "%/%.py", "%/%.py", "%/%.py ", " %/%.py", "%/ %.py", "% /%.py", ".git/%",
		"node_modules/%/%.js", "__pycache__/%.pyc",
		".%/%", "%/%#1.py", "%/'%'", "dist/%.js", "%/%20%.py", "%/&#97;%.py", "~%/%.py", "%/%.py.bak", "%/%\u00a0",
		"%.d/%;1"}
	name := forms[p.rng.IntN(len(forms))]
	var b strings.Builder
	b.WriteString("source_modules/")
	for i, part := range strings.Split(name, "%") {
		if i > 0 {
			if strings.HasPrefix(part, "20") {
				b.WriteByte('%')
			} else {
				b.WriteString(p.token())
			}
		}
		b.WriteString(part)
	}
	return b.String()
}

// otherSpelling is a reference to the same file (contract, section 10).
func (p *perturbation) otherSpelling(ref string) string {
	rest := strings.TrimPrefix(ref, "source_modules/")
	return []string{ref, ref, ref, "./" + ref, "source_modules//" + rest, "source_modules/./" + rest,
		"source_modules/" + p.token() + "/../" + rest}[p.rng.IntN(7)]
}

// room is how many bytes of a body stand before what counts: mostly few, at times so many that it lies across the
// border of a portion, or behind the first MiB.
func (p *perturbation) room() int {
	borders := []int{4_096, 8_192, 32_768, 65_536}
	switch n := p.rng.IntN(60); {
	case n == 0:
		return 1<<20 + p.rng.IntN(9)
	case n < 16:
		return borders[p.rng.IntN(len(borders))] - 2 - p.rng.IntN(7)
	}
	return p.rng.IntN(400)
}

// padded is a text of just so many bytes that ends a line.
func (p *perturbation) padded(n int) string {
	if n == 0 {
		return ""
	}
	return (p.filler(n) + " ")[:n-1] + "\n"
}

// wrongModule is a module and its body of which one thing is wrong, and the code that it raises.
func (p *perturbation) wrongModule() (strict.Object, profile.FolderFile, tspi.Code) {
	row, body := p.rightModule()
	anchor, _ := row.At("required_anchors").(strict.Array)[0].(string)
	end := func(text string) { body.Data = []byte(string(body.Data) + p.padded(p.room()) + text + "\n") }
	switch p.rng.IntN(6) {
	case 0: // it occurs, but for letter case, blanks or marks
		twins := profile.Twins(anchor)
		twin := twins[p.rng.IntN(len(twins))]
		body.Data = []byte(strings.ReplaceAll(string(body.Data), anchor, "def "))
		end(strings.ReplaceAll(twin, anchor, strings.ReplaceAll(anchor, " ", "  ")))
		return row, body, tspi.CodeModuleAnchorMissing
	case 1: // the digest is that of other bytes
		digest := strings.Repeat("0", 63) + "1"
		return row.With("sha256", digest), body, tspi.CodeModuleDigestMismatch
	case 2:
		end("open(\"/home/" + p.token() + "/x\")")
		return row, body, tspi.CodeAbsolutePath
	case 3:
		end(p.token() + "_command_preview")
		return row, body, tspi.CodeCommandPreview
	case 4: // one of two anchors
		return row.With("required_anchors", strict.Array{anchor, p.token()}), body, tspi.CodeModuleAnchorMissing
	}
	return row.With("body_copied", strict.Int(1)), body, tspi.CodeModuleBodyBoundary
}

// addWrongModules puts wrong modules among those of a bundle, and files that nobody declares beside them.
func (p *perturbation) addWrongModules(folder *profile.Folder, modules strict.Array) strict.Array {
	bundle := p.expect.Bundle
	if bundle == nil {
		return modules
	}
	bundle.Findings = slices.Clone(bundle.Findings)
	raise := func(code tspi.Code, subject string) {
		finding := ExpectFinding{ErrorCode: string(code), SubjectID: subject}.compared()
		if !slices.Contains(bundle.Findings, finding) {
			bundle.Findings = append(bundle.Findings, finding)
		}
		bundle.Status = "blocked"
	}
	size := []int{0, 0, 0, 0, 0, 1, 2, 3}[p.rng.IntN(8)]
	if p.rng.IntN(60) == 0 {
		size = 51 + p.rng.IntN(20)
	}
	for range size {
		row, body, code := p.wrongModule()
		folder.Files = append(folder.Files, body)
		modules = slices.Insert(modules, p.rng.IntN(len(modules)+1), strict.Value(row))
		raise(code, row.Text("module_id"))
		bundle.ModuleCount++
	}
	if p.level != law.Hardened {
		return modules
	}
	switch p.rng.IntN(12) {
	case 0:
		folder.Files = append(folder.Files, profile.FolderFile{Name: "source_modules/" + p.token() + "/.DS_Store"})
	case 1:
		names := []string{".git/config", "node_modules/" + p.token() + ".js", "__pycache__/" + p.token() + ".pyc",
			p.token() + "/.keep", p.token() + "/thumbs.DB", p.token() + ".bak", ".venv/x"}
		data := []string{"", "x\n"}[p.rng.IntN(2)]
		folder.Files = append(folder.Files, profile.FolderFile{Name: "source_modules/" + names[p.rng.IntN(len(names))],
			Data: []byte(data)})
		raise(tspi.CodeModuleUndeclared, "source_modules")
	}
	return modules
}
