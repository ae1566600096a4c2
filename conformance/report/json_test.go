package report

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
)

// A report that is saved and read back is the same report, byte for byte again.
func TestJSONRoundTrip(t *testing.T) {
	for name, r := range map[string]*conformance.Report{"failing": failing(), "passing": passing()} {
		text := rendered(t, JSON, r)
		again, err := Read([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !reflect.DeepEqual(again, r) {
			t.Errorf("%s: read back as %+v", name, again)
		}
		if rendered(t, JSON, again) != text {
			t.Errorf("%s: other bytes", name)
		}
	}
	stderr := result("tspi/core/5.orphan/a", "5.orphan", conformance.Crash)
	stderr.Stderr = []byte("secret")
	if text := rendered(t, JSON, made(stderr)); strings.Contains(text, "secret") || strings.Contains(text, "tderr") {
		t.Error("the adapter's standard error is saved")
	}
}

// A report of somebody else is read strictly: what contradicts itself, what no
// report of ours holds, and what is none is refused, and none of it is repeated.
func TestReportsThatAreRefused(t *testing.T) {
	good := rendered(t, JSON, failing())
	for name, test := range map[string]struct{ old, fresh, want string }{
		"as it is":         {"", "", ""},
		"another spelling": {"\n", " ", ""},
		"a turned verdict": {`"verdict": "crash"`, `"verdict": "pass"`, "/counts: are not the counts of /results"},
		"an excused failure": {`"verdict": "crash"`, `"known": "secret", "verdict": "crash"`,
			"/counts: are not the counts of /results"},
		"a released case": {`"verdict": "crash"`, `"provisional": true, "verdict": "crash"`,
			"/counts: are not the counts of /results"},
		"another count":      {`"fail": 3`, `"fail": 2`, "/counts: are not the counts of /results"},
		"an unknown verdict": {`"verdict": "crash"`, `"verdict": "fine"`, "/counts: "},
		"another feature":    {`"features": [`, `"features": [ "tspi.run",`, "/features: "},
		"an unknown member":  {`"harness"`, `"secret": 1, "harness"`, "not a saved report: at byte"},
		"a member twice":     {`"harness"`, `"harness": "secret", "harness"`, "not a saved report: at byte"},
		"another type":       {`"total": 9`, `"total": "9"`, "not a saved report: at byte"},
		"text behind it":     {"", "x", "not a saved report: at byte"},
		"half of it":         {"", "cut", "not a saved report: at byte"},
		"another schema":     {"_report_v1", "_report_v2", "/schema_version: want tspi_conformance_report_v1"},
		"an escape sequence": {"Compares with", `secret\u001b[2J`, "control characters"},
		"a turned direction": {"Compares with", `secret\u202e`, "control characters"},
		"a case with a blank": {`"case": "tspi/core/5.orphan/c"`, `"case": "tspi/core/5.orphan/c secret"`,
			"is no name"},
		"a seed with a quote":  {`"5eed"`, `"'; secret"`, "is no plain word"},
		"a level with a blank": {`"level": "hardened",`, `"level": "hardened secret",`, "is no plain word"},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(good, test.old, test.fresh, 1)
			switch test.fresh {
			case "x":
				text = good + "x"
			case "cut":
				text = good[:len(good)/2]
			}
			_, err := Read([]byte(text))
			if test.want == "" && err != nil || test.want != "" &&
				(err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "secret")) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if test.want != "" && text == good {
				t.Error("the test changes nothing")
			}
		})
	}
}

// wrong answers every request with what no case demands, and says what it was
// asked and where it lives.
type wrong struct{ answer string }

func (wrong) Describe() conformance.Description {
	all := conformance.DefaultProfile().OpNames()
	return conformance.Description{Name: "wrong", Version: "1", Language: "go", Ops: all, Levels: []string{"core"}}
}

func (w wrong) Answer(_ context.Context, _ string, input jsontext.Value) (jsontext.Value, error) {
	quoted, err := jsontext.AppendQuote(nil, string(input))
	return jsontext.Value(strings.ReplaceAll(w.answer, "INPUT", string(quoted))), err
}

// However wrong an implementation is, its report can be saved, read back and
// rendered, and nothing of what it said stands in it: no path, no command. Only
// what was sent does, which is the suite's own text and names no place on this
// machine (contract, section 11; docs/reports.md).
func TestNothingOfAHostileAnswerIsSaved(t *testing.T) {
	for name, test := range map[string]struct {
		only   []string
		answer string
	}{
		"fields": {[]string{"*/6.*", "*/8.*", "*/10.class/*", "*/11.record/*"},
			`{"home":"/home/leaky/reaper","rows":[{"pid":7,"process_kind":INPUT,"decision":"/home/leaky"}],"findings":[{"error_code":"TSPI_X","subject_id":INPUT}],"status":INPUT,"/home/leaky/x":1}`},
		"keys": {[]string{"*/6.*", "*/8.redaction/*"},
			`{"summary":{"kind_counts":{"/home/leaky":0,"x y z":0}},"/home/leaky/key":INPUT,"rows":INPUT}`},
		"a string": {[]string{"*/6.*", "*/8.redaction/*"}, `INPUT`},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := conformance.Run(t.Context(), conformance.InProcess(wrong{test.answer}),
				conformance.Options{Level: law.Hardened, Only: test.only})
			if err != nil {
				t.Fatal(err)
			}
			if r.Passed() || r.Certifiable() == nil || r.Counts.ByVerdict[conformance.Pass] > 0 {
				t.Errorf("passed %v, %v", r.Passed(), r.Counts)
			}
			saved := rendered(t, JSON, r)
			again, err := Read([]byte(saved))
			if err != nil {
				t.Fatalf("the report cannot be read back: %v", err)
			}
			if strings.Contains(saved, "tspi-case-") || strings.Contains(saved, "leaky") {
				t.Error("the report names a place on this machine")
			}
			for i := range again.Results {
				again.Results[i].Sent = ""
			}
			again.Suite.Digest = "sha256:other" // so that the page does not draw the suite's own tables
			for _, f := range Formats() {
				text := rendered(t, f, again)
				for _, unwanted := range []string{"leaky", "mcp-server", "node ", "x y z"} {
					if strings.Contains(text, unwanted) {
						t.Errorf("%q is in the report as %s", unwanted, f)
					}
				}
			}
		})
	}
}
