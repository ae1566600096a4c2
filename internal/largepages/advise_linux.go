package largepages

import "golang.org/x/sys/unix"

// advise takes memory that begins a page, as all large memory of the runtime does.
func advise(memory []byte) { _ = unix.Madvise(memory, unix.MADV_HUGEPAGE) }
