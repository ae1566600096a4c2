package bundle

import (
	"github.com/tspi-dev/harness/tspi"
)

// judgeBodies judges what the rows say of their targets. Each body is read once,
// for all the rows that name it: a manifest that names one file ten thousand
// times must not have it read ten thousand times.
func (v *verifier) judgeBodies(rows []*row, modules []Module) error {
	var order []string
	byTarget := map[string][]*row{}
	for _, r := range rows {
		switch {
		case !r.target.given:
			r.codes = append(r.codes, tspi.CodeModuleTargetMissing)
		case v.outside(r.target):
			r.codes = append(r.codes, v.escape())
		default:
			name := r.target.name()
			if byTarget[name] == nil {
				order = append(order, name)
			}
			byTarget[name] = append(byTarget[name], r)
		}
	}
	reader := &bodyReader{level: v.set.Level, limit: v.set.MaxBodyBytes, budget: v.set.maxInAll()}
	for _, name := range order {
		if err := v.judgeBody(reader, byTarget[name], modules); err != nil {
			return err
		}
	}
	return nil
}

// outside reports whether a target is not even looked at. Core allows any file of
// the bundle.
func (v *verifier) outside(target ref) bool {
	if v.set.Level == tspi.Core {
		return target.climbsOut() || len(target.steps) == 0
	}
	return v.set.Linked || target.leadsOutside()
}

// escape is the code of a target that is not read because of where or what it
// is. Core has no such code: to it there is no such file.
func (v *verifier) escape() tspi.Code {
	if v.set.Level == tspi.Core {
		return tspi.CodeModuleTargetMissing
	}
	return tspi.CodeModuleTargetEscape
}

// judgeBody judges the rows that name one body.
func (v *verifier) judgeBody(reader *bodyReader, rows []*row, modules []Module) error {
	raise := func(code tspi.Code) {
		for _, r := range rows {
			r.codes = append(r.codes, code)
		}
	}
	f, state, err := openTarget(v.root, rows[0].target.steps)
	switch {
	case err != nil:
		return err
	case state == targetMissing:
		raise(tspi.CodeModuleTargetMissing)
		return nil
	case state == targetEscapes:
		raise(v.escape())
		return nil
	}
	defer f.Close() // only read from
	info, err := f.Stat()
	if err != nil {
		return machineTrouble(err)
	}
	var anchors []string
	for _, r := range rows {
		anchors = append(anchors, r.anchors...)
	}
	b, err := reader.read(f, info.Size(), anchors)
	if err != nil {
		return err
	}
	if b.unreadable() {
		raise(tspi.CodeModuleBodyUnreadable)
		return nil
	}
	for _, r := range rows {
		modules[r.index].SHA256, modules[r.index].Size = b.sha256, b.size
		r.judgeBody(b)
	}
	return nil
}

// judgeBody holds a body that was read against what the row says of it.
func (r *row) judgeBody(b body) {
	wrong := r.digestsBad
	for _, digest := range r.digests {
		wrong = wrong || digest != b.sha256
	}
	if wrong {
		r.codes = append(r.codes, tspi.CodeModuleDigestMismatch)
	}
	missing := r.anchorsBad
	for _, anchor := range r.anchors {
		missing = missing || !b.anchors.found(anchor)
	}
	if missing {
		r.codes = append(r.codes, tspi.CodeModuleAnchorMissing)
	}
	r.codes = append(r.codes, b.leaks...)
}
