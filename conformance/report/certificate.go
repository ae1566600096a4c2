package report

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/tspi-dev/harness/conformance"
)

// Subject is a file of the certified implementation.
type Subject struct {
	Name   string // its base name
	SHA256 string // 64 lowercase hex digits
}

// Statement is an in-toto Statement v1 with a test-result v0.1 predicate.
type Statement struct {
	Type          string              `json:"_type"`
	Subject       []statementResource `json:"subject"`
	PredicateType string              `json:"predicateType"`
	Predicate     testResult          `json:"predicate"`
}

type statementResource struct {
	Name   string            `json:"name"`
	Digest map[string]string `json:"digest"`
}

type testResult struct {
	Result        string          `json:"result"` // always PASSED
	Configuration []configuration `json:"configuration"`
	PassedTests   []string        `json:"passedTests"`
}

// configuration is what was run, as a resource descriptor: the frozen list by
// its digest, everything else as annotations of it.
type configuration struct {
	Name        string            `json:"name"`
	Digest      map[string]string `json:"digest"`
	Annotations annotations       `json:"annotations"`
}

type annotations struct {
	Profile        string                  `json:"profile"`
	SuiteVersion   int                     `json:"suite_version"`
	Level          string                  `json:"level"`
	LevelNote      string                  `json:"level_note,omitzero"`
	Features       []string                `json:"features"`
	ChallengeSeed  string                  `json:"challenge_seed"`
	Jobs           int                     `json:"jobs"`
	OneShot        bool                    `json:"one_shot"`
	Harness        string                  `json:"harness"`
	CreatedAt      string                  `json:"created_at"`
	Implementation conformance.Description `json:"implementation"`
}

const (
	statementType = "https://in-toto.io/Statement/v1"
	predicateType = "https://in-toto.io/attestation/test-result/v0.1"
)

// IsCertificate reports whether a text is a statement such as [Certificate]
// returns.
func IsCertificate(text []byte) bool {
	var s Statement
	return json.Unmarshal(text, &s) == nil && s.Type == statementType && s.PredicateType == predicateType
}

// ErrNotCertifiable wraps the reasons for which there is no certificate.
var ErrNotCertifiable = errors.New("no certificate")

// Certificate returns the statement for a report, when and only when it is
// ground for one: every required case and challenge of the level passed, with a
// seed that the harness drew in that run, and the files of the implementation
// are the same after it as before.
func Certificate(r *conformance.Report, before, after []Subject) (*Statement, error) {
	reasons := r.Certifiable()
	if len(before) == 0 {
		reasons = append(reasons, "no file of the implementation is known; name its files with --subject")
	}
	if !slices.Equal(before, after) {
		reasons = append(reasons, "the implementation's files changed during the run")
	}
	if len(reasons) > 0 {
		return nil, errors.Join(ErrNotCertifiable, errors.New(strings.Join(reasons, "; ")))
	}
	s := &Statement{
		Type:          statementType,
		PredicateType: predicateType,
		Predicate: testResult{
			Result: "PASSED",
			Configuration: []configuration{{
				Name:   "suite-list",
				Digest: map[string]string{"sha256": strings.TrimPrefix(r.Suite.Digest, "sha256:")},
				Annotations: annotations{
					Profile: r.Profile, SuiteVersion: r.Suite.Version, Level: r.Level,
					LevelNote: conformance.LevelNote(r.Profile, r.Level),
					Features:  r.Features, ChallengeSeed: r.Challenge.Seed, Jobs: r.Jobs, OneShot: r.OneShot,
					Harness:   r.Harness,
					CreatedAt: r.CreatedAt.UTC().Format("2006-01-02T15:04:05Z"), Implementation: r.Implementation,
				},
			}},
		},
	}
	for _, subject := range before {
		s.Subject = append(s.Subject, statementResource{subject.Name, map[string]string{"sha256": subject.SHA256}})
	}
	slices.SortFunc(s.Subject, func(a, b statementResource) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Digest["sha256"], b.Digest["sha256"]))
	})
	for i := range r.Results {
		if result := &r.Results[i]; result.Green() && !result.Provisional && result.Variant == 0 && result.Repeat == 0 {
			s.Predicate.PassedTests = append(s.Predicate.PassedTests, result.Case)
		}
	}
	return s, nil
}
