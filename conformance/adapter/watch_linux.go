package adapter

import "golang.org/x/sys/unix"

// awaitExit returns when the child pid has ended. It does not reap it: the
// child stays a zombie, and its number, which is that of its group too, cannot
// be given to anyone else. Where the system cannot wait so, it returns at once;
// the child is then treated as ended, and is ended.
func awaitExit(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return
		}
	}
}
