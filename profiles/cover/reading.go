package cover

import (
	"cmp"
	"slices"
	"sort"
)

// reading is what two walks say of a root's tree, for all spans that are read from them.
type reading struct {
	course      *course
	start, stop int
	terms       []int32 // the numbers of the incarnations of the terms
	gaps        []string
	// rootMissing tells that the root is no live member of the stop walk, and rootReused that
	// another process has its pid there.
	rootMissing, rootReused bool

	// The parts of the sum that no span's begin can change.
	based  int64 // of the terms with a base
	merged int64 // what it would be more, where a pid stood for a process (section 6)
	// mergedUnknown tells that a counter is null which merged would need.
	mergedUnknown bool
	whole         int64  // the counters of all terms
	always        joined // terms without a base whose start is unknown, or that the start walk knows
	newcomers     []newcomer
}

// joined are terms without a base: how many, and their counters; reused are those of a pid
// that a member of the start walk had.
type joined struct {
	count           int
	counter, reused int64
}

func (j joined) plus(o joined) joined {
	return joined{j.count + o.count, j.counter + o.counter, j.reused + o.reused}
}

// newcomer is a term without a base which was born in the call or joined the tree in it; below
// has those that started before it.
type newcomer struct {
	startedMS int64
	joined
	below joined
}

// readings makes those of one course, in the order of their stop walks. keys are the pairs of
// walks that are asked for, without repeats.
func (c *course) readings(keys []pair, s, last *scratch) map[pair]*reading {
	slices.SortFunc(keys, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.stop, b.stop), cmp.Compare(a.start, b.start))
	})
	made := make(map[pair]*reading, len(keys))
	l := newLeavers(c, last)
	for _, key := range keys {
		r := &reading{course: c, start: key.start, stop: key.stop}
		l.advance(key.stop)
		r.read(s, l)
		made[key] = r
	}
	return made
}

type pair struct{ start, stop int }

// read finds the gaps of section 4 that no other span bears on, predates_span excepted, and
// the parts of the sum.
func (r *reading) read(s *scratch, l *leavers) {
	c := r.course
	start, stop := &c.walks[r.start], &c.walks[r.stop]
	has := map[string]bool{}
	mark := s.take(1)
	lost := l.lost(r.start)
	if first := c.step(r.start); first != nil {
		l.buffer = start.members(first.root, l.buffer[:0])
		for _, m := range l.buffer {
			s.note(start.who[m], m, mark)
			if start.Rows[m].Exited && l.isLost(start.who[m]) {
				lost-- // it is spent
			}
		}
	}
	last := c.step(r.stop)
	r.rootMissing = last == nil || stop.Rows[last.root].Exited
	_, there := stop.index[c.root.PID]
	r.rootReused = there && last == nil
	has[gapGone] = r.rootMissing || lost > 0
	r.lookAt(c.sights(r.start, r.stop), has)
	if last != nil {
		l.buffer = stop.members(last.root, l.buffer[:0])
		for _, m := range l.buffer {
			base := s.find(stop.who[m], mark)
			if stop.Rows[m].Exited {
				has[gapExited] = has[gapExited] || base < 0 || !start.Rows[base].Exited
				continue
			}
			r.terms = append(r.terms, stop.who[m])
			r.addTerm(m, base, has, func(i int32) bool { return s.find(start.who[i], mark) >= 0 })
		}
	}
	for gap, holds := range has {
		if holds {
			r.gaps = append(r.gaps, gap)
		}
	}
	r.sortNewcomers()
}

// sights counts the walks of a window by what the live members show.
func (c *course) sights(start, stop int) (seen sights) {
	if i := c.stepFrom(stop + 1); i > 0 {
		seen = c.at[i-1].seen
	}
	if i := c.stepFrom(start); i > 0 {
		earlier := c.at[i-1].seen
		seen.unlisted -= earlier.unlisted
		seen.gpu -= earlier.gpu
		seen.gpuUnknown -= earlier.gpuUnknown
		seen.neural -= earlier.neural
	}
	return seen
}

func (r *reading) lookAt(seen sights, has map[string]bool) {
	has[gapUnlisted] = seen.unlisted > 0
	if r.course.unit().judged {
		has[gapGPU], has[gapGPUUnknown], has[gapNeuralEngine] = seen.gpu > 0, seen.gpuUnknown > 0, seen.neural > 0
	}
}

// addTerm adds a live member of the stop walk. base is its row in the start walk, -1 for
// none; isMember tells the members among the rows of the start walk.
func (r *reading) addTerm(m, base int32, has map[string]bool, isMember func(int32) bool) {
	start, stop := &r.course.walks[r.start], &r.course.walks[r.stop]
	term := &stop.Rows[m]
	if term.Counter == nil || term.Reaped == nil {
		has[gapUnreadable] = true
	}
	counter := valueOf(term.Counter)
	r.whole += counter
	if base >= 0 {
		was := &start.Rows[base]
		if was.Counter == nil || was.Reaped == nil {
			has[gapUnreadable] = true
		}
		if term.Reaped != nil && was.Reaped != nil && *term.Reaped != *was.Reaped {
			has[gapReapedDescendant] = true
		}
		if term.Counter != nil && was.Counter != nil && *term.Counter < *was.Counter {
			has[gapCounterBackwards] = true
		}
		r.based += max(0, counter-valueOf(was.Counter))
		return
	}
	if term.Reaped != nil && *term.Reaped != 0 {
		has[gapReapedDescendant] = true
	}
	own := joined{count: 1, counter: counter}
	i, there := start.index[term.PID]
	if there && isMember(i) { // another process had its pid, or its tree was another boot's
		own.reused = counter
		r.merged += max(0, counter-valueOf(start.Rows[i].Counter))
		r.mergedUnknown = r.mergedUnknown || start.Rows[i].Counter == nil
	}
	if term.StartedMS == nil || there && start.who[i] == stop.who[m] {
		r.always = r.always.plus(own)
		return
	}
	r.newcomers = append(r.newcomers, newcomer{startedMS: *term.StartedMS, joined: own})
}

func valueOf(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

func (r *reading) sortNewcomers() {
	slices.SortFunc(r.newcomers, func(a, b newcomer) int { return cmp.Compare(a.startedMS, b.startedMS) })
	var below joined
	for i := range r.newcomers {
		r.newcomers[i].below = below
		below = below.plus(r.newcomers[i].joined)
	}
}

// split tells the terms for which predates_span holds from those that were born in the call: with
// neither a base nor that gap.
func (r *reading) split(beginMS int64) (predating, born joined) {
	predating = r.always
	i := sort.Search(len(r.newcomers), func(i int) bool { return r.newcomers[i].startedMS >= beginMS })
	all := joined{}
	if n := len(r.newcomers); n > 0 {
		all = r.newcomers[n-1].below.plus(r.newcomers[n-1].joined)
	}
	if i == len(r.newcomers) {
		return predating.plus(all), joined{}
	}
	below := r.newcomers[i].below
	return predating.plus(below),
		joined{all.count - below.count, all.counter - below.counter, all.reused - below.reused}
}

// sums are what the terms add up to, by section 5 and by the mistakes of section 6, before
// they are divided.
type sums struct {
	right    int64
	merged   *int64 // a pid stood for a process; nil: nothing comes out
	joined   int64  // the terms of predates_span add their whole counter
	allWhole int64  // all terms do
}

func (r *reading) sums(predating, born joined) sums {
	s := sums{right: r.based + born.counter, joined: r.based + born.counter + predating.counter, allWhole: r.whole}
	if !r.mergedUnknown {
		merged := r.based + r.merged + born.counter - born.reused
		s.merged = &merged
	}
	return s
}
