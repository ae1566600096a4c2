package bundle

import (
	"encoding/hex"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// row is a row of the manifest as the verifier needs it. Wrong and missing
// values of whatever type are told by the codes they raise.
type row struct {
	index   int
	id      string // "" where there is none
	target  ref
	digests []string // 64 lowercase hex digits each, of those that are well formed
	anchors []string // those that are strings and not empty
	codes   []tspi.Code
	// digestsBad and anchorsBad are the faults of the declarations themselves:
	// they are only told where the body was read.
	digestsBad, anchorsBad bool
}

// subject is the id that findings about the module carry.
func (r *row) subject() string {
	if tspi.IsName(r.id) {
		return r.id
	}
	return subjectModule
}

// readRow judges what a row says by itself.
func readRow(index int, o tspi.Object, level tspi.Level) *row {
	r := &row{index: index}
	v, _ := o.Get(fieldID)
	r.id, _ = v.(string)
	if v, _ := o.Get(fieldRelation); !isOneOf(v, Relations()) {
		r.codes = append(r.codes, tspi.CodeModuleRelation)
	}
	if v, _ := o.Get(fieldClass); !isOneOf(v, Classes()) {
		r.codes = append(r.codes, tspi.CodeModuleClass)
	}
	copied, _ := o.Get(fieldCopied)
	inReceipt, _ := o.Get(fieldInReceipt)
	textInReceipt, _ := o.Get(fieldTextReceipt)
	if copied != true || inReceipt != false || textInReceipt != false {
		r.codes = append(r.codes, tspi.CodeModuleBodyBoundary)
	}
	r.readRefs(o)
	r.readDigests(o, level)
	r.readAnchors(o, level)
	return r
}

// readRefs takes target_ref, else path, for the target. Where both stand, both
// must mean the same file, and what is no string means none.
func (r *row) readRefs(o tspi.Object) {
	path, hasPath := o.Get(fieldPath)
	target, hasTarget := o.Get(fieldTargetRef)
	pathText, pathOK := path.(string)
	targetText, targetOK := target.(string)
	switch {
	case targetOK:
		r.target = parseRef(targetText)
	case pathOK:
		r.target = parseRef(pathText)
	}
	if hasPath && hasTarget && !(pathOK && targetOK && parseRef(pathText).name() == parseRef(targetText).name()) {
		r.codes = append(r.codes, tspi.CodeModuleTargetRefMismatch)
	}
}

// readDigests reads the declared digests: at hardened both must be there and
// well formed, at core one must be, and what is there must be well formed.
func (r *row) readDigests(o tspi.Object, level tspi.Level) {
	for _, name := range []string{fieldSHA256, fieldTargetSHA256} {
		v, found := o.Get(name)
		digest, ok := parseDigest(v)
		switch {
		case ok:
			r.digests = append(r.digests, digest)
		case found || level != tspi.Core:
			r.digestsBad = true
		}
	}
	if len(r.digests) == 0 {
		r.digestsBad = true
	}
}

// parseDigest reads 64 lowercase hex digits, optionally behind "sha256:".
func parseDigest(v tspi.Value) (digest string, ok bool) {
	s, _ := v.(string)
	s = strings.TrimPrefix(s, "sha256:")
	if len(s) != 64 || strings.ToLower(s) != s {
		return "", false
	}
	_, err := hex.DecodeString(s)
	return s, err == nil
}

// readAnchors reads the anchors: at hardened there must be one, and each must be
// a string that is not empty. At core the empty string occurs in every body.
func (r *row) readAnchors(o tspi.Object, level tspi.Level) {
	v, found := o.Get(fieldAnchors)
	list, ok := v.(tspi.Array)
	r.anchorsBad = found && !ok || len(list) == 0 && level != tspi.Core
	for _, e := range list {
		anchor, ok := e.(string)
		switch {
		case ok && anchor != "":
			r.anchors = append(r.anchors, anchor)
		case !ok || level != tspi.Core:
			r.anchorsBad = true
		}
	}
}
