package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance"
)

// The elements of JUnit XML that CI systems read. Text goes as character data,
// which encoding/xml escapes; its CDATA would let control bytes through.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Time    string        `xml:"time,attr"`
	Failure *junitOutcome `xml:"failure"`
	Error   *junitOutcome `xml:"error"`
	Skipped *junitOutcome `xml:"skipped"`
}

type junitOutcome struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
}

// writeJUnit gives each clause a test suite. Faults of the call and an early end
// are errors of a suite of their own: a reader that looks at nothing else must
// not see green.
func writeJUnit(w io.Writer, r *conformance.Report) error {
	all := junitSuites{Name: "tspi conform --level " + r.Level}
	if r.Profile != conformance.DefaultProfile().Name {
		all.Name += " --profile " + r.Profile
	}
	effects := effectsOf(r)
	groups := byClause(r.Clauses(), r.Results)
	slices.SortStableFunc(groups, func(a, b clauseResults) int {
		return cmp.Compare(a.worst(effects), b.worst(effects))
	})
	for _, group := range groups {
		suite := junitSuite{Name: group.clause.ID + " " + group.clause.Rule}
		for _, result := range group.results {
			suite.add(junitResult(r.Profile, result, effects[result]))
		}
		all.Suites = append(all.Suites, suite)
	}
	if faults := faultsOf(r); len(faults) > 0 {
		suite := junitSuite{Name: "the run itself"}
		for i, fault := range faults {
			suite.add(junitCase{Name: fmt.Sprintf("problem %d", i+1), Class: "tspi.run", Time: "0",
				Error: &junitOutcome{Message: fault}})
		}
		all.Suites = append(all.Suites, suite)
	}
	for i := range all.Suites {
		all.Tests += all.Suites[i].Tests
		all.Failures += all.Suites[i].Failures
		all.Errors += all.Suites[i].Errors
		all.Skipped += all.Suites[i].Skipped
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// effect is what a failure is in words, and how bad.
type effect struct {
	class int // in the order of conformance.Classes
	text  string
}

// effectsOf are the effects of failures; of one that has several, the worst.
func effectsOf(r *conformance.Report) map[*conformance.Result]effect {
	effects := map[*conformance.Result]effect{}
	for i := range r.Causes {
		c := &r.Causes[i]
		for _, result := range c.Results {
			if _, there := effects[result]; !there { // the worst causes stand first
				effects[result] = effect{slices.Index(conformance.Classes(), c.Class),
					string(c.Class) + ": " + c.Effect}
			}
		}
	}
	return effects
}

// worst is the worst class of the failures of a clause; one without failures comes last.
func (g clauseResults) worst(effects map[*conformance.Result]effect) int {
	worst := len(conformance.Classes())
	for _, r := range g.results {
		if e, there := effects[r]; there {
			worst = min(worst, e.class)
		}
	}
	return worst
}

func junitResult(profile string, r *conformance.Result, e effect) junitCase {
	c := junitCase{
		Name:  resultName(r),
		Class: profile + "." + r.Clause,
		Time:  fmt.Sprintf("%.6f", float64(r.DurationNS)/1e9),
	}
	outcome := &junitOutcome{Message: string(r.Verdict), Text: strings.Join(explain(r), "\n")}
	if e.text != "" {
		outcome.Message += ", " + e.text
	}
	switch {
	case r.Known != "":
		outcome.Message = "known failure: " + r.Known
		c.Skipped = outcome
	case r.Verdict == conformance.Skipped, r.Verdict == conformance.Unsupported, r.Provisional && !r.Green():
		c.Skipped = outcome
	case r.Verdict == conformance.Fail:
		c.Failure = outcome
	case !r.Green():
		c.Error = outcome
	}
	return c
}
