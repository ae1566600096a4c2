package largepages

import (
	"runtime"
	"runtime/metrics"
)

// least is the size in bytes from which large pages are asked for: two of them.
const least = 4 << 20

// Make returns so many bytes, all zero, in large pages.
func Make(size int64) []byte {
	memory := make([]byte, size)
	if size >= least {
		advise(memory)
	}
	return memory
}

// Prepare has the next large allocation of at most that size take large pages,
// where it is made by a package that cannot ask for them: tspi, which is pure.
// The memory is asked for, never touched, and given back to the runtime, which
// hands it out again. Where the runtime has as much at hand that was used before,
// there is nothing to gain.
func Prepare(size int64) {
	if size >= least && uint64(size) > atHand() {
		Make(size)
		runtime.GC()
	}
}

// atHand is how much memory the runtime could hand out without asking the system.
func atHand() uint64 {
	free := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(free)
	if free[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return free[0].Value.Uint64()
}
