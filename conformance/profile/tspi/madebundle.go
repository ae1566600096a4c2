package tspi

import (
	"encoding/base64"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/tspi-dev/harness/conformance/profile"
	"golang.org/x/tools/txtar"
)

// MadeBundle is a case about a bundle that was not written by hand, whose right
// verdict is known from how it was made.
type MadeBundle struct {
	// ID, Title, Clause and Why are as in a [profile.Case], each one line.
	ID, Title, Clause, Why string
	Folder                 profile.Folder
	Expect                 ExpectBundle
}

// Text writes the case file, provisional and without challenges. What is no plain
// text stands in it as base64.
func (m MadeBundle) Text() ([]byte, error) {
	header := MadeCase{ID: m.ID, Title: m.Title, Op: OpBundle, Clause: m.Clause, Why: m.Why}.header()
	archive := txtar.Archive{Comment: []byte(header)}
	for _, file := range m.Folder.Files {
		archive.Files = append(archive.Files, bundleFile(file))
	}
	layout := ""
	for _, e := range m.Folder.Entries {
		layout += strings.TrimRight(strings.Join([]string{e.Kind, e.Name, e.Target}, " "), " ") + "\n"
	}
	if layout != "" {
		archive.Files = append(archive.Files, txtar.File{Name: layoutFile, Data: []byte(layout)})
	}
	expect := m.Expect
	expect.Findings = []ExpectFinding{}
	for _, finding := range m.Expect.Findings {
		expect.Findings = append(expect.Findings, finding.compared())
	}
	expectation, err := json.Marshal(expect)
	if err != nil {
		return nil, err
	}
	archive.Files = append(archive.Files, jsonFile("expect.json", expectation))
	text := txtar.Format(&archive)
	_, err = Profile().ParseCase(m.ID, text)
	return text, err
}

func bundleFile(file profile.FolderFile) txtar.File {
	name, text := "bundle/"+file.Name, string(file.Data)
	switch {
	case isPlainText(text) && !strings.HasSuffix(name, ".chomp") && !strings.HasSuffix(name, ".base64"):
		return txtar.File{Name: name, Data: file.Data}
	case isPlainText(text + "\n"):
		return txtar.File{Name: name + ".chomp", Data: []byte(text + "\n")}
	}
	return txtar.File{Name: name + ".base64", Data: []byte(base64.StdEncoding.EncodeToString(file.Data) + "\n")}
}
