package record

import (
	"os"
	"path/filepath"
	"slices"
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
			return nil, &WriteError{signOffSubject, "a bundle has none; leave it out"}
		}
		req.SignOff, req.SignOffPath = true, pathWithin(req.Out, req.SignOffFile)
		if slices.Contains(req.contract().recordNames(), req.SignOffPath) {
			return nil, &WriteError{signOffSubject, "another record of the run has this name; choose another"}
		}
	}
	records, err := Judge(req.Request)
	if err != nil {
		return nil, err
	}
	if req.SignOff && records.readsFrom(req.Folder.Root(), req.SignOffFile) {
		return nil, &WriteError{signOffSubject, "it would replace a file that was judged; choose another name"}
	}
	if err := records.Write(req.Out, req.SignOffFile); err != nil {
		return nil, err
	}
	return records, nil
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

// readsFrom reports whether a file is one of those that were judged.
func (r *Records) readsFrom(root *os.Root, file string) bool {
	there, err := os.Lstat(file)
	if err != nil {
		return false
	}
	for _, input := range r.Result.FreshnessBasis.Inputs {
		if judged, err := root.Lstat(filepath.FromSlash(input.Path)); err == nil && os.SameFile(there, judged) {
			return true
		}
	}
	return false
}
