package tspi

// Survey is an inventory whose rows are made when they are asked for, so that
// nobody has to hold those of a large table.
type Survey struct {
	c    *classifier
	head Inventory
	// What Helper fills, call by call.
	row   InventoryRow
	trace ChainTrace
}

// NewSurvey classifies the helpers in the table (contract, sections 3 to 6).
func NewSurvey(in Inputs) *Survey {
	s := &Survey{c: newClassifier(in), head: Inventory{
		Schema: SchemaInventory,
		Policy: InventoryPolicy{
			NoUnknownOwnerKilled:   true,
			NoProcessSignalSent:    true,
			InventoryIsNotKillList: true,
			SafeClosePredicate:     SafeClosePredicate,
			MinAgeSeconds:          in.Policy.MinAgeSeconds,
		},
		Rows: []InventoryRow{},
	}}
	counts := newTally(s.c)
	for row := range in.Table.Rows {
		if h, ok := s.c.judge(int32(row)); ok {
			counts.add(h)
		}
	}
	s.head.Summary = counts.summary()
	return s
}

// Head is the inventory without its rows. It is not to be changed.
func (s *Survey) Head() *Inventory { return &s.head }

// Rows calls visit for each row of the inventory, in table order, until visit
// returns false. A row is good for the call only.
func (s *Survey) Rows(visit func(*InventoryRow) bool) {
	var (
		out    InventoryRow
		trace  ChainTrace
		hashes hashWriter
	)
	for row := range s.c.table.Rows {
		h, ok := s.c.judge(int32(row))
		if !ok {
			continue
		}
		s.c.fill(&out, &trace, h)
		out.CommandHash = hashes.of(h.row.Command)
		if !visit(&out) {
			return
		}
	}
}

// Helper returns the inventory row of one row of the table, by its index and but
// for its command hash; nil where that row is no helper. It is good until the next
// call.
func (s *Survey) Helper(row int) *InventoryRow {
	h, ok := s.c.judge(int32(row))
	if !ok {
		return nil
	}
	s.c.fill(&s.row, &s.trace, h)
	return &s.row
}

// IsCandidate reports whether the last row of the table with that pid is a close
// candidate. By the hardened law such a pid has no other row.
func (s *Survey) IsCandidate(pid int32) bool {
	ref := s.c.table.byPID.find(pid)
	if ref.none() {
		return false
	}
	h, ok := s.c.judge(ref.index())
	return ok && h.decision == DecisionSafeClose
}

// inventory is the whole inventory.
func (s *Survey) inventory() *Inventory {
	whole := s.head
	whole.Rows = make([]InventoryRow, 0, s.head.Summary.ProcessCount)
	traces := make([]ChainTrace, 0, s.head.Summary.ProcessCount) // one piece: a row each would be as many
	s.Rows(func(row *InventoryRow) bool {
		whole.Rows = append(whole.Rows, *row)
		if row.ChainTrace != nil {
			traces = append(traces, *row.ChainTrace)
			whole.Rows[len(whole.Rows)-1].ChainTrace = &traces[len(traces)-1]
		}
		return true
	})
	return &whole
}
