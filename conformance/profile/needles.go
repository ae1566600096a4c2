package profile

import "strings"

// needles are strings to be looked for all at once, in one walk over a text: an answer is searched for hundreds
// of spellings.
type needles struct {
	// heads has a bit for each hash of the first bytes of a needle, by which nearly all places are passed over.
	heads  [1 << 16 / 64]uint64
	byHead map[string][]string
	// short are those that have no head.
	short []string
}

const headLength = 4

func newNeedles(texts []string) *needles {
	n := &needles{byHead: map[string][]string{}}
	for _, text := range texts {
		if len(text) < headLength {
			n.short = append(n.short, text)
			continue
		}
		head := text[:headLength]
		n.byHead[head] = append(n.byHead[head], text)
		hash := headHash(head)
		n.heads[hash/64] |= 1 << (hash % 64)
	}
	return n
}

// in reports whether a text holds one of them.
func (n *needles) in(text string) bool {
	for i := 0; i+headLength <= len(text); i++ {
		hash := headHash(text[i:])
		if n.heads[hash/64]&(1<<(hash%64)) == 0 {
			continue
		}
		for _, needle := range n.byHead[text[i:i+headLength]] {
			if strings.HasPrefix(text[i:], needle) {
				return true
			}
		}
	}
	for _, needle := range n.short {
		if strings.Contains(text, needle) {
			return true
		}
	}
	return false
}

// headHash spreads the first bytes of a text over 16 bits.
func headHash(text string) uint16 {
	head := uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16 | uint32(text[3])<<24
	return uint16(head * 2654435761 >> 16)
}
