package tspi

import "github.com/tspi-dev/harness/internal/strict"

// Memory answers like [Classify] and [Audit], and remembers the last documents that it has
// read and the inventories that it has derived: a campaign asks about one table many times,
// and changes one document of three. It is used by one goroutine at a time.
type Memory struct {
	level    Level
	tables   recent[*Table]
	policies recent[*Policy]
	owners   recent[*Owners]
	derived  []*derived
}

// NewMemory returns a memory of nothing, by the law of a level.
func NewMemory(level Level) *Memory { return &Memory{level: level} }

// remembered is how many documents of a kind, and inventories, are remembered.
const remembered = 4

// recent are the documents of a kind that were read last, the latest last. One that was
// refused is not among them.
type recent[T any] []struct {
	document Value
	read     T
}

func (r *recent[T]) get(document Value, level Level, read func(Value, Level) (T, error)) (T, error) {
	for i := len(*r) - 1; i >= 0; i-- {
		if strict.Equal((*r)[i].document, document) {
			return (*r)[i].read, nil
		}
	}
	v, err := read(document, level)
	if err != nil {
		return v, err
	}
	if len(*r) == remembered {
		*r = append((*r)[:0], (*r)[1:]...)
	}
	// A clone: whoever asks may change the document behind the answer.
	*r = append(*r, struct {
		document Value
		read     T
	}{strict.Clone(document), v})
	return v, nil
}

// Inputs is [ReadInputs]. They are not to be changed.
func (m *Memory) Inputs(processTable, pressurePolicy, ownerClasses Value) (Inputs, error) {
	in := Inputs{Level: m.level}
	var err error
	if in.Table, err = m.tables.get(processTable, m.level, ReadTable); err != nil {
		return Inputs{}, err
	}
	if in.Policy, err = m.policies.get(pressurePolicy, m.level, ReadPolicy); err != nil {
		return Inputs{}, err
	}
	if in.Owners, err = m.owners.get(ownerClasses, m.level, ReadOwners); err != nil {
		return Inputs{}, err
	}
	return in, nil
}

// Classify is [Classify] of what Inputs has returned. The inventory is not to be changed.
func (m *Memory) Classify(in Inputs) *Inventory { return m.derive(in).inventory }

// Audit is [Audit].
func (m *Memory) Audit(input Value) ([]Finding, error) {
	r := newReader(InputClaimedInventory, m.level)
	r.memory = m
	return r.audit(input)
}

func (m *Memory) derive(in Inputs) *derived {
	for _, d := range m.derived {
		if d.table == in.Table && d.classifier.policy == in.Policy && d.classifier.owners == in.Owners {
			return d
		}
	}
	if len(m.derived) == remembered {
		m.derived = append(m.derived[:0], m.derived[1:]...)
	}
	d := deriveFrom(in)
	m.derived = append(m.derived, d)
	return d
}
