package profile

import (
	"fmt"
	"path"
	"strings"
)

// Folder is a bundle or a fixture that a case lays out.
type Folder struct {
	Files   []FolderFile
	Entries []FolderEntry // what no text can hold, in the order in which it is made
}

// FolderFile is one file: its slash-separated path and its bytes.
type FolderFile struct {
	Name string
	Data []byte
}

// FolderEntry is a line of a case's layout.txt.
type FolderEntry struct {
	Kind   string `json:"kind"` // symlink, hardlink, fifo, mkdir, large
	Name   string `json:"name"`
	Target string `json:"target,omitzero"` // of a link; of a large file, its size in bytes
}

// AddLayout reads the lines of a layout.txt: links, pipes, folders and large files.
func (f *Folder) AddLayout(text string) error {
	operands := map[string]int{"symlink": 2, "hardlink": 2, "large": 2, "fifo": 1, "mkdir": 1}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if n, ok := operands[words[0]]; !ok || len(words) != n+1 {
			return fmt.Errorf(
				"want lines of symlink NAME TARGET, hardlink NAME TARGET, fifo NAME, mkdir NAME or large NAME BYTES")
		}
		if !IsInside(words[1]) {
			return fmt.Errorf("want names inside the folder")
		}
		words = append(words, "")
		f.Entries = append(f.Entries, FolderEntry{words[0], words[1], words[2]})
	}
	return nil
}

// IsInside reports whether a slash-separated path stays in its folder. Where a
// link leads to is the case's business; where its name stands is ours.
func IsInside(name string) bool {
	return name != "" && !path.IsAbs(name) && path.Clean(name) == name && name != ".." &&
		!strings.HasPrefix(name, "../")
}
