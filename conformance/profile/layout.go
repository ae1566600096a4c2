package profile

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
	"golang.org/x/sys/unix"
)

// laidOut is a folder of a case on disk, in a fresh folder of its own with room
// around it for the targets of links that lead out.
type laidOut struct {
	parent string
	path   string
}

func (l laidOut) remove() { _ = os.RemoveAll(l.parent) }

// layOut writes a case's folder. An error is the harness's own trouble.
func layOut(f *Folder) (laidOut, error) {
	parent, err := os.MkdirTemp("", "tspi-case-")
	if err != nil {
		return laidOut{},
			fmt.Errorf(
				"cannot make a temporary folder: %w; TMPDIR names the folder for it, which must be there and be writable", pathless(err))
	}
	l := laidOut{parent, filepath.Join(parent, "case")}
	if err := l.write(f); err != nil {
		l.remove()
		return laidOut{}, fmt.Errorf("cannot lay out a case's folder: %w", pathless(err))
	}
	return l, nil
}

func (l laidOut) write(f *Folder) error {
	if err := os.Mkdir(l.path, 0o755); err != nil {
		return err
	}
	sums := f.Digests()
	for _, file := range f.Files {
		name := filepath.Join(l.path, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, FillDigests(file, sums), 0o644); err != nil {
			return err
		}
	}
	for _, entry := range f.Entries {
		if err := l.make(entry); err != nil {
			return err
		}
	}
	return nil
}

func (l laidOut) make(e FolderEntry) error {
	name := filepath.Join(l.path, filepath.FromSlash(e.Name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	switch e.Kind {
	case "symlink":
		return os.Symlink(filepath.FromSlash(e.Target), name)
	case "hardlink":
		return os.Link(filepath.Join(l.path, filepath.FromSlash(e.Target)), name)
	case "fifo":
		return unix.Mkfifo(name, 0o644)
	case "mkdir":
		return os.MkdirAll(name, 0o755)
	}
	size, err := strconv.ParseInt(e.Target, 10, 64)
	if err != nil {
		return err
	}
	return writeLarge(name, size)
}

// writeLarge writes a text of so many bytes, in lines.
func writeLarge(name string, size int64) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	line := strings.Repeat("large ", 10) + "text\n"
	chunk := []byte(strings.Repeat(line, 1024))
	for left := size; left > 0 && err == nil; left -= int64(len(chunk)) {
		_, err = file.Write(chunk[:min(left, int64(len(chunk)))])
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return err
}

const (
	ManifestName = "source_module_manifest.json"
	DigestMark   = "$sha256:"
)

// Digests returns the SHA-256 of each file of the folder, by name.
func (f *Folder) Digests() map[string]string {
	sums := map[string]string{}
	for _, file := range f.Files {
		sums[file.Name] = Digest(file.Data)
	}
	return sums
}

// FillDigests puts the right digest for each "$sha256:NAME" of a manifest, byte
// for byte elsewhere: the manifest itself may be what is wrong.
func FillDigests(file FolderFile, sums map[string]string) []byte {
	if file.Name != ManifestName || !strings.Contains(string(file.Data), DigestMark) {
		return file.Data
	}
	text := string(file.Data)
	for name, sum := range sums {
		text = strings.ReplaceAll(text, `"`+DigestMark+name+`"`, `"`+sum+`"`)
	}
	return []byte(text)
}

// Text lists a folder for a report: names, and the texts of small files.
func (f *Folder) Text() string {
	var b strings.Builder
	for _, file := range f.Files {
		fmt.Fprintf(&b, "-- %s --\n", file.Name)
		if document, err := strict.Decode(file.Data); err == nil {
			b.Write(strict.Encode(document))
			b.WriteByte('\n')
			continue
		}
		fmt.Fprintf(&b, "%q\n", string(file.Data[:min(len(file.Data), 2<<10)]))
	}
	for _, e := range f.Entries {
		fmt.Fprintf(&b, "-- %s -- %s %s\n", e.Name, e.Kind, e.Target)
	}
	return Shortened(b.String())
}

// pathless is an error of the system without the path in it.
func pathless(err error) error {
	for {
		switch e := err.(type) {
		case *os.PathError:
			err = e.Err
		case *os.LinkError:
			err = e.Err
		default:
			return err
		}
	}
}
