package second

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// target is the file that a module declares, cleaned, "" for none.
func (b *lane) target(module strict.Value, raise func(string)) string {
	ref, hasRef := get(module, "target_ref").(string)
	other, hasPath := get(module, "path").(string)
	if b.on("refs-stripped") {
		ref, other = strings.TrimSpace(ref), strings.TrimSpace(other)
	}
	if hasRef && hasPath && path.Clean(ref) != path.Clean(other) && !b.on("path-unread") {
		raise(codeModule + "TARGET_REF_PATH_MISMATCH")
	}
	if b.on("refs-as-texts") && hasRef && hasPath && ref != other {
		raise(codeModule + "TARGET_REF_PATH_MISMATCH")
	}
	if !hasRef && !b.on("target-ref-needed") {
		ref = other
	}
	if !(hasRef && hasPath) && b.on("both-refs-needed") {
		raise(codeModule + "TARGET_REF_PATH_MISMATCH")
	}
	if ref == "" {
		return ""
	}
	return path.Clean(ref)
}

// find looks a target up without following links; escapes says that it is not to be
// read at all.
func (b *lane) find(target string) (info fs.FileInfo, escapes bool, err error) {
	if target == "" {
		return nil, false, fs.ErrNotExist
	}
	if b.on("absolute-targets") {
		target = strings.TrimPrefix(target, "/")
	}
	inside := strings.HasPrefix(target, modulesDir+"/") || b.on("anywhere-in-the-bundle") && !path.IsAbs(target) &&
		!strings.HasPrefix(target, "..")
	if !inside {
		return nil, true, nil
	}
	steps := strings.Split(target, "/")
	for i := range steps {
		info, err = b.root.Lstat(strings.Join(steps[:i+1], "/"))
		if err != nil {
			return nil, false, err
		}
		if info.Mode()&fs.ModeSymlink != 0 && !b.on("links-followed") {
			return nil, true, nil
		}
	}
	if b.on("folders-are-missing") && info.IsDir() {
		return nil, false, fs.ErrNotExist
	}
	regular := info.Mode().IsRegular() || b.on("links-followed")
	return info, !regular || links(info) > 1 && !b.on("hard-links-pass"), nil
}

// undeclared looks for a file that no module declares.
func (b *lane) undeclared() bool {
	found, dir := false, modulesDir
	if b.on("whole-bundle-declared") {
		dir = "."
	}
	err := fs.WalkDir(b.root.FS(), dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			if err == nil && name != dir && b.on("first-folder-only") {
				return fs.SkipDir
			}
			return err
		}
		if base := entry.Name(); (base == ".DS_Store" || base == "Thumbs.db") && !b.on("desktop-files-refused") {
			return nil
		}
		found = found || !slices.Contains(b.declared, name)
		return nil
	})
	return found || err != nil && !errors.Is(err, fs.ErrNotExist)
}
