package conformance

import (
	"encoding/base64"
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

const layoutFile = "layout.txt"

func (p *Problem) addToFolder(op, name string, data []byte) error {
	prefix := strings.TrimPrefix(op, "tspi.") + "/" // bundle/ or run/
	if op == OpRun {
		prefix = "fixture/"
	}
	if p.Folder == nil {
		p.Folder = &Folder{}
	}
	if name == layoutFile {
		return p.Folder.addLayout(string(data))
	}
	inner, ok := strings.CutPrefix(name, prefix)
	if !ok || !isInside(inner) {
		return fmt.Errorf("want a file under %s, or %s", prefix, layoutFile)
	}
	var err error
	if base, encoded := strings.CutSuffix(inner, ".base64"); encoded {
		inner = base
		data, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(data)), ""))
	} else if base, chomped := strings.CutSuffix(inner, ".chomp"); chomped {
		inner, data = base, []byte(strings.TrimSuffix(string(data), "\n"))
	}
	p.Folder.Files = append(p.Folder.Files, FolderFile{inner, data})
	return err
}

func (f *Folder) addLayout(text string) error {
	operands := map[string]int{"symlink": 2, "hardlink": 2, "large": 2, "fifo": 1, "mkdir": 1}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if n, ok := operands[words[0]]; !ok || len(words) != n+1 {
			return fmt.Errorf("want lines of symlink NAME TARGET, hardlink NAME TARGET, fifo NAME, mkdir NAME or large NAME BYTES")
		}
		if !isInside(words[1]) {
			return fmt.Errorf("want names inside the folder")
		}
		words = append(words, "")
		f.Entries = append(f.Entries, FolderEntry{words[0], words[1], words[2]})
	}
	return nil
}

// isInside reports whether a slash-separated path stays in its folder. Where a
// link leads to is the case's business; where its name stands is ours.
func isInside(name string) bool {
	return name != "" && !path.IsAbs(name) && path.Clean(name) == name && name != ".." && !strings.HasPrefix(name, "../")
}
