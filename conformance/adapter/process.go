package adapter

import (
	"context"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// process is one running adapter: a group leader, its three pipes, and those
// who watch it. One goroutine at a time uses it.
type process struct {
	cfg   Config
	cmd   *exec.Cmd
	stdin *os.File
	rawIn syscall.RawConn
	out   *inbox
	errs  *tail

	// exited is closed when the leader has ended. It is not reaped before
	// finish has signalled its group for the last time.
	exited chan struct{}
	// writing is closed when the last request was taken; nil if that was at once.
	writing chan struct{}

	line      []byte // room for the next request, nil while the last is written
	lastID    int64
	firstCall int // the call that was asked with id 2; 0 if none was answered
	lastCall  int // the last call that was answered; 0 if none was
}

// past wakes whoever waits for a pipe.
var past = time.Unix(1, 0)

// start runs the command in a process group of its own.
func start(cfg Config) (*process, error) {
	var pipes [3][2]*os.File // read end, write end
	closeAll := func(ends ...int) {
		for _, pipe := range pipes {
			for _, end := range ends {
				if pipe[end] != nil {
					_ = pipe[end].Close()
				}
			}
		}
	}
	for i := range pipes {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(0, 1)
			return nil, err
		}
		pipes[i] = [2]*os.File{r, w}
	}
	p := &process{cfg: cfg, stdin: pipes[0][1], exited: make(chan struct{})}
	p.cmd = exec.Command(cfg.Command[0], cfg.Command[1:]...)
	p.cmd.Dir, p.cmd.Env = cfg.Dir, cfg.Env
	// Files, not writers: exec then runs no goroutine of its own, and Wait waits
	// for the process only.
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = pipes[0][0], pipes[1][1], pipes[2][1]
	ownGroup(p.cmd)

	err := p.prepare(pipes[1][0], pipes[2][0])
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		closeAll(0, 1)
		return nil, err
	}
	for _, end := range []*os.File{pipes[0][0], pipes[1][1], pipes[2][1]} {
		_ = end.Close()
	}
	go p.errs.drain()
	go p.watch()
	return p, nil
}

func (p *process) prepare(stdout, stderr *os.File) (err error) {
	if p.rawIn, err = p.stdin.SyscallConn(); err != nil {
		return err
	}
	if p.out, err = newInbox(stdout, p.cfg.MaxMessageBytes); err != nil {
		return err
	}
	p.errs, err = newTail(stderr, p.cfg.MaxStderrBytes)
	return err
}

// watch waits for the end of the leader and wakes a waiting read: a child that
// keeps the output open must not make an end look like a hang.
func (p *process) watch() {
	awaitExit(p.cmd.Process.Pid)
	close(p.exited)
	p.out.until(past)
}

func (p *process) hasExited() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// awaitExit waits for the end of the leader, at most d.
func (p *process) awaitExit(d time.Duration) bool {
	return p.await(context.Background(), p.exited, time.Now().Add(d))
}

// await waits for an event until the deadline or the end of ctx, and reports
// whether it came.
func (p *process) await(ctx context.Context, event <-chan struct{}, deadline time.Time) bool {
	select {
	case <-event:
		return true
	default:
	}
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	select {
	case <-event:
		return true
	case <-ctx.Done():
	case <-timer.C:
	}
	return false
}

// send writes a request. What the pipe does not take at once is written aside,
// so that an adapter that writes much before it reads cannot block us. An error
// is no verdict: an adapter may have answered, or ended, without reading.
func (p *process) send(line []byte, last bool) {
	p.cfg.trace(Sent, line[:len(line)-1])
	n, err := writeNow(p.rawIn, line)
	if err != errNotNow {
		p.writing = nil
		if cap(line) <= keptBuffer {
			p.line = line
		}
		if last {
			_ = p.stdin.Close()
		}
		return
	}
	taken := make(chan struct{})
	p.writing = taken
	go func() {
		defer close(taken)
		_, _ = p.stdin.Write(line[n:])
		if last {
			_ = p.stdin.Close()
		}
	}()
}

// callOf returns the call that was asked with an id, 0 for describe. On one
// process the calls follow one another, because the first that is not answered
// is the last.
func (p *process) callOf(id int64) int {
	if id < 2 || p.firstCall == 0 {
		return 0
	}
	return p.firstCall + int(id-2)
}

// answered notes that a call got its answer.
func (p *process) answered(call int) {
	if p.firstCall == 0 {
		p.firstCall = call
	}
	p.lastCall = call
}
