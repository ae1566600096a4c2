package conformance

import "time"

// Report is the outcome of one run of the suite against one implementation. It
// is what every format is rendered from, and it is saved and read back as JSON.
//
// It holds nothing that the implementation wrote but its description, values that
// are plain names or numbers, and the quoted beginning of what was no answer, without
// paths, so that it can be published.
type Report struct {
	SchemaVersion  string      `json:"schema_version"` // "tspi_conformance_report_v1"
	Harness        string      `json:"harness"`        // the harness's version
	CreatedAt      time.Time   `json:"created_at"`
	Implementation Description `json:"implementation"`
	Profile        string      `json:"profile"` // "tspi"
	Level          string      `json:"level"`   // "core" or "hardened"
	Suite          SuiteRef    `json:"suite"`
	Features       []string    `json:"features"` // operations that were exercised, sorted
	Challenge      Challenge   `json:"challenge"`
	Jobs           int         `json:"jobs"`     // sessions that were asked at once
	OneShot        bool        `json:"one_shot"` // whether each request had a process of its own
	Counts         Counts      `json:"counts"`
	// Causes are the failures, grouped by what caused them: the unsafe ones first.
	Causes  []Cause  `json:"causes"`
	Results []Result `json:"results"` // by case id, then variant
	// Aborted says why the run was given up before its end; "" where it was not.
	Aborted string `json:"aborted,omitzero"`
	// Problems are faults of the call, such as a pattern that matches no case.
	Problems []string `json:"problems"`
	// Shortcomings are faults of the implementation that no single case shows, such
	// as a required operation that it does not declare.
	Shortcomings []string `json:"shortcomings"`
	// Reservations say why there can be no certificate, though nothing failed.
	Reservations []string `json:"reservations"`
}

// ReportSchema is the schema_version of a [Report].
const ReportSchema = "tspi_conformance_report_v1"

// SuiteRef names the suite that judged.
type SuiteRef struct {
	Version int    `json:"version"`
	Digest  string `json:"digest"` // of the frozen list, "sha256:…"
	Cases   int    `json:"cases"`  // required at the level
}

// Challenge says how the perturbed variants were made.
type Challenge struct {
	// Mode is "fresh" (a seed that the harness drew in this run), "seed" (one that
	// the caller gave) or "off".
	Mode string `json:"mode"`
	Seed string `json:"seed,omitzero"`
}

// Modes of a [Challenge].
const (
	ChallengeFresh = "fresh"
	ChallengeSeed  = "seed"
	ChallengeOff   = "off"
)

// Counts counts results by verdict.
type Counts struct {
	Total         int             `json:"total"`
	Known         int             `json:"known"` // failures that a known-failures entry expects
	ByVerdict     map[Verdict]int `json:"by_verdict"`
	RequiredTotal int             `json:"required_total"`
	RequiredGreen int             `json:"required_green"`
}

// Result is what became of one case, or of one perturbed variant of it.
type Result struct {
	Case string `json:"case"` // the case's id
	// Variant is 0 for the case as it is published, n for its n-th perturbed
	// variant. Repeat is 1 where the same question was asked a second time.
	Variant int     `json:"variant"`
	Repeat  int     `json:"repeat"`
	Title   string  `json:"title"`
	Clause  string  `json:"clause"`
	Level   string  `json:"level"`
	Op      string  `json:"op"`
	Verdict Verdict `json:"verdict"`
	// Provisional results are reported and not required.
	Provisional bool `json:"provisional,omitzero"`
	// Known is the reason of the known-failures entry that expects this failure.
	Known      string `json:"known,omitzero"`
	DurationNS int64  `json:"duration_ns"` // how long the answer took
	// Retried says that there was no answer in time at first, and that the
	// question was asked once more, alone.
	Retried bool `json:"retried,omitzero"`
	// Detail says what went wrong with the process, for crash, hang and garbage.
	Detail string `json:"detail,omitzero"`
	// Wrote quotes the beginning of output that is no response; its first 80 bytes.
	Wrote string `json:"wrote,omitzero"`
	// Differences are what was wanted and what came back: at most 40 of the case's
	// own and 40 of the standing checks'.
	Differences []Difference `json:"differences,omitzero"`
	// Why is the case's own word, Sent what was sent; both only where the verdict
	// is not green.
	Why  string `json:"why,omitzero"`
	Sent string `json:"sent,omitzero"`
	// Pair is the sibling that differs in one fact.
	Pair string `json:"pair,omitzero"`

	// Stderr is the end of what the adapter wrote on its standard error. It is
	// for the terminal only, and is never saved.
	Stderr []byte `json:"-"`
}

// Green reports whether the result is a pass.
func (r *Result) Green() bool { return r.Verdict == Pass }

// acceptable reports whether a result leaves the run whole: it passed, it was
// not required, or somebody said why it fails.
func (r *Result) acceptable() bool {
	return r.Green() || r.Known != "" || r.Provisional || r.Verdict == Unsupported || r.Verdict == Skipped
}

// Passed reports whether the run holds: it went to its end without a fault of
// the call, and every required question was answered right, or its failure is
// known. It is not yet a certificate; see [Report.Certifiable].
func (r *Report) Passed() bool {
	if r.Aborted != "" || len(r.Problems) > 0 || len(r.Shortcomings) > 0 || r.Counts.ByVerdict[Pass] == 0 {
		return false
	}
	for i := range r.Results {
		if !r.Results[i].acceptable() {
			return false
		}
	}
	return true
}

// judged counts the required cases that have a result as they are published.
func (r *Report) judged() int {
	n := 0
	for i := range r.Results {
		if result := &r.Results[i]; result.Variant == 0 && result.Repeat == 0 && !result.Provisional {
			n++
		}
	}
	return n
}

// Certifiable returns why the report is no ground for a certificate; nothing
// where it is one.
func (r *Report) Certifiable() []string {
	var reasons []string
	if !r.Passed() {
		reasons = append(reasons, "the run did not pass")
	}
	reasons = append(reasons, r.Reservations...)
	if len(reasons) == 0 && r.judged() != r.Suite.Cases {
		reasons = append(reasons, "not every case that the suite requires has a result")
	}
	return reasons
}
