package tspi

// name stands for a name that many rows of a table share: for counting and
// comparing, a number costs less than a text.
type name int32

// noName is no name: they count from 1.
const noName name = 0

// nameTable gives names their numbers.
type nameTable struct {
	texts   []string // by number
	numbers map[string]name
}

func newNameTable() *nameTable {
	return &nameTable{texts: []string{""}, numbers: map[string]name{}}
}

func (t *nameTable) of(text string) name {
	n, ok := t.numbers[text]
	if !ok {
		n = name(len(t.texts))
		t.texts = append(t.texts, text)
		t.numbers[text] = n
	}
	return n
}

func (t *nameTable) text(n name) string { return t.texts[n] }
