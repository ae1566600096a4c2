package secretscan

import "github.com/tspi-dev/harness/internal/strict"

// document searches what the strings of a JSON document hold, one behind another
// on lines of their own: an escaped quote or letter hides a secret from the
// engine's patterns. A key whose value is a string keeps its colon, since the
// patterns look for a word like token before a value.
func (s *search) document(v strict.Value) {
	d := decoded{search: s}
	d.value(v)
	s.piece(d.buffer, 0)
}

// decoded holds no more than a piece of the strings at a time.
type decoded struct {
	search *search
	buffer []byte
}

func (d *decoded) value(v strict.Value) {
	switch v := v.(type) {
	case string:
		d.add(v)
		d.add("\n")
	case strict.Array:
		for _, element := range v {
			d.value(element)
		}
	case strict.Object:
		for _, member := range v {
			d.add(member.Name)
			if _, ok := member.Value.(string); ok {
				d.add(":")
			}
			d.add("\n")
			d.value(member.Value)
		}
	}
}

func (d *decoded) add(text string) {
	for len(d.buffer)+len(text) > pieceSize {
		room := pieceSize - len(d.buffer)
		d.buffer = append(d.buffer, text[:room]...)
		text = text[room:]
		d.search.piece(d.buffer, 0)
		d.buffer = append(d.buffer[:0], d.buffer[pieceSize-overlap:]...)
	}
	d.buffer = append(d.buffer, text...)
}
