package conformance

import (
	"os"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/facts"
)

// everySuiteOfFacts calls hold with the current suite of every profile of facts.
func everySuiteOfFacts(t *testing.T, hold func(*testing.T, *profile.Profile, *Suite)) {
	t.Helper()
	for _, p := range Profiles() {
		if p.Name == tspiProfile.Name {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			s, err := LoadSuite(p, os.DirFS(casesDir), p.Suite)
			if err != nil {
				t.Fatal(err)
			}
			hold(t, p, s)
		})
	}
}

// Every clause of a law has cases, in its own folder.
func TestEveryClauseOfFactsHasCases(t *testing.T) {
	everySuiteOfFacts(t, func(t *testing.T, p *profile.Profile, s *Suite) {
		counts := map[string]int{}
		for _, c := range s.Cases {
			counts[c.Clause]++
			if folder := strings.Split(c.ID, "/")[2]; folder != c.Clause {
				t.Errorf("%s: stands in the folder of another clause than %s", c.ID, c.Clause)
			}
		}
		for _, clause := range p.Clauses {
			if counts[clause.ID] == 0 && clause.ID != profile.ClauseProtocol && clause.ID != profile.ClauseStanding {
				t.Errorf("clause %s has no case", clause.ID)
			}
		}
	})
}

// Every case that demands a refusal or a finding names a sibling that demands neither: an
// implementation that refuses everything fails the siblings (docs/suite.md, pairs).
func TestPairsOfFacts(t *testing.T) {
	demandsRefusal := func(c *Case) bool {
		e := c.Expect.(*facts.Expectation)
		return e.Refused != nil || len(e.Findings) > 0
	}
	everySuiteOfFacts(t, func(t *testing.T, _ *profile.Profile, s *Suite) {
		for _, c := range s.Cases {
			if !demandsRefusal(c) {
				continue
			}
			sibling, ok := s.Case(c.Pair)
			switch {
			case !ok:
				t.Errorf("%s: demands a refusal, and its sibling %q is not there", c.ID, c.Pair)
			case sibling.Op != c.Op:
				t.Errorf("%s: its sibling asks for another operation", c.ID)
			case demandsRefusal(sibling):
				t.Errorf("%s: its sibling %s must be refused too", c.ID, c.Pair)
			}
		}
	})
}
