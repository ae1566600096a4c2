//go:build amd64 || arm64

package stage

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
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

	shell, reaper int          // slots
	players       map[int]bool // the pids of the table and of those who come later

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
		return nil, refusedSetup(err)
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
	if errors.Is(err, unix.ENOSYS) {
		return &UnavailableError{
			"no stage can be set up: this kernel is too old, want Linux 5.12 or later; it cannot " + err.Error(),
			hintSettings,
		}
	}
	for _, e := range []error{unix.EPERM, unix.EACCES, unix.EINVAL, unix.ENOSPC} {
		if errors.Is(err, e) {
			return &UnavailableError{"no stage can be set up: this machine refuses to " + err.Error(), hintSettings}
		}
	}
	return err
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
	streams := []*os.File{os.Stdin, os.Stdout, os.Stderr}
	for i, stream := range streams {
		if isNull(stream) {
			streams[i] = null // the host's could be changed through its descriptor
		}
	}
	c := costumeOf(m.spec.Actors[0].Command)
	m.init = &exec.Cmd{
		Path: castRoot + "/" + c.path, Args: c.argv, Env: []string{"PATH=/usr/bin:/bin"}, Dir: "/",
		Stdin: null, Stdout: null, Stderr: null,
		ExtraFiles: append([]*os.File{os.NewFile(uintptr(m.board.file), "board"), os.NewFile(uintptr(cast), "cast"),
			os.NewFile(uintptr(pair[1]), "manager")}, streams...),
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

// isNull reports whether a stream is the null device.
func isNull(stream *os.File) bool {
	var s unix.Stat_t
	err := unix.Fstat(int(stream.Fd()), &s)
	return err == nil && s.Mode&unix.S_IFMT == unix.S_IFCHR && s.Rdev == unix.Mkdev(1, 3)
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
			return false, refusedSetup(m.failure(i))
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
	return fmt.Errorf("%s (pid %d of the table): %w", steps[s.Step], s.PID, unix.Errno(s.Error))
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
	maxFiles      = 4096 // that one process may hold open
	maxSockets    = 2000 // on the whole stage
)

func limits() []limit {
	return []limit{
		{unix.RLIMIT_NPROC, maxProcesses + maxActors},
		{unix.RLIMIT_DATA, maxMemory},
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_FSIZE, maxFileLength},
		{unix.RLIMIT_NOFILE, maxFiles},
	}
}
