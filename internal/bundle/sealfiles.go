package bundle

import (
	"io/fs"
	"os"
	"slices"
	"unicode/utf8"
)

// maxSealedFiles is how many files a seal lists: more rows than fit into a
// manifest of 4 MiB.
const maxSealedFiles = maxManifest / 64

// listBodies lists the files under source_modules/, sorted, as paths relative to
// the bundle. What no manifest can declare is an error, and so is a folder
// without a body.
func listBodies(root *os.Root) ([]string, error) {
	dir, state, err := openStep(root, BodiesDir)
	switch {
	case err != nil:
		return nil, err
	case state != targetRegular:
		return nil, sealError("", "the bundle has no folder source_modules, or it is a link; put the bodies there")
	}
	var files []string
	w := &walker{left: maxFolders, visit: func(name string, e fs.DirEntry) error {
		switch {
		case isClutter(e):
			return nil
		case !utf8.ValidString(name):
			return sealError(name, "the name is not UTF-8, which no manifest can hold; rename it")
		case !e.Type().IsRegular():
			return sealError(name, "it is a link or no regular file; put the file itself there or take it away")
		case len(files) == maxSealedFiles:
			return sealError("", "there are more bodies than a manifest of 4 MiB can declare; split the bundle")
		}
		files = append(files, name)
		return nil
	}}
	switch err := w.walk(dir, BodiesDir, 1); {
	case err == errTooManyFolders, err == errReplaced:
		return nil, sealError("", err.Error())
	case err != nil:
		return nil, err
	case len(files) == 0:
		return nil, sealError("", "there is no body under source_modules/; put one there")
	}
	slices.Sort(files)
	return files, nil
}
