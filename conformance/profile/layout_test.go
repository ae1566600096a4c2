package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/strict"
)

const folderExpectation = `{"status": "pass", "module_count": 1, "verified_module_count": 1, "findings": []}`

// A case's folder is laid out as docs/suite.md says: texts, raw bytes, texts
// without their final newline, links, pipes, folders and large files.
func TestLayOut(t *testing.T) {
	c := made(t, OpBundle,
		"bundle/a.txt", "text", "bundle/deep/raw.bin.base64", "/wAB\nAg==", "bundle/end.chomp", "no newline", "bundle/empty.chomp", "",
		"layout.txt", "symlink link a.txt\nsymlink out/up ../../elsewhere\nhardlink hard a.txt\nfifo pipe\nmkdir some/folder\n\nlarge big 200001",
		"expect.json", folderExpectation)
	dir, err := layOut(c.Problem.Folder)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.remove()
	for name, want := range map[string]string{"a.txt": "text\n", "deep/raw.bin": "\xff\x00\x01\x02", "end": "no newline", "empty": "", "link": "text\n", "hard": "text\n"} {
		if got, err := os.ReadFile(filepath.Join(dir.path, name)); err != nil || string(got) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	for name, mode := range map[string]fs.FileMode{"link": fs.ModeSymlink, "out/up": fs.ModeSymlink, "pipe": fs.ModeNamedPipe, "some/folder": fs.ModeDir, "hard": 0, "a.txt": 0} {
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
	c := made(t, OpBundle, "bundle/source_module_manifest.json", manifest, "bundle/other.json", `"$sha256:source_modules/a"`, "bundle/source_modules/a.chomp", "a", "expect.json", folderExpectation)
	dir, err := layOut(c.Problem.Folder)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.remove()
	const sumOfA = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
	got, _ := os.ReadFile(filepath.Join(dir.path, manifestName))
	if want := strings.Replace(manifest, "$sha256:source_modules/a", sumOfA, 1) + "\n"; string(got) != want {
		t.Errorf("the manifest is %s, want %s", got, want)
	}
	if got, _ := os.ReadFile(filepath.Join(dir.path, "other.json")); string(got) != `"$sha256:source_modules/a"`+"\n" {
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
			if err == nil || !strings.HasPrefix(err.Error(), "cannot lay out a case's folder: ") || strings.Contains(err.Error(), "tspi-case-") {
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

// Names of a case's folder stay inside it, and each line of a layout is one that
// docs/suite.md lists.
func TestFoldersThatAreNone(t *testing.T) {
	for name, test := range map[string]struct {
		files []string
		want  string
	}{
		"good":              {[]string{"bundle/a", "x", "layout.txt", "mkdir b"}, ""},
		"outside":           {[]string{"bundle/../a", "x"}, "want a file under bundle/"},
		"of another kind":   {[]string{"fixture/a", "x"}, "want a file under bundle/"},
		"the folder itself": {[]string{"bundle/", "x"}, "want a file under bundle/"},
		"a detour":          {[]string{"bundle/a/../b", "x"}, "want a file under bundle/"},
		"no base64":         {[]string{"bundle/a.base64", "*"}, "illegal base64"},
		"an unknown entry":  {[]string{"layout.txt", "socket a"}, "want lines of symlink"},
		"a word too many":   {[]string{"layout.txt", "mkdir a b"}, "want lines of symlink"},
		"a word too few":    {[]string{"layout.txt", "symlink a"}, "want lines of symlink"},
		"an entry outside":  {[]string{"layout.txt", "mkdir ../a"}, "want names inside the folder"},
		"an absolute entry": {[]string{"layout.txt", "fifo /a"}, "want names inside the folder"},
		"no folder":         {nil, "a case of tspi.bundle needs a folder"},
	} {
		t.Run(name, func(t *testing.T) {
			text := "id: x\ntitle: x\nop: tspi.bundle\nclause: 10.manifest\nwhy: x\nsince: 1\n"
			for i := 0; i < len(test.files); i += 2 {
				text += "-- " + test.files[i] + " --\n" + test.files[i+1] + "\n"
			}
			_, err := ParseCase("x", []byte(text+"-- expect.json --\n"+folderExpectation+"\n"))
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// What a report says was sent is the suite's own text and names no path of this
// machine; a long one is cut between characters, so that it can be saved.
func TestSentTextIsTheSuitesOwn(t *testing.T) {
	c := made(t, OpBundle, "bundle/a.json", `{"b":  1}`, "bundle/a.txt", "tab\tand \"quote\"", "layout.txt", "symlink link a.txt\nmkdir b", "expect.json", folderExpectation)
	want := "-- a.json --\n{\"b\":1}\n-- a.txt --\n\"tab\\tand \\\"quote\\\"\\n\"\n-- link -- symlink a.txt\n-- b -- mkdir \n"
	if got := sentText(&question{c: c, problem: &c.Problem}); got != want {
		t.Errorf("got %q", got)
	}
	for n := range 4 {
		text := strings.Repeat("x", n) + strings.Repeat("ä€", maxSent)
		got := shortened(text)
		if len(got) > maxSent+len("…") || !strings.HasSuffix(got, "…") || strings.ContainsRune(got, '\ufffd') || !slices.Equal([]rune(got), []rune(strings.ToValidUTF8(got, "?"))) {
			t.Errorf("%d: the text is cut within a character", n)
		}
	}
	if got := shortened(strings.Repeat("x", maxSent)); len(got) != maxSent {
		t.Errorf("a text of the limit has %d bytes", len(got))
	}
	q := question{c: inventoryCase(t, OpClassify)}
	q.problem = &Problem{Documents: strict.Object{{Name: docTable, Value: strict.Object{{Name: "ps_text", Value: "1 0 9 0.0 1 a\tb\n"}}}, {Name: docOwners, Value: strict.Object{}}}, PSText: "1 0 9 0.0 1 a\tb\n"}
	if got := sentText(&q); got != "ps_text of process_table:\n  \"1 0 9 0.0 1 a\\tb\"\nowner_classes: {}\n" {
		t.Errorf("a table is shown as %q", got)
	}
}

// An exported case is the request that is sent, or the folder with its digests
// filled in, and fits the published schema's fields (docs/suite.md).
func TestExport(t *testing.T) {
	c, err := ParseCase("tspi/core/5.orphan/a", []byte(goodCase))
	if err != nil {
		t.Fatal(err)
	}
	text, err := c.Export()
	if err != nil {
		t.Fatal(err)
	}
	object := decoded(t, string(text)).(strict.Object)
	for name, want := range map[string]strict.Value{"schema": "tspi_conformance_case_v1", "id": c.ID, "title": c.Title, "op": c.Op, "clause": c.Clause, "why": c.Why, "pair": c.Pair, "level": "core", "provisional": false, "since": strict.Number("1")} {
		if got := get(object, name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if string(encode(get(object, "input"))) != string(c.Problem.input(c.Op, "")) || string(encode(get(object, "expect"))) != `{"rows":[]}` {
		t.Errorf("the export is %s", text)
	}
	folder := made(t, OpBundle, "bundle/source_module_manifest.json", `"$sha256:b"`, "bundle/b.base64", "/w==", "layout.txt", "mkdir c", "expect.json", folderExpectation)
	if text, err = folder.Export(); err != nil {
		t.Fatal(err)
	}
	got := string(encode(get(decoded(t, string(text)).(strict.Object), "folder")))
	want := fmt.Sprintf(`{"files":[{"name":"source_module_manifest.json","text":"\"%s\"\n"},{"name":"b","base64":"/w=="}],"entries":[{"kind":"mkdir","name":"c"}]}`, digest([]byte{0xff}))
	if got != want {
		t.Errorf("the folder is %s, want %s", got, want)
	}
	for _, c := range loadCurrent(t).Cases {
		if _, err := c.Export(); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
	}
}
