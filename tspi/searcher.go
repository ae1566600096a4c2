package tspi

import (
	"strings"
	"sync"
)

// searcher finds which groups of substrings have one that occurs in a text. A
// few texts are searched for one substring after the other. As soon as that has
// cost what an [automaton] costs, it makes one, which reads every further text
// once however many substrings there are; so a short table pays for no
// automaton, and a long one never more than twice what it must.
type searcher struct {
	groups     [][]string
	total      int // substrings in all groups
	size       int // of the automaton, in entries
	tried      int // entries that the searches so far would have paid for
	machine    *automaton
	newMachine func() *automaton // made once for all forks
	scanned    int               // bytes looked at, for the test that holds cost linear
}

// entriesATry is how many entries of an automaton are made in the time that a
// search for one substring in one command takes.
const entriesATry = 8

// largestAutomaton bounds the memory: 4 bytes an entry. More substrings than
// that are searched for one after the other for good.
const largestAutomaton = 4 << 20

func newSearcher(groups [][]string) *searcher {
	s := &searcher{groups: groups, newMachine: sync.OnceValue(func() *automaton { return newAutomaton(groups) })}
	used := [256]bool{}
	bytes, classes := 0, 1
	for _, group := range groups {
		s.total += len(group)
		for _, substring := range group {
			if substring == "" { // occurs everywhere; only policies made by hand have it
				return &searcher{groups: groups, size: largestAutomaton + 1}
			}
			bytes += len(substring)
			for i := range len(substring) {
				if !used[substring[i]] {
					used[substring[i]] = true
					classes++
				}
			}
		}
	}
	s.size = (bytes + 1) * classes
	return s
}

// fork is the same searcher for another goroutine; nil stays nil.
func (s *searcher) fork() *searcher {
	if s == nil {
		return nil
	}
	fork := *s
	fork.scanned = 0
	if s.machine != nil {
		fork.machine = s.machine.fork()
	}
	return &fork
}

// join takes over what a fork has counted.
func (s *searcher) join(fork *searcher) {
	if s != nil {
		s.scanned += fork.scanned
	}
}

// quick reports whether the automaton is there, after tries searches more.
func (s *searcher) quick(tries int) bool {
	if s.machine != nil {
		return true
	}
	s.tried += entriesATry * tries
	if s.tried < s.size || s.size > largestAutomaton {
		return false
	}
	s.machine = s.newMachine().fork()
	return true
}

// holds searches for the substrings of one group, one after the other.
func (s *searcher) holds(text string, group int) bool {
	for _, substring := range s.groups[group] {
		s.scanned += len(text)
		if strings.Contains(text, substring) {
			return true
		}
	}
	return false
}

// in returns the groups that occur in text, in no order, each once. They are good
// until the next call. The automaton must be there.
func (s *searcher) in(text string) []int32 {
	s.scanned += len(text)
	if s.machine.border(len(text)) > 0 {
		s.scanned += s.machine.overlap
	}
	return s.machine.scan(text)
}
