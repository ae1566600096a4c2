package adapter

import "context"

// running returns a process for the next question: the one that runs, or a
// fresh one that has described itself. In one-shot mode it is always a fresh
// one, and the description is asked of one of its own, once.
func (c *Client) running(ctx context.Context) (*process, error) {
	if err := c.ready(ctx); err != nil {
		return nil, err
	}
	if c.cfg.OneShot {
		return c.launch()
	}
	return c.proc, nil
}

// ready makes sure that the adapter has described itself and, unless it is
// started once a request, runs.
func (c *Client) ready(ctx context.Context) error {
	if c.proc != nil || c.cfg.OneShot && c.described != nil {
		return nil
	}
	p, err := c.launch()
	if err != nil {
		return err
	}
	r := p.exchange(ctx, question{op: opDescribe, timeout: c.cfg.StartTimeout, last: c.cfg.OneShot})
	keep := r.outcome == Answered && !c.cfg.OneShot
	detail := r.detail
	if r.outcome == Answered {
		if detail = c.introduce(r.response); detail != "" {
			keep = false
		}
	}
	if keep {
		c.proc = p
		return nil
	}
	status := c.drop(p, r.outcome)
	switch {
	case r.err != nil:
		return r.err
	case detail == "":
		return nil
	case r.outcome == Crash:
		detail = crashDetail(p, detail, status)
	}
	e := &StartError{Outcome: r.outcome, Detail: "describe: " + detail, Received: r.received}
	e.Stderr, e.StderrDropped = p.errs.since(0)
	return e
}

// introduce reads a description, and says what is wrong with it.
func (c *Client) introduce(r Response) (problem string) {
	if r.Error != nil {
		return "the adapter answered with an error"
	}
	d, bad := readDescription(r.OK)
	switch {
	case bad != nil:
		return bad.detail
	case c.described == nil:
		c.described = &d
	case !c.described.equal(d):
		return "the adapter describes itself otherwise than at first"
	}
	return ""
}

// launch starts a process.
func (c *Client) launch() (*process, error) {
	p, err := start(c.cfg)
	if err != nil {
		return nil, &StartError{Outcome: NotStarted, Detail: startProblem(err, c.cfg.Dir)}
	}
	c.stats.Starts++
	return p, nil
}
