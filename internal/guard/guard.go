package guard

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Kind is what an offence gives away. Which error code it raises is the law's business.
type Kind string

// The kinds of leaks, in text order.
const (
	Path    Kind = "path"    // an absolute path of a host
	Preview Kind = "preview" // a command, or a key that carries one
	Signal  Kind = "signal"  // a key that claims a process signal
)

// Leak is one offence against the redaction guard (contract, section 7).
type Leak struct {
	Kind Kind
	// Pointer is the JSON Pointer of the place: of the member whose key or value
	// offends, or of the offending element. It may hold keys of the document:
	// what is shown to people goes through [law.SafePointer].
	Pointer string
}

// Check holds v against the redaction guard (contract, section 7): its keys and
// its strings. It returns at most one leak of each kind, the
// first in document order, sorted by kind; a clean value gives nil. The time is
// linear in the size of v.
func Check(v strict.Value, level law.Level) []Leak {
	g := guard{level: level}
	g.value(v, false)
	slices.SortFunc(g.leaks, func(a, b Leak) int { return cmp.Compare(a.Kind, b.Kind) })
	return g.leaks
}

// kindCount is how many kinds there are: with so many leaks the guard may stop.
const kindCount = 3

type guard struct {
	level law.Level
	path  []pathStep
	leaks []Leak
}

// pathStep is a step into a value: into a member, or into an element.
type pathStep struct {
	name  string
	index int // -1 for a member
}

// value walks v; member says whether v is the value of an object's member,
// which is all that core looks at.
func (g *guard) value(v strict.Value, member bool) {
	if len(g.leaks) == kindCount {
		return
	}
	switch v := v.(type) {
	case string:
		if (member || g.level.IsHardened()) && HoldsPath(v, g.level) {
			g.report(Path)
		}
	case strict.Array:
		for i := range v {
			g.path = append(g.path, pathStep{index: i})
			g.value(v[i], false)
			g.path = g.path[:len(g.path)-1]
		}
	case strict.Object:
		for i := range v {
			g.path = append(g.path, pathStep{name: v[i].Name, index: -1})
			g.key(v[i])
			g.value(v[i].Value, true)
			g.path = g.path[:len(g.path)-1]
		}
	}
}

// key judges a member by its key, before its value is walked.
func (g *guard) key(m strict.Member) {
	switch classifyKey(m.Name, g.level) {
	case keyPreview:
		g.report(Preview)
	case keyCommandHash:
		if hash, ok := m.Value.(string); !ok || !IsCommandHash(hash) {
			g.report(Preview)
		}
	case keySignal:
		if !saysNothing(m.Value) {
			g.report(Signal)
		}
	}
	if g.level.IsHardened() && HoldsPath(m.Name, g.level) {
		g.report(Path)
	}
}

// report keeps the first place of each kind.
func (g *guard) report(kind Kind) {
	if slices.ContainsFunc(g.leaks, func(l Leak) bool { return l.Kind == kind }) {
		return
	}
	var b strings.Builder
	for _, step := range g.path {
		b.WriteByte('/')
		if step.index < 0 {
			b.WriteString(strict.EscapeToken(step.name))
		} else {
			b.WriteString(strconv.Itoa(step.index))
		}
	}
	g.leaks = append(g.leaks, Leak{Kind: kind, Pointer: b.String()})
}
