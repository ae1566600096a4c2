package profile

import "strings"

// Clause is one rule of a contract that cases, standing checks and reports name: its
// section, and a word for the rule in it.
type Clause struct {
	ID    string // as "4.init": section 4, the rule about unrecognised inits
	Rule  string // the rule in one sentence, for people who read a report
	Codes []string
}

// Section returns the number of the contract's section, as "4".
func (c Clause) Section() string {
	section, _, _ := strings.Cut(c.ID, ".")
	return section
}

// Clauses that every profile has: what holds whichever contract is judged.
const (
	ClauseProtocol = "protocol"
	ClauseStanding = "standing"
)

// CommonClauses are the clauses that stand behind those of each contract.
func CommonClauses() []Clause {
	return []Clause{
		{ID: ClauseProtocol, Rule: "One strict JSON object answers each request, with its id and either ok or error."},
		{ID: ClauseStanding,
			Rule: "Every answer fits its schema, names each helper once, leaks nothing and survives our audit."},
	}
}
