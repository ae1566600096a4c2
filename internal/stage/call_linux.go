//go:build amd64 || arm64

package stage

import (
	"strings"
)

// caller writes the parts onto the board, and keeps the costumes that they need.
type caller struct {
	m        *manager
	env      uint64 // the environment of all actors
	slotOf   map[int]int
	costumes []costume
}

// fillBoard writes all who play onto the board: the table, the shell and the reaper,
// and those who come by an event.
func (m *manager) fillBoard() error {
	if len(m.spec.Actors) == 0 {
		m.spec.Actors = []Actor{{PID: 1, Command: "/sbin/init"}}
	}
	m.clock = newClock(m.spec.Actors)
	m.shell, m.reaper = len(m.spec.Actors), len(m.spec.Actors)+1
	var err error
	if m.board, err = newBoard(m.reaper+1+len(m.spec.Events), m.spec.room()); err != nil {
		return err
	}
	h := m.board.header()
	h.Clock = m.board.text(m.clock.offsets())
	h.LastPID = ReaperPID
	h.Writable = m.board.list(writable)
	code := filter(len(m.spec.Events) > 0)
	h.Filter, h.Filters = m.board.bytes(code), uint32(len(code)/8)
	h.Limits = uint32(copy(h.Limit[:], limits()))

	c := &caller{m: m, slotOf: map[int]int{},
		env: m.board.list([]string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + homeFolder, "LANG=C.UTF-8"})}
	c.callTable()
	c.callReaper()
	c.callSuccessors()
	program := program
	if m.spec.Program != nil {
		program = m.spec.Program
	}
	return makeCast(program, c.costumes)
}

// room is how many bytes of texts the board has to hold, generously.
func (s *Spec) room() int {
	room := 64<<10 + roomFor(s.Command) + roomFor(s.Env)
	for _, a := range s.Actors {
		room += roomFor(strings.Fields(a.Command)) + 2*len(a.Command)
	}
	for _, e := range s.Events {
		room += roomFor(strings.Fields(e.Command)) + 2*len(e.Command)
	}
	return room
}

// call writes the next slot, and returns its number.
func (c *caller) call(parent int, a Actor, p part) int {
	i, board, dress := len(c.m.parts), c.m.board, costumeOf(a.Command)
	c.costumes = append(c.costumes, dress)
	p.actor = a
	c.m.parts = append(c.m.parts, p)
	s := board.slot(i)
	s.PID, s.Parent, s.Flags, s.Group = uint32(a.PID), uint32(parent), flagsOf(a), uint32(a.Group)
	s.Path, s.Argv, s.Env = board.text(dress.path), board.list(dress.argv), c.env
	s.Listen, s.Connect = uint32(a.Listen), uint32(a.Connect)
	return i
}

func (c *caller) callTable() {
	subreaper := map[int]bool{}
	for _, a := range c.m.spec.Actors {
		subreaper[a.PID] = a.Subreaper
		a.Session = a.Session || a.Service
		parent := a.PPID
		if a.LeftBy != 0 {
			parent = a.LeftBy
		}
		i := c.call(c.slotOf[parent], a, part{})
		if a.LeftBy != 0 {
			c.m.board.slot(i).Flags |= flagOrphan | flagKin
		}
		if a.PPID == 1 && !a.Service || subreaper[a.PPID] {
			c.m.board.slot(i).Flags |= flagOrphan
		}
		if a.Zombie {
			c.m.board.slot(c.slotOf[a.PPID]).Flags |= flagNoWait
		}
		c.slotOf[a.PID] = i
	}
}

func (c *caller) callReaper() {
	spec, board := &c.m.spec, c.m.board
	c.call(0, Actor{PID: ShellPID, PPID: 1, Command: "-bash", Session: true}, part{})
	c.m.parts = append(c.m.parts, part{actor: Actor{PID: ReaperPID, PPID: ShellPID}})
	s := board.slot(c.m.reaper)
	s.PID, s.Parent, s.Flags = ReaperPID, uint32(c.m.shell), flagReaper
	s.Path, s.Argv = board.text(spec.Command[0]), board.list(spec.Command)
	s.Env = board.list(reaperEnvironment(spec.Env))
	s.Folder = board.text(workFolder)
}

func (c *caller) callSuccessors() {
	owners := OwnerPID
	for i, e := range c.m.spec.Events {
		a := Actor{PID: e.PID, PPID: 1, Command: e.Command}
		if e.Do == Adopt {
			a.PID, a.Session = owners, true
			owners++
		}
		slot := c.call(0, a, part{successor: true})
		c.m.board.slot(slot).State = stateWaiting
		c.m.events = append(c.m.events, &happening{Event: e, index: i, slot: c.slotOf[e.PID], successor: slot})
	}
}

// stateWaiting keeps pid 1 from forking who comes later.
const stateWaiting = 99

func flagsOf(a Actor) uint32 {
	flags := uint32(0)
	for _, f := range []struct {
		set  bool
		flag uint32
	}{{a.Stubborn, flagStubborn}, {a.Subreaper, flagSubreaper}, {a.Zombie, flagZombie}, {a.Session, flagSession}} {
		if f.set {
			flags |= f.flag
		}
	}
	return flags
}

// reaperEnvironment is the caller's, with the stage's own folders and without the
// ways to the caller's session.
func reaperEnvironment(env []string) []string {
	own := []string{"HOME=" + homeFolder, "TMPDIR=" + tempFolder, "PWD=" + workFolder}
	for _, e := range env {
		switch name, _, _ := strings.Cut(e, "="); name {
		case "HOME", "TMPDIR", "PWD", "OLDPWD", "TMP", "TEMP",
			"XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK":
		default:
			own = append(own, e)
		}
	}
	return own
}
