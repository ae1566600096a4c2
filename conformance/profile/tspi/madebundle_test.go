package tspi

import (
	"reflect"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
)

// Guards docs/suite.md: a bundle that was drawn stands in a case byte for byte,
// whatever its files hold and how they end, with its links and what must be found.
func TestMadeBundles(t *testing.T) {
	for i := range uint64(300) {
		b := tspigen.BundleCase(8, i)
		m := MadeBundle{ID: "tspi/hardened/10.manifest/made", Title: "made", Clause: "10.manifest", Why: "made",
			Expect: ExpectBundle{Status: "pass", ModuleCount: int64(b.Modules), VerifiedModuleCount: int64(b.Verified),
				Findings: []ExpectFinding{}}}
		for _, file := range b.Files {
			m.Folder.Files = append(m.Folder.Files, profile.FolderFile(file))
		}
		for _, link := range b.Links {
			m.Folder.Entries = append(m.Folder.Entries,
				profile.FolderEntry{Kind: "symlink", Name: link.Name, Target: link.Target})
		}
		findings, _ := b.Expect(law.Hardened)
		for _, f := range findings {
			m.Expect.Status = "blocked"
			m.Expect.Findings = append(m.Expect.Findings, ExpectFinding{string(f.Code), f.Subject})
		}
		text, err := m.Text()
		if err != nil {
			t.Fatalf("%v: %v", b, err)
		}
		c, err := Profile().ParseCase(m.ID, text)
		if err != nil {
			t.Fatalf("%v: %v", b, err)
		}
		if !reflect.DeepEqual(*problemOf(c).Dir, m.Folder) || !reflect.DeepEqual(*expectOf(c).Bundle, m.Expect) {
			t.Fatalf("%v: comes back as another\n%s", b, text)
		}
	}
}

// Names that end as the format's own endings do are no way around it.
func TestMadeBundleNames(t *testing.T) {
	for _, name := range []string{"a.chomp", "a.base64", "a.chomp.base64"} {
		m := MadeBundle{ID: "tspi/hardened/10.manifest/made", Title: "made", Clause: "10.manifest", Why: "made",
			Folder: profile.Folder{Files: []profile.FolderFile{{Name: name, Data: []byte("text\n")}}},
			Expect: ExpectBundle{Status: "pass"}}
		text, err := m.Text()
		if err != nil {
			t.Fatal(err)
		}
		c, err := Profile().ParseCase(m.ID, text)
		if err != nil || problemOf(c).Dir.Files[0].Name != name || string(problemOf(c).Dir.Files[0].Data) != "text\n" {
			t.Errorf("%s: %v, %+v", name, err, problemOf(c).Dir)
		}
	}
}
