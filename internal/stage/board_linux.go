//go:build amd64 || arm64

package stage

import (
	"encoding/binary"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The layout of the board, which actor/actor.c holds too.
type header struct {
	Slots, Events, Command, Target  uint32
	Start, Limits, Filters, LastPID uint32
	Clock, Filter, Writable         uint64
	Limit                           [8]limit
}

type limit struct{ Resource, Value uint64 }

type slot struct {
	PID, Parent, Flags, Group  uint32
	State, Code, Status, Leave uint32
	Signals                    uint64
	Sender, First, Error, Step uint32
	Path, Argv, Env            uint64
	Listen, Connect            uint32
	Folder                     uint64
	_                          [3]uint64
}

const (
	headerSize = 4096
	slotSize   = int(unsafe.Sizeof(slot{}))
)

// Flags of a slot.
const (
	flagStubborn = 1 << iota
	flagSubreaper
	flagNoWait
	flagZombie
	flagOrphan
	flagSession
	flagReaper
	flagKin
)

// States of a slot.
const (
	stateForked = 1 + iota
	stateReady
	stateEnded
	stateFailed
)

// steps name what an actor could not do.
var steps = [...]string{
	"", "mount /proc", "set the stage's clock", "set the next pid", "fork", "take its costume", "open its sockets",
	"give up its privileges", "set the filter of system calls", "hand over the filter", "enter its folder",
	"run the program", "join its process group", "confine what it writes into",
}

// board is the memory that the manager shares with the actors.
type board struct {
	file   int // the descriptor of the memory
	memory []byte
	used   int // up to where the texts reach
}

// newBoard has room for slots and for texts of so many bytes.
func newBoard(slots, texts int) (*board, error) {
	fd, err := unix.MemfdCreate("stage", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	used := headerSize + slots*slotSize
	size := (used + texts + 4095) &^ 4095
	if err := unix.Ftruncate(fd, int64(size)); err != nil {
		return nil, err
	}
	memory, err := unix.Mmap(fd, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	b := &board{file: fd, memory: memory, used: used}
	b.header().Slots = uint32(slots)
	return b, nil
}

func (b *board) header() *header { return (*header)(unsafe.Pointer(&b.memory[0])) }

func (b *board) slot(i int) *slot {
	return (*slot)(unsafe.Pointer(&b.memory[headerSize+i*slotSize]))
}

func (b *board) slots() int { return int(b.header().Slots) }

func (b *board) state(i int) uint32 { return atomic.LoadUint32(&b.slot(i).State) }

// text puts bytes on the board, and a zero behind them, and returns where.
func (b *board) text(s string) uint64 {
	at := b.used
	b.used += copy(b.memory[at:], s) + 1
	return uint64(at)
}

// list puts a list of texts on the board.
func (b *board) list(words []string) uint64 {
	var offsets []byte
	for _, word := range words {
		offsets = binary.NativeEndian.AppendUint64(offsets, b.text(word))
	}
	return b.bytes(append(offsets, make([]byte, 8)...))
}

// bytes puts aligned bytes on the board.
func (b *board) bytes(data []byte) uint64 {
	b.used = (b.used + 7) &^ 7
	at := b.used
	b.used += copy(b.memory[at:], data)
	return uint64(at)
}

// roomFor is how many bytes of text a list takes, generously.
func roomFor(words []string) int {
	n := 32
	for _, word := range words {
		n += len(word) + 16
	}
	return n
}

// set stores a word and wakes who waits for it.
func (b *board) set(word *uint32, value uint32) {
	atomic.StoreUint32(word, value)
	_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWake, 1<<30, 0, 0, 0)
}

// awaitChange returns when the count of events is no longer that, or after d.
func (b *board) awaitChange(seen uint32, d time.Duration) {
	ts := unix.NsecToTimespec(int64(d))
	_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&b.header().Events)), futexWait, uintptr(seen),
		uintptr(unsafe.Pointer(&ts)), 0, 0)
}

func (b *board) events() uint32 { return atomic.LoadUint32(&b.header().Events) }

const (
	futexWait = 0
	futexWake = 1
)
