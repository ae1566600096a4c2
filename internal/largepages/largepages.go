package largepages

import "runtime"

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
// hands it out again.
func Prepare(size int64) {
	if size >= least {
		Make(size)
		runtime.GC()
	}
}
