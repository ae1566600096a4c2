package second

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// binding is section 3's binding of a request; x is the target of a job request.
func binding(r request, x identity, on On) string {
	lines := []string{"auth-binding-1", r.operation, r.id, r.owner, r.thread}
	if on.Is("binding-without-request") {
		lines[2] = ""
	}
	if on.Is("binding-without-operation") {
		lines[1] = ""
	}
	if r.operation == "launch" {
		lines = append(lines, "launch")
		if l := r.launch; l != nil {
			required, mounts := slices.Clone(l.scope.required), slices.Clone(l.scope.mounts)
			if !on.Is("binding-as-listed") {
				slices.Sort(required)
				slices.Sort(mounts)
			}
			root := slices.Clone(l.scope.root)
			if on.Is("binding-root-sorted") {
				slices.Sort(root)
			}
			lines = append(lines, l.generation, l.scope.backend, strings.Join(root, ","), strings.Join(required, ","),
				strings.Join(mounts, ","), l.scope.network, strconv.FormatInt(l.scope.seconds, 10))
			if !on.Is("binding-without-digest") {
				lines = append(lines, l.digest)
			}
		}
	} else {
		lines = append(lines, "job", x.store, x.job, x.generation, x.owner, x.thread, x.origin, x.receipt,
			strconv.FormatInt(x.supervisor.pid, 10), x.supervisor.token, x.supervisor.boot)
		if on.Is("binding-without-generation") {
			lines[8] = ""
		}
	}
	text := strings.Join(lines, "\n")
	if on.Is("binding-with-last-line-feed") {
		text += "\n"
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
