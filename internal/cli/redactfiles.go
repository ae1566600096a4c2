package cli

import (
	"io/fs"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/internal/redact"
	"github.com/tspi-dev/harness/internal/secretscan"
	"github.com/tspi-dev/harness/tspi"
)

// folderFile is one file of a folder that is to be written.
type folderFile struct {
	name string
	text []byte
}

// redactedFile is a file of a fixture with what its very bytes are read as.
type redactedFile struct {
	folderFile
	input tspi.Input
	value tspi.Value
}

// redactedFiles are the three positive inputs; what people publish with them, the
// negative cases, is ours.
type redactedFiles struct {
	table, policy, owners redactedFile
	negatives             []folderFile
}

// fixtureFiles are the files of a redacted fixture. Its negative cases are those
// of the shipped fixture: each brings the three inputs that it is about.
func fixtureFiles(f *redact.Fixture) (*redactedFiles, error) {
	files := &redactedFiles{}
	for _, part := range []struct {
		input    tspi.Input
		document any
		into     *redactedFile
	}{
		{tspi.InputProcessTable, f.ProcessTable, &files.table},
		{tspi.InputPressurePolicy, f.PressurePolicy, &files.policy},
		{tspi.InputOwnerClasses, f.OwnerClasses, &files.owners},
	} {
		text, err := record.Canonical(part.document)
		if err != nil {
			return nil, err
		}
		value, err := tspi.Decode(text)
		if err != nil {
			return nil, err
		}
		*part.into = redactedFile{folderFile{string(part.input) + ".json", text}, part.input, value}
	}
	for _, c := range tspi.NegativeCases() {
		name := c.ID + ".json"
		text, err := fs.ReadFile(harness.Fixture(), name)
		if err != nil {
			return nil, unusable("this build carries no %s", name)
		}
		files.negatives = append(files.negatives, folderFile{name, text})
	}
	return files, nil
}

func (f *redactedFiles) positive() []redactedFile {
	return []redactedFile{f.table, f.policy, f.owners}
}

// all are the files in the order in which they are written.
func (f *redactedFiles) all() []folderFile {
	files := []folderFile{}
	for _, p := range f.positive() {
		files = append(files, p.folderFile)
	}
	return append(files, f.negatives...)
}

// source is what the files will be read as.
func (f *redactedFiles) source() redact.Source {
	s := redact.Source{Policy: f.policy.value, Owners: f.owners.value}
	if document, ok := f.table.value.(tspi.Object); ok {
		text, _ := document.Get("ps_text")
		s.PSText, _ = text.(string)
	}
	return s
}

// guard refuses what must not be published: the redaction guard of section 7, and
// the secret scan of a run. What they find comes from the policy or the taxonomy,
// of which every command of ours takes its words.
func (f *redactedFiles) guard() error {
	const change = "nothing was written; say it in another way in the policy or the taxonomy, and redact again"
	for _, file := range []redactedFile{f.policy, f.owners, f.table} {
		if leaks := tspi.Guard(file.value, tspi.Hardened); len(leaks) > 0 {
			return unusable("%s", join(file.name, tspi.SafePointer(leaks[0].Pointer),
				"this must not be published ["+string(leaks[0].Code)+"]")).hinting(change)
		}
		hits, err := secretscan.Gitleaks().Scan(file.text, file.value)
		if err != nil {
			return unusable("%s: the secret scan failed: %v", file.name, err).hinting("nothing was written")
		}
		if len(hits) > 0 {
			return unusable("%s: something looks like a secret (%s) [%s]", file.name, hits[0].Rule, tspi.CodeSecret).
				hinting(change)
		}
	}
	return nil
}
