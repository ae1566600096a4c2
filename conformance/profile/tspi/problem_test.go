package tspi

import (
	"maps"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/strict"
)

const folderExpectation = `{"status": "pass", "module_count": 1, "verified_module_count": 1, "findings": []}`

// The names of a case's files say how their bytes are written (docs/suite.md): as text, in
// base64, or without the final newline.
func TestFolderFilesAreRead(t *testing.T) {
	c := made(t, OpBundle, "bundle/a.txt", "text", "bundle/deep/raw.bin.base64", "/wAB\nAg==", "bundle/end.chomp",
		"no newline",
		"bundle/empty.chomp", "", "expect.json", folderExpectation)
	want := map[string]string{"a.txt": "text\n", "deep/raw.bin": "\xff\x00\x01\x02", "end": "no newline", "empty": ""}
	got := map[string]string{}
	for _, file := range c.Problem.Folder().Files {
		got[file.Name] = string(file.Data)
	}
	if !maps.Equal(got, want) {
		t.Errorf("the files are %q", got)
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
			_, err := Profile().ParseCase("x", []byte(text+"-- expect.json --\n"+folderExpectation+"\n"))
			if test.want == "" && err != nil || test.want != "" &&
				(err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// What a report says was sent is the suite's own text and names no path of this
// machine.
func TestSentTextIsTheSuitesOwn(t *testing.T) {
	c := made(t, OpBundle, "bundle/a.json", `{"b":  1}`, "bundle/a.txt", "tab\tand \"quote\"", "layout.txt",
		"symlink link a.txt\nmkdir b", "expect.json", folderExpectation)
	want :=
		"-- a.json --\n{\"b\":1}\n-- a.txt --\n\"tab\\tand \\\"quote\\\"\\n\"\n-- link -- symlink a.txt\n-- b -- mkdir \n"
	if got := c.Problem.Text(); got != want {
		t.Errorf("got %q", got)
	}
	table := &Problem{Documents: strict.Object{{Name: docTable,
		Value: strict.Object{{Name: "ps_text", Value: "1 0 9 0.0 1 a\tb\n"}}},
		{Name: docOwners, Value: strict.Object{}}}, PSText: "1 0 9 0.0 1 a\tb\n"}
	if got := table.Text(); got != "ps_text of process_table:\n  \"1 0 9 0.0 1 a\\tb\"\nowner_classes: {}\n" {
		t.Errorf("a table is shown as %q", got)
	}
}
