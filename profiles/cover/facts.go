package cover

// Facts are the metered calls and the snapshots of the tree (section 1). A nil pointer is
// unknown.
type Facts struct {
	CounterUnit string // nanojoule, microjoule, nanosecond, microsecond, byte
	SettleMS    int64  // how far from a call its ends may be read, in milliseconds
	Spans       []Span
	Walks       []Walk // in the order in which they were taken
}

// Incarnation is one process from its start to its end.
type Incarnation struct {
	PID        int64
	StartToken string
	BootID     string
}

// Span is a metered call.
type Span struct {
	ID             string
	Root           Incarnation
	BeginMS, EndMS int64
	DeclaredBy     *string // operator, server; nil: nobody
}

// Walk is one snapshot of processes.
type Walk struct {
	Seq    int64
	AtMS   int64
	BootID string
	Rows   []Process
}

// Process is a row of a walk. Its label decides nothing and is not kept.
type Process struct {
	PID, PPID      int64
	StartToken     string
	StartedMS      *int64
	Counter        *int64 // what it used itself since it started
	Reaped         *int64 // what the children that it waited for used
	RunningThreads *int64
	Exited         bool
	ChildrenListed bool
	GPU, Neural    *string // none, used
}

const (
	byOperator = "operator"
	used       = "used"
)

// figureUnit says how counters become figures (section 1).
type figureUnit struct {
	name    string
	divisor int64
	judged  bool // accelerators are judged
}

var figureUnits = map[string]figureUnit{
	"nanojoule":   {"microjoule", 1000, true},
	"microjoule":  {"microjoule", 1, true},
	"nanosecond":  {"microsecond", 1000, false},
	"microsecond": {"microsecond", 1, false},
	"byte":        {"kibibyte", 1024, false},
}

func (f *Facts) unit() figureUnit { return figureUnits[f.CounterUnit] }
