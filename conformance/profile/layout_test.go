package profile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A case's folder is laid out as docs/suite.md says: files, links, pipes,
// folders and large files.
func TestLayOut(t *testing.T) {
	folder := &Folder{Files: []FolderFile{{"a.txt", []byte("text\n")}, {"deep/raw.bin", []byte("\xff\x00\x01\x02")},
		{"empty", nil}}}
	const entries = "symlink link a.txt\nsymlink out/up ../../elsewhere\nhardlink hard a.txt\nfifo pipe\nmkdir some/folder\n\nlarge big 200001"
	if err := folder.AddLayout(entries); err != nil {
		t.Fatal(err)
	}
	dir, err := layOut(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.remove()
	for name, want := range map[string]string{"a.txt": "text\n", "deep/raw.bin": "\xff\x00\x01\x02", "empty": "",
		"link": "text\n", "hard": "text\n"} {
		if got, err := os.ReadFile(filepath.Join(dir.path, name)); err != nil || string(got) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	for name, mode := range map[string]fs.FileMode{"link": fs.ModeSymlink, "out/up": fs.ModeSymlink,
		"pipe": fs.ModeNamedPipe, "some/folder": fs.ModeDir, "hard": 0, "a.txt": 0} {
		if info, err := os.Lstat(filepath.Join(dir.path, name)); err != nil || info.Mode().Type() != mode {
			t.Errorf("%s is %v, %v", name, info, err)
		}
	}
	if target, err := os.Readlink(filepath.Join(dir.path, "out/up")); err != nil || target != "../../elsewhere" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
	a, _ := os.Stat(filepath.Join(dir.path, "a.txt"))
	hard, _ := os.Stat(filepath.Join(dir.path, "hard"))
	if !os.SameFile(a, hard) {
		t.Error("the hard link is another file")
	}
	big, err := os.ReadFile(filepath.Join(dir.path, "big"))
	if err != nil || len(big) != 200_001 || !strings.HasPrefix(string(big), "large large ") {
		t.Errorf("the large file has %d bytes, %v", len(big), err)
	}
	dir.remove()
	if _, err := os.Lstat(dir.parent); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder is still there: %v", err)
	}
}

// Digests are filled in for the files that are laid out, in the manifest only, and
// byte for byte around them: the manifest itself may be what is wrong.
func TestDigestsAreFilledIn(t *testing.T) {
	const manifest = `{"modules": [ {"sha256": "$sha256:source_modules/a", "x": "$sha256:source_modules/none", "y": "$sha256:source_modules/a!"},}`
	dir, err := layOut(&Folder{Files: []FolderFile{
		{ManifestName, []byte(manifest)}, {"other.json", []byte(`"$sha256:source_modules/a"`)},
		{"source_modules/a", []byte("a")},
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer dir.remove()
	const sumOfA = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
	got, _ := os.ReadFile(filepath.Join(dir.path, ManifestName))
	if want := strings.Replace(manifest, "$sha256:source_modules/a", sumOfA, 1); string(got) != want {
		t.Errorf("the manifest is %s, want %s", got, want)
	}
	if got, _ := os.ReadFile(filepath.Join(dir.path, "other.json")); string(got) != `"$sha256:source_modules/a"` {
		t.Errorf("another file became %s", got)
	}
}

// What cannot be laid out is an error of the harness that names no path.
func TestLayOutThatFails(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for name, folder := range map[string]*Folder{
		"a file under a file":  {Files: []FolderFile{{"a", nil}, {"a/b", nil}}},
		"a link to nothing":    {Entries: []FolderEntry{{"hardlink", "a", "none"}}},
		"a link twice":         {Entries: []FolderEntry{{"symlink", "a", "b"}, {"symlink", "a", "b"}}},
		"a large file of none": {Entries: []FolderEntry{{"large", "a", "many"}}},
		"a large folder":       {Entries: []FolderEntry{{"mkdir", "a", ""}, {"large", "a", "1"}}},
		"an entry in a file":   {Files: []FolderFile{{"a", nil}}, Entries: []FolderEntry{{"fifo", "a/b", ""}}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := layOut(folder)
			if err == nil || !strings.HasPrefix(err.Error(), "cannot lay out a case's folder: ") ||
				strings.Contains(err.Error(), "tspi-case-") {
				t.Errorf("got %v", err)
			}
		})
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("%d folders are left behind, %v", len(left), err)
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	if _, err := layOut(&Folder{}); err == nil || strings.Contains(err.Error(), "none") {
		t.Errorf("without a temporary folder: %v", err)
	}
}

// A long text of a report is cut between characters, so that it can be saved.
func TestLongTextsAreShortened(t *testing.T) {
	for n := range 4 {
		text := strings.Repeat("x", n) + strings.Repeat("ä€", maxSent)
		got := Shortened(text)
		if len(got) > maxSent+len("…") || !strings.HasSuffix(got, "…") || strings.ContainsRune(got, '\ufffd') ||
			!slices.Equal([]rune(got), []rune(strings.ToValidUTF8(got, "?"))) {
			t.Errorf("%d: the text is cut within a character", n)
		}
	}
	if got := Shortened(strings.Repeat("x", maxSent)); len(got) != maxSent {
		t.Errorf("a text of the limit has %d bytes", len(got))
	}
}
