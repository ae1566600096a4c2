package cover

import (
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

const maxPID = 1<<31 - 1

// ReadFacts reads the facts. The error is a *[law.InputError] with the pointer of the
// offending value.
func ReadFacts(document strict.Value) (*Facts, error) {
	r := reader{law.Reader{Input: "facts", Code: CodeInputInvalid}}
	f := r.Fields(r.Document(law.Root(document)), "counter_unit", "settle_ms", "spans", "walks")
	facts := &Facts{
		CounterUnit: r.Word(f.Take("counter_unit"), "nanojoule", "microjoule", "nanosecond", "microsecond", "byte"),
		SettleMS:    r.whole(f.Take("settle_ms")),
		Spans:       r.spans(f.Take("spans")),
		Walks:       r.walks(f.Take("walks")),
	}
	if err := r.Fault(); err != nil {
		return nil, err
	}
	return facts, nil
}

// reader reads what section 1 lists, in facts and in a claim.
type reader struct{ law.Reader }

func (r *reader) whole(at law.Place) int64 { return r.Whole(at, 0, law.MaxInteger) }
func (r *reader) pid(at law.Place) int64   { return r.Whole(at, 1, maxPID) }

func (r *reader) spans(at law.Place) []Span {
	var spans []Span
	seen := map[string]bool{}
	for _, at := range r.List(at) {
		f := r.Fields(at, "id", "root", "begin_ms", "end_ms", "declared_by")
		id, end := f.Take("id"), f.Take("end_ms")
		span := Span{
			ID:      r.ID(id),
			Root:    r.incarnation(f.Take("root")),
			BeginMS: r.whole(f.Take("begin_ms")),
			EndMS:   r.whole(end),
			DeclaredBy: law.OrNull(f.Take("declared_by"), func(at law.Place) string {
				return r.Word(at, byOperator, "server")
			}),
		}
		if seen[span.ID] {
			r.FailWith(id, "an earlier span has this id; ids are unique")
		}
		seen[span.ID] = true
		if span.EndMS < span.BeginMS {
			r.FailWith(end, "the end is below the begin")
		}
		spans = append(spans, span)
	}
	return spans
}

func (r *reader) incarnation(at law.Place) Incarnation {
	f := r.Fields(at, "pid", "start_token", "boot_id")
	return Incarnation{r.pid(f.Take("pid")), r.ID(f.Take("start_token")), r.ID(f.Take("boot_id"))}
}

func (r *reader) walks(at law.Place) []Walk {
	var walks []Walk
	for i, at := range r.List(at) {
		f := r.Fields(at, "seq", "at_ms", "boot_id", "rows")
		walk := Walk{r.whole(f.Take("seq")), r.whole(f.Take("at_ms")), r.ID(f.Take("boot_id")), r.rows(f.Take("rows"))}
		if i > 0 && walk.Seq <= walks[i-1].Seq {
			r.FailWith(f.Take("seq"), "not above that of the walk before")
		}
		if i > 0 && walk.AtMS < walks[i-1].AtMS {
			r.FailWith(f.Take("at_ms"), "below that of the walk before")
		}
		walks = append(walks, walk)
	}
	return walks
}

// rows reads the rows of a walk: each pid once, and counters whose sum is an integer of the
// contract.
func (r *reader) rows(at law.Place) []Process {
	places := r.List(at)
	rows := make([]Process, 0, len(places))
	seen := make(map[int64]bool, len(places))
	sum := int64(0)
	for _, at := range places {
		f := r.Fields(at, "pid", "ppid", "start_token", "started_ms", "counter", "reaped", "running_threads", "exited",
			"children_listed", "gpu", "neural", "label")
		row := Process{
			PID:            r.pid(f.Take("pid")),
			PPID:           r.Whole(f.Take("ppid"), 0, maxPID),
			StartToken:     r.ID(f.Take("start_token")),
			StartedMS:      law.OrNull(f.Take("started_ms"), r.whole),
			Counter:        law.OrNull(f.Take("counter"), r.whole),
			Reaped:         law.OrNull(f.Take("reaped"), r.whole),
			RunningThreads: law.OrNull(f.Take("running_threads"), r.whole),
			Exited:         r.Flag(f.Take("exited")),
			ChildrenListed: r.Flag(f.Take("children_listed")),
			GPU:            law.OrNull(f.Take("gpu"), r.use),
			Neural:         law.OrNull(f.Take("neural"), r.use),
		}
		if label := f.Take("label"); label.Found {
			law.OrNull(label, r.String)
		}
		if r.Failed() {
			return nil // what a bad row holds must not raise a second fault, nor cost time
		}
		if seen[row.PID] {
			r.FailWith(f.Take("pid"), "an earlier row of this walk has this pid; it stands once")
		}
		seen[row.PID] = true
		if row.Counter != nil {
			if sum += *row.Counter; sum > law.MaxInteger {
				r.FailWith(f.Take("counter"), "the known counters of a walk add up to more than 2^53 - 1")
				return nil
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func (r *reader) use(at law.Place) string { return r.Word(at, "none", used) }
