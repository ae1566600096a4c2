package tspi

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// Leak is one offence against the redaction guard (contract, section 7).
type Leak struct {
	// Code is TSPI_COMMAND_PREVIEW_FORBIDDEN, TSPI_PROCESS_SIGNAL_FORBIDDEN or
	// TSPI_ABSOLUTE_PATH_FORBIDDEN.
	Code Code
	// Pointer is the JSON Pointer of the place: of the member whose key or value
	// offends, or of the offending element. It may hold keys of the document:
	// what is shown to people goes through [SafePointer].
	Pointer string
}

// Guard holds v against the redaction guard (contract, section 7): its keys and
// its strings. It returns at most one leak for each of the three codes, the
// first in document order, sorted by code; a clean value gives nil. The time is
// linear in the size of v.
func Guard(v Value, level Level) []Leak {
	g := guard{level: level}
	g.value(v, false)
	slices.SortFunc(g.leaks, func(a, b Leak) int { return cmp.Compare(a.Code, b.Code) })
	return g.leaks
}

// guardCodes is how many codes the guard knows: with so many leaks it may stop.
const guardCodes = 3

type guard struct {
	level Level
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
func (g *guard) value(v Value, member bool) {
	if len(g.leaks) == guardCodes {
		return
	}
	switch v := v.(type) {
	case string:
		if (member || g.level.hardened()) && HoldsPath(v, g.level) {
			g.report(CodeAbsolutePath)
		}
	case Array:
		for i := range v {
			g.path = append(g.path, pathStep{index: i})
			g.value(v[i], false)
			g.path = g.path[:len(g.path)-1]
		}
	case Object:
		for i := range v {
			g.path = append(g.path, pathStep{name: v[i].Name, index: -1})
			g.key(v[i])
			g.value(v[i].Value, true)
			g.path = g.path[:len(g.path)-1]
		}
	}
}

// key judges a member by its key, before its value is walked.
func (g *guard) key(m Member) {
	switch classifyKey(m.Name, g.level) {
	case keyPreview:
		g.report(CodeCommandPreview)
	case keyCommandHash:
		if hash, ok := m.Value.(string); !ok || !isCommandHash(hash) {
			g.report(CodeCommandPreview)
		}
	case keySignal:
		if !saysNothing(m.Value) {
			g.report(CodeProcessSignal)
		}
	}
	if g.level.hardened() && HoldsPath(m.Name, g.level) {
		g.report(CodeAbsolutePath)
	}
}

// report keeps the first place of each code.
func (g *guard) report(code Code) {
	if slices.ContainsFunc(g.leaks, func(l Leak) bool { return l.Code == code }) {
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
	g.leaks = append(g.leaks, Leak{Code: code, Pointer: b.String()})
}
