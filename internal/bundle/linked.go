package bundle

import (
	"os"
	"path/filepath"
)

// ReachedByLink reports whether dir, from which root was opened, is a symbolic
// link: what a person then judges is not what they named. The answer is about the
// folder that is open, so that nothing can be swapped in between. Links among the
// folders above dir are the person's own affair.
func ReachedByLink(dir string, root *os.Root) (bool, error) {
	// Without its trailing slash, which would have the link followed.
	named, err := os.Lstat(filepath.Clean(dir))
	if err != nil {
		return false, machineTrouble(err)
	}
	opened, err := root.Stat(".")
	if err != nil {
		return false, machineTrouble(err)
	}
	return !os.SameFile(named, opened), nil
}
