//go:build linux

package stage

import (
	_ "embed"

	"golang.org/x/sys/unix"
)

//go:embed actor/actor_amd64
var program []byte

// oldOpening are the calls to open a file that newer processors lack.
var oldOpening = []uint32{unix.SYS_OPEN}
