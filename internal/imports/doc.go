// Package imports holds what no compiler checks: which package may import which,
// that the contract's code is pure, and that nothing but conformance/adapter and
// internal/stage can start or signal a process. It has tests only, over `go list -json` and the
// typed sources of every package of the module.
//
// The direct imports and the calls are held. The transitive imports say nothing:
// they always show os and syscall, through fmt.
package imports
