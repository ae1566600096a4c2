//go:build amd64 || arm64

package stage

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// notification and its answer are those of seccomp_unotify(2).
type notification struct {
	ID    uint64
	PID   uint32
	Flags uint32
	Data  struct {
		Number    int32
		Processor uint32
		Pointer   uint64
		Arguments [6]uint64
	}
}

type reply struct {
	ID    uint64
	Value int64
	Error int32
	Flags uint32
}

const (
	notifyReceive  = 0xc0502100
	notifySend     = 0xc0182101
	notifyContinue = 1
)

// gate lets each signal of the reaper pass, and where there are events each look, when
// the events that are due have happened. So it is not luck that decides whether a pid
// is a stranger's when the reaper signals it, and whoever looks again has seen so.
func (m *manager) gate(fail func(error)) {
	listener, err := m.receiveListener()
	if err != nil {
		fail(err)
		return
	}
	for {
		var n notification
		_, _, number := unix.Syscall(unix.SYS_IOCTL, uintptr(listener), notifyReceive, uintptr(unsafe.Pointer(&n)))
		switch number {
		case 0:
		case unix.EINTR, unix.ENOENT: // it was interrupted, or is gone
			continue
		default:
			return
		}
		if err := m.beforeNext(); err != nil {
			fail(err)
		}
		r := reply{ID: n.ID, Flags: notifyContinue}
		_, _, _ = unix.Syscall(unix.SYS_IOCTL, uintptr(listener), notifySend, uintptr(unsafe.Pointer(&r)))
	}
}

// receiveListener waits for the reaper's process to hand over the listener of its
// filter.
func (m *manager) receiveListener() (int, error) {
	control := make([]byte, unix.CmsgSpace(4))
	for {
		n, controls, _, _, err := unix.Recvmsg(m.socket, make([]byte, 1), control, unix.MSG_CMSG_CLOEXEC)
		if err == unix.EINTR {
			continue
		}
		if err != nil || n == 0 {
			return 0, fmt.Errorf("the reaper's process handed over no filter: %v", err)
		}
		messages, err := unix.ParseSocketControlMessage(control[:controls])
		if err != nil || len(messages) != 1 {
			return 0, fmt.Errorf("the reaper's process handed over no filter: %v", err)
		}
		fds, err := unix.ParseUnixRights(&messages[0])
		if err != nil || len(fds) != 1 {
			return 0, fmt.Errorf("the reaper's process handed over no filter: %v", err)
		}
		return fds[0], nil
	}
}

// beforeNext brings the stage up to date: an actor that an earlier signal is about
// to end has ended, and who takes its pid has it.
func (m *manager) beforeNext() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, h := range m.events {
		if h.On != OnEnd || h.started {
			continue
		}
		if err := m.until(func() bool { return m.atRest(h.slot) }); err != nil {
			return err
		}
	}
	return m.catchUp()
}
