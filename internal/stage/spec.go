package stage

import (
	"slices"
	"time"
)

// Spec is one performance.
type Spec struct {
	// Actors are the processes of the table, a parent before its children. The first
	// is pid 1. Without any, a plain init stands in.
	Actors []Actor `json:"actors,omitempty"`
	Events []Event `json:"events,omitempty"`

	// Command is the reaper and its arguments; the program is an absolute path.
	Command []string `json:"command"`
	// Env is its environment as NAME=VALUE, but for HOME, TMPDIR and PWD, which are
	// the stage's own.
	Env []string `json:"env,omitempty"`
	// Show are the absolute paths of the host's files and folders that the reaper sees
	// besides those of the system, all of them read-only.
	Show []string `json:"show,omitempty"`
	// Timeout is the time for the reaper and all that it starts; 0 is no limit.
	Timeout time.Duration `json:"-"`

	// Program is another build of the actor; nil is the one that is embedded.
	Program []byte `json:"program,omitempty"`
}

// Actor is a process of the table.
type Actor struct {
	PID  int `json:"pid"`
	PPID int `json:"ppid"`
	// Age is in seconds.
	Age     int64  `json:"age"`
	Command string `json:"command"` // its words stand apart by blanks

	Stubborn  bool `json:"stubborn,omitempty"`  // survives TERM, INT, HUP and QUIT
	Zombie    bool `json:"zombie,omitempty"`    // has ended, and its parent does not wait
	Subreaper bool `json:"subreaper,omitempty"` // orphans below it become its children
	// Service is a child that pid 1 started itself, and no orphan.
	Service bool `json:"service,omitempty"`
	// LeftBy is the process whose child's child it was, and whose group and session it
	// still shares: an orphan. 0 is an orphan of nobody's, or no orphan.
	LeftBy int `json:"left_by,omitempty"`
	// Group is the process group that it leads or joins; 0 is its parent's.
	Group int `json:"group,omitempty"`
	// Session lets it lead a session of its own.
	Session bool `json:"session,omitempty"`
	// Listen and Connect are TCP ports of the stage's own 127.0.0.1; 0 is none.
	Listen  int `json:"listen,omitempty"`
	Connect int `json:"connect,omitempty"`
}

// Event is something that happens while the reaper is at work.
type Event struct {
	On      string `json:"on"` // look, end
	PID     int    `json:"pid"`
	Do      string `json:"do"`      // recycle, adopt (on look alone)
	Command string `json:"command"` // of the process that gets the pid, or of the owner that comes back
}

// What an event is about.
const (
	OnLook  = "look"
	OnEnd   = "end"
	Recycle = "recycle"
	Adopt   = "adopt"
)

// Pids that no table may have: those of the shell that the reaper is a child of, and
// of the reaper, and what its own children get.
const (
	ShellPID  = 20000
	ReaperPID = 20001
	// OwnerPID is the first pid of an owner that comes back.
	OwnerPID = 19000
)

// Outcome is what a performance came to.
type Outcome struct {
	Fates []Fate `json:"fates"`
	// Exit is the reaper's exit status; Signal is set in its place where a signal ended it.
	Exit   int `json:"exit"`
	Signal int `json:"signal,omitempty"`
	// TimedOut says that the reaper, or something that it started, was not done in time.
	TimedOut bool `json:"timed_out,omitempty"`
	// Bounded says which bound it broke: processes, memory; "" for none.
	Bounded string `json:"bounded,omitempty"`
	// Events are the indexes of the events that came.
	Events []int `json:"events,omitempty"`
	// Stdout and Stderr are the ends of what it wrote.
	Stdout []byte `json:"-"`
	Stderr []byte `json:"-"`
}

// Fate is what became of one actor.
type Fate struct {
	PID int `json:"pid"`
	// Successor says that the process took the pid over, or came, by an event.
	Successor bool   `json:"successor,omitempty"`
	Command   string `json:"command"`
	// Signals are those that it got from a process, other than 0.
	Signals []int `json:"signals,omitempty"`
	// Ended says that it ended; By is the signal that ended it, 0 where it left by an event.
	Ended bool `json:"ended,omitempty"`
	By    int  `json:"by,omitempty"`
	// Event says that an event of its own had changed what may be done to it before
	// it got its first signal, or that it was the event's doing that it ended.
	Event bool `json:"event,omitempty"`
}

// Hit says that it was ended or got a signal.
func (f Fate) Hit() bool { return len(f.Signals) > 0 || f.By != 0 }

// AskedToEnd says that it was ended, or got a signal that ends a program by default.
func (f Fate) AskedToEnd() bool {
	return f.Ended || slices.ContainsFunc(f.Signals, func(signal int) bool {
		return !slices.Contains(harmless, signal)
	})
}

// harmless are the signals that end no program by default, by their numbers on Linux:
// CHLD, CONT, STOP, TSTP, TTIN, TTOU, URG, WINCH.
var harmless = []int{17, 18, 19, 20, 21, 22, 23, 28}

// UnavailableError says what the stage needs and this machine does not give.
type UnavailableError struct {
	Message, Hint string
}

func (e *UnavailableError) Error() string { return e.Message }

// StartError says that the reaper itself could not be started on the stage.
type StartError struct{ Err error }

func (e *StartError) Error() string { return "the reaper could not be started: " + e.Err.Error() }

func (e *StartError) Unwrap() error { return e.Err }
