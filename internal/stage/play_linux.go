//go:build amd64 || arm64

package stage

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// play lets the reaper loose and waits until it, and all that it started, is done.
func (m *manager) play() (*Outcome, error) {
	failed := make(chan error, 1)
	fail := func(err error) {
		select {
		case failed <- err:
		default:
		}
	}
	changed := make(chan struct{}, 1)
	m.players = m.played()
	go m.notice(changed)
	go m.keepLooking(fail)
	go m.watch()
	m.board.set(&m.board.header().Start, 1)
	go m.gate(fail)

	var timeout <-chan time.Time
	if m.spec.Timeout > 0 {
		timeout = time.After(m.spec.Timeout)
	}
	o := &Outcome{}
	for {
		done, err := m.step()
		if err != nil {
			return nil, err
		}
		if done {
			break
		}
		wait := time.NewTimer(m.pause())
		select {
		case err := <-failed:
			return nil, err
		case <-m.stopped:
			return nil, errors.New("interrupted")
		case <-timeout:
			o.TimedOut = true
		case o.Bounded = <-m.broken:
		case <-changed:
		case <-wait.C:
		}
		wait.Stop()
		if o.TimedOut || o.Bounded != "" {
			break
		}
	}
	return o, m.conclude(o)
}

// notice tells of each change on the board.
func (m *manager) notice(changed chan<- struct{}) {
	for seen := m.board.events(); ; {
		if now := m.board.events(); now != seen {
			seen = now
			select {
			case changed <- struct{}{}:
			default:
			}
			continue
		}
		m.board.awaitChange(seen, time.Second)
	}
}

// keepLooking lets events follow their look at once, whatever the reaper does next.
func (m *manager) keepLooking(fail func(error)) {
	if len(m.events) == 0 {
		return
	}
	for {
		m.looks.await()
		m.mu.Lock()
		err := m.catchUp()
		m.mu.Unlock()
		if err != nil {
			fail(err)
			return
		}
	}
}

// step brings the stage up to date, and reports whether the play is over.
func (m *manager) step() (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.catchUp(); err != nil {
		return false, err
	}
	for i := range m.faces {
		if m.board.state(i) == stateEnded && !m.parts[i].refreshed {
			m.parts[i].refreshed = true
			m.afterEnd(i)
		}
	}
	m.atRest(m.reaper) // notes its end where its parent cannot
	switch m.board.state(m.reaper) {
	case stateFailed:
		return false, m.refusedProgram()
	case stateEnded:
		if s := m.board.slot(m.reaper); s.Step != 0 {
			return false, m.refusedProgram()
		}
		return !m.othersLeft(), nil
	}
	return false, nil
}

// refusedProgram says why the reaper could not be started.
func (m *manager) refusedProgram() error {
	s := m.board.slot(m.reaper)
	err := unix.Errno(s.Error)
	if steps[s.Step] == "run the program" || steps[s.Step] == "enter its folder" {
		return &StartError{err}
	}
	return refusedSetup(m.failure(m.reaper))
}

// pause is how long to wait for a change: what the reaper left behind tells of none.
func (m *manager) pause() time.Duration {
	if m.board.state(m.reaper) == stateEnded {
		return 2 * time.Millisecond
	}
	return time.Second
}

// processes are the pids on the stage, from its own /proc.
func processes() []int {
	folder, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(-1)
	var pids []int
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// played are the pids of the table and of those who came later.
func (m *manager) played() map[int]bool {
	pids := map[int]bool{ShellPID: true}
	for _, p := range m.parts {
		if p.actor.PID != ReaperPID {
			pids[p.actor.PID] = true
		}
	}
	return pids
}

// othersLeft reports whether something that the reaper started is still there.
func (m *manager) othersLeft() bool {
	for _, pid := range processes() {
		if !m.players[pid] && !strings.Contains("ZX"+gone, statusOf(pid).state) {
			return true
		}
	}
	return false
}

// status is what /proc/PID/status says of a process that waits.
type status struct {
	state   string
	pending uint64 // the signals that it has not got yet, 1 from the lowest bit
}

func statusOf(pid int) status {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return status{state: gone}
	}
	return parseStatus(text)
}

// gone is the state of a process that is no more.
const gone = "-"

func parseStatus(text []byte) status {
	s := status{state: gone}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch value = strings.TrimSpace(value); name {
		case "State":
			s.state = value[:1]
		case "SigPnd", "ShdPnd":
			mask, _ := strconv.ParseUint(value, 16, 64)
			s.pending |= mask
		}
	}
	return s
}

// statusOfSlot is that of an actor, from the kernel itself where a face stands over it.
func (m *manager) statusOfSlot(i int) status {
	f := m.faces[i]
	if f == nil || f.own == nil {
		return statusOf(m.parts[i].actor.PID)
	}
	text := make([]byte, 8<<10)
	n, _ := f.own.ReadAt(text, 0)
	return parseStatus(text[:n])
}

// atRest reports whether an actor that plays has nothing before it: it waits, and every
// signal has reached it. One that has ended is at rest when that is known.
func (m *manager) atRest(i int) bool {
	if m.board.state(i) != stateReady {
		return true
	}
	switch s := m.statusOfSlot(i); s.state {
	case "S":
		return s.pending == 0
	case "T":
		return true
	case "Z":
		// A parent that was stopped takes nobody's end, and tells of none.
		if parent := int(m.board.slot(i).Parent); m.statusOfSlot(parent).state == "T" {
			m.writeEnd(i)
		}
	case gone:
		// Whoever reaped it was ended before it could say so, but not before it had
		// written down how.
		if b := m.board.slot(i); m.board.state(i) == stateReady && atomic.LoadUint32(&b.Code) != 0 {
			m.board.set(&b.State, stateEnded)
		}
	}
	return m.board.state(i) != stateReady
}

// statExit is the exit code among the fields of /proc/PID/stat, as of waitpid(2).
const statExit = 49

// codeKilled is how waitid says that a signal ended a process.
const codeKilled = 2

// writeEnd notes how a process ended that its parent does not reap.
func (m *manager) writeEnd(i int) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(m.parts[i].actor.PID) + "/stat")
	if f := m.faces[i]; f != nil {
		text = make([]byte, 4096)
		n, readErr := f.stat.ReadAt(text, 0)
		text, err = text[:n], nil
		if n == 0 {
			err = readErr
		}
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if err != nil || len(fields) <= statExit {
		return
	}
	code, err := strconv.Atoi(fields[statExit])
	if err != nil {
		return
	}
	s := m.board.slot(i)
	s.Status = uint32(code >> 8 & 0xff)
	how := uint32(codeExited)
	if signal := code & 0x7f; signal != 0 {
		s.Status, how = uint32(signal), codeKilled
	}
	atomic.StoreUint32(&s.Code, how)
	m.board.set(&s.State, stateEnded)
}

// conclude waits until every signal has reached who it was for, and tells the fates.
func (m *manager) conclude(o *Outcome) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if o.TimedOut || o.Bounded != "" {
		// What the reaper started may be at work still: the end does not wait for it, but
		// for what has been sent.
		_ = m.settle(time.Second)
	} else if err := m.settle(patience); err != nil {
		return err
	}
	s := m.board.slot(m.reaper)
	if m.board.state(m.reaper) == stateEnded {
		if s.Code == codeExited {
			o.Exit = int(s.Status)
		} else {
			o.Signal = int(s.Status)
		}
	}
	for _, h := range m.events {
		if h.came {
			o.Events = append(o.Events, h.index)
		}
	}
	for i, p := range m.parts {
		if i == m.reaper || m.board.state(i) == stateWaiting {
			continue
		}
		o.Fates = append(o.Fates, m.fate(i, p))
	}
	return nil
}

// codeExited is how waitid says that a process ended by itself.
const codeExited = 1

func (m *manager) fate(i int, p part) Fate {
	s := m.board.slot(i)
	signals := s.Signals
	if m.board.state(i) == stateReady {
		// One that was stopped got what waits for it, but cannot say so. That a child has
		// ended its kernel tells it.
		last := m.statusOfSlot(i)
		signals |= last.pending &^ (1 << (unix.SIGCHLD - 1))
		if last.state == "T" {
			signals |= 1 << (unix.SIGSTOP - 1)
		}
	}
	f := Fate{PID: p.actor.PID, Successor: p.successor, Command: p.actor.Command, Event: p.event}
	for signal := 1; signal <= 64; signal++ {
		if signals&(1<<(signal-1)) != 0 {
			f.Signals = append(f.Signals, signal)
		}
	}
	if m.board.state(i) == stateEnded && !p.actor.Zombie {
		f.Ended = true
		if s.Code != codeExited {
			f.By = int(s.Status)
		}
	}
	return f
}

// settle waits until no actor has a signal before it.
func (m *manager) settle(longest time.Duration) error {
	return m.within(longest, func() bool {
		if err := m.catchUp(); err != nil {
			return false
		}
		for i, p := range m.parts {
			if i == m.reaper || p.actor.Zombie {
				continue
			}
			if !m.atRest(i) {
				return false
			}
		}
		return true
	})
}
