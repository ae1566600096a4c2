package conformance

import (
	"encoding/base64"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/tspi-dev/harness/conformance/profile"
)

// ExportedCase is a case as JSON, for programs that read no txtar (docs/suite.md).
type ExportedCase struct {
	Schema      string `json:"schema"` // "tspi_conformance_case_v1"
	ID          string `json:"id"`
	Title       string `json:"title"`
	Op          string `json:"op"`
	Clause      string `json:"clause"`
	Rule        string `json:"rule"` // of the clause, in one sentence
	Why         string `json:"why"`
	Pair        string `json:"pair,omitzero"`
	Since       int    `json:"since"`
	Level       string `json:"level"`
	Provisional bool   `json:"provisional"`
	// Input is the request's input; absent where a folder is laid out and its path
	// is sent.
	Input jsontext.Value `json:"input,omitzero"`
	// Folder is what is laid out, with digests filled in.
	Folder *ExportedFolder `json:"folder,omitzero"`
	// Expect is the expect.json of the case.
	Expect jsontext.Value `json:"expect"`
}

// ExportedFolder is a bundle's or fixture's folder.
type ExportedFolder struct {
	Files   []ExportedFile        `json:"files"`
	Entries []profile.FolderEntry `json:"entries"`
}

// ExportedFile is a file: as text where it is UTF-8, else in base64.
type ExportedFile struct {
	Name   string `json:"name"`
	Text   string `json:"text,omitzero"`
	Base64 string `json:"base64,omitzero"`
}

// Export returns a case as canonical JSON.
func Export(p *profile.Profile, c *Case) ([]byte, error) {
	clause, _ := p.Clause(c.Clause)
	e := ExportedCase{
		Schema: "tspi_conformance_case_v1", ID: c.ID, Title: c.Title, Op: c.Op, Clause: c.Clause, Rule: clause.Rule,
		Why: c.Why, Pair: c.Pair, Since: c.Since, Level: c.Level().String(), Provisional: c.Provisional,
		Expect: c.ExpectText,
	}
	if folder := c.Problem.Folder(); folder == nil {
		e.Input = c.Problem.Input(c.Op, "")
	} else {
		e.Folder = exportFolder(folder)
	}
	text, err := json.Marshal(e, jsontext.WithIndent("  "), json.Deterministic(true))
	return append(text, '\n'), err
}

func exportFolder(f *profile.Folder) *ExportedFolder {
	out := &ExportedFolder{Files: []ExportedFile{}, Entries: append([]profile.FolderEntry{}, f.Entries...)}
	sums := f.Digests()
	for _, file := range f.Files {
		data := profile.FillDigests(file, sums)
		if utf8.Valid(data) {
			out.Files = append(out.Files, ExportedFile{Name: file.Name, Text: string(data)})
		} else {
			out.Files = append(out.Files,
				ExportedFile{Name: file.Name, Base64: base64.StdEncoding.EncodeToString(data)})
		}
	}
	return out
}
