package bundle

import (
	"strconv"

	"github.com/tspi-dev/harness/tspi"
)

// findings collects findings, once for each code and subject, so that a manifest
// of a million bad rows makes no million findings.
type findings struct {
	seen map[findingKey]bool
	list []tspi.Finding
}

type findingKey struct {
	code    tspi.Code
	subject string
}

func newFindings() *findings { return &findings{seen: map[findingKey]bool{}} }

// raise adds a finding. The message is ours and holds no text of the bundle.
func (f *findings) raise(code tspi.Code, subject, message string) {
	key := findingKey{code, subject}
	if f.seen[key] {
		return
	}
	f.seen[key] = true
	f.list = append(f.list, tspi.Finding{
		ErrorCode: code, Message: message, SubjectID: subject, SubjectKind: tspi.SubjectModule,
	})
}

// raiseRow adds a finding about a row, and says which one by its place.
func (f *findings) raiseRow(code tspi.Code, r *row) {
	f.raise(code, r.subject(), "modules["+strconv.Itoa(r.index)+"]: "+rowMessages[code])
}

// rowMessages say what is wanted and what to do.
var rowMessages = map[tspi.Code]string{
	tspi.CodeModuleRelation: "source_to_target_relation is none of the verified relations; " +
		"say exact_copy, verified_public_safe_private_path_rewrite or source_faithful_public_refactor.",
	tspi.CodeModuleClass: "material_class is none of the public classes; " +
		"say public_macro_ and pattern_body, tool_body, receipt_body, proof_body or standard_body.",
	tspi.CodeModuleBodyBoundary: "the body is copied and stays out of receipts: " +
		"body_copied must be true, body_in_receipt and body_text_in_receipt false.",
	tspi.CodeModuleTargetRefMismatch: "path and target_ref name different files; make them the same or leave one out.",
	tspi.CodeModuleTargetMissing:     "there is no such file in the bundle; add the body or remove the row.",
	tspi.CodeModuleDigestMismatch: "the body's SHA-256 is not the one that sha256 and target_sha256 declare, " +
		"or one of the two is missing or malformed; get the body again, or seal the bundle again if it is yours.",
	tspi.CodeModuleAnchorMissing: "a required anchor does not occur in the body, or there is no anchor that could be searched for; " +
		"list texts that the body holds.",
	tspi.CodeModuleTargetEscape: "the target is no regular file of its own under source_modules/ " +
		"(a path that leads outside, a link on the way, a second hard link, or a special file); it was not read.",
	tspi.CodeModuleDuplicate:      "the module has no module_id, or its module_id or its target stands in an earlier row; give each its own.",
	tspi.CodeModuleBodyUnreadable: "the body is not UTF-8 or over the size limit; nothing else is said of it.",
	tspi.CodeAbsolutePath:         "the body holds an absolute path of a host; rewrite it to a relative one.",
	tspi.CodeCommandPreview:       "the body holds one of the names of command previews; take it out.",
}
