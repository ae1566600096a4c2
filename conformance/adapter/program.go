package adapter

import (
	"os/exec"
	"path/filepath"
	"strings"
)

// Program returns the path of the file that a command would run, "" where there
// is none. Nothing is started.
func Program(cfg Config) string {
	if len(cfg.Command) == 0 {
		return ""
	}
	name := cfg.Command[0]
	if strings.ContainsRune(name, filepath.Separator) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(cfg.Dir, name)
		}
		return name
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return path
}
