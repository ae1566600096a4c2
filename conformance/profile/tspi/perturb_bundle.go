package tspi

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
)

// perturbFolder perturbs what a bundle or a fixture holds.
func (p *perturbation) perturbFolder() {
	folder := *p.problem.Dir
	folder.Files = slices.Clone(folder.Files)
	if p.op == OpBundle {
		p.perturbBundle(&folder)
	} else {
		p.perturbFixture(&folder)
	}
	p.addModules(&folder)
	for i, file := range folder.Files {
		document, err := strict.Decode(file.Data)
		object, ok := document.(strict.Object)
		if err == nil && ok && (file.Name == docPolicy+".json" || file.Name == docOwners+".json") {
			folder.Files[i].Data = append(strict.Encode(p.noted(object)), '\n')
		}
	}
	p.problem = Problem{Dir: &folder}
}

// perturbBundle gives modules other ids and bodies another last line. The
// digests of a case that are right by its own words follow the bodies.
func (p *perturbation) perturbBundle(folder *profile.Folder) {
	at := slices.IndexFunc(folder.Files, func(f profile.FolderFile) bool { return f.Name == profile.ManifestName })
	if at < 0 {
		return
	}
	text := string(folder.Files[at].Data)
	document, err := strict.Decode([]byte(text))
	manifest, ok := document.(strict.Object)
	value, _ := manifest.Get("modules")
	modules, isArray := value.(strict.Array)
	if err != nil || !ok || !isArray {
		return
	}
	renamed := p.renameModules(modules, text)
	for old, fresh := range renamed {
		text = strings.ReplaceAll(text, `"`+old+`"`, `"`+fresh+`"`)
	}
	folder.Files[at].Data = []byte(text)
	p.lengthenBodies(folder, text)
	if p.expect.Bundle != nil {
		for i := range p.expect.Bundle.Findings {
			finding := &p.expect.Bundle.Findings[i]
			if fresh, ok := renamed[finding.SubjectID]; ok {
				finding.SubjectID = fresh
			}
		}
	}
}

// renameModules draws new ids. An id that also stands elsewhere in a module, is
// no plain word or is spelt with escapes keeps its name.
func (p *perturbation) renameModules(modules strict.Array, text string) map[string]string {
	others := map[string]bool{}
	for _, module := range modules {
		object, _ := module.(strict.Object)
		for _, m := range object {
			if m.Name != "module_id" {
				strict.EachString(m.Value, func(s string) { others[s] = true })
			}
			others[m.Name] = true
		}
	}
	renamed := map[string]string{}
	for _, module := range modules {
		object, _ := module.(strict.Object)
		value, _ := object.Get("module_id")
		if id, ok := value.(string); ok && profile.IsPlainWord(id) && !others[id] &&
			strings.Contains(text, `"`+id+`"`) {
			renamed[id] = p.token()
		}
	}
	return renamed
}

var literalDigest = regexp.MustCompile(`"(?:sha256:)?[0-9a-f]{64}"`)

// lengthenBodies adds a line to every body whose digests the case leaves to the
// harness.
func (p *perturbation) lengthenBodies(folder *profile.Folder, manifest string) {
	if literalDigest.MatchString(manifest) {
		return // a digest that is right or wrong by its bytes
	}
	linked := map[string]bool{}
	for _, entry := range folder.Entries {
		linked[entry.Target] = true
	}
	for i, file := range folder.Files {
		if !strings.Contains(manifest, `"`+profile.DigestMark+file.Name+`"`) || linked[file.Name] ||
			!utf8.Valid(file.Data) {
			continue
		}
		folder.Files[i].Data = append(slices.Clone(file.Data), ("\n" + p.token() + "\n")...)
	}
}
