//go:build amd64 || arm64

package stage

import (
	"encoding/binary"
	"runtime"
	"slices"

	"golang.org/x/sys/unix"
)

// refused are the system calls by which a process could leave the stage, look behind
// it or reach the host's kernel, whatever it may be allowed to do.
var refused = []uint32{
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT,
	unix.SYS_FSOPEN,
	unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR, unix.SYS_SETNS, unix.SYS_UNSHARE,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
	unix.SYS_PIDFD_GETFD, unix.SYS_KCMP,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_KEYCTL, unix.SYS_ADD_KEY,
	unix.SYS_REQUEST_KEY,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_REBOOT,
	unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_SYSLOG, unix.SYS_OPEN_BY_HANDLE_AT,
	unix.SYS_CLOCK_SETTIME, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX, unix.SYS_SETHOSTNAME,
	unix.SYS_SETDOMAINNAME,
}

// absent are system calls that a program can do without, and does where a kernel has
// none: io_uring would pass the filter by, the flags of clone3 cannot be seen, and the
// others keep memory that counts as no process's.
var absent = []uint32{
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, unix.SYS_CLONE3,
	unix.SYS_MEMFD_CREATE, unix.SYS_MEMFD_SECRET, unix.SYS_SHMGET, unix.SYS_MSGGET, unix.SYS_SEMGET,
	unix.SYS_VMSPLICE,
}

// watched are the system calls that signal another process: the manager sees them
// before they are made.
var watched = []uint32{
	unix.SYS_KILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO, unix.SYS_PIDFD_SEND_SIGNAL,
}

// Commands of fcntl and ioctl that are refused. A lease stops whoever opens the file, the
// manager too; the others let the kernel send a signal to any process in the name of a
// descriptor, of which nobody could say where it came from.
var (
	refusedControls = []uint32{unix.F_SETLEASE, unix.F_SETOWN, unix.F_SETOWN_EX, unix.F_SETSIG}
	refusedRequests = []uint32{fioSetOwner, siocSetGroup}
)

const (
	fioSetOwner  = 0x8901 // FIOSETOWN
	siocSetGroup = 0x8902 // SIOCSPGRP
)

// opening are the system calls by which a process looks at another. Where a scenario
// has events they are watched as well: a second look must find what has happened
// since the first, and nothing may happen between it and the signal.
var opening = append([]uint32{unix.SYS_OPENAT, unix.SYS_OPENAT2}, oldOpening...)

const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// Offsets in what a filter sees of a system call; of an argument, the low half.
const (
	seenNumber    = 0
	seenProcessor = 4
	seenArgument  = 16
)

// filter is the reaper's, as the kernel wants it: a program of classic BPF. looks says
// that its looks are watched too.
func filter(looks bool) []byte {
	var p assembler
	p.load(seenProcessor)
	p.unless(processor(), unix.SECCOMP_RET_KILL_PROCESS)
	p.load(seenNumber)
	if runtime.GOARCH == "amd64" {
		p.from(0x40000000, failing(unix.ENOSYS)) // the numbers of x32
	}
	for _, n := range refused {
		p.when(n, failing(unix.EPERM))
	}
	for _, n := range absent {
		p.when(n, failing(unix.ENOSYS))
	}
	all := watched
	if looks {
		all = slices.Concat(watched, opening)
	}
	for _, n := range all {
		p.when(n, unix.SECCOMP_RET_USER_NOTIF)
	}
	p.signal(unix.SYS_TKILL, 1)
	p.signal(unix.SYS_TGKILL, 2)
	p.sockets()
	p.commands(unix.SYS_FCNTL, refusedControls)
	p.commands(unix.SYS_IOCTL, refusedRequests)
	p.limits()
	p.sharedMemory()
	p.clone()
	p.answer(unix.SECCOMP_RET_ALLOW)
	return p.code
}

func failing(e unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(e) }

func processor() uint32 {
	if runtime.GOARCH == "arm64" {
		return unix.AUDIT_ARCH_AARCH64
	}
	return unix.AUDIT_ARCH_X86_64
}

// assembler puts instructions behind one another.
type assembler struct{ code []byte }

func (p *assembler) add(code uint16, yes, no uint8, k uint32) {
	p.code = binary.NativeEndian.AppendUint16(p.code, code)
	p.code = append(p.code, yes, no)
	p.code = binary.NativeEndian.AppendUint32(p.code, k)
}

func (p *assembler) load(offset uint32) {
	p.add(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, 0, 0, offset)
}

func (p *assembler) answer(what uint32) { p.add(unix.BPF_RET|unix.BPF_K, 0, 0, what) }

// when answers where what was loaded is that.
func (p *assembler) when(is, what uint32) {
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, 0, 1, is)
	p.answer(what)
}

func (p *assembler) unless(is, what uint32) {
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, 1, 0, is)
	p.answer(what)
}

// from answers where what was loaded is at least that.
func (p *assembler) from(least, what uint32) {
	p.add(unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K, 0, 1, least)
	p.answer(what)
}

// within puts a piece behind a test for one system call, which it ends for.
func (p *assembler) within(number uint32, piece func(*assembler)) {
	var inner assembler
	piece(&inner)
	inner.answer(unix.SECCOMP_RET_ALLOW)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, 0, uint8(len(inner.code)/8), number)
	p.code = append(p.code, inner.code...)
}

// signal watches a call that names a thread, for the signals that end a program: the
// others are how run-times talk to their own threads.
func (p *assembler) signal(number uint32, argument uint32) {
	p.within(number, func(p *assembler) {
		p.load(seenArgument + 8*argument)
		p.from(uint32(unix.SIGTERM)+1, unix.SECCOMP_RET_ALLOW)
		p.answer(unix.SECCOMP_RET_USER_NOTIF)
	})
}

// sockets lets through those that end on the stage. A Unix socket may lie in a folder
// that is shown, and a server of the host listen there; a VM socket leads to the
// machine around this one.
func (p *assembler) sockets() {
	p.within(unix.SYS_SOCKET, func(p *assembler) {
		p.load(seenArgument)
		for _, family := range []uint32{unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK} {
			p.when(family, unix.SECCOMP_RET_ALLOW)
		}
		p.answer(failing(unix.EAFNOSUPPORT))
	})
	// One end of a pair of datagram sockets could be pointed at any other.
	p.within(unix.SYS_SOCKETPAIR, func(p *assembler) {
		p.load(seenArgument + 8)
		p.add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, 0, 0, socketTypes)
		for _, kind := range []uint32{unix.SOCK_STREAM, unix.SOCK_SEQPACKET} {
			p.when(kind, unix.SECCOMP_RET_ALLOW)
		}
		p.answer(failing(unix.EPROTONOSUPPORT))
	})
}

// socketTypes are the bits of a socket's type that are no flag.
const socketTypes = 0xf

// commands refuses some of what a call does, which its second argument says.
func (p *assembler) commands(number uint32, refused []uint32) {
	p.within(number, func(p *assembler) {
		p.load(seenArgument + 8)
		for _, command := range refused {
			p.when(command, failing(unix.EPERM))
		}
	})
}

// limits keeps a process from limiting another one: pid 1 has the same user.
func (p *assembler) limits() {
	p.within(unix.SYS_PRLIMIT64, func(p *assembler) {
		p.load(seenArgument) // the pid; 0 is the caller
		p.when(0, unix.SECCOMP_RET_ALLOW)
		for _, half := range []uint32{0, 4} { // the new limit, where there is one
			p.load(seenArgument + 8*2 + half)
			p.unless(0, failing(unix.EPERM))
		}
	})
}

// sharedMemory refuses memory that is shared and of no file: what is not mapped of it any
// more is kept, and counts as no process's.
func (p *assembler) sharedMemory() {
	p.within(unix.SYS_MMAP, func(p *assembler) {
		p.load(seenArgument + 8*3)
		p.add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, 0, 0, unix.MAP_ANONYMOUS|unix.MAP_TYPE)
		for _, kind := range []uint32{unix.MAP_SHARED, unix.MAP_SHARED_VALIDATE} {
			p.when(unix.MAP_ANONYMOUS|kind, failing(unix.ENOMEM))
		}
	})
}

func (p *assembler) clone() {
	p.within(unix.SYS_CLONE, func(p *assembler) {
		p.load(seenArgument)
		p.add(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, 0, 1, newNamespaces)
		p.answer(failing(unix.EPERM))
	})
}
