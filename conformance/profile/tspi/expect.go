package tspi

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
)

// Expectation is what a case demands (docs/suite.md). Exactly one of its parts
// is set.
type Expectation struct {
	Refused   []profile.Refusal // any one of them; the input must be refused
	Inventory *ExpectInventory
	Findings  *[]ExpectFinding // an audit's exact set
	Bundle    *ExpectBundle
	Run       *ExpectRun
}

// Refusals are the right refusals, none where the input is usable.
func (e *Expectation) Refusals() []profile.Refusal { return e.Refused }

// ExpectInventory is what classify and relief must answer.
type ExpectInventory struct {
	Rows    []ExpectRow   `json:"rows"`
	Groups  []ExpectGroup `json:"groups,omitzero"`
	Skipped ExpectSkipped `json:"skipped,omitzero"`
	Init    string        `json:"init,omitzero"`
	Relief  *ExpectRelief `json:"relief,omitzero"`
}

// ExpectRow is one helper. Pointers are nil where the case leaves a field out.
type ExpectRow struct {
	PID              int64  `json:"pid"`
	PPID             *int64 `json:"ppid,omitzero"`
	ProcessKind      string `json:"process_kind"`
	OwnerStatus      string `json:"owner_status"`
	Decision         string `json:"decision"`
	Reason           string `json:"reason,omitzero"`
	AgeS             *int64 `json:"age_s"`
	CPUPct           CPU    `json:"cpu_pct,omitzero"`
	AllowlistMatched bool   `json:"allowlist_matched"`
	CommandHash      string `json:"command_hash,omitzero"`
	Command          string `json:"command,omitzero"` // hashed by the harness
	ChainEnd         string `json:"chain_end,omitzero"`
	ChainHops        int64  `json:"chain_hops,omitzero"`
	ChainEndPID      *int64 `json:"chain_end_pid,omitzero"`
}

// CPU is an expected cpu_pct: a number, null, or left out.
type CPU struct {
	Given bool
	Value *float64
}

// UnmarshalJSON notes that the member is there, null or not.
func (c *CPU) UnmarshalJSON(text []byte) error {
	c.Given = true
	return json.Unmarshal(text, &c.Value)
}

// MarshalJSON writes the value; one that is not given is left out by its field.
func (c CPU) MarshalJSON() ([]byte, error) { return json.Marshal(c.Value) }

// ExpectGroup is one pressure group.
type ExpectGroup struct {
	ProcessKind           string  `json:"process_kind"`
	OwnerStatus           string  `json:"owner_status"`
	Budget                int64   `json:"budget"`
	Count                 int64   `json:"count"`
	ExcessCount           int64   `json:"excess_count"`
	OldestAgeS            *int64  `json:"oldest_age_s"`
	NewestAgeS            *int64  `json:"newest_age_s"`
	TargetOwner           *string `json:"target_owner"`
	DetachedAncestorCount int64   `json:"detached_ancestor_count,omitzero"`
}

// ExpectSkipped are the expected skipped_line_counts.
type ExpectSkipped struct {
	Comment   int64 `json:"comment"`
	Header    int64 `json:"header"`
	Malformed int64 `json:"malformed"`
}

// ExpectRelief is what a relief receipt concludes.
type ExpectRelief struct {
	Status  string `json:"status"`
	Verdict string `json:"verdict"`
}

// ExpectFinding is one finding; SubjectID is "" for codes that are compared
// without a subject.
type ExpectFinding struct {
	ErrorCode string `json:"error_code"`
	SubjectID string `json:"subject_id,omitzero"`
}

// ExpectBundle is what a bundle must be answered with.
type ExpectBundle struct {
	Status              string          `json:"status"`
	ModuleCount         int64           `json:"module_count"`
	VerifiedModuleCount int64           `json:"verified_module_count"`
	Findings            []ExpectFinding `json:"findings"`
}

// ExpectRun is what a run over a fixture must be answered with.
type ExpectRun struct {
	Status               string   `json:"status"`
	ErrorCodes           []string `json:"error_codes"` // each must be among the record's
	MissingNegativeCases []string `json:"missing_negative_cases"`
	ManifestStatus       string   `json:"source_module_manifest_status"`
}

// parseExpectation reads an expect.json. It is strict: a misspelt field would
// be an expectation that nobody holds anything to.
func parseExpectation(op string, text []byte) (Expectation, error) {
	var e Expectation
	document, err := strict.Decode(text)
	if err != nil {
		return e, err
	}
	object, ok := document.(strict.Object)
	if !ok {
		return e, fmt.Errorf("want an object")
	}
	if _, refused := object.Get("error"); refused {
		e.Refused, err = parseRefusals(text)
		return e, err
	}
	switch op {
	case OpClassify, OpRelief:
		e.Inventory = &ExpectInventory{}
		err = demand(object, "rows", unmarshal(text, e.Inventory))
		if err == nil && (e.Inventory.Relief != nil) != (op == OpRelief) {
			err = fmt.Errorf("/relief: want it in cases of %s, and only there", OpRelief)
		}
	case OpAudit:
		var audit struct {
			Findings []ExpectFinding `json:"findings"`
		}
		err = demand(object, "findings", unmarshal(text, &audit))
		e.Findings = &audit.Findings
	case OpBundle:
		e.Bundle = &ExpectBundle{}
		err = demand(object, "findings", unmarshal(text, e.Bundle))
	case OpRun:
		e.Run = &ExpectRun{}
		err = demand(object, "missing_negative_cases", unmarshal(text, e.Run))
	}
	return e, err
}

// demand adds to the errors of reading an expectation that it lacks the member
// without which it would demand less than its author thought.
func demand(expectation strict.Object, name string, err error) error {
	if _, there := expectation.Get(name); err == nil && !there {
		return fmt.Errorf("/%s: is missing", name)
	}
	return err
}

func parseRefusals(text []byte) ([]profile.Refusal, error) {
	var several struct {
		Error jsontext.Value `json:"error"`
	}
	if err := unmarshal(text, &several); err != nil {
		return nil, err
	}
	var refusals []profile.Refusal
	if several.Error.Kind() == '[' {
		err := unmarshal(several.Error, &refusals)
		if err == nil && len(refusals) == 0 {
			err = fmt.Errorf("/error: want at least one refusal")
		}
		return refusals, err
	}
	refusals = make([]profile.Refusal, 1)
	return refusals, unmarshal(several.Error, &refusals[0])
}

func unmarshal(text []byte, into any) error {
	return json.Unmarshal(text, into, json.RejectUnknownMembers(true))
}
