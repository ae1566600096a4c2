package bundle

import (
	"errors"
	"os"
	"slices"

	"github.com/tspi-dev/harness/tspi"
)

// Verify judges a bundle (contract, section 10). A missing manifest raises
// TSPI_SOURCE_MODULE_MANIFEST_REQUIRED. What is wrong with the bundle is in the
// result; an error means that there is no verdict, because of the options or of
// trouble of the machine, and names no path.
func Verify(root *os.Root, opt Options) (Result, error) {
	set, err := opt.settle()
	if err != nil {
		return Result{}, err
	}
	m, problem, err := readManifest(root)
	if err != nil {
		return Result{}, err
	}
	v := &verifier{set: set, root: root, findings: newFindings()}
	if m.text != nil {
		v.result.ManifestSHA256, v.result.ManifestSize = m.digest(), int64(len(m.text))
	}
	if problem == nil {
		problem = v.unfit(m)
	}
	switch {
	case problem == errNoManifest:
		v.findings.raise(tspi.CodeModuleManifestRequired, subjectManifest, problem.Error()+".")
		return v.finish(NotPresent), nil
	case problem != nil:
		v.findings.raise(v.invalid(), subjectManifest, problem.Error()+".")
		return v.finish(Blocked), nil
	}
	if err := v.judge(m); err != nil {
		return Result{}, err
	}
	if len(v.findings.list) > 0 || len(m.rows) == 0 {
		return v.finish(Blocked), nil
	}
	return v.finish(Pass), nil
}

// verifier judges one bundle.
type verifier struct {
	set      settled
	root     *os.Root
	findings *findings
	result   Result
}

// invalid is the code of a manifest that is none. Core has no code of its own
// for one: there it counts as missing.
func (v *verifier) invalid() tspi.Code {
	if v.set.Level == tspi.Core {
		return tspi.CodeModuleManifestRequired
	}
	return tspi.CodeModuleManifestInvalid
}

func (v *verifier) finish(status Status) Result {
	v.result.Status = status
	v.result.Findings = tspi.SortFindings(v.findings.list)
	return v.result
}

// judge judges the rows of a manifest, then the folder of the bodies.
func (v *verifier) judge(m manifest) error {
	rows := make([]*row, len(m.rows))
	for i, o := range m.rows {
		rows[i] = readRow(i, o, v.set.Level)
	}
	if v.set.Level != tspi.Core {
		raiseDuplicates(rows)
	}
	modules := make([]Module, len(rows))
	for i, r := range rows {
		modules[i] = Module{ID: r.subject(), Ref: r.target.shownRef()}
	}
	if err := v.judgeBodies(rows, modules); err != nil {
		return err
	}
	for i, r := range rows {
		for _, code := range r.codes {
			v.findings.raiseRow(code, r)
		}
		slices.Sort(r.codes)
		modules[i].Codes = slices.Compact(r.codes)
		if len(modules[i].Codes) == 0 {
			v.result.VerifiedModuleCount++
		}
	}
	v.result.ModuleCount, v.result.Modules = len(rows), modules
	if v.set.Level == tspi.Core {
		return nil
	}
	return v.judgeFolder(rows)
}

// raiseDuplicates raises ids and targets that stand a second time, and ids that
// are not there.
func raiseDuplicates(rows []*row) {
	ids, targets := map[string]bool{}, map[string]bool{}
	for _, r := range rows {
		target := r.target.name()
		if r.id == "" || ids[r.id] || r.target.given && targets[target] {
			r.codes = append(r.codes, tspi.CodeModuleDuplicate)
		}
		ids[r.id] = true
		targets[target] = targets[target] || r.target.given
	}
}

var errPinned = errors.New(
	"the manifest's SHA-256 is not the expected one; get the bundle again from where the digest is from")

// unfit says why a manifest that could be read is not judged by.
func (v *verifier) unfit(m manifest) error {
	switch {
	case v.set.pin != "" && m.digest() != v.set.pin:
		return errPinned
	case len(m.rows) == 0 && v.set.Level != tspi.Core:
		return errNoModules
	}
	return nil
}
