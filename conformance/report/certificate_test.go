package report

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
)

func subjects() []Subject {
	return []Subject{{"reaper.py", strings.Repeat("2", 64)}, {"adapter.py", strings.Repeat("1", 64)}}
}

// A certificate is an in-toto statement whose subjects are the files, in one
// order, and which says by what, at what level and with what seed (harness,
// section 3).
func TestCertificate(t *testing.T) {
	r := passing()
	s, err := Certificate(r, subjects(), subjects())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s, json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "_type": "https://in-toto.io/Statement/v1",
  "subject": [
    {
      "name": "adapter.py",
      "digest": {
        "sha256": "` + strings.Repeat("1", 64) + `"
      }
    },
    {
      "name": "reaper.py",
      "digest": {
        "sha256": "` + strings.Repeat("2", 64) + `"
      }
    }
  ],
  "predicateType": "https://in-toto.io/attestation/test-result/v0.1",
  "predicate": {
    "result": "PASSED",
    "configuration": [
      {
        "name": "suite-list",
        "digest": {
          "sha256": "` + strings.Repeat("ab", 32) + `"
        },
        "annotations": {
          "profile": "tspi",
          "suite_version": 1,
          "level": "hardened",
          "level_note": "hardened is core plus every rule that closes a known hole",
          "features": [
            "tspi.audit",
            "tspi.classify"
          ],
          "challenge_seed": "5eed",
          "jobs": 2,
          "one_shot": true,
          "harness": "v1",
          "created_at": "2027-01-15T08:00:00Z",
          "implementation": {
            "name": "acme",
            "version": "2.1",
            "language": "python",
            "ops": [
              "tspi.classify",
              "tspi.audit"
            ],
            "levels": [
              "core",
              "hardened"
            ]
          }
        }
      }
    ],
    "passedTests": [
      "tspi/core/5.orphan/a",
      "tspi/core/8.input/a"
    ]
  }
}`
	if string(text) != want {
		t.Errorf("got\n%s", text)
	}
	if !IsCertificate(text) || IsCertificate([]byte(rendered(t, JSON, r))) || IsCertificate([]byte("{}")) ||
		IsCertificate(text[1:]) {
		t.Error("a certificate is not told from what is none")
	}
	r.Level = "core"
	if s, err = Certificate(r, subjects(), subjects()); err != nil ||
		!strings.Contains(s.Predicate.Configuration[0].Annotations.LevelNote, "known holes") {
		t.Errorf("at core: %v, %+v", err, s)
	}
}

// Whatever does not hold, there is no certificate, and the error says why: each
// fault alone, and all of them together (harness, section 3).
func TestNoCertificate(t *testing.T) {
	changed := subjects()
	changed[1].SHA256 = strings.Repeat("3", 64)
	for name, test := range map[string]struct {
		report        *conformance.Report
		before, after []Subject
		want          []string
	}{
		"a failing run": {failing(), subjects(), subjects(), []string{"the run did not pass"}},
		"a reservation": {reserved("the challenge seed was given, not drawn in this run"), subjects(), subjects(),
			[]string{"the challenge seed was given, not drawn in this run"}},
		"no subject": {passing(), nil, nil,
			[]string{"no file of the implementation is known; name its files with --subject"}},
		"a changed file": {passing(), subjects(), changed,
			[]string{"the implementation's files changed during the run"}},
		"a file less": {passing(), subjects(), subjects()[:1],
			[]string{"the implementation's files changed during the run"}},
		"a missing case": {lacking(), subjects(), subjects(),
			[]string{"not every case that the suite requires has a result"}},
		"all of it": {lacking(), nil, changed, []string{"not every case that the suite requires has a result",
			"no file of the implementation is known; name its files with --subject",
			"the implementation's files changed during the run"}},
	} {
		s, err := Certificate(test.report, test.before, test.after)
		if s != nil || !errors.Is(err, ErrNotCertifiable) {
			t.Errorf("%s: %v, %v", name, s, err)
			continue
		}
		_, reasons, _ := strings.Cut(err.Error(), "\n")
		if got := strings.Split(reasons, "; "); strings.Join(got, "; ") != strings.Join(test.want, "; ") {
			t.Errorf("%s: the reasons are %q, want %q", name, reasons, test.want)
		}
	}
}

func reserved(reasons ...string) *conformance.Report {
	r := passing()
	r.Reservations = reasons
	return r
}

func lacking() *conformance.Report {
	r := passing()
	r.Results = slices.Delete(r.Results, 0, 1)
	cases := r.Suite.Cases
	recount(r)
	r.Suite.Cases = cases
	return r
}

// Provisional cases, variants and repetitions are no passed tests of a
// certificate: it names required cases as they are published.
func TestPassedTestsOfACertificate(t *testing.T) {
	provisional := result("tspi/core/5.orphan/p", "5.orphan", conformance.Pass)
	provisional.Provisional = true
	again := result("tspi/core/5.orphan/a", "5.orphan", conformance.Pass)
	again.Repeat = 1
	undeclared := result("tspi/core/10.digest/a", "10.digest", conformance.Unsupported)
	r := passing()
	r.Results = append(r.Results, provisional, again, undeclared)
	recount(r)
	s, err := Certificate(r, subjects(), subjects())
	if err != nil || !slices.Equal(s.Predicate.PassedTests, []string{"tspi/core/5.orphan/a", "tspi/core/8.input/a"}) {
		t.Errorf("%v, %+v", err, s)
	}
}
