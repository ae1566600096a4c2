package adapter

import "time"

// Outcome says how a call ended.
type Outcome int

const (
	// NotStarted: the program could not be run, or did not describe itself. It
	// is the zero value, so that an unset outcome is never green.
	NotStarted Outcome = iota
	// Answered: a well-formed response came in time.
	Answered
	// Crash: the process or its output ended before the answer.
	Crash
	// Hang: no answer in time; in one-shot mode also no end in time.
	Hang
	// Garbage: output that is no response to the request.
	Garbage
)

// String returns the word that reports use.
func (o Outcome) String() string {
	switch o {
	case Answered:
		return "answered"
	case Crash:
		return "crash"
	case Hang:
		return "hang"
	case Garbage:
		return "garbage"
	}
	return "not started"
}

// Result is what became of one call.
type Result struct {
	// Call is the number of the call, counted from 1 for each client.
	Call    int
	Outcome Outcome
	// Response is set when Outcome is Answered.
	Response Response
	// Detail says what was wrong, in words that repeat nothing the adapter
	// wrote. It is "" when Outcome is Answered.
	Detail string
	// Received is the beginning, at most 4 KiB, of output that is no response.
	// It is hostile bytes: a report must clean it before it shows it.
	Received []byte
	// Stderr is the end of what came on standard error during the call, as far
	// as it had arrived; StderrDropped counts the bytes before it that were not
	// kept. These are hostile bytes too.
	Stderr        []byte
	StderrDropped int64
	// Duration is from the sending of the request to its answer, or to the
	// moment when it was given up.
	Duration time.Duration
	// Revoked lists earlier calls whose answer has turned out to be garbage
	// since. They must lose the verdict they had.
	Revoked []Revocation
}

// Revocation turns the answer of an earlier call into garbage.
type Revocation struct {
	// Call is the [Result.Call] of the call; 0 is describe, when nothing else
	// was asked.
	Call   int
	Detail string
	// Received is the beginning of what made it so, as in [Result].
	Received []byte
}

// Stats counts what became of the processes and calls of a client.
type Stats struct {
	Starts     int // processes started
	Answered   int // calls answered, those revoked later included
	Crashes    int
	Hangs      int
	Garbage    int
	NotStarted int
	Revoked    int
	// InARow counts the calls since the last answered one. A caller that sees it
	// grow has an adapter that keeps crashing.
	InARow int
}

func (s *Stats) count(o Outcome) {
	s.InARow++
	switch o {
	case Answered:
		s.Answered++
		s.InARow = 0
	case Crash:
		s.Crashes++
	case Hang:
		s.Hangs++
	case Garbage:
		s.Garbage++
	default:
		s.NotStarted++
	}
}

// maxShown is how much of output that is no response is kept for people.
const maxShown = 4 << 10

// shown copies the beginning of b.
func shown(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return append([]byte(nil), b[:min(len(b), maxShown)]...)
}
