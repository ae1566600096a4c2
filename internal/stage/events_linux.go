//go:build amd64 || arm64

package stage

import (
	"encoding/binary"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// happening is an event of the scenario and how far it is.
type happening struct {
	Event
	index           int
	slot, successor int
	// looked are the sorts of files of its /proc entry that were read to the end.
	looked  map[string]bool
	started bool
	came    bool // it did happen: the process was still there
}

// looks tells who reads the files that stand over a /proc entry. A look is complete
// when both sorts were opened and closed: what a process is (cmdline) and how it
// stands (stat or status). ps, psutil and direct readers need both.
type looks struct {
	fd      int
	watched map[int32]watch
}

type watch struct {
	event *happening
	sort  string
}

const (
	sortStanding = "stat"
	sortCommand  = "cmdline"
)

func newLooks() (*looks, error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("watch for looks: %w", err)
	}
	return &looks{fd: fd, watched: map[int32]watch{}}, nil
}

// watchLooks covers the files of an entry that a look consists of.
func (m *manager) watchLooks(h *happening) error {
	h.looked = map[string]bool{}
	folder := "/proc/" + strconv.Itoa(h.PID)
	for _, name := range []string{"status", "cmdline"} {
		text, err := os.ReadFile(folder + "/" + name)
		if err != nil {
			return cause(err)
		}
		own, err := os.Open(folder + "/" + name)
		if err != nil {
			return cause(err)
		}
		file, err := m.cover(folder, name)
		if err != nil {
			return err
		}
		if err := rewrite(file, text); err != nil {
			return err
		}
		if name == "status" {
			m.faces[h.slot].own, m.faces[h.slot].status = own, file
		} else {
			_ = own.Close()
			_ = file.Close()
		}
	}
	for name, sort := range map[string]string{"stat": sortStanding, "status": sortStanding, "cmdline": sortCommand} {
		id, err := unix.InotifyAddWatch(
			m.looks.fd,
			fmt.Sprintf("%s/%d.%s", facesRoot, h.PID, name),
			unix.IN_CLOSE_NOWRITE,
		)
		if err != nil {
			return fmt.Errorf("watch for looks: %w", err)
		}
		m.looks.watched[int32(id)] = watch{h, sort}
	}
	return nil
}

// collect notes the looks that have come.
func (l *looks) collect() {
	buffer := make([]byte, 64<<10)
	for {
		n, err := unix.Read(l.fd, buffer)
		if err != nil || n <= 0 {
			return
		}
		for at := 0; at+unix.SizeofInotifyEvent <= n; {
			id := int32(binary.NativeEndian.Uint32(buffer[at:]))
			name := int(binary.NativeEndian.Uint32(buffer[at+12:]))
			if w, ok := l.watched[id]; ok {
				w.event.looked[w.sort] = true
			}
			at += unix.SizeofInotifyEvent + name
		}
	}
}

// await returns when there may be a look to collect.
func (l *looks) await() {
	_, _ = unix.Poll([]unix.PollFd{{Fd: int32(l.fd), Events: unix.POLLIN}}, 1000)
}

func (h *happening) due(b *board) bool {
	if h.started {
		return false
	}
	if h.On == OnEnd {
		return b.state(h.slot) == stateEnded
	}
	return h.looked[sortStanding] && h.looked[sortCommand]
}

// catchUp lets every event happen that is due, to its end. The lock is held.
func (m *manager) catchUp() error {
	m.looks.collect()
	for _, h := range m.events {
		if !h.due(m.board) {
			continue
		}
		h.started = true
		if err := m.happen(h); err != nil {
			return fmt.Errorf("event on %s %d: %w", h.On, h.PID, err)
		}
	}
	return nil
}

func (m *manager) happen(h *happening) error {
	// One that was hit before its event is judged by what hit it.
	if h.On == OnLook {
		if m.board.state(h.slot) == stateEnded {
			return nil
		}
		m.parts[h.slot].event = m.board.slot(h.slot).Signals == 0
	}
	if h.Do == Recycle && h.On == OnLook {
		s := m.board.slot(h.slot)
		m.board.set(&s.Leave, 1)
		if err := m.until(func() bool { return m.board.state(h.slot) == stateEnded }); err != nil {
			return err
		}
		m.afterEnd(h.slot)
	}
	if h.Do == Recycle {
		delete(m.faces, h.slot) // the pid is somebody else's
	}
	h.came = true
	m.board.slot(h.successor).State = 0
	orders := m.board.header()
	orders.Target = uint32(h.successor)
	m.board.set(&orders.Command, orders.Command+1)
	plays := func() bool {
		state := m.board.state(h.successor)
		return state == stateReady || state == stateEnded || state == stateFailed
	}
	if err := m.until(plays); err != nil {
		return err
	}
	if m.board.state(h.successor) == stateFailed {
		return m.failure(h.successor)
	}
	if err := m.hideMemory(m.parts[h.successor].actor.PID); err != nil {
		return err
	}
	if h.Do == Adopt {
		return m.adopted(h)
	}
	return nil
}

// adopted shows the owner that came back as the parent.
func (m *manager) adopted(h *happening) error {
	f := m.faces[h.slot]
	f.ppid = m.parts[h.successor].actor.PID
	if err := f.refresh(); err != nil {
		return err
	}
	text, err := os.ReadFile("/proc/" + strconv.Itoa(h.PID) + "/status")
	if err != nil {
		return cause(err)
	}
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "PPid:") {
			lines[i] = "PPid:\t" + strconv.Itoa(f.ppid)
		}
	}
	return rewrite(f.status, []byte(strings.Join(lines, "\n")))
}

// until waits for something on the board.
func (m *manager) until(done func() bool) error { return m.within(patience, done) }

func (m *manager) within(longest time.Duration, done func() bool) error {
	deadline := time.Now().Add(longest)
	for {
		seen := m.board.events()
		if done() {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("did not happen in time")
		}
		m.board.awaitChange(seen, 100*time.Millisecond)
	}
}
