package adapter

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrClosed is what a closed client says to a call.
var ErrClosed = errors.New("the adapter client is closed")

// Client asks one adapter, one process at a time, one request at a time. For
// several at once, make several. A client may be used by several goroutines;
// their calls wait for one another.
type Client struct {
	cfg Config

	mu        sync.Mutex
	closed    bool
	proc      *process     // nil when the next call needs a fresh one
	described *Description // nil until the first describe was answered
	calls     int
	revoked   []Revocation // not handed out yet
	stats     Stats
}

// New checks the configuration. It starts nothing. Its error is the caller's
// fault, or [ErrUnsupported].
func New(cfg Config) (*Client, error) {
	if !supported {
		return nil, ErrUnsupported
	}
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Client{cfg: cfg}, nil
}

// Start starts the adapter, unless it runs, and returns its description. Its
// error is a *[StartError], [ErrClosed], or the cause of the end of ctx. A call
// starts the adapter by itself, so Start is for those who want the description,
// or a clear error before the first call.
func (c *Client) Start(ctx context.Context) (Description, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return Description{}, ErrClosed
	}
	if ctx.Err() != nil {
		return Description{}, context.Cause(ctx)
	}
	if err := c.ready(ctx); err != nil {
		return Description{}, err
	}
	return *c.described, nil
}

// Call asks one question and waits for its answer, at most for timeout (that of
// the configuration, if it is 0), the start of a process not counted. input is
// one strict JSON value, or nil for none; the result holds no part of it.
//
// The result is a verdict, whatever the adapter did. An error means that there
// is none: the client is closed, op or input cannot be sent, or ctx has ended,
// whose cause it is; the process was ended then.
//
// An answer can still be revoked by a later call, [Client.Renew] or
// [Client.Close]: see the package documentation.
func (c *Client) Call(ctx context.Context, op string, input jsontext.Value, timeout time.Duration) (Result, error) {
	if err := checkRequest(op, input); err != nil {
		return Result{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return Result{}, ErrClosed
	}
	if timeout <= 0 {
		timeout = c.cfg.Timeout
	}
	c.calls++
	res, err := c.verdict(ctx, question{op: op, input: input, timeout: timeout, last: c.cfg.OneShot})
	if err != nil {
		return Result{}, err
	}
	res.Call, res.Revoked = c.calls, c.takeRevoked()
	c.stats.count(res.Outcome)
	return res, nil
}

// Renew ends the running process, if there is one, so that the next call gets a
// fresh one. It returns the calls whose answer was revoked since the last result.
func (c *Client) Renew() []Revocation {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end()
	return c.takeRevoked()
}

// Close ends the running process, if there is one, waits until it is gone, and
// returns the calls whose answer was revoked since the last result. It takes a
// few [Config.Grace] at most. Every client that was used must be closed.
func (c *Client) Close() []Revocation {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	c.end()
	return c.takeRevoked()
}

// Stats returns the counts so far.
func (c *Client) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stats
}

// end ends the running process gently and revokes its last answer if something
// came behind it.
func (c *Client) end() {
	if c.proc == nil {
		return
	}
	p := c.proc
	c.proc = nil
	if leftover, _ := p.finish(gently); len(leftover) > 0 {
		c.cfg.trace(Received, shown(leftover))
		c.revoke(Revocation{Call: p.lastCall, Detail: behind(leftover, p.lastID, detailBehind),
			Received: shown(leftover)})
	}
}

func (c *Client) revoke(r Revocation) {
	c.revoked = append(c.revoked, r)
	c.stats.Revoked++
}

func (c *Client) takeRevoked() []Revocation {
	r := c.revoked
	c.revoked = nil
	return r
}
