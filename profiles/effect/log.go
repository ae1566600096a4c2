package effect

import (
	"bufio"
	"bytes"
	"io"
)

// history is what a log says, line by line (section 1.2).
type history struct {
	*register
	lineage string
	effects []effect
	byID    map[string]int32
	scopes  []resource
	expects []expectation
	seen    []seen
	verdict string
	badLine int64 // of a corrupt log
	end     int64 // bytes up to and with the last LF
	seq     int64 // of the last line, -1 before the first one
}

// effect is a claim and what came of it.
type effect struct {
	id            string
	claimed       int64 // seq of the claim
	settled       int64 // seq of the outcome that settles it, -1 for none
	scopes        span  // in history.scopes
	expects       span  // in history.expects
	scopeIsNull   bool
	hasOutcome    bool
	lastExecution uint8 // where it has an outcome
}

type span struct{ from, to int32 }

func (e *effect) isNoop() bool { return e.hasOutcome && e.lastExecution == isNotInvoked }

// seen are the observations of one place, as far as they can ever matter.
type seen struct {
	readback resource // the last one, with its generation
	seq      int64    // its, -1 for none
	complete bool
	state    uint8
	digest   digest
	// looked is the seq of the last observation that is a readback or from a cache, and
	// acknowledged that of the last one that is neither; -1 for none.
	looked, acknowledged int64
}

const readAhead = 256 << 10

// readHistory reads a log to its end, or to its first bad line. The error is the stream's.
func readHistory(lineage string, text io.Reader) (*history, error) {
	h := &history{register: newRegister(), lineage: lineage, byID: map[string]int32{}, verdict: logOK, seq: -1}
	p := newParser(h.register)
	in := bufio.NewReaderSize(text, readAhead)
	var long []byte
	for number := int64(1); ; number++ {
		line, err := in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			long = append(long[:0], line...)
			for err == bufio.ErrBufferFull {
				line, err = in.ReadSlice('\n')
				long = append(long, line...)
			}
			line = long
		}
		switch {
		case err == io.EOF:
			if len(line) > 0 {
				h.verdict = logTornTail
			}
			return h, nil
		case err != nil:
			return nil, err
		case !h.take(p, line[:len(line)-1]):
			h.verdict, h.badLine = logCorrupt, number
			return h, nil
		}
		h.end += int64(len(line))
	}
}

// replacement is U+FFFD: what stands for a byte that is not UTF-8.
var replacement = []byte("\ufffd")

// take adds a line, unless it is bad (section 2).
func (h *history) take(p *parser, line []byte) bool {
	if bytes.Contains(line, replacement) {
		return false
	}
	rec, ok := p.parse(line)
	if !ok || rec.seq <= h.seq {
		return false
	}
	h.seq = rec.seq
	switch rec.typ {
	case typeClaim:
		return h.claim(rec)
	case typeOutcome:
		return h.outcome(rec)
	}
	h.observe(rec)
	return true
}

func (h *history) claim(rec *record) bool {
	if _, claimed := h.byID[string(rec.effect)]; claimed || string(rec.lineage) != h.lineage {
		return false
	}
	e := effect{id: string(rec.effect), claimed: rec.seq, settled: -1, scopeIsNull: rec.scopeIsNull}
	e.scopes.from, e.expects.from = int32(len(h.scopes)), int32(len(h.expects))
	h.scopes, h.expects = append(h.scopes, rec.scope...), append(h.expects, rec.expect...)
	e.scopes.to, e.expects.to = int32(len(h.scopes)), int32(len(h.expects))
	h.byID[e.id] = int32(len(h.effects))
	h.effects = append(h.effects, e)
	return true
}

func (h *history) outcome(rec *record) bool {
	n, claimed := h.byID[string(rec.effect)]
	if !claimed {
		return false
	}
	e := &h.effects[n]
	if e.settled >= 0 || e.hasOutcome && rec.execution == isNotInvoked {
		return false
	}
	e.hasOutcome, e.lastExecution = true, rec.execution
	if rec.execution != isRunning {
		e.settled = rec.seq
	}
	return true
}

func (h *history) observe(rec *record) {
	place := &h.places[rec.resource.place]
	if place.seen == 0 {
		h.seen = append(h.seen, seen{seq: -1, looked: -1, acknowledged: -1})
		place.seen = int32(len(h.seen))
	}
	s := &h.seen[place.seen-1]
	if rec.source == byAcknowledgement {
		s.acknowledged = rec.seq
		return
	}
	s.looked = rec.seq
	if rec.source == byReadback {
		s.readback, s.seq, s.complete, s.state, s.digest = rec.resource, rec.seq, rec.complete, rec.state, rec.digest
	}
}

// isTrusted reports whether what the log says is believed.
func (h *history) isTrusted() bool { return h.verdict == logOK || h.verdict == logTornTail }

func (h *history) scopeOf(e *effect) []resource      { return h.scopes[e.scopes.from:e.scopes.to] }
func (h *history) expectsOf(e *effect) []expectation { return h.expects[e.expects.from:e.expects.to] }
