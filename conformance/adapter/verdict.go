package adapter

import (
	"context"
	"errors"
)

// verdict asks a question and charges what comes to the right call. In one-shot
// mode there is nothing to charge to anyone else.
func (c *Client) verdict(ctx context.Context, q question) (Result, error) {
	var suspect *Revocation // for garbage that may be an earlier call's
	for {
		if ctx.Err() != nil {
			return Result{}, context.Cause(ctx)
		}
		p, err := c.running(ctx)
		if err != nil {
			return c.notStarted(err)
		}
		mark := p.errs.mark()
		r := p.exchange(ctx, q)
		status := ""
		if r.outcome == Answered && !q.last {
			p.answered(c.calls)
		} else {
			status = c.drop(p, r.outcome)
		}
		if r.err != nil {
			return Result{}, r.err
		}
		if r.outcome == Garbage && p.lastCall > 0 {
			suspect = c.charge(p, r)
			continue // a fresh process has answered no call, so this ends
		}
		if r.outcome == Answered && suspect != nil {
			c.revoke(*suspect)
		}
		return result(p, r, mark, status), nil
	}
}

// charge finds whose fault garbage is, on a process that has answered calls. It
// revokes where that is certain, and returns whom to revoke if the open call
// proves to be innocent.
func (c *Client) charge(p *process, r reply) *Revocation {
	if r.early {
		c.revoke(Revocation{Call: p.lastCall, Detail: r.detail, Received: r.received})
		return nil
	}
	if call := p.callOf(r.earlier); call > 0 {
		c.revoke(Revocation{Call: call, Detail: "a second response has the id of this request", Received: r.received})
		return nil
	}
	return &Revocation{Call: p.lastCall, Detail: detailBehind, Received: r.received}
}

// drop ends a process that gets no further request. It returns how the process
// ended by itself, if it did.
func (c *Client) drop(p *process, o Outcome) (status string) {
	c.proc = nil
	how := atOnce
	if o == Crash {
		how = itEnds
	}
	_, status = p.finish(how)
	return status
}

func result(p *process, r reply, mark int64, status string) Result {
	res := Result{
		Outcome:  r.outcome,
		Response: r.response,
		Detail:   r.detail,
		Received: r.received,
		Duration: r.duration,
	}
	if r.outcome == Crash {
		res.Detail = crashDetail(p, r.detail, status)
	}
	res.Stderr, res.StderrDropped = p.errs.since(mark)
	return res
}

// crashDetail adds how the process ended, and what that suggests.
func crashDetail(p *process, detail, status string) string {
	switch {
	case status == "":
		return detail + " (it closed its output and went on)"
	case status == "exit status 0" && p.lastID > 1 && !p.cfg.OneShot:
		return detail + " (" + status + "); a program that answers one request and ends needs one-shot mode"
	}
	return detail + " (" + status + ")"
}

func (c *Client) notStarted(err error) (Result, error) {
	var start *StartError
	if !errors.As(err, &start) {
		return Result{}, err
	}
	return Result{
		Outcome:       NotStarted,
		Detail:        start.Detail,
		Received:      start.Received,
		Stderr:        start.Stderr,
		StderrDropped: start.StderrDropped,
	}, nil
}
