package tspi

import "github.com/tspi-dev/harness/internal/law"

// NegativeCase is one of the eight files that a fixture holds to show that each
// offence is caught (contract, section 9).
type NegativeCase struct {
	ID   string // also the file's name, without .json
	Code Code   // the code that must be raised, and no other
}

// NegativeCases returns the eight cases in the contract's order.
func NegativeCases() []NegativeCase {
	return []NegativeCase{
		{"active_owner_kill_candidate", CodeActiveOwnerKill},
		{"owner_chain_cycle_safe_close", CodeActiveOwnerKill},
		{"unknown_owner_kill", CodeUnknownOwnerKill},
		{"premature_safe_close", CodePrematureClose},
		{"process_signal_sent", CodeProcessSignal},
		{"command_preview_leak", CodeCommandPreview},
		{"absolute_path_leak", CodeAbsolutePath},
		{"owner_release_overclaim", CodeReleaseOverclaim},
	}
}

// NegativeVerdict is what the audit said of one case.
type NegativeVerdict struct {
	ID string
	// Observed is true when the case's own code was raised and, in the hardened
	// law, nothing else was.
	Observed bool
	Codes    []Code    // what was raised, sorted, each once
	Findings []Finding // each with the case's id
}

// JudgeNegative audits the claim of one case. The file name, and so c, decides
// the case. The error is an *[InputError] that names the case.
func JudgeNegative(c NegativeCase, document Value, level Level) (NegativeVerdict, error) {
	r := newReader(Input(c.ID), level)
	f := r.Fields(law.Root(document), append(auditFields(), expectedCaseField)...)
	if id := r.Need(f.Take(expectedCaseField), "the case's id"); id.Value != c.ID {
		r.FailWith(id, "want "+c.ID+", as the file name says")
	}
	if err := r.Fault(); err != nil {
		return NegativeVerdict{}, err
	}
	g, err := r.grounds(f)
	if err != nil {
		return NegativeVerdict{}, withinCase(err, c.ID)
	}
	v := NegativeVerdict{ID: c.ID, Findings: g.judge()}
	own, others := false, false
	for i := range v.Findings {
		finding := &v.Findings[i]
		finding.NegativeCaseID = &v.ID
		if n := len(v.Codes); n == 0 || v.Codes[n-1] != finding.ErrorCode {
			v.Codes = append(v.Codes, finding.ErrorCode)
		}
		own = own || finding.ErrorCode == c.Code
		others = others || finding.ErrorCode != c.Code
	}
	v.Observed = own && (!others || !level.IsHardened())
	return v, nil
}

const expectedCaseField = "expected_negative_case_id"

// withinCase names the case for a fault in a fixture part that it carries: the
// part stands in the case's file, and that is where one looks.
func withinCase(err error, id string) error {
	e, ok := err.(*InputError)
	if !ok || e.Input == Input(id) {
		return err
	}
	within := *e
	within.Input, within.Pointer = Input(id), "/"+string(e.Input)+e.Pointer
	return &within
}
