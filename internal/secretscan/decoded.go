package secretscan

import (
	"bytes"

	"github.com/tspi-dev/harness/tspi"
)

// decodedStrings is what the strings of a JSON document hold, one behind
// another on lines of their own: an escaped quote or letter hides a secret from
// the engine's patterns. A key whose value is a string keeps its colon, since
// the patterns look for a word like token before a value. It is nil for a text
// that is no strict JSON, whose spelling is all there is.
func decodedStrings(text []byte) []byte {
	document, err := tspi.Decode(text)
	if err != nil {
		return nil
	}
	var b bytes.Buffer
	appendStrings(&b, document)
	return b.Bytes()
}

func appendStrings(b *bytes.Buffer, v tspi.Value) {
	switch v := v.(type) {
	case string:
		b.WriteString(v)
		b.WriteByte('\n')
	case tspi.Array:
		for _, element := range v {
			appendStrings(b, element)
		}
	case tspi.Object:
		for _, member := range v {
			b.WriteString(member.Name)
			if _, ok := member.Value.(string); ok {
				b.WriteByte(':')
			}
			b.WriteByte('\n')
			appendStrings(b, member.Value)
		}
	}
}
