package record

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// RunRequest says what to judge and where the records go.
type RunRequest struct {
	Request        // SignOff and SignOffPath are set by Run
	Out     string // the out folder; it is made where it is missing
	// SignOffFile is where the sign-off goes, as the caller spelt it; empty for
	// none. A bundle has none.
	SignOffFile string
}

// Run judges a folder and writes the records of the run, all or none (contract,
// section 11): also of a blocked run, and not of one over unusable input.
//
// Errors are those of [Judge] and a *[WriteError]. With any error nothing was
// written.
func Run(req RunRequest) (*Records, error) {
	if req.SignOffFile != "" {
		if req.Mode == ModeBundle {
			return nil, errors.New("a bundle has no sign-off")
		}
		req.SignOff, req.SignOffPath = true, pathWithin(req.Out, req.SignOffFile)
		if isOwnName(req.SignOffPath) {
			return nil, &WriteError{Subject: signOffSubject, Problem: "this name is taken by another file of a run; choose another"}
		}
		if isInput(req.Request, req.SignOffFile) {
			return nil, &WriteError{Subject: signOffSubject, Problem: "it would replace a file of the folder that is judged; choose another"}
		}
	}
	records, err := Judge(req.Request)
	if err != nil {
		return nil, err
	}
	return records, records.Write(req.Out, req.SignOffFile)
}

// pathWithin is the path of a file relative to the out folder, with slashes;
// empty where it lies elsewhere, or nobody can tell.
func pathWithin(out, file string) string {
	absOut, err := filepath.Abs(out)
	if err != nil {
		return ""
	}
	absFile, err := filepath.Abs(file)
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(absOut, absFile)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// isInput reports whether a file lies directly in the folder that is judged and
// is there already.
func isInput(req Request, file string) bool {
	there, err := os.Lstat(file)
	if err != nil {
		return false
	}
	inside, err := req.Folder.Root().Lstat(filepath.Base(file))
	return !errors.Is(err, fs.ErrNotExist) && err == nil && os.SameFile(there, inside)
}
