package report

import (
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
)

func writeJSON(w io.Writer, r *conformance.Report) error {
	err := json.MarshalWrite(w, r, json.Deterministic(true), jsontext.WithIndent("  "))
	if err == nil {
		_, err = io.WriteString(w, "\n")
	}
	return err
}

// MaxReportBytes bounds a saved report that is read back.
const MaxReportBytes = 256 << 20

// Read reads a report that was saved as JSON. It is strict, and refuses what
// does not agree with itself: the counts must be those of the results.
func Read(text []byte) (*conformance.Report, error) {
	r := &conformance.Report{}
	if err := json.Unmarshal(text, r, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("not a saved report: %w", withoutText(err))
	}
	if r.SchemaVersion != conformance.ReportSchema {
		return nil, fmt.Errorf("/schema_version: want %s", conformance.ReportSchema)
	}
	if problem := r.Inconsistent(); problem != "" {
		return nil, fmt.Errorf("%s", problem)
	}
	return r, nil
}

// withoutText keeps of a decoding error only where it is: its text may quote the
// document.
func withoutText(err error) error {
	switch e := err.(type) {
	case *json.SemanticError:
		return fmt.Errorf("at byte %d", e.ByteOffset)
	case *jsontext.SyntacticError:
		return fmt.Errorf("at byte %d", e.ByteOffset)
	}
	return fmt.Errorf("it cannot be read")
}
