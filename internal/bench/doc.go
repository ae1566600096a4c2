// Package bench holds what speed is measured with: process tables of fixed
// shapes and any size, policies of a fixed number of substrings, and the floor,
// which is the least that a classifier of the same bytes could do. Its tests are
// the benchmarks, each beside its floor in the same run (docs/performance.md).
//
// It imports nothing of ours, so that every package can be measured with it.
package bench
