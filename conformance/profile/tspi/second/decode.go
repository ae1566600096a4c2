package mutant

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/tspi"
)

// decode reads a document of a file, strictly.
func (l *law) decode(text []byte) (tspi.Value, error) {
	switch {
	case l.on("repeated-keys"):
		return lax(text, jsontext.AllowDuplicateNames(true))
	case l.on("broken-characters"):
		return lax(text, jsontext.AllowInvalidUTF8(true))
	case l.on("not-a-number"):
		text = bytes.ReplaceAll(text, []byte("NaN"), []byte("0"))
	case l.on("byte-order-mark"):
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	case l.on("first-value-only"):
		value, err := jsontext.NewDecoder(bytes.NewReader(text)).ReadValue()
		if err != nil {
			return nil, err
		}
		text = value
	case l.on("any-depth"):
		return tspi.DecodeWithin(text, requestLevels)
	}
	return tspi.Decode(text)
}

// readPart reads the first value of a text, whatever stands behind it, and the last
// of members that are repeated.
func readPart(text []byte) (tspi.Value, error) {
	value, err := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true)).ReadValue()
	if err != nil {
		return nil, err
	}
	return lax(value, jsontext.AllowDuplicateNames(true))
}

// lax reads a document that is not strict as some libraries do.
func lax(text []byte, option jsontext.Options) (tspi.Value, error) {
	var value any
	if err := json.Unmarshal(text, &value, option); err != nil {
		return nil, err
	}
	text, err := json.Marshal(value, option)
	if err != nil {
		return nil, err
	}
	return tspi.Decode(text)
}
