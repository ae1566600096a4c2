// Package largepages asks the system for large pages behind the memory that a
// large input takes. To touch memory for the first time costs as much as reading a
// file into it, page by page, and a table of a million rows is looked up all over:
// with pages of 2 MiB instead of 4 KiB, the whole of a classification takes half
// the processor time on a virtual machine (docs/performance.md).
//
// It is advice. Where the system knows no such pages or gives none, all is as it
// would be without.
//
// It may import the runtime and golang.org/x/sys/unix, and nothing of ours.
package largepages
