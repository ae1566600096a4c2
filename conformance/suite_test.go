package conformance

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/profiletest"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
)

const otherCase = "tspi/core/5.orphan/b"

// tree is a tree of two cases and the frozen list of version 1, of which change
// makes another.
func tree(t *testing.T, change func(files fstest.MapFS)) fs.FS {
	t.Helper()
	files := fstest.MapFS{
		"tspi/core/5.orphan/a.txtar": {Data: []byte(profiletest.Case)},
		otherCase + ".txtar":         {Data: []byte(strings.ReplaceAll(profiletest.Case, "orphan/a", "orphan/b"))},
		"tspi/README.md":             {Data: []byte("no case")},
	}
	list, err := FreezeList(tspiProfile, files, 1)
	if err != nil {
		t.Fatal(err)
	}
	files["tspi/suite-1.txt"] = &fstest.MapFile{Data: []byte(list)}
	change(files)
	return files
}

func edited(text, old, fresh string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(strings.Replace(text, old, fresh, 1))}
}

// The frozen list holds the tree: a case that changed, is gone, or came without
// joining a version, is an error; a provisional one, and one of a later version,
// is not (docs/suite.md, frozen lists).
func TestLoadSuite(t *testing.T) {
	b := strings.ReplaceAll(profiletest.Case, "orphan/a", "orphan/c")
	for name, test := range map[string]struct {
		change func(files fstest.MapFS)
		cases  int
		want   string
	}{
		"as it is": {func(fstest.MapFS) {}, 2, ""},
		"a changed case": {func(f fstest.MapFS) {
			f[otherCase+".txtar"] = edited(string(f[otherCase+".txtar"].Data), "It says", "He says")
		}, 0, "case tspi/core/5.orphan/b: differs from the frozen list of suite 1"},
		"a case that is gone": {func(f fstest.MapFS) {
			delete(f, otherCase+".txtar")
		}, 0, "case tspi/core/5.orphan/b: stands in the frozen list of suite 1 and is not there"},
		"a new case": {func(f fstest.MapFS) {
			f["tspi/core/5.orphan/c.txtar"] = &fstest.MapFile{Data: []byte(b)}
		}, 0, "case tspi/core/5.orphan/c: is not in the frozen list of suite 1 and not provisional; run make freeze"},
		"a provisional case": {func(f fstest.MapFS) {
			f["tspi/core/5.orphan/c.txtar"] = edited(b, "since: 1", "since: 1\nprovisional: true")
		}, 3, ""},
		"a later case": {func(f fstest.MapFS) {
			f["tspi/core/5.orphan/c.txtar"] = edited(b, "since: 1", "since: 2")
		}, 2, ""},
		"a broken case": {func(f fstest.MapFS) {
			f["tspi/core/5.orphan/c.txtar"] = edited(b, "since", "sinse")
		}, 0, "case tspi/core/5.orphan/c: sinse"},
		"no list": {func(f fstest.MapFS) { delete(f, "tspi/suite-1.txt") }, 0, "suite: there is no version 1"},
		"a list of other lines": {func(f fstest.MapFS) {
			f["tspi/suite-1.txt"] = &fstest.MapFile{Data: []byte("abc  tspi/core/5.orphan/a\n")}
		}, 0, "suite 1: want lines of a SHA-256"},
		"a case twice in it": {func(f fstest.MapFS) {
			f["tspi/suite-1.txt"].Data = append(f["tspi/suite-1.txt"].Data, f["tspi/suite-1.txt"].Data...)
		}, 0, "suite 1: want lines of a SHA-256"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := LoadSuite(tspiProfile, tree(t, test.change), 1)
			if test.want != "" {
				if err == nil || !strings.HasPrefix(err.Error(), test.want) {
					t.Errorf("got %v, want %q", err, test.want)
				}
				return
			}
			if err != nil || len(s.Cases) != test.cases || s.Version != 1 || !strings.HasPrefix(s.Digest, "sha256:") {
				t.Errorf("%v, %+v", err, s)
			}
		})
	}
	if _, err := LoadSuite(tspiProfile, fstest.MapFS{"tspi/suite-1.txt": {}}, 1); err != nil {
		t.Errorf("an empty suite: %v", err)
	}
}

// A case that joins version 2 is required there, and does not take a certificate
// of version 1 away: the list of version 1 stays the same, and so does its digest.
func TestALaterVersionLeavesTheFirstAlone(t *testing.T) {
	first, err := LoadSuite(tspiProfile, tree(t, func(fstest.MapFS) {}), 1)
	if err != nil {
		t.Fatal(err)
	}
	var files fs.FS = tree(t, func(f fstest.MapFS) {
		f["tspi/core/5.orphan/c.txtar"] = edited(strings.ReplaceAll(profiletest.Case, "orphan/a", "orphan/c"),
			"since: 1", "since: 2")
		list, err := FreezeList(tspiProfile, f, 2)
		if err != nil {
			t.Fatal(err)
		}
		f["tspi/suite-2.txt"] = &fstest.MapFile{Data: []byte(list)}
	})
	again, err := LoadSuite(tspiProfile, files, 1)
	if err != nil || again.Digest != first.Digest || len(again.Cases) != 2 {
		t.Errorf("version 1: %v, %+v", err, again)
	}
	second, err := LoadSuite(tspiProfile, files, 2)
	if err != nil || len(second.Cases) != 3 || second.Digest == first.Digest {
		t.Errorf("version 2: %v, %+v", err, second)
	}
	if list, err := FreezeList(tspiProfile, files, 1); err != nil ||
		"sha256:"+profile.Digest([]byte(list)) != first.Digest {
		t.Errorf("the list of version 1 is now %s, %v", list, err)
	}
	if _,
		err := FreezeList(tspiProfile,
		fstest.MapFS{"tspi/core/5.orphan/a.txtar": edited(profiletest.Case, "since", "sinse")}, 1); err == nil {
		t.Error("a broken case was frozen")
	}
	if _, err := FreezeList(tspiProfile, fstest.MapFS{}, 1); err == nil {
		t.Error("nothing was frozen")
	}
}

// Cases are found by their id.
func TestSuiteCase(t *testing.T) {
	s := loadCurrent(t)
	for _, c := range s.Cases {
		if found, ok := s.Case(c.ID); !ok || found != c {
			t.Errorf("%s is not found", c.ID)
		}
	}
	if _, ok := s.Case("tspi/core/5.orphan/none"); ok {
		t.Error("a case that is not there is found")
	}
}

// Provisional cases are asked and reported, and neither required nor able to fail
// a run; the same case is, once it is required.
func TestProvisionalCases(t *testing.T) {
	wrong := strings.NewReplacer("orphan/a", "orphan/c", `"lsp"]`, `"mcp"]`).Replace(profiletest.Case) // demands no row
	for name, provisional := range map[string]bool{"provisional": true, "required": false} {
		t.Run(name, func(t *testing.T) {
			text := wrong
			if provisional {
				text = strings.Replace(wrong, "since: 1", "since: 1\nprovisional: true", 1)
			}
			files := tree(t, func(f fstest.MapFS) {
				f["tspi/core/5.orphan/c.txtar"] = &fstest.MapFile{Data: []byte(text)}
				list, err := FreezeList(tspiProfile, f, 1)
				if err != nil {
					t.Fatal(err)
				}
				f["tspi/suite-1.txt"] = &fstest.MapFile{Data: []byte(list)}
			})
			r, err := Run(t.Context(), InProcess(tspiprofile.BuiltIn(0, "1", tspiprofile.Folders{})),
				Options{Cases: files, Suite: 1, Only: []string{"*"}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Counts.ByVerdict[Fail] == 0 || r.Passed() != provisional {
				t.Errorf("passed %v, %v", r.Passed(), r.Counts)
			}
			required := 3
			if provisional {
				required = 2
			}
			if r.Suite.Cases != required || (r.Counts.RequiredGreen == r.Counts.RequiredTotal) != provisional {
				t.Errorf("%d cases required, want %d; %v", r.Suite.Cases, required, r.Counts)
			}
		})
	}
}

// The embedded suite is read once, and what a caller does with the list of its cases
// is no other's business (docs/suite.md, frozen lists).
func TestEmbeddedSuite(t *testing.T) {
	first, err := EmbeddedSuite(tspiProfile, tspiProfile.Suite)
	if err != nil {
		t.Fatal(err)
	}
	id, n := first.Cases[0].ID, len(first.Cases)
	first.Cases = slices.Delete(first.Cases, 0, 1)
	second, err := EmbeddedSuite(tspiProfile, tspiProfile.Suite)
	if err != nil || len(second.Cases) != n || second.Cases[0].ID != id || second.Cases[1] != first.Cases[0] {
		t.Errorf("%v: %d cases of %d", err, len(second.Cases), n)
	}
	if second.Version != tspiProfile.Suite || second.Digest != first.Digest {
		t.Errorf("suite %d, %s; then suite %d, %s", first.Version, first.Digest, second.Version, second.Digest)
	}
	for _, unknown := range []int{-1, 0, tspiProfile.Suite + 1, 99} {
		if _, err := EmbeddedSuite(tspiProfile, unknown); err == nil {
			t.Errorf("there is a suite %d", unknown)
		}
	}
}
