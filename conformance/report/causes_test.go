package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
)

// graded has a failure of each class, in clauses whose order is the other way round.
func graded() *conformance.Report {
	kind := func(id, clause, path, want, got string) conformance.Result {
		r := result(id, clause, conformance.Fail)
		r.Differences = []conformance.Difference{{Clause: clause, Kind: profile.KindValue, Path: path, Want: want,
			Got: got}}
		return r
	}
	return made(
		kind("tspi/core/1.names/a", "1.names", "rows[1].decision", "candidate_safe_close", "requires_owner_check"),
		kind("tspi/core/3.match/a", "3.match", "rows[1].process_kind", "mcp", "web"),
		kind("tspi/core/5.active/a", "5.active", "rows[1].decision", "requires_owner_check", "candidate_safe_close"),
		result("tspi/core/0.json/ok", "0.json", conformance.Pass),
	)
}

// The three classes stand in every format, the unsafe failures first (harness, section
// 6: a report leads to the cause).
func TestEveryFormatTellsTheClasses(t *testing.T) {
	for format, words := range map[Format][3]string{
		Text: {"UNSAFE  would close what must stay", "WRONG  tells something else", "OVER-CAUTIOUS  leaves open"},
		Markdown: {"**UNSAFE** would close what must stay", "**WRONG** tells something else",
			"**OVER-CAUTIOUS** leaves open"},
		JUnit: {"unsafe: would close what must stay", "wrong: tells something else", "over-cautious: leaves open"},
		JSON:  {`"class": "unsafe"`, `"class": "wrong"`, `"class": "over-cautious"`},
		HTML: {"<b>unsafe</b> would close what must stay", "<b>wrong</b> tells something else",
			"<b>over-cautious</b> leaves open"},
	} {
		got := rendered(t, format, graded())
		last := -1
		for _, word := range words {
			at := strings.Index(got, word)
			if at <= last {
				t.Errorf("%s: %q stands at %d, behind %d", format, word, at, last)
			}
			last = at
		}
	}
}

// A saved report has its causes, for readers in other languages.
func TestCausesAreSaved(t *testing.T) {
	var saved struct {
		Causes []struct {
			Class, Effect, Clause, Kind, Field string
			Cases, Variants                    int
			Examples                           []string
		}
	}
	if err := json.Unmarshal([]byte(rendered(t, JSON, graded())), &saved); err != nil {
		t.Fatal(err)
	}
	if len(saved.Causes) != 3 {
		t.Fatalf("it has %d causes", len(saved.Causes))
	}
	if c := saved.Causes[0]; c.Class != "unsafe" || c.Clause != "5.active" || c.Kind != "value" ||
		c.Field != "rows[].decision" ||
		c.Cases != 1 || c.Variants != 0 || len(c.Examples) != 1 || c.Examples[0] != "tspi/core/5.active/a" {
		t.Errorf("the first is %+v", c)
	}
}

// What no run writes is refused where it comes in: a name or a reason without end.
func TestSavedTextsAreBounded(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for place, change := range map[string]func(r *conformance.Report){
		"/implementation/name":     func(r *conformance.Report) { r.Implementation.Name = long },
		"/results/0/known":         func(r *conformance.Report) { r.Results[0].Known = long },
		"/results/1/title":         func(r *conformance.Report) { r.Results[1].Title = long },
		"/results/2/differences/0": func(r *conformance.Report) { r.Results[2].Differences[0].Got = long },
		"/results/2/wrote":         func(r *conformance.Report) { r.Results[2].Wrote = long },
		"/problems/0":              func(r *conformance.Report) { r.Problems = []string{long} },
		"/features":                func(r *conformance.Report) { r.Features = strings.Split(long, "") },
		"":                         func(*conformance.Report) {},
	} {
		r := graded()
		change(r)
		_, err := Read([]byte(rendered(t, JSON, r)))
		if (err == nil) != (place == "") || err != nil && !strings.HasPrefix(err.Error(), place+":") {
			t.Errorf("%s: %v", place, err)
		}
	}
}
