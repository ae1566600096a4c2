package profile

import "github.com/tspi-dev/harness/generators"

// Kind is in what way an answer differs from what it must be.
type Kind = generators.Kind

const (
	KindType     Kind = "type"                  // a value of another JSON type
	KindAbsent   Kind = "absent"                // a value, or a row, that is not there
	KindExtra    Kind = "extra"                 // a row that must not be there
	KindCount    Kind = generators.KindCount    // other rows than those of the helpers
	KindOrder    Kind = "order"                 // the right rows in another order
	KindValue    Kind = generators.KindValue    // another value
	KindMissed   Kind = generators.KindMissed   // a finding that is not raised
	KindRaised   Kind = generators.KindRaised   // a finding that must not be raised
	KindAccepted Kind = generators.KindAccepted // an answer to an input that must be refused
	KindRefused  Kind = generators.KindRefused  // a refusal of a valid input
	KindRefusal  Kind = generators.KindRefusal  // a refusal for another reason
	KindError    Kind = "error"                 // an error that is no refusal
	KindSize     Kind = "size"                  // an answer that is far too long
	KindSchema   Kind = "schema"                // an answer that does not fit its JSON Schema
	KindAudit    Kind = "audit"                 // a finding of our own audit of the answer
	KindLeak     Kind = "leak"                  // a part of a command, or a path
	KindPermits  Kind = generators.KindPermits  // a permission where the law refuses
	KindForbids  Kind = generators.KindForbids  // a refusal where the law permits
)

// Difference is one place in which an answer is not what it must be.
type Difference struct {
	// Clause is the rule that is broken; standing checks may break another than
	// the case is about.
	Clause string `json:"clause"`
	Kind   Kind   `json:"kind,omitzero"` // in what way it differs; "" for one of a campaign
	Path   string `json:"path"`          // where in the answer, as "rows[410].decision"
	Want   string `json:"want"`
	Got    string `json:"got"` // a plain name or number, or what sort of value it is
}

// maxDifferences is how many differences of each sort are kept. The others say nothing
// new, and a hostile answer may have a million.
const maxDifferences = 40

// Note appends a difference, unless there are many already.
func Note(found []Difference, d Difference) []Difference {
	if len(found) >= maxDifferences {
		return found
	}
	return append(found, d)
}
