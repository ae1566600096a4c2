package cover_test

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strconv"
	"testing"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/cover"
)

// oracle reads sections 2 to 5 sentence by sentence, without a thought for its time. It knows
// nothing of the law's code but the types of its facts.
type oracle struct{ f *cover.Facts }

func (o oracle) who(w int, i int) cover.Incarnation {
	return cover.Incarnation{PID: o.f.Walks[w].Rows[i].PID, StartToken: o.f.Walks[w].Rows[i].StartToken,
		BootID: o.f.Walks[w].BootID}
}

func (o oracle) members(s *cover.Span, w int) map[cover.Incarnation]*cover.Process {
	rows := o.f.Walks[w].Rows
	in := map[int]bool{}
	for i := range rows {
		if o.who(w, i) == s.Root {
			in[i] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for i := range rows {
			for p := range rows {
				stale := rows[i].StartedMS != nil && rows[p].StartedMS != nil && *rows[i].StartedMS < *rows[p].StartedMS
				if in[p] && !in[i] && rows[i].PPID == rows[p].PID && !stale {
					in[i], grown = true, true
				}
			}
		}
	}
	m := map[cover.Incarnation]*cover.Process{}
	for i := range in {
		m[o.who(w, i)] = &rows[i]
	}
	return m
}

func same(a, b *int64) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

func (o oracle) state(s *cover.Span, w int) (busy, alone, changed bool) {
	alone = w == 0 || o.f.Walks[w-1].Seq+1 != o.f.Walks[w].Seq
	here := o.members(s, w)
	for _, m := range here {
		busy = busy || !m.Exited && (m.RunningThreads == nil || *m.RunningThreads != 0)
	}
	if alone {
		return busy, true, false
	}
	before := o.members(s, w-1)
	changed = len(here) != len(before)
	for who, m := range here {
		b := before[who]
		changed = changed || b == nil || b.PPID != m.PPID || b.Exited != m.Exited || !same(b.Reaped, m.Reaped)
	}
	return busy, false, changed
}

type oracleSpan struct {
	figure      *int64
	gaps        map[string]bool
	start, stop int
	read        bool
	terms       map[cover.Incarnation]*cover.Process
	startSeq    *int64
}

func (o oracle) span(s *cover.Span) *oracleSpan {
	r := &oracleSpan{gaps: map[string]bool{}, start: -1, stop: -1}
	for w := range o.f.Walks {
		if at := o.f.Walks[w].AtMS; s.BeginMS-o.f.SettleMS <= at && at <= s.BeginMS {
			r.start = w
		}
	}
	settled := func(w int) bool {
		busy, alone, changed := o.state(s, w)
		return !busy && !alone && !changed
	}
	for w := range o.f.Walks {
		if at := o.f.Walks[w].AtMS; s.EndMS <= at && at <= s.EndMS+o.f.SettleMS && w > r.start &&
			(r.stop < 0 || !settled(r.stop)) {
			r.stop = w
		}
	}
	for _, end := range []struct {
		walk int
		gap  string
	}{{r.start, "unsettled_at_start"}, {r.stop, "unsettled_at_stop"}} {
		if end.walk < 0 {
			r.gaps[end.gap] = true
			continue
		}
		busy, alone, changed := o.state(s, end.walk)
		if busy || alone {
			r.gaps[end.gap] = true
		}
		if changed {
			r.gaps["tree_changing"] = true
		}
	}
	if r.start >= 0 && settled(r.start) {
		r.startSeq = &o.f.Walks[r.start].Seq
	}
	r.read = r.startSeq != nil && r.stop >= 0
	if r.read {
		o.window(s, r)
	}
	return r
}

func (o oracle) window(s *cover.Span, r *oracleSpan) {
	first, last := o.members(s, r.start), o.members(s, r.stop)
	spent := func(who cover.Incarnation) bool { return first[who] != nil && first[who].Exited }
	judged := o.f.CounterUnit == "nanojoule" || o.f.CounterUnit == "microjoule"
	for w := r.start; w <= r.stop; w++ {
		for who, m := range o.members(s, w) {
			if !spent(who) && last[who] == nil {
				r.gaps["gone"] = true
			}
			if m.Exited {
				continue
			}
			if !m.ChildrenListed {
				r.gaps["unlisted"] = true
			}
			if judged && m.GPU == nil {
				r.gaps["gpu_unknown"] = true
			}
			if judged && m.GPU != nil && *m.GPU == "used" {
				r.gaps["gpu"] = true
			}
			if judged && (m.Neural == nil || *m.Neural == "used") {
				r.gaps["neural_engine"] = true
			}
		}
	}
	live := last[s.Root] != nil && !last[s.Root].Exited
	if !live {
		r.gaps["gone"] = true
	}
	sum := int64(0)
	r.terms = map[cover.Incarnation]*cover.Process{}
	for who, m := range last {
		if m.Exited {
			if !spent(who) {
				r.gaps["exited"] = true
			}
			continue
		}
		r.terms[who] = m
		base := first[who]
		if m.Counter == nil || m.Reaped == nil || base != nil && (base.Counter == nil || base.Reaped == nil) {
			r.gaps["unreadable"] = true
		}
		zero := int64(0)
		was := &zero
		if base != nil {
			was = base.Reaped
		}
		if m.Reaped != nil && was != nil && *m.Reaped != *was {
			r.gaps["reaped_descendant"] = true
		}
		switch {
		case base != nil:
			if m.Counter != nil && base.Counter != nil {
				if *m.Counter < *base.Counter {
					r.gaps["counter_backwards"] = true
				} else {
					sum += *m.Counter - *base.Counter
				}
			}
		default:
			outside := false
			for i := range o.f.Walks[r.start].Rows {
				outside = outside || o.who(r.start, i) == who
			}
			if m.StartedMS == nil || *m.StartedMS < s.BeginMS || outside {
				r.gaps["predates_span"] = true
			} else if m.Counter != nil {
				sum += *m.Counter
			}
		}
	}
	if live && !r.gaps["unreadable"] {
		divisor := map[string]int64{"nanojoule": 1000, "nanosecond": 1000, "byte": 1024}[o.f.CounterUnit]
		figure := sum
		if divisor > 0 {
			figure = sum / divisor
			if sum%divisor > 0 {
				figure++
			}
		}
		r.figure = &figure
	}
}

func (o oracle) rows() map[string]*oracleSpan {
	rows := map[string]*oracleSpan{}
	for i := range o.f.Spans {
		rows[o.f.Spans[i].ID] = o.span(&o.f.Spans[i])
	}
	for a, x := range rows {
		for b, y := range rows {
			if a == b || !x.read || !y.read || x.start >= y.stop || y.start >= x.stop {
				continue
			}
			for who := range x.terms {
				if y.terms[who] != nil {
					x.gaps["shared"] = true
				}
			}
		}
	}
	return rows
}

// small makes facts in which little differs, so that everything meets everything: few pids,
// tokens and times.
func small(rng *rand.Rand) strict.Value {
	number := func(n int) strict.Value { return strict.Number(strconv.Itoa(n)) }
	seldom := func(v strict.Value, null int) strict.Value {
		if rng.Intn(null) == 0 {
			return nil
		}
		return v
	}
	pick := func(words ...string) string { return words[rng.Intn(len(words))] }
	calm := rng.Intn(3) > 0
	var spans, walks strict.Array
	for i := range 1 + rng.Intn(4) {
		begin := 10 * rng.Intn(5)
		spans = append(spans, strict.Object{{Name: "id", Value: fmt.Sprintf("s%d", i)},
			{Name: "root", Value: strict.Object{{Name: "pid", Value: number(1 + rng.Intn(3))},
				{Name: "start_token", Value: pick("a", "a", "b")}, {Name: "boot_id", Value: "b1"}}},
			{Name: "begin_ms", Value: number(begin)}, {Name: "end_ms", Value: number(begin + 10*rng.Intn(4))},
			{Name: "declared_by", Value: seldom(pick("operator", "server"), 4)}})
	}
	seq, at := 0, 0
	for range rng.Intn(9) {
		seq += 1 + rng.Intn(8)/7
		at += 10 * rng.Intn(2)
		rows := strict.Array{}
		boot := "b1"
		if rng.Intn(12) == 0 {
			boot = "b2"
		}
		for _, pid := range rng.Perm(5)[:rng.Intn(6)] {
			running, reaped, token, ppid := rng.Intn(2), rng.Intn(2), pick("a", "a", "a", "b"), rng.Intn(6)
			if calm {
				running, reaped, token = rng.Intn(8)/7, rng.Intn(6)/5, pick("a", "a", "a", "a", "a", "a", "b")
				if rng.Intn(6) > 0 {
					ppid = pid
				}
			}
			rows = append(rows, strict.Object{{Name: "pid", Value: number(pid + 1)},
				{Name: "ppid", Value: number(ppid)}, {Name: "start_token", Value: token},
				{Name: "started_ms", Value: seldom(number(10*rng.Intn(4)), 6)},
				{Name: "counter", Value: seldom(number(700*rng.Intn(4)), 9)},
				{Name: "reaped", Value: seldom(number(reaped), 9)},
				{Name: "running_threads", Value: seldom(number(running), 9)}, {Name: "exited", Value: rng.Intn(5) == 0},
				{Name: "children_listed", Value: rng.Intn(9) > 0},
				{Name: "gpu", Value: seldom(pick("none", "none", "none", "used"), 9)},
				{Name: "neural", Value: seldom(pick("none", "none", "none", "used"), 9)}})
		}
		if calm && len(walks) > 0 && rng.Intn(2) == 0 { // a tree at rest
			rows = walks[len(walks)-1].(strict.Object).Array("rows")
		}
		walks = append(walks, strict.Object{{Name: "seq", Value: number(seq)}, {Name: "at_ms", Value: number(at)},
			{Name: "boot_id", Value: boot}, {Name: "rows", Value: rows}})
	}
	if walks == nil {
		walks = strict.Array{}
	}
	return strict.Object{{Name: "counter_unit", Value: pick("nanojoule", "microjoule", "nanosecond", "microsecond",
		"byte")}, {Name: "settle_ms", Value: number(10 * rng.Intn(4))},
		{Name: "spans", Value: spans}, {Name: "walks", Value: walks}}
}

// Sections 2 to 5: the law says what its text says, read without haste; equal facts are
// answered equally; and its own answer raises nothing (profiles.md, section 1).
func TestAgainstTheOracle(t *testing.T) {
	read, gaps := 0, map[string]int{}
	for seed := range int64(6000) {
		facts := small(rand.New(rand.NewSource(seed)))
		f, err := cover.ReadFacts(facts)
		if err != nil {
			t.Fatal(err)
		}
		want := oracle{f}.rows()
		for _, row := range f.Decide().Rows {
			o := want[row.ID]
			said := slices.Sorted(maps.Keys(o.gaps))
			stop := (*int64)(nil)
			if o.stop >= 0 {
				stop = &f.Walks[o.stop].Seq
			}
			if !same(row.Figure, o.figure) || !slices.Equal(row.Gaps, said) || !same(row.StartSeq, o.startSeq) ||
				!same(row.StopSeq, stop) {
				t.Fatalf("seed %d, %s:\n got %s\nwant %v %v\n%s", seed, row.ID, encoded(t, row), said, o,
					strict.Encode(facts))
			}
			if o.read {
				read++
			}
			for gap := range o.gaps {
				gaps[gap]++
			}
		}
		if got := found(t, facts, sealed(t, facts)); len(got) > 0 {
			t.Fatalf("seed %d: the law's own answer raises %v", seed, got)
		}
		if !strict.Equal(decided(t, facts), decided(t, strict.Clone(facts))) {
			t.Fatalf("seed %d: equal facts, other answers", seed)
		}
	}
	if read < 600 || len(gaps) != 14 {
		t.Errorf("only %d spans were read, and these gaps met: %v", read, gaps)
	}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	value, err := strict.ValueOf(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(strict.Encode(value))
}
