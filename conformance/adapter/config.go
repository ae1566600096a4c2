package adapter

import (
	"errors"
	"fmt"
	"time"
)

// Defaults of a [Config].
const (
	DefaultStartTimeout    = 30 * time.Second
	DefaultTimeout         = 10 * time.Second
	DefaultGrace           = 2 * time.Second
	DefaultMaxMessageBytes = 64 << 20
	DefaultMaxStderrBytes  = 64 << 10
)

// ErrUnsupported says that this system has no process groups to run adapters in.
var ErrUnsupported = errors.New(
	"adapters can be started on Linux, macOS and the BSDs only; judge an implementation in process here")

// Config says how an adapter is started and how much time and memory it may
// take. Zero values stand for the defaults.
type Config struct {
	// Command is the program and its arguments. No shell is involved. A program
	// without a slash is looked up in PATH; a relative one with a slash is
	// relative to Dir.
	Command []string
	// Dir is the working folder of the adapter; "" is that of this process.
	Dir string
	// Env is the environment as NAME=VALUE; nil is that of this process.
	Env []string
	// OneShot starts the program once a request: it gets one line, the end of
	// its input, and must write one line and end.
	OneShot bool

	// StartTimeout is for the start and describe, 30 s by default.
	StartTimeout time.Duration
	// Timeout is for a call that sets none, 10 s by default. With OneShot it
	// holds for start, answer and end together.
	Timeout time.Duration
	// Grace is how long a process may take to end after its input ended, and
	// again after SIGTERM; 2 s by default.
	Grace time.Duration

	// MaxMessageBytes is the longest response line, 64 MiB by default. A longer
	// one is refused as soon as it is, whatever there is still to come.
	MaxMessageBytes int
	// MaxStderrBytes is how much of the end of standard error is kept, 64 KiB by
	// default. The rest is drained and counted.
	MaxStderrBytes int

	// Trace, where set, sees each request line as it is sent and each piece of
	// output as it is judged, without the line end and cut at 4 KiB where it is
	// no response. It is called by the goroutine that calls the client, must not
	// keep the slice, and must treat Received bytes as hostile.
	Trace func(Direction, []byte)
}

// Direction says who wrote a traced line.
type Direction int

// The two directions.
const (
	Sent Direction = iota
	Received
)

// withDefaults fills in the defaults and refuses what cannot be meant.
func (c Config) withDefaults() (Config, error) {
	if len(c.Command) == 0 || c.Command[0] == "" {
		return c, errors.New("no adapter command was given")
	}
	for _, limit := range []struct {
		name  string
		value *time.Duration
		usual time.Duration
	}{
		{"StartTimeout", &c.StartTimeout, DefaultStartTimeout},
		{"Timeout", &c.Timeout, DefaultTimeout},
		{"Grace", &c.Grace, DefaultGrace},
	} {
		if *limit.value < 0 {
			return c, fmt.Errorf("%s: want a duration above 0, got %v", limit.name, *limit.value)
		}
		if *limit.value == 0 {
			*limit.value = limit.usual
		}
	}
	for _, limit := range []struct {
		name  string
		value *int
		usual int
	}{
		{"MaxMessageBytes", &c.MaxMessageBytes, DefaultMaxMessageBytes},
		{"MaxStderrBytes", &c.MaxStderrBytes, DefaultMaxStderrBytes},
	} {
		if *limit.value < 0 {
			return c, fmt.Errorf("%s: want a number of bytes above 0, got %d", limit.name, *limit.value)
		}
		if *limit.value == 0 {
			*limit.value = limit.usual
		}
	}
	return c, nil
}

func (c Config) trace(d Direction, line []byte) {
	if c.Trace != nil {
		c.Trace(d, line)
	}
}
