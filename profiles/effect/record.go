package effect

import (
	"bytes"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// members are those of a record, as a set.
type members uint16

const (
	hasV members = 1 << iota
	hasType
	hasSeq
	hasEffect
	hasLineage
	hasScope
	hasExpect
	hasExecution
	hasPossibleImpact
	hasMessage
	hasResource
	hasSource
	hasCoverage
	hasState
	hasDigest

	hasAll            = hasV | hasType | hasSeq
	claimMembers      = hasAll | hasEffect | hasLineage | hasScope | hasExpect
	outcomeMembers    = hasAll | hasEffect | hasExecution | hasPossibleImpact | hasMessage
	observedMembers   = hasAll | hasResource | hasSource | hasCoverage | hasState | hasDigest
	typeClaim         = "claim"
	typeOutcome       = "outcome"
	typeObservation   = "observation"
	digestLength      = 32
	largestScopeToTry = 16 // resources that are searched one by one
)

// record is one line of a log. Which members mean something depends on its type.
type record struct {
	has             members
	typ             string
	seq             int64
	effect, lineage []byte
	scopeIsNull     bool
	scope           []resource
	expect          []expectation
	execution       uint8
	possibleImpact  bool
	resource        resource
	source, state   uint8
	complete        bool
	digest          digest
}

// resource is a numbered place, in one of its generations.
type resource struct {
	place      int32
	generation int32 // its number, 0 for null
}

type expectation struct {
	resource
	predicate uint8
	digest
}

// digest is a hash of a content, or unknown.
type digest struct {
	known bool
	sum   [digestLength]byte
}

// parser reads records one after another. A line that breaks section 1.2 is bad as a whole,
// so that only this is told of it.
type parser struct {
	*register
	dec     *jsontext.Decoder
	buffer  bytes.Buffer
	escaped []byte // what a string with escapes is, until the next one is read
	place   []byte // of the resource that is being read
	rec     record
	inScope map[resource]bool
}

func newParser(r *register) *parser {
	return &parser{register: r, dec: jsontext.NewDecoder(&bytes.Buffer{}), inScope: map[resource]bool{}}
}

// parse reads a line. The record is good until the next call.
func (p *parser) parse(line []byte) (*record, bool) {
	rec := &p.rec
	rec.has, rec.scope, rec.expect, rec.scopeIsNull = 0, rec.scope[:0], rec.expect[:0], false
	p.buffer = *bytes.NewBuffer(line) // read in place
	p.dec.Reset(&p.buffer)
	if !p.object(p.member) {
		return nil, false
	}
	if _, err := p.dec.ReadToken(); err != io.EOF {
		return nil, false
	}
	return rec, p.isWhole()
}

// isWhole holds the members against each other, now that the type is known.
func (p *parser) isWhole() bool {
	rec := &p.rec
	switch rec.typ {
	case typeClaim:
		return rec.has == claimMembers && p.isExpectable()
	case typeOutcome:
		return rec.has == outcomeMembers && rec.possibleImpact == (rec.execution != isNotInvoked)
	}
	if rec.has != observedMembers || rec.digest.known && rec.state != statePresent {
		return false
	}
	ofJob := rec.state == stateSettled || rec.state == stateRunning
	return rec.state == stateUnknown || ofJob == p.isJob(rec.resource)
}

// isExpectable reports whether each expected resource is one of the scope.
func (p *parser) isExpectable() bool {
	rec := &p.rec
	if len(rec.scope) <= largestScopeToTry {
		return !slices.ContainsFunc(rec.expect, func(e expectation) bool {
			return !slices.Contains(rec.scope, e.resource)
		})
	}
	clear(p.inScope)
	for _, r := range rec.scope {
		p.inScope[r] = true
	}
	return !slices.ContainsFunc(rec.expect, func(e expectation) bool { return !p.inScope[e.resource] })
}

// member reads the value of a record's member.
func (p *parser) member(name []byte) bool {
	rec := &p.rec
	switch string(name) {
	case "v":
		raw, ok := p.scalar('0')
		return ok && string(raw) == "1" && p.has(hasV)
	case "type":
		s, ok := p.str()
		return ok && p.typed(s) && p.has(hasType)
	case "seq":
		return p.integer(&rec.seq) && p.has(hasSeq)
	case "effect":
		return p.id(&rec.effect) && p.has(hasEffect)
	case "lineage":
		return p.id(&rec.lineage) && p.has(hasLineage)
	case "scope":
		if rec.scopeIsNull = p.null(); rec.scopeIsNull {
			return p.has(hasScope)
		}
		return p.array(p.scoped) && len(rec.scope) > 0 && p.has(hasScope)
	case "expect":
		return p.array(p.expected) && p.has(hasExpect)
	case "execution":
		return p.word(executions, &rec.execution) && p.has(hasExecution)
	case "possible_impact":
		return p.flag(&rec.possibleImpact) && p.has(hasPossibleImpact)
	case "message":
		return (p.null() || p.text()) && p.has(hasMessage)
	case "resource":
		return p.readResource(&rec.resource) && p.has(hasResource)
	case "source":
		return p.word(sources, &rec.source) && p.has(hasSource)
	case "coverage":
		var place uint8
		ok := p.word(coverages, &place)
		rec.complete = place == 0
		return ok && p.has(hasCoverage)
	case "state":
		if p.null() {
			rec.state = stateUnknown
			return p.has(hasState)
		}
		return p.word(states, &rec.state) && p.has(hasState)
	case "digest":
		return p.hash(&rec.digest) && p.has(hasDigest)
	}
	return false
}

// has notes a member that was read.
func (p *parser) has(m members) bool {
	p.rec.has |= m
	return true
}

func (p *parser) typed(s []byte) bool {
	for _, typ := range []string{typeClaim, typeOutcome, typeObservation} {
		if string(s) == typ {
			p.rec.typ = typ
			return true
		}
	}
	return false
}

func (p *parser) scoped() bool {
	var r resource
	ok := p.readResource(&r)
	p.rec.scope = append(p.rec.scope, r)
	return ok
}

func (p *parser) expected() bool {
	var e expectation
	var has members
	ok := p.object(func(name []byte) bool {
		switch string(name) {
		case "resource":
			has |= 1
			return p.readResource(&e.resource)
		case "predicate":
			has |= 2
			return p.word(predicates, &e.predicate)
		case "digest":
			has |= 4
			return p.hash(&e.digest)
		}
		return false
	})
	p.rec.expect = append(p.rec.expect, e)
	wantsDigest := e.predicate == wantDigest || e.predicate == wantChanged
	return ok && has == 1|2|4 && p.isJob(e.resource) == (e.predicate == wantSettled) && e.digest.known == wantsDigest
}

// readResource reads a resource and numbers its place and its generation.
func (p *parser) readResource(r *resource) bool {
	const kind, place, generation = 1, 2, 4
	var has members
	p.place = append(p.place[:0], 0) // for the kind
	ids := 0
	ok := p.object(func(name []byte) bool {
		switch string(name) {
		case "kind":
			has |= kind
			return p.word(kinds, &p.place[0])
		case "place":
			has |= place
			return p.array(func() bool {
				ids++
				id, ok := p.name()
				p.place = append(append(p.place, id...), endOfID)
				return ok && ids <= DeepestPlace
			})
		case "generation":
			has |= generation
			if p.null() {
				r.generation = 0
				return true
			}
			id, ok := p.name()
			if ok {
				r.generation = p.generation(id)
			}
			return ok
		}
		return false
	})
	if !ok || has != kind|place|generation || ids == 0 {
		return false
	}
	r.place = p.number(p.place)
	return true
}
