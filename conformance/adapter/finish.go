package adapter

import (
	"context"
	"syscall"
	"time"
)

// manner says how a process is ended.
type manner int

const (
	// gently: its input ends and it may end by itself; what it still writes is
	// read, because nothing may come.
	gently manner = iota
	// itEnds: its output has ended, so it should be about to end by itself; its
	// status is worth a moment.
	itEnds
	// atOnce: it hangs or babbles; nothing is read any more.
	atOnce
)

// killGrace bounds the wait for the end of a killed process: one that is stuck
// in the kernel ends later, and is reaped then.
const killGrace = 5 * time.Second

// finish ends the process, whatever it does, and its group with it. It returns
// what came on standard output behind the last answer (gently only), and how the
// leader ended if it ended by itself, else "".
func (p *process) finish(how manner) (leftover []byte, status string) {
	_ = p.stdin.Close()
	if p.writing != nil {
		<-p.writing // the closing has woken it
	}
	itself := false
	switch how {
	case gently:
		deadline := time.Now().Add(p.cfg.Grace)
		leftover = p.drain(deadline)
		itself = len(leftover) == 0 && p.awaitExit(time.Until(deadline))
	case itEnds:
		itself = p.awaitExit(p.cfg.Grace)
	default:
		itself = p.hasExited()
	}
	_ = p.out.pipe.Close()
	if !itself {
		p.signal(syscall.SIGTERM)
		if !p.awaitExit(p.cfg.Grace) {
			p.signal(syscall.SIGKILL)
			p.awaitExit(killGrace)
		}
	}
	if p.hasExited() {
		p.reap()
	} else {
		go func() {
			<-p.exited
			p.reap()
		}()
	}
	p.errs.stop()
	if itself {
		status = p.cmd.ProcessState.String()
	}
	return leftover, status
}

// drain reads standard output to its end, or to the end of the process, and
// returns the first bytes that come. It gives up at the deadline.
func (p *process) drain(deadline time.Time) []byte {
	p.out.until(deadline)
	for p.out.empty() && !p.out.ended {
		if p.next(context.Background(), deadline) != more {
			break
		}
	}
	return p.out.rest()
}

// signal sends a signal to the group of the leader.
func (p *process) signal(s syscall.Signal) { signalGroup(p.cmd.Process.Pid, s) }

// reap kills what is left of the group and reaps its leader, in this order:
// afterwards the number of the group may belong to somebody else.
func (p *process) reap() {
	p.signal(syscall.SIGKILL)
	_ = p.cmd.Wait()
}
