package tspi

import (
	"slices"
)

// Lengths, in bytes, from which a piece of a command in a claim is a leak
// (contract, section 8): any piece of leakPiece bytes, or a whole command of at
// least leakWhole.
const (
	leakPiece = 20
	leakWhole = 12
)

// leakBatch bounds the memory of the search: so many bytes of a claim's free
// text are indexed at a time.
const leakBatch = 4 << 20

// holdsCommand reports whether a string of the claim that is not the contract's
// own holds a piece of a command of the table. Its cost is linear in both unless
// the claim has more than leakBatch bytes of free text; a right inventory has
// none at all.
func holdsCommand(claim Value, rows []Row) bool {
	texts := FreeTexts(claim)
	for len(texts) > 0 {
		size, n := 0, 0
		for n < len(texts) && size < leakBatch {
			size += len(texts[n])
			n++
		}
		if newLeakIndex(texts[:n]).holdsAny(rows) {
			return true
		}
		texts = texts[n:]
	}
	return false
}

// leakIndex knows every piece of leakPiece bytes of some texts, and the texts
// for the search of short commands.
type leakIndex struct {
	texts  []string
	pieces map[string]struct{}
}

func newLeakIndex(texts []string) *leakIndex {
	x := &leakIndex{texts: texts, pieces: map[string]struct{}{}}
	for _, text := range texts {
		for i := 0; i+leakPiece <= len(text); i++ {
			x.pieces[text[i:i+leakPiece]] = struct{}{}
		}
	}
	return x
}

func (x *leakIndex) holdsAny(rows []Row) bool {
	short := map[string]struct{}{}
	for i := range rows {
		command := rows[i].Command
		switch {
		case len(command) >= leakPiece:
			if x.holdsPiece(command) {
				return true
			}
		case len(command) >= leakWhole:
			short[command] = struct{}{}
		}
	}
	return len(short) > 0 && x.holdsWhole(short)
}

func (x *leakIndex) holdsPiece(command string) bool {
	if len(x.pieces) == 0 {
		return false
	}
	for i := 0; i+leakPiece <= len(command); i++ {
		if _, ok := x.pieces[command[i:i+leakPiece]]; ok {
			return true
		}
	}
	return false
}

func (x *leakIndex) holdsWhole(commands map[string]struct{}) bool {
	for _, text := range x.texts {
		for length := leakWhole; length < leakPiece; length++ {
			for i := 0; i+length <= len(text); i++ {
				if _, ok := commands[text[i:i+length]]; ok {
					return true
				}
			}
		}
	}
	return false
}

// FreeTexts returns the strings of at least 12 bytes of a claim or an answer,
// keys included, that are neither excepted by their place nor the contract's own
// (contract, section 8), each once. A right inventory has none.
func FreeTexts(claim Value) []string {
	c := textCollector{seen: map[string]struct{}{}}
	c.value(claim)
	return c.texts
}

type textCollector struct {
	seen  map[string]struct{}
	texts []string
}

func (c *textCollector) add(text string) {
	if len(text) < leakWhole || isContractText(text) {
		return
	}
	if _, ok := c.seen[text]; !ok {
		c.seen[text] = struct{}{}
		c.texts = append(c.texts, text)
	}
}

func (c *textCollector) value(v Value) {
	switch v := v.(type) {
	case string:
		c.add(v)
	case Array:
		for _, element := range v {
			c.value(element)
		}
	case Object:
		c.object(v, false)
	}
}

// object collects the texts of an object, its keys excepted where it is one of
// the three counts.
func (c *textCollector) object(o Object, isCount bool) {
	for _, m := range o {
		if !isCount {
			c.add(m.Name)
		}
		switch v := m.Value.(type) {
		case string:
			if !isExceptedField(m.Name) {
				c.add(v)
			}
		case Object:
			c.object(v, isCountField(m.Name))
		default:
			c.value(v)
		}
	}
}

func isCountField(name string) bool {
	return slices.Contains([]string{"kind_counts", "decision_counts", "owner_status_counts"}, name)
}

// isExceptedField tells the members whose strings are names that a policy may
// well share with a command.
func isExceptedField(name string) bool {
	switch name {
	case "schema", "process_kind", "owner", "owner_status", "target_owner", "decision", "reason", "chain_end",
		"command_hash":
		return true
	}
	return false
}
