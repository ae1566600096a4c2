package tspi

import "github.com/tspi-dev/harness/internal/parallel"

// Survey is an inventory whose rows are made when they are asked for, so that
// nobody has to hold those of a large table. It may be used by several goroutines.
type Survey struct {
	c    *classifier
	head Inventory
}

// rowsABlock is how many rows of a table a core judges at a time: enough to be worth
// a goroutine, and few enough for all cores to end together.
const rowsABlock = 8 << 10

// NewSurvey classifies the helpers in the table (contract, sections 3 to 6), those of
// a large table on as many cores as there are.
func NewSurvey(in Inputs) *Survey { return newSurvey(in, rowsABlock) }

func newSurvey(in Inputs, blockSize int) *Survey {
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
	rows := len(in.Table.Rows)
	blocks := (rows + blockSize - 1) / blockSize
	tallies := make([]*tally, parallel.Workers(blocks))
	tallies[0] = newTally(s.c)
	for i := 1; i < len(tallies); i++ {
		tallies[i] = newTally(s.c.fork())
	}
	parallel.Each(blocks, func(worker, block int) {
		counts := tallies[worker]
		for row := block * blockSize; row < min((block+1)*blockSize, rows); row++ {
			if h, ok := counts.c.judge(int32(row)); ok {
				counts.add(h)
			}
		}
	})
	for _, counts := range tallies[1:] {
		tallies[0].join(counts)
		s.c.join(counts.c)
	}
	s.head.Summary = tallies[0].summary()
	return s
}

// Head is the inventory without its rows. It is not to be changed.
func (s *Survey) Head() *Inventory { return &s.head }

// Rows calls visit for each row of the inventory, in table order, until visit
// returns false. A row is good for the call only.
func (s *Survey) Rows(visit func(*InventoryRow) bool) {
	s.NewReader().Rows(0, s.Size(), visit)
}

// Size is how many rows the table has, helpers and others.
func (s *Survey) Size() int { return len(s.c.table.Rows) }

// Reader makes rows of a survey. It is used by one goroutine at a time.
type Reader struct {
	c      *classifier
	row    InventoryRow
	trace  ChainTrace
	hashes hashWriter
}

// NewReader returns a reader of the survey's rows.
func (s *Survey) NewReader() *Reader {
	// All rows are judged: what is asked again is remembered, and nothing is written.
	return &Reader{c: s.c}
}

// Rows calls visit for the inventory rows of the helpers among the rows of the table
// with the indices from to to-1, until visit returns false. A row is good for the call
// only.
func (r *Reader) Rows(from, to int, visit func(*InventoryRow) bool) {
	for row := from; row < to; row++ {
		h, ok := r.c.judge(int32(row))
		if !ok {
			continue
		}
		r.c.fill(&r.row, &r.trace, h)
		r.row.CommandHash = r.hashes.of(h.row.Command)
		if !visit(&r.row) {
			return
		}
	}
}

// Helper returns the inventory row of one row of the table, by its index and but
// for its command hash; nil where that row is no helper. It is good until the next
// call.
func (r *Reader) Helper(row int) *InventoryRow {
	h, ok := r.c.judge(int32(row))
	if !ok {
		return nil
	}
	r.c.fill(&r.row, &r.trace, h)
	return &r.row
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
