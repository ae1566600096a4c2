//go:build amd64 || arm64

package stage

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/go-json-experiment/json"
	"golang.org/x/sys/unix"
)

// manager sets up one stage and keeps it.
type manager struct {
	spec  Spec
	board *board
	parts []part // by slot
	init  *exec.Cmd

	socket int // from which the listener of the filter comes
	clock  clock

	shell, reaper int // slots

	mu     sync.Mutex // over what follows, and the board's slots that are added
	faces  map[int]*face
	looks  *looks
	covers []int // mounts of nothing, for those who come later
	events []*happening

	stopped chan struct{} // whoever asked for the performance has gone
	broken  chan string   // the bound that the reaper broke
}

// part is what the manager knows of the process of a slot.
type part struct {
	actor     Actor
	successor bool
	event     bool // the event that is about it has come
	refreshed bool // its end shows in the faces
}

// manage is the life of a manager; the result is its exit status.
func manage() int {
	m := &manager{faces: map[int]*face{}, stopped: make(chan struct{}), broken: make(chan string, 1)}
	var a answer
	outcome, err := m.perform()
	var missing *UnavailableError
	var start *StartError
	switch {
	case errors.As(err, &start):
		number, _ := start.Err.(unix.Errno)
		a.Start = int(number)
	case errors.As(err, &missing):
		a.Unavailable = missing.Message
	case err != nil:
		a.Problem = err.Error()
	default:
		a.Outcome = outcome
	}
	text, err := json.Marshal(a)
	if err != nil {
		return 1
	}
	file := os.NewFile(answerFD, "answer")
	if _, err := file.Write(text); err != nil {
		return 1
	}
	return 0
}

func (m *manager) perform() (*Outcome, error) {
	for fd := specFD; fd <= controlFD; fd++ {
		unix.CloseOnExec(fd)
	}
	text, err := io.ReadAll(os.NewFile(specFD, "spec"))
	var o orders
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		return nil, fmt.Errorf("the stage got no usable orders: %w", err)
	}
	m.spec, m.spec.Timeout = o.Spec, time.Duration(o.Timeout)
	go func() {
		_, _ = io.Copy(io.Discard, os.NewFile(controlFD, "control"))
		close(m.stopped)
	}()
	if err := buildRoot(&m.spec); err != nil {
		return nil, refusedSetup(err)
	}
	if err := raiseLoopback(); err != nil {
		return nil, refusedSetup(err)
	}
	if err := m.fillBoard(); err != nil {
		return nil, err
	}
	defer m.end()
	if err := m.startInit(); err != nil {
		return nil, refusedSetup(err)
	}
	if err := m.awaitParts(); err != nil {
		return nil, err
	}
	if err := m.dress(); err != nil {
		return nil, err
	}
	if err := closeRoot(); err != nil {
		return nil, refusedSetup(err)
	}
	if o.Check {
		return &Outcome{}, nil
	}
	return m.play()
}

// refusedSetup tells what a machine does not allow from other errors.
func refusedSetup(err error) error {
	for _, e := range []error{unix.EPERM, unix.EACCES, unix.ENOSYS, unix.EINVAL, unix.ENOSPC} {
		if errors.Is(err, e) {
			return &UnavailableError{"no stage can be set up: this machine refuses to " + err.Error(), hintSettings}
		}
	}
	return err
}

// fillBoard writes the table onto the board.
func (m *manager) fillBoard() error {
	if len(m.spec.Actors) == 0 {
		m.spec.Actors = []Actor{{PID: 1, Command: "/sbin/init"}}
	}
	m.clock = newClock(m.spec.Actors)
	late := 0
	room := 64<<10 + roomFor(m.spec.Command) + roomFor(m.spec.Env)
	for _, a := range m.spec.Actors {
		room += roomFor(strings.Fields(a.Command)) + 2*len(a.Command)
	}
	for _, e := range m.spec.Events {
		room += roomFor(strings.Fields(e.Command)) + 2*len(e.Command)
		late++
	}
	slots := len(m.spec.Actors) + 2 + late
	var err error
	if m.board, err = newBoard(slots, room); err != nil {
		return err
	}
	h := m.board.header()
	h.Clock = m.board.text(m.clock.offsets())
	h.LastPID = ReaperPID
	code := filter(len(m.spec.Events) > 0)
	h.Filter, h.Filters = m.board.bytes(code), uint32(len(code)/8)
	h.Limits = uint32(copy(h.Limit[:], limits()))

	costumes := []costume{}
	env := m.board.list([]string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + homeFolder, "LANG=C.UTF-8"})
	put := func(i, parent int, a Actor) {
		c := costumeOf(a.Command)
		costumes = append(costumes, c)
		s := m.board.slot(i)
		s.PID, s.Parent, s.Flags, s.Group = uint32(a.PID), uint32(parent), flagsOf(a), uint32(a.Group)
		s.Path, s.Argv, s.Env = m.board.text(c.path), m.board.list(c.argv), env
		s.Listen, s.Connect = uint32(a.Listen), uint32(a.Connect)
		m.parts = append(m.parts, part{actor: a})
	}
	slotOf := map[int]int{}
	for i, a := range m.spec.Actors {
		if a.Session || a.PPID == 1 && a.Service {
			a.Session = true
		}
		put(i, slotOf[a.PPID], a)
		if a.PPID == 1 && !a.Service || m.isSubreaper(a.PPID) {
			m.board.slot(i).Flags |= flagOrphan
		}
		if a.Zombie {
			m.board.slot(slotOf[a.PPID]).Flags |= flagNoWait
		}
		slotOf[a.PID] = i
	}
	m.shell, m.reaper = len(m.spec.Actors), len(m.spec.Actors)+1
	put(m.shell, 0, Actor{PID: ShellPID, PPID: 1, Command: "-bash", Session: true, Service: true})
	m.parts = append(m.parts, part{actor: Actor{PID: ReaperPID, PPID: ShellPID}})
	s := m.board.slot(m.reaper)
	s.PID, s.Parent, s.Flags = ReaperPID, uint32(m.shell), flagReaper
	s.Path, s.Argv = m.board.text(m.spec.Command[0]), m.board.list(m.spec.Command)
	s.Env = m.board.list(reaperEnvironment(m.spec.Env))
	s.Folder = m.board.text(workFolder)

	owners := OwnerPID
	for i, e := range m.spec.Events {
		a := Actor{PID: e.PID, PPID: 1, Command: e.Command}
		if e.Do == Adopt {
			a.PID, a.Session, a.Service = owners, true, true
			owners++
		}
		put(m.reaper+1+i, 0, a)
		m.board.slot(m.reaper + 1 + i).State = stateWaiting
		m.parts[m.reaper+1+i].successor = true
		m.events = append(m.events, &happening{Event: e, index: i, slot: slotOf[e.PID], successor: m.reaper + 1 + i})
	}
	program := program
	if m.spec.Program != nil {
		program = m.spec.Program
	}
	return makeCast(program, costumes)
}

// stateWaiting keeps pid 1 from forking who comes later.
const stateWaiting = 99

func (m *manager) isSubreaper(pid int) bool {
	for _, a := range m.spec.Actors {
		if a.PID == pid {
			return a.Subreaper
		}
	}
	return false
}

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
		case "HOME", "TMPDIR", "PWD", "OLDPWD", "TMP", "TEMP", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK":
		default:
			own = append(own, e)
		}
	}
	return own
}

// startInit starts pid 1.
func (m *manager) startInit() error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("make a socket: %w", err)
	}
	m.socket = pair[0]
	cast, err := unix.Open(castRoot, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open the cast: %w", err)
	}
	null, err := os.OpenFile("/dev/null", os.O_RDWR, 0)
	if err != nil {
		return cause(err)
	}
	defer null.Close()
	c := costumeOf(m.spec.Actors[0].Command)
	m.init = &exec.Cmd{
		Path: castRoot + "/" + c.path, Args: c.argv, Env: []string{"PATH=/usr/bin:/bin"}, Dir: "/",
		Stdin: null, Stdout: null, Stderr: null,
		ExtraFiles: []*os.File{os.NewFile(uintptr(m.board.file), "board"), os.NewFile(uintptr(cast), "cast"),
			os.NewFile(uintptr(pair[1]), "manager"), os.Stdin, os.Stdout, os.Stderr},
		SysProcAttr: &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWPID, AmbientCaps: capabilities(), Setsid: true,
			Pdeathsig: unix.SIGKILL},
	}
	m.board.slot(0).State = stateForked
	if err := m.init.Start(); err != nil {
		return fmt.Errorf("start pid 1: %w", err)
	}
	_ = unix.Close(pair[1])
	return nil
}

// awaitParts waits until every part of the table plays, and the reaper's process
// stands ready.
func (m *manager) awaitParts() error {
	deadline := time.Now().Add(patience)
	exited := make(chan struct{})
	go func() {
		_ = unix.Waitid(unix.P_PID, m.init.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		close(exited)
	}()
	for {
		seen := m.board.events()
		ready, err := m.readiness()
		if err != nil || ready {
			return err
		}
		select {
		case <-exited:
			if _, err := m.readiness(); err != nil {
				return err
			}
			return errors.New("pid 1 of the stage ended before the play")
		case <-m.stopped:
			return errors.New("interrupted")
		default:
		}
		if time.Now().After(deadline) {
			return errors.New("the stage was not ready in time")
		}
		m.board.awaitChange(seen, 100*time.Millisecond)
	}
}

func (m *manager) readiness() (bool, error) {
	for i := range m.board.slots() {
		s := m.board.slot(i)
		switch state := m.board.state(i); {
		case state == stateFailed:
			return false, m.failure(i)
		case state == stateWaiting || state == stateReady && s.Flags&flagZombie == 0 || state == stateEnded:
		default:
			return false, nil
		}
	}
	return true, nil
}

// failure says why the process of a slot cannot play.
func (m *manager) failure(i int) error {
	s := m.board.slot(i)
	return refusedSetup(fmt.Errorf("%s (pid %d of the table): %w", steps[s.Step], s.PID, unix.Errno(s.Error)))
}

// end ends the namespace, and with it all that is on the stage.
func (m *manager) end() {
	if m.init != nil && m.init.Process != nil {
		_ = m.init.Process.Kill()
		_ = m.init.Wait()
	}
}

// raiseLoopback lets the stage talk to itself: its 127.0.0.1 is its own.
func raiseLoopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open a socket: %w", err)
	}
	defer unix.Close(fd)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_UP)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, request); err != nil {
		return fmt.Errorf("raise the loopback device: %w", err)
	}
	return nil
}

// Bounds of what the reaper may take. Root's processes pass the first one by; watch
// holds it for them.
const (
	maxProcesses  = 400
	maxMemory     = 1 << 30 // bytes that one process may write
	maxMemoryAll  = 2 << 30
	maxFileLength = 64 << 20
)

func limits() []limit {
	return []limit{{unix.RLIMIT_NPROC, maxProcesses + maxActors}, {unix.RLIMIT_DATA, maxMemory}, {unix.RLIMIT_CORE, 0}, {unix.RLIMIT_FSIZE, maxFileLength}}
}
