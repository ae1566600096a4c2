package drill

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/stage"
)

// Verdict is what a scenario came to (docs/drill.md, section 3).
type Verdict string

// The verdicts, the worst first.
const (
	Unsafe    Verdict = "unsafe"
	Crash     Verdict = "crash"
	Hang      Verdict = "hang"
	Careful   Verdict = "careful"
	Right     Verdict = "right"
	NotTested Verdict = "not tested"
)

// Verdicts are all of them.
func Verdicts() []Verdict { return []Verdict{Unsafe, Crash, Hang, Careful, Right, NotTested} }

// ReportSchema is that of a report as JSON.
const ReportSchema = "tspi_drill_report_v1"

// Report is a drill. All formats are written from it.
type Report struct {
	Schema  string    `json:"schema"`
	Harness string    `json:"harness"`
	Files   []File    `json:"files"` // those that ran
	Results []*Result `json:"results"`
	Counts  Counts    `json:"counts"`
	Seed    *uint64   `json:"seed,omitempty"` // of the generated tables
	// Passed says that nothing was unsafe, that the plain orphans were closed, and that
	// every event came.
	Passed bool `json:"passed"`

	ownHelpers bool // that the caller has named
}

// File is a file of the reaper, by its base name.
type File struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// Counts are those of a whole drill.
type Counts struct {
	Verdicts map[Verdict]int `json:"verdicts"`
	// ClosedWrongly are the processes that were ended or signalled and must not have
	// been; LeftOpen those that might have been ended and were not.
	ClosedWrongly int `json:"closed_that_it_must_not"`
	LeftOpen      int `json:"left_that_it_might"`
}

// Result is what one scenario came to.
type Result struct {
	Scenario string  `json:"scenario"`
	Title    string  `json:"title"`
	Why      string  `json:"why"`
	Verdict  Verdict `json:"verdict"`
	Note     string  `json:"note,omitempty"`
	Hits     []Hit   `json:"hits,omitempty"`
	Left     []int   `json:"left,omitempty"` // pids of those that might have been ended
	// Exit is the reaper's exit status.
	Exit    int   `json:"exit"`
	TimeNS  int64 `json:"time_ns"`
	Waiting bool  `json:"event_never_came,omitempty"` // an event waited for a look that never came
	// Table is the smallest generated table, with roles for commands.
	Table string `json:"table,omitempty"`
	// MayEnd are the pids that might be ended.
	MayEnd []int `json:"may_end,omitempty"`

	// optional says that the reaper need not close what is left of it: a wrapper of ours
	// around a helper that the caller has named.
	optional bool
}

// Hit is a process that was ended or got a signal, and must not have.
type Hit struct {
	PID     int      `json:"pid"`
	Who     string   `json:"who"`
	Ended   bool     `json:"ended"`
	Signals []string `json:"signals"`
	// Way is the way up to init, the process's own parent first.
	Way []string `json:"way,omitempty"`
	// Successor says that it had taken the pid over.
	Successor bool `json:"successor,omitempty"`
	// Adopted says that its owner had come back.
	Adopted bool `json:"adopted,omitempty"`
}

// Sentence says what happened to it.
func (h Hit) Sentence() string {
	did := "sent " + strings.Join(h.Signals, ", ") + " to"
	if h.Ended {
		did = "ended, by " + strings.Join(h.Signals, ", ") + ","
	}
	who := fmt.Sprintf("%d (%s)", h.PID, h.Who)
	switch {
	case h.Successor:
		who += ", which had just got that pid"
	case h.Adopted:
		who += ", whose owner had come back"
	case len(h.Way) > 0:
		who += ", below " + strings.Join(h.Way, ", ")
	}
	return did + " " + who
}

// judge gives a scenario its verdict.
func (s *Scenario) judge(o *stage.Outcome) *Result {
	r := &Result{Scenario: s.ID, Title: s.Title, Why: s.Why, Exit: o.Exit, MayEnd: s.MayEnd}
	mayEnd := map[int]bool{}
	for _, pid := range s.MayEnd {
		mayEnd[pid] = true
	}
	came := map[int]bool{}
	for _, i := range o.Events {
		came[i] = true
	}
	adopted := map[int]bool{}
	for i, e := range s.Events {
		if e.Do == stage.Adopt && came[i] {
			adopted[e.PID] = true
		}
		r.Waiting = r.Waiting || e.On == stage.OnLook && !came[i]
	}
	done := map[int]bool{}
	for _, f := range o.Fates {
		// What its event took back may not be ended any more.
		back := adopted[f.PID] && f.Event && !f.Successor
		if f.Hit() && (back || f.Successor || !mayEnd[f.PID]) {
			h := s.hit(f)
			h.Adopted = back
			r.Hits = append(r.Hits, h)
		}
		if !f.Successor && (f.AskedToEnd() || adopted[f.PID]) {
			done[f.PID] = true
		}
	}
	for _, pid := range s.MayEnd {
		if !done[pid] {
			r.Left = append(r.Left, pid)
		}
	}
	switch {
	case len(r.Hits) > 0:
		r.Verdict = Unsafe
	case o.Bounded != "":
		r.Verdict, r.Note = Crash, "it took more "+o.Bounded+" than a stage gives, and was ended"
	case o.TimedOut:
		r.Verdict, r.Note = Hang, "it, or something that it started, was not done in time"
	case o.Signal != 0:
		r.Verdict, r.Note = Crash, "it ended by "+signalName(o.Signal)
	case r.Waiting:
		// What was to happen between its look and its signal did not, so that nothing is
		// known of what it does then.
		r.Verdict, r.Note = NotTested, noEvent
	case len(r.Left) > 0:
		r.Verdict = Careful
	default:
		r.Verdict = Right
	}
	if r.Note == "" && o.Exit != 0 && r.Verdict != Right {
		r.Note = fmt.Sprintf("it ended with exit status %d", o.Exit)
	}
	return r
}

const noEvent = "its event never came: the reaper did not look at the process, or not at its command line"

// fails says that the drill falls short by it.
func (r *Result) fails() bool {
	switch r.Verdict {
	case Unsafe, Crash, Hang:
		return true
	case NotTested:
		return r.Waiting
	case Careful:
		return strings.HasPrefix(r.Scenario, groupOrphan+"/") && !r.optional
	}
	return false
}

// hit describes one.
func (s *Scenario) hit(f stage.Fate) Hit {
	h := Hit{PID: f.PID, Ended: f.Ended && f.By != 0, Successor: f.Successor, Signals: []string{}}
	signals := f.Signals
	if f.By != 0 && !slices.Contains(signals, f.By) {
		signals = append(signals, f.By)
	}
	for _, n := range signals {
		h.Signals = append(h.Signals, signalName(n))
	}
	if f.PID == stage.ShellPID {
		h.Who = "the shell that the reaper was started from"
		return h
	}
	if f.Successor {
		h.Who = "a process"
		for _, e := range s.Events {
			if e.PID == f.PID || e.Do == stage.Adopt && f.PID >= stage.OwnerPID {
				h.Who = label(e.Command)
			}
		}
		return h
	}
	at := map[int]stage.Actor{}
	for _, a := range s.actors {
		at[a.PID] = a
	}
	h.Who = label(at[f.PID].Command)
	for a, n := at[f.PID], 0; n < 32; n++ {
		parent, there := at[a.PPID]
		if !there {
			break
		}
		h.Way = append(h.Way, fmt.Sprintf("%d (%s)", parent.PID, label(parent.Command)))
		a = parent
	}
	return h
}

// signalNames are those of Linux, from 1 on.
var signalNames = strings.Fields(
	"HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP " +
		"TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS",
)

func signalName(n int) string {
	if n >= 1 && n <= len(signalNames) {
		return signalNames[n-1]
	}
	return fmt.Sprintf("signal %d", n)
}

// WithoutTimes takes out what differs from one run to the next of the same.
func (r *Report) WithoutTimes() {
	for _, result := range r.Results {
		result.TimeNS = 0
	}
}

// conclude counts, and says whether the drill was passed.
func (r *Report) conclude() {
	r.Counts.Verdicts = map[Verdict]int{}
	bad := 0
	for _, result := range r.Results {
		r.Counts.Verdicts[result.Verdict]++
		r.Counts.ClosedWrongly += len(result.Hits)
		r.Counts.LeftOpen += len(result.Left)
		if result.fails() {
			bad++
		}
	}
	r.Passed = bad == 0 && len(r.Results) > r.Counts.Verdicts[NotTested]
}

// orphansLeft says that plain orphans were left open, so that nothing was proved.
func (r *Report) orphansLeft() bool {
	return slices.ContainsFunc(r.Results, func(result *Result) bool {
		return result.Verdict == Careful && result.fails()
	})
}

// eventsMissed says that a scenario's event never came.
func (r *Report) eventsMissed() bool {
	return slices.ContainsFunc(r.Results, func(result *Result) bool {
		return result.Verdict == NotTested && result.Waiting
	})
}
