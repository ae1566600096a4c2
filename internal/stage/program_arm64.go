//go:build linux

package stage

import _ "embed"

//go:embed actor/actor_arm64
var program []byte

// oldOpening are the calls to open a file that older processors have.
var oldOpening []uint32
