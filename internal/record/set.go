package record

// Records are the records of one run, built and checked.
type Records struct {
	// Result is the verdict: of a fixture that of [ResultName], of a bundle that
	// of [BundleResultName].
	Result Result
	// Profile is the profile of facts that was judged; nil for tspi.
	Profile *FactsProfile
	files   []file // the sign-off, where there is one, is the last
}

// File is one record as it is written.
type File struct {
	Name string // relative to the out folder; empty for a sign-off that lies elsewhere
	Text []byte // canonical JSON
}

type file struct {
	File
	subject string // what findings call it
}

// Passed reports whether the run passed.
func (r *Records) Passed() bool { return r.Result.Status == Pass }

// Files returns the records in the order in which they are written.
func (r *Records) Files() []File {
	var files []File
	for _, f := range r.files {
		files = append(files, f.File)
	}
	return files
}

// receiptPaths are the records that lie in the out folder.
func (j *judgement) receiptPaths() []string {
	if j.req.Mode == ModeBundle {
		return []string{BundleResultName}
	}
	paths := j.contract.recordNames()
	if j.req.SignOff && j.req.SignOffPath != "" {
		paths = append(paths, j.req.SignOffPath)
	}
	return paths
}

// build writes the records of the verdict as it stands. The sign-off comes last
// because it holds the digests of the others.
func (j *judgement) build() (*Records, error) {
	v := j.verdict()
	r := &Records{Result: j.result(v), Profile: j.req.Facts}
	if j.req.Mode == ModeBundle {
		return r, r.append(BundleResultName, BundleResultName, r.Result)
	}
	names := j.contract.recordNames()
	for i, one := range []any{r.Result, j.board(v), j.validation(v)} {
		if err := r.append(names[i], names[i], one); err != nil {
			return nil, err
		}
	}
	if j.req.SignOff {
		if err := r.append(j.req.SignOffPath, signOffSubject, j.signOff(v, r.Files())); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *Records) append(name, subject string, record any) error {
	text, err := Canonical(record)
	if err != nil {
		return err
	}
	r.files = append(r.files, file{File{name, text}, subject})
	return nil
}
