package tspi

// automaton finds all substrings of many groups in one pass over a text: the
// machine of Aho and Corasick with every step laid out in a table. Bytes that
// occur in no substring share one column, so that the table stays small.
//
// It is used by one goroutine at a time; the others fork it.
type automaton struct {
	column  [256]uint8
	columns uint32
	// next leads from a state and a column to the next state. States are numbered
	// by where their entries begin, with foundBit set where a substring ends.
	next []uint32
	ends []ending // by state
	// overlap is one byte less than the longest substring: what a run over a text
	// has to have seen before it finds all that ends behind.
	overlap int
	// What a scan writes, and no fork shares.
	text    int   // how many texts were scanned
	last    []int // by group: the text in which it was seen last
	endLast []int // by state: the text in which what ends there was seen last
	seen    []int32
}

const foundBit = 1 << 31

// ending is what ends in a state: whole substrings, of these groups, and those
// that end in the state of its longest suffix that has some.
type ending struct {
	groups []int32
	suffix uint32 // a state, 0 for none
}

func newAutomaton(groups [][]string) *automaton {
	a := &automaton{last: make([]int, len(groups))}
	a.assignColumns(groups)
	a.addState()
	for g, group := range groups {
		for _, substring := range group {
			a.add(substring, int32(g))
		}
	}
	a.link()
	return a.fork()
}

// fork is the same automaton for another goroutine.
func (a *automaton) fork() *automaton {
	fork := *a
	fork.text, fork.seen = 0, nil
	fork.last, fork.endLast = make([]int, len(a.last)), make([]int, len(a.ends))
	return &fork
}

// assignColumns gives every byte that occurs its own column, from 1. The others
// share column 0, of which there is none where all bytes occur.
func (a *automaton) assignColumns(groups [][]string) {
	var used [256]bool
	for _, group := range groups {
		for _, substring := range group {
			for i := range len(substring) {
				used[substring[i]] = true
			}
		}
	}
	a.columns = 1
	if used == allBytes() {
		a.columns = 0
	}
	for b := range used {
		if used[b] {
			a.column[b] = uint8(a.columns)
			a.columns++
		}
	}
}

func allBytes() (all [256]bool) {
	for b := range all {
		all[b] = true
	}
	return all
}

func (a *automaton) addState() uint32 {
	state := uint32(len(a.next))
	a.next = append(a.next, make([]uint32, a.columns)...)
	a.ends = append(a.ends, ending{})
	return state
}

func (a *automaton) ending(state uint32) *ending { return &a.ends[state/a.columns] }

// add lays a path for a substring. No path leads back to the first state yet, so
// that 0 stands for a step that is not there.
func (a *automaton) add(substring string, group int32) {
	a.overlap = max(a.overlap, len(substring)-1)
	state := uint32(0)
	for i := range len(substring) {
		step := state + uint32(a.column[substring[i]])
		if a.next[step] == 0 {
			to := a.addState() // before the write: it moves the table
			a.next[step] = to
		}
		state = a.next[step]
	}
	end := a.ending(state)
	end.groups = append(end.groups, group)
}

// link fills in the steps that leave the paths, breadth first: a state without a
// step of its own takes that of its longest suffix.
func (a *automaton) link() {
	suffix := make([]uint32, len(a.ends)) // by state: its longest suffix that is a state
	queue := make([]uint32, 0, len(a.ends))
	for c := range a.columns {
		if to := a.next[c]; to != 0 {
			queue = append(queue, to)
		}
	}
	for i := 0; i < len(queue); i++ {
		state := queue[i]
		back := suffix[state/a.columns]
		if end := a.ending(back); len(end.groups) > 0 {
			a.ending(state).suffix = back
		} else {
			a.ending(state).suffix = end.suffix
		}
		for c := range a.columns {
			if to := a.next[state+c]; to != 0 {
				suffix[to/a.columns] = a.next[back+c]
				queue = append(queue, to)
			} else {
				a.next[state+c] = a.next[back+c]
			}
		}
	}
	for i, to := range a.next {
		if end := a.ending(to); len(end.groups) > 0 || end.suffix != 0 {
			a.next[i] = to | foundBit
		}
	}
}

// scan returns the groups of which a substring occurs in text, in no order, each
// once. Every ending is looked at once a text, so that no text costs more than
// its bytes and what it holds.
func (a *automaton) scan(text string) []int32 {
	a.seen = a.seen[:0]
	a.text++
	next, column := a.next, &a.column // at hand: this is where the time goes
	state := uint32(0)
	if border := a.border(len(text)); border > 0 {
		// Each step waits for the one before. So two runs go side by side: one up to
		// the border, and one that begins as far before it as a substring is long.
		first, second := text[:border], text[border-a.overlap:]
		text, second = second[border:], second[:border]
		other := uint32(0)
		for i := range len(first) {
			other = next[other+uint32(column[first[i]])]
			state = next[state+uint32(column[second[i]])]
			if (other|state)&foundBit != 0 {
				other, state = a.found(other), a.found(state)
			}
		}
	}
	for i := range len(text) {
		state = next[state+uint32(column[text[i]])]
		if state&foundBit != 0 {
			state = a.found(state)
		}
	}
	return a.seen
}

// border is how much of a text of n bytes the first of two runs takes, which are of
// one length but for a byte; 0 where they would have to overlap so far that little
// is gained.
func (a *automaton) border(n int) int {
	if n < 2*a.overlap {
		return 0
	}
	return (n + a.overlap) / 2
}

// found looks at what ends in a state, where something does, and returns the
// state.
func (a *automaton) found(state uint32) uint32 {
	if state&foundBit != 0 {
		state &^= foundBit
		a.see(state)
	}
	return state
}

func (a *automaton) see(state uint32) {
	for {
		last := &a.endLast[state/a.columns]
		if *last == a.text {
			return
		}
		*last = a.text
		end := a.ending(state)
		for _, group := range end.groups {
			if a.last[group] != a.text {
				a.last[group] = a.text
				a.seen = append(a.seen, group)
			}
		}
		if state = end.suffix; state == 0 {
			return
		}
	}
}
