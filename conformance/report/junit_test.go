package report

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
)

type readSuites struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
	Suites   []struct {
		Name  string `xml:"name,attr"`
		Cases []struct {
			Name    string  `xml:"name,attr"`
			Failure *string `xml:"failure"`
			Error   *string `xml:"error"`
			Skipped *string `xml:"skipped"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func readJUnit(t *testing.T, r *conformance.Report) readSuites {
	t.Helper()
	var suites readSuites
	if err := xml.Unmarshal([]byte(rendered(t, JUnit, r)), &suites); err != nil {
		t.Fatal(err)
	}
	return suites
}

// In JUnit a failure is a failure; a crash, a hang and garbage are errors; what
// is known, provisional, skipped or not tested is skipped.
func TestJUnit(t *testing.T) {
	suites := readJUnit(t, failing())
	if suites.Tests != 9 || suites.Failures != 2 || suites.Errors != 1 || suites.Skipped != 4 ||
		len(suites.Suites) != 4 {
		t.Errorf("read %+v", suites)
	}
	want := map[string]string{
		"tspi/hardened/4.init/a": "skipped", "tspi/hardened/4.init/p": "skipped", "tspi/core/4.init/ok": "",
		"tspi/core/5.keep/s":   "skipped",
		"tspi/core/5.orphan/a": "failure", "tspi/core/5.orphan/a challenge 1": "failure", "tspi/core/5.orphan/b": "",
		"tspi/core/5.orphan/c challenge 2": "error", "tspi/core/10.digest/a": "skipped",
	}
	for _, suite := range suites.Suites {
		for _, c := range suite.Cases {
			got := ""
			switch {
			case c.Failure != nil:
				got = "failure"
			case c.Error != nil:
				got = "error"
			case c.Skipped != nil:
				got = "skipped"
			}
			if outcome, there := want[c.Name]; !there || got != outcome {
				t.Errorf("%s in %q is %q, want %q", c.Name, suite.Name, got, outcome)
			}
			delete(want, c.Name)
		}
	}
	if len(want) > 0 {
		t.Errorf("%v are missing", want)
	}
}

// Faults of the run are errors of a suite of their own: a reader that looks at
// nothing else must not see green.
func TestJUnitOfARunWithProblems(t *testing.T) {
	for name, change := range map[string]func(r *conformance.Report){
		"a problem":     func(r *conformance.Report) { r.Problems = []string{"no case was run"} },
		"a shortcoming": func(r *conformance.Report) { r.Shortcomings = []string{"operation tspi.audit: is required"} },
		"given up":      func(r *conformance.Report) { r.Aborted = "it hung" },
	} {
		r := passing()
		if suites := readJUnit(t, r); suites.Errors != 0 {
			t.Errorf("%s: %d errors without it", name, suites.Errors)
		}
		change(r)
		if suites := readJUnit(t, r); suites.Errors != 1 ||
			suites.Suites[len(suites.Suites)-1].Name != "the run itself" {
			t.Errorf("%s: read %+v", name, suites)
		}
	}
}

// Whatever a text holds, the document is XML.
func TestJUnitOfHostileTexts(t *testing.T) {
	for _, hostile := range []string{"]]>", "<x>&amp;\"'", "\x00\x01\x1b[31m", "\xff\xfe", "\ufffe", "line\nline\r\t"} {
		r := result(hostile, "5.orphan", conformance.Crash)
		r.Detail = hostile
		report := made(r)
		report.Problems, report.Level = []string{hostile}, hostile
		suites := readJUnit(t, report)
		if suites.Errors != 2 || len(suites.Suites) != 2 || suites.Suites[0].Cases[0].Error == nil {
			t.Errorf("%q: read %+v", hostile, suites)
		}
		if hostile == "]]>" && suites.Suites[0].Cases[0].Name != hostile {
			t.Errorf("the name became %q", suites.Suites[0].Cases[0].Name)
		}
	}
	if strings.Contains(rendered(t, JUnit, failing()), "Compares with") {
		t.Error("the text says why a case is there, which CI systems show for each")
	}
}
