package effect

import (
	"encoding/hex"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// The methods of this file read one value of a record and tell whether it is of its type.
// What they return in bytes is good until the next value is read.

// object reads an object: read takes the value behind each name.
func (p *parser) object(read func(name []byte) bool) bool {
	if !p.begin('{') {
		return false
	}
	for p.dec.PeekKind() == '"' {
		name, ok := p.str()
		if !ok || !read(name) {
			return false
		}
	}
	return p.begin('}')
}

// array reads an array: read takes each element.
func (p *parser) array(read func() bool) bool {
	if !p.begin('[') {
		return false
	}
	for p.dec.PeekKind() != ']' {
		if !read() {
			return false
		}
	}
	return p.begin(']')
}

// begin reads a bracket or a brace.
func (p *parser) begin(kind jsontext.Kind) bool {
	if p.dec.PeekKind() != kind {
		return false
	}
	_, err := p.dec.ReadToken()
	return err == nil
}

func (p *parser) scalar(kind jsontext.Kind) (raw []byte, ok bool) {
	if p.dec.PeekKind() != kind {
		return nil, false
	}
	raw, err := p.dec.ReadValue()
	return raw, err == nil
}

func (p *parser) null() bool {
	if p.dec.PeekKind() != 'n' {
		return false
	}
	_, ok := p.scalar('n')
	return ok
}

func (p *parser) flag(to *bool) bool {
	kind := p.dec.PeekKind()
	if kind != 't' && kind != 'f' {
		return false
	}
	*to = kind == 't'
	_, ok := p.scalar(kind)
	return ok
}

// integer reads one of the contract's integers; here -0 is none.
func (p *parser) integer(to *int64) bool {
	const mostDigits = 16 // of 2^53 - 1
	raw, ok := p.scalar('0')
	if !ok || len(raw) > mostDigits {
		return false
	}
	n := int64(0)
	for _, c := range raw {
		if !strict.IsDigit(c) {
			return false
		}
		n = n*10 + int64(c-'0')
	}
	*to = n
	return n <= law.MaxInteger
}

func (p *parser) text() bool {
	_, ok := p.scalar('"')
	return ok
}

func (p *parser) str() (s []byte, ok bool) {
	raw, ok := p.scalar('"')
	if !ok {
		return nil, false
	}
	for _, c := range raw {
		if c == '\\' {
			p.escaped, _ = jsontext.AppendUnquote(p.escaped[:0], raw) // the decoder has found it right
			return p.escaped, true
		}
	}
	return raw[1 : len(raw)-1], true
}

// name reads an id.
func (p *parser) name() (s []byte, ok bool) {
	s, ok = p.str()
	return s, ok && len(s) <= law.MaxNameLength && law.IsName(string(s))
}

// id reads an id and keeps it.
func (p *parser) id(to *[]byte) bool {
	s, ok := p.name()
	*to = append((*to)[:0], s...)
	return ok
}

// word reads one of the words, as its place among them.
func (p *parser) word(words []string, to *uint8) bool {
	s, ok := p.str()
	if !ok {
		return false
	}
	for i, word := range words {
		if string(s) == word {
			*to = uint8(i)
			return true
		}
	}
	return false
}

// hash reads 64 lowercase hex digits, or null.
func (p *parser) hash(to *digest) bool {
	if to.known = false; p.null() {
		return true
	}
	s, ok := p.str()
	if !ok || !strict.IsHex(string(s), 2*digestLength) {
		return false
	}
	to.known = true
	_, err := hex.Decode(to.sum[:], s)
	return err == nil
}
