// Package bundle is the bundle lane (contract, section 10): it proves that each
// source body of a folder is the one its manifest declares, carries its anchors
// and leaks nothing; and it seals a folder, which is to write that manifest.
//
// The folder is somebody else's and may be hostile. It is read through an
// os.Root, one step of a path at a time: no link is followed, no FIFO or device
// is opened, and what was opened must be what was looked at. A body is read once,
// in pieces, and the bytes hashed are the bytes searched; no byte of one leaves
// the package. Every refusal ends in a code of the contract. Errors are for
// trouble of the machine, which leaves no verdict, and they name no path.
//
// What the contract leaves open is bounded here, so that a small bundle cannot
// ask for endless work: see [Options], and the limits beside what they limit.
//
// The package may import tspi, the standard library's file and hash packages,
// the strict JSON library and renameio. It starts no process and knows no clock
// and no network.
package bundle
