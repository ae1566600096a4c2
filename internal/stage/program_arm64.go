//go:build linux

package stage

import _ "embed"

//go:embed actor/actor_arm64
var program []byte
