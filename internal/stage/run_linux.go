//go:build amd64 || arm64

package stage

import (
	"context"
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

// The descriptors of the manager besides the reaper's three.
const (
	specFD = 3 + iota
	answerFD
	controlFD // ends when whoever asked for the performance has
)

// managerName is the first word of the manager's command line, by which Enter knows it.
const managerName = "tspi-stage"

// maxOutput is how much is kept of each output of the reaper.
const maxOutput = 64 << 10

// patience is how long a manager may take for what is not the reaper's: to set up the
// stage on a machine that is busy with other things, and to leave it.
const patience = 60 * time.Second

// orders are what the manager hears.
type orders struct {
	Spec    Spec  `json:"spec"`
	Timeout int64 `json:"timeout"` // in nanoseconds
	Check   bool  `json:"check"`   // set the stage up, and no more
}

// answer is what the manager says at the end.
type answer struct {
	Outcome     *Outcome `json:"outcome,omitempty"`
	Unavailable string   `json:"unavailable,omitempty"`
	Start       int      `json:"start,omitempty"` // the error number
	Problem     string   `json:"problem,omitempty"`
}

// Run lets the reaper loose on a stage and returns what came of it. When ctx ends, so
// does the stage. An [UnavailableError] says that this machine has none.
func Run(ctx context.Context, spec Spec) (*Outcome, error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, err
	}
	defer null.Close()
	var stdout, stderr kept
	outcome, err := perform(ctx, spec, false, null, &stdout, &stderr)
	if err != nil {
		return nil, err
	}
	outcome.Stdout, outcome.Stderr = stdout.bytes(), stderr.bytes()
	return outcome, nil
}

// perform starts the manager and waits for its answer.
func perform(ctx context.Context, spec Spec, check bool, stdin *os.File, stdout, stderr io.Writer) (*Outcome, error) {
	text, err := json.Marshal(orders{spec, int64(spec.Timeout), check})
	if err != nil {
		return nil, err
	}
	m := newManagerCommand()
	if stdin != nil {
		m.Stdin = stdin
	}
	var pipes pipes
	defer pipes.close()
	specIn := pipes.toChild(m)
	answers := pipes.fromChild(m)
	control := pipes.toChild(m)
	if pipes.err != nil {
		return nil, pipes.err
	}
	var copies sync.WaitGroup
	m.Stdout = pipes.copied(stdout, &copies)
	m.Stderr = pipes.copied(stderr, &copies)
	if pipes.err != nil {
		return nil, pipes.err
	}
	if err := m.Start(); err != nil {
		return nil, unavailable(err)
	}
	pipes.closeChildren()
	go func() {
		_, _ = specIn.Write(text)
		_ = specIn.Close()
	}()
	said := make(chan []byte, 1)
	go func() {
		all, _ := io.ReadAll(io.LimitReader(answers, 64<<20))
		said <- all
	}()
	ended := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
			_ = control.Close() // the manager ends the stage
			select {
			case <-ended:
			case <-time.After(patience):
				_ = m.Process.Kill() // and pid 1 dies with it
			}
		case <-ended:
		}
	}()
	all := <-said
	err = m.Wait()
	close(ended)
	copies.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var a answer
	if len(all) == 0 || json.Unmarshal(all, &a) != nil {
		return nil, fmt.Errorf("the stage manager ended without an answer: %v", err)
	}
	switch {
	case a.Unavailable != "":
		if setting := settingInTheWay(); setting != "" {
			a.Unavailable = "no stage can be set up: " + setting
		}
		return nil, &UnavailableError{a.Unavailable, hintSettings}
	case a.Start != 0:
		return nil, &StartError{syscall.Errno(a.Start)}
	case a.Problem != "":
		return nil, errors.New(a.Problem)
	}
	return a.Outcome, nil
}

// newManagerCommand is this program as the manager of a new stage.
func newManagerCommand() *exec.Cmd {
	m := exec.Command("/proc/self/exe")
	m.Args = []string{managerName}
	m.Env = []string{}
	uid, gid := os.Getuid(), os.Getgid()
	m.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}},
		AmbientCaps: capabilities(),
		Setsid:      true, // no terminal
	}
	return m
}

// capabilities are all that this kernel knows: within its namespace a manager has them.
func capabilities() []uintptr {
	last := uintptr(40)
	if text, err := os.ReadFile("/proc/sys/kernel/cap_last_cap"); err == nil {
		_, _ = fmt.Sscan(string(text), &last)
	}
	all := make([]uintptr, last+1)
	for i := range all {
		all[i] = uintptr(i)
	}
	return all
}

// kept is a writer that keeps the end of what is written.
type kept struct {
	mu   sync.Mutex
	text []byte
}

func (k *kept) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.text = append(k.text, p...)
	if spare := len(k.text) - maxOutput; spare > maxOutput {
		k.text = append(k.text[:0], k.text[spare:]...)
	}
	return len(p), nil
}

func (k *kept) bytes() []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text[max(0, len(k.text)-maxOutput):]
}

// pipes are those between a program and its manager.
type pipes struct {
	ours, theirs []*os.File
	err          error
}

func (p *pipes) make() (r, w *os.File) {
	if p.err == nil {
		r, w, p.err = os.Pipe()
	}
	return r, w
}

func (p *pipes) toChild(m *exec.Cmd) *os.File {
	r, w := p.make()
	p.ours, p.theirs = append(p.ours, w), append(p.theirs, r)
	m.ExtraFiles = append(m.ExtraFiles, r)
	return w
}

func (p *pipes) fromChild(m *exec.Cmd) *os.File {
	r, w := p.make()
	p.ours, p.theirs = append(p.ours, r), append(p.theirs, w)
	m.ExtraFiles = append(m.ExtraFiles, w)
	return r
}

// copied is the end of a pipe for an output; what comes is copied to w. A file is
// given to the child as it is.
func (p *pipes) copied(w io.Writer, running *sync.WaitGroup) *os.File {
	if file, ok := w.(*os.File); ok {
		return file
	}
	r, end := p.make()
	if p.err != nil {
		return nil
	}
	p.ours, p.theirs = append(p.ours, r), append(p.theirs, end)
	running.Add(1)
	go func() {
		defer running.Done()
		_, _ = io.Copy(w, r)
	}()
	return end
}

func (p *pipes) closeChildren() { closeAll(p.theirs) }

func (p *pipes) close() {
	closeAll(p.theirs)
	closeAll(p.ours)
}

func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

// settingInTheWay names a setting that forbids an ordinary user namespaces, "" for none.
func settingInTheWay() string {
	for _, setting := range []struct{ file, bad string }{
		{"user/max_user_namespaces", "0"},
		{"kernel/unprivileged_userns_clone", "0"},
		{"kernel/apparmor_restrict_unprivileged_userns", "1"},
	} {
		text, err := os.ReadFile("/proc/sys/" + setting.file)
		if err == nil && strings.TrimSpace(string(text)) == setting.bad {
			return "sysctl " + strings.ReplaceAll(setting.file, "/", ".") + " is " + setting.bad
		}
	}
	return ""
}

// unavailable says why no manager could be started.
func unavailable(err error) error {
	message := "the program cannot start itself"
	var number syscall.Errno
	if errors.As(err, &number) {
		message = "user namespaces are refused: " + number.Error()
	}
	if setting := settingInTheWay(); setting != "" {
		message = setting
	}
	return &UnavailableError{"no stage can be set up: " + message, hintSettings}
}

const hintSettings = "docs/how-to/judge-the-reaper-you-have.md names the setting of each system and container"
