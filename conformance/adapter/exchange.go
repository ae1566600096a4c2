package adapter

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// question is one request and the bounds of its answer.
type question struct {
	op      string
	input   jsontext.Value
	timeout time.Duration
	// last: the process is to end after this answer (one-shot).
	last bool
}

// reply is what came of a question. The process may go on only when outcome is
// Answered.
type reply struct {
	outcome  Outcome
	response Response
	detail   string
	received []byte
	duration time.Duration

	early   bool  // garbage that was there before the request was sent
	earlier int64 // the id of the earlier request that the garbage answers, or 0
	err     error // of the context; there is no verdict then
}

const (
	detailEnded     = "the adapter ended before it answered"
	detailTruncated = "the adapter ended in the middle of its answer"
	detailUnread    = "the adapter does not read its input"
	detailStays     = "the adapter answered, but did not end when its input did"
	detailBehind    = "something follows the answer that nobody asked for"
	detailDescribe  = "something follows the answer to describe that nobody asked for"
	detailTwice     = "a second answer follows the answer to the same request"
)

// detailLate says that nothing, or no whole line, came in time.
func detailLate(came int, limit time.Duration) string {
	within := limit.String()
	if limit%time.Second == 0 {
		within = fmt.Sprintf("%d s", limit/time.Second)
	}
	if came > 0 {
		return fmt.Sprintf("no whole line within %s, only %d bytes; does it end with a line feed, and did you flush?",
			within, came)
	}
	return "no line within " + within + "; did you flush?"
}

// behind is what follows an answer: another one to the same request, or anything else.
func behind(text []byte, id int64, otherwise string) string {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	if e, bad := readEnvelope(line); bad == nil && string(e.id) == strconv.FormatInt(id, 10) {
		return detailTwice
	}
	return otherwise
}

// exchange asks one question and waits for the answer, until its time-out or
// the end of ctx.
func (p *process) exchange(ctx context.Context, q question) reply {
	p.lastID++
	line, err := appendRequest(p.line[:0], p.lastID, q.op, q.input)
	p.line = nil // send gives it back when it was taken
	if err != nil {
		return reply{err: err}
	}
	began := time.Now()
	deadline := began.Add(q.timeout)
	p.out.until(deadline)
	if ctx.Done() != nil {
		stop := context.AfterFunc(ctx, func() { p.out.until(past) })
		defer stop()
	}
	r := p.ask(ctx, line, deadline, q)
	r.duration = time.Since(began)
	if r.outcome != Answered && ctx.Err() != nil {
		r.err = context.Cause(ctx)
	}
	return r
}

func (p *process) ask(ctx context.Context, line []byte, deadline time.Time, q question) reply {
	// Before the first request there is no answer that anything could follow;
	// what comes then is judged as the first one.
	if p.lastID > 1 {
		p.out.poll()
	}
	if !p.out.empty() {
		otherwise := detailBehind
		if p.lastCall == 0 {
			otherwise = detailDescribe
		}
		rest := p.out.rest()
		r := p.spoilt(Garbage, rest, behind(rest, p.lastID-1, otherwise))
		r.early = true
		return r
	}
	if p.writing != nil && !p.await(ctx, p.writing, deadline) {
		return reply{outcome: Hang, detail: detailUnread}
	}
	// An end seen here is told like one seen below: which it is, is luck.
	if !p.out.ended && !p.hasExited() {
		p.send(line, q.last)
	}
	r := p.answer(ctx, deadline, q.timeout)
	if r.outcome != Answered {
		return r
	}
	if !p.out.empty() {
		rest := p.out.rest()
		return p.spoilt(Garbage, rest, behind(rest, p.lastID, detailBehind))
	}
	if q.last {
		return p.lastAnswer(ctx, r, deadline)
	}
	return r
}

// answer reads one line and judges it. limit is how long it was waited for.
func (p *process) answer(ctx context.Context, deadline time.Time, limit time.Duration) reply {
	for {
		if text, whole := p.out.line(); whole {
			return p.judge(text, true)
		}
		if p.out.tooLong() {
			return p.spoilt(Garbage, p.out.rest(),
				fmt.Sprintf("the response is longer than %d bytes", p.cfg.MaxMessageBytes))
		}
		arrived := more
		if !p.out.ended {
			arrived = p.next(ctx, deadline)
		}
		switch {
		case arrived == timeUp:
			rest := p.out.rest()
			return p.spoilt(Hang, rest, detailLate(len(rest), limit))
		case arrived == nothing, p.out.ended:
			return p.judge(p.out.rest(), false)
		}
	}
}

// judge says what a line is worth. One that is not whole stands at the end of
// the output, which ends a line as well.
func (p *process) judge(text []byte, whole bool) reply {
	response, bad := readResponse(text, p.lastID)
	switch {
	case bad == nil:
		p.cfg.trace(Received, text)
		return reply{outcome: Answered, response: response}
	case !whole && len(text) == 0:
		return reply{outcome: Crash, detail: detailEnded}
	case !whole && bad.truncated:
		return p.spoilt(Crash, text, detailTruncated)
	}
	r := p.spoilt(Garbage, text, bad.detail)
	r.earlier = bad.earlier
	return r
}

// spoilt is the reply of output that is no response.
func (p *process) spoilt(o Outcome, text []byte, detail string) reply {
	head := shown(text)
	if len(head) > 0 {
		p.cfg.trace(Received, head)
	}
	return reply{outcome: o, detail: detail, received: head}
}

// lastAnswer demands that the process ends behind its answer, and writes nothing
// more. When the leader has ended, what its children may still write is not its
// answer.
func (p *process) lastAnswer(ctx context.Context, r reply, deadline time.Time) reply {
	for !p.out.ended {
		arrived := p.next(ctx, deadline)
		switch {
		case !p.out.empty():
			rest := p.out.rest()
			return p.spoilt(Garbage, rest, behind(rest, p.lastID, detailBehind))
		case arrived == nothing:
			return r
		case arrived == timeUp:
			return reply{outcome: Hang, detail: detailStays}
		}
	}
	if !p.await(ctx, p.exited, deadline) {
		return reply{outcome: Hang, detail: detailStays}
	}
	return r
}

// next waits until something comes (more), until the leader has ended and all
// that it wrote was read (nothing), or until the deadline or the end of ctx
// (timeUp). Its caller has set the deadline of the inbox.
func (p *process) next(ctx context.Context, deadline time.Time) arrival {
	for ctx.Err() == nil && time.Now().Before(deadline) {
		read := p.out.wait
		if p.hasExited() {
			p.out.until(time.Time{}) // watch has put it into the past
			read = p.out.poll
		}
		if a := read(); a != timeUp {
			return a
		}
		// Woken by the deadline, by watch, by the end of ctx, or by that of an
		// earlier one.
		p.out.until(deadline)
	}
	return timeUp
}
