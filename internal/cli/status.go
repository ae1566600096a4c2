package cli

import (
	"errors"
	"fmt"
	"io"
)

// Exit statuses (harness.md, section 6).
const (
	statusHolds      = 0
	statusFallsShort = 1
	statusUnusable   = 2
	statusAdapter    = 3
)

// errFallsShort ends a command whose answer, already printed, is no.
var errFallsShort = errors.New("it falls short")

// errAdapter ends a command whose answer, already printed, is that the adapter
// gave none.
var errAdapter = errors.New("the adapter gave no answers")

// problem is an error for people: what is wrong, and what to do.
type problem struct {
	message string
	quote   string // what an adapter wrote, quoted; may be empty
	hint    string // may be empty
	status  int    // statusUnusable where it is 0
	// tooLarge says that an input is larger than a limit that a flag may raise.
	tooLarge bool
}

func (p *problem) Error() string { return p.message }

// unusable says that the call or its input cannot be used.
func unusable(format string, args ...any) *problem {
	return &problem{message: fmt.Sprintf(format, args...)}
}

// hinting adds what to do.
func (p *problem) hinting(format string, args ...any) *problem {
	p.hint = fmt.Sprintf(format, args...)
	return p
}

// report prints an error, where there is one to print, and returns the status.
func report(w io.Writer, err error) int {
	switch {
	case err == nil:
		return statusHolds
	case errors.Is(err, errFallsShort):
		return statusFallsShort
	case errors.Is(err, errAdapter):
		return statusAdapter
	}
	var p *problem
	if !errors.As(err, &p) {
		p = &problem{message: inputProblem("", err)}
	}
	fmt.Fprintln(w, "tspi: "+p.message)
	if p.quote != "" {
		fmt.Fprintln(w, "it wrote: "+p.quote)
	}
	if p.hint != "" {
		fmt.Fprintln(w, "hint: "+p.hint)
	}
	if p.status != 0 {
		return p.status
	}
	return statusUnusable
}

// isAnswer reports whether a command ended with an answer, be it no.
func isAnswer(err error) bool {
	return err == nil || errors.Is(err, errFallsShort) || errors.Is(err, errAdapter)
}
