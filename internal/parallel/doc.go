// Package parallel spreads work over the cores that Go runs on (GOMAXPROCS), where the
// result is the same on one: blocks of a large input, each worked on by itself, and a
// text whose blocks are made side by side and written in order.
//
// It computes and holds nothing between calls, so that a pure package may use it. It may
// import the standard library's runtime, sync and io, and nothing of ours.
package parallel
