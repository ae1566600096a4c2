package bundle

import (
	"maps"
	"slices"
)

// treeSearch looks for many anchors in one pass, in time that does not depend on
// their number (Aho and Corasick's automaton).
type treeSearch struct {
	edges map[treeEdge]int32 // from a node by a byte to the next; node 0 is the root
	nodes []treeNode
	ends  map[string]int32 // the node at which each anchor ends
	state int32
}

type treeEdge struct {
	node int32
	byte byte
}

type treeNode struct {
	fail int32 // the node of the longest proper suffix that is in the tree
	// seen says that the text so far holds what the node stands for, as far as it
	// matters: nodes at which no anchor ends are marked only on the way.
	seen bool
}

func newTreeSearch(anchors map[string]bool) *treeSearch {
	s := &treeSearch{edges: map[treeEdge]int32{}, nodes: make([]treeNode, 1), ends: map[string]int32{}}
	// In the order of their lengths the nodes come level by level, which is how
	// the links to suffixes are found.
	type unfinished struct {
		anchor string
		node   int32
	}
	var level []unfinished
	for _, a := range slices.Sorted(maps.Keys(anchors)) {
		level = append(level, unfinished{a, 0})
	}
	for depth := 0; len(level) > 0; depth++ {
		var next []unfinished
		for _, u := range level {
			if depth == len(u.anchor) {
				s.ends[u.anchor] = u.node
				continue
			}
			next = append(next, unfinished{u.anchor, s.child(u.node, u.anchor[depth])})
		}
		level = next
	}
	return s
}

// child is the node behind an edge, made where there is none.
func (s *treeSearch) child(node int32, b byte) int32 {
	edge := treeEdge{node, b}
	if to, ok := s.edges[edge]; ok {
		return to
	}
	fail := int32(0)
	if node != 0 {
		fail = s.next(s.nodes[node].fail, b)
	}
	to := int32(len(s.nodes))
	s.edges[edge] = to
	s.nodes = append(s.nodes, treeNode{fail: fail})
	return to
}

// next is the node of the longest suffix of node's text and b that is in the tree.
func (s *treeSearch) next(node int32, b byte) int32 {
	for {
		if to, ok := s.edges[treeEdge{node, b}]; ok {
			return to
		}
		if node == 0 {
			return 0
		}
		node = s.nodes[node].fail
	}
}

func (s *treeSearch) write(piece []byte) {
	for _, b := range piece {
		s.state = s.next(s.state, b)
		// A node's suffixes are seen with it. Those behind a node that was seen
		// already were marked then: so all marking together is linear.
		for n := s.state; !s.nodes[n].seen; n = s.nodes[n].fail {
			s.nodes[n].seen = true
			if n == 0 {
				break
			}
		}
	}
}

func (s *treeSearch) found(anchor string) bool {
	node, ok := s.ends[anchor]
	return ok && s.nodes[node].seen
}
