package bundle

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/tspi"
)

// encodeManifest writes a manifest as people read it: indented by two blanks,
// members in their order, one newline at the end.
func encodeManifest(o tspi.Object) ([]byte, error) {
	var b bytes.Buffer
	enc := jsontext.NewEncoder(&b, jsontext.WithIndent("  "))
	if err := encodeValue(enc, o); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func encodeValue(enc *jsontext.Encoder, v tspi.Value) error {
	switch v := v.(type) {
	case bool:
		return enc.WriteToken(jsontext.Bool(v))
	case tspi.Number:
		return enc.WriteValue(jsontext.Value(v))
	case string:
		return enc.WriteToken(jsontext.String(v))
	case tspi.Array:
		if err := enc.WriteToken(jsontext.BeginArray); err != nil {
			return err
		}
		for _, e := range v {
			if err := encodeValue(enc, e); err != nil {
				return err
			}
		}
		return enc.WriteToken(jsontext.EndArray)
	case tspi.Object:
		if err := enc.WriteToken(jsontext.BeginObject); err != nil {
			return err
		}
		for _, m := range v {
			if err := enc.WriteToken(jsontext.String(m.Name)); err != nil {
				return err
			}
			if err := encodeValue(enc, m.Value); err != nil {
				return err
			}
		}
		return enc.WriteToken(jsontext.EndObject)
	}
	return enc.WriteToken(jsontext.Null)
}
