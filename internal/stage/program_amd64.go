//go:build linux

package stage

import _ "embed"

//go:embed actor/actor_amd64
var program []byte
