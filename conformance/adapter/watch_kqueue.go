//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package adapter

import "golang.org/x/sys/unix"

// awaitExit returns when the child pid has ended. It does not reap it: the
// child stays a zombie, and its number, which is that of its group too, cannot
// be given to anyone else. waitid is of no use here: on macOS it returns for a
// stopped child as well. Where the system cannot watch (it cannot watch one that
// has ended already), it returns at once; the child is then treated as ended,
// and is ended.
func awaitExit(pid int) {
	kq, err := unix.Kqueue()
	if err != nil {
		return
	}
	defer unix.Close(kq)
	unix.CloseOnExec(kq)
	var watch unix.Kevent_t
	unix.SetKevent(&watch, pid, unix.EVFILT_PROC, unix.EV_ADD|unix.EV_ONESHOT)
	watch.Fflags = unix.NOTE_EXIT
	changes := []unix.Kevent_t{watch}
	events := make([]unix.Kevent_t, 1)
	for {
		_, err := unix.Kevent(kq, changes, events, nil)
		if err != unix.EINTR {
			return
		}
	}
}
