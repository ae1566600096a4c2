package record

import (
	"slices"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

// contract is what the records say of the contract by which a run judges: its names, its
// negative cases, and what a record does not claim.
type contract struct {
	component string // begins the names of the records and of their schemas
	antiClaim string
	cases     []tspi.NegativeCase // in the contract's order
	files     []string            // the names in a folder that are law and not the inputs' own
	messageOf func(law.Code) string
	// named reports whether subjects of a kind have the contract's names and not the inputs'.
	named func(law.SubjectKind) bool
	// redaction is the section that the guard over the records keeps. hardened says that
	// they are guarded by the hardened law, whatever the level of the run.
	redaction int
	hardened  bool
}

// What stands behind the component in schema_version, and with .json in a record's name.
const (
	kindResult     = "_result"
	kindBoard      = "_board"
	kindValidation = "_validation_receipt"
	kindSignOff    = "_sign_off"
)

func (c *contract) schema(kind string) string { return c.component + kind + "_v1" }

// recordNames are the records of a fixture's run in the out folder, but for the sign-off.
func (c *contract) recordNames() []string {
	return []string{c.component + kindResult + ".json", c.component + kindBoard + ".json",
		c.component + kindValidation + ".json"}
}

// isOwnName tells the files whose names in a fixture or a bundle are law.
func (c *contract) isOwnName(path string) bool { return slices.Contains(c.files, path) }

// ownNames are those of the names that are ours and not the inputs' own.
func (c *contract) ownNames(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !c.isOwnName(name) })
}

// guardLevel is the law of the guard over the records of a run of that level.
func (c *contract) guardLevel(level law.Level) law.Level {
	if c.hardened {
		return law.Hardened
	}
	return level
}

func tspiContract() *contract {
	c := &contract{
		component: ComponentID, antiClaim: AntiClaim, cases: tspi.NegativeCases(), messageOf: tspi.MessageOf,
		redaction: 7,
		files: []string{
			string(tspi.InputProcessTable) + ".json", string(tspi.InputPressurePolicy) + ".json",
			string(tspi.InputOwnerClasses) + ".json", ManifestName,
		},
		named: func(kind law.SubjectKind) bool { return kind != law.SubjectGroup && kind != law.SubjectModule },
	}
	for _, negative := range c.cases {
		c.files = append(c.files, negative.ID+".json")
	}
	return c
}

// contract is the contract by which a request judges.
func (r *Request) contract() *contract {
	if r.Facts != nil {
		return r.Facts.contract()
	}
	return tspiContract()
}
