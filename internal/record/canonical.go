package record

import (
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Canonical writes a record the one way in which we write records: members in
// the order of the type, maps sorted by key, two blanks a level, no HTML
// escaping, one newline at the end. Same value, same bytes. It fails on text
// that is not UTF-8.
func Canonical(v any) ([]byte, error) {
	text, err := json.Marshal(v, json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}

// WriteCanonical writes what [Canonical] returns as it is made, for records that are longer
// than one wants to hold.
func WriteCanonical(w io.Writer, v any) error {
	if err := json.MarshalWrite(w, v, json.Deterministic(true), jsontext.WithIndent("  ")); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
