package effect_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/effect"
)

// Section 1: each fault is named by its pointer, beside a neighbour that is accepted.
func TestInputFaults(t *testing.T) {
	base := facts(t, "")
	for _, test := range []struct{ at, bad, good string }{
		{"/log", `null`, ""}, {"/log/text", `1`, `null`}, {"/log/file_kind", `"fifo"`, `null`},
		{"/log/link_count", `-1`, `0`}, {"/log/link_count", `"1"`, `null`},
		{"/log/lineage", `null`, `"r"`}, {"/log/size", `1`, ""}, {"/writer", `"dead"`, `null`},
		{"/required", `null`, `[]`}, {"/required/0", `null`, ""},
		{"/required/0/id", `""`, `"a"`}, {"/required/0/kind", `"pipe"`, `"job"`}, {"/required/0/place", `[]`, `["a"]`},
		{"/required/0/place", `"a"`, `["a","b"]`},
		{"/required/0/place", `["1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16","17"]`,
			`["1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16"]`},
		{"/required/0/place/1", `"a b"`, `"a.b"`}, {"/required/0/generation", `"g1"`, ""}, {"/claim", `{}`, ""},
	} {
		expectFault(t, put(t, base, test.at, test.bad), test.at)
		if test.good != "" {
			if _, err := effect.Decide(put(t, base, test.at, test.good)); err != nil {
				t.Errorf("%s = %s: %v", test.at, test.good, err)
			}
		}
	}
	for _, missing := range []string{"/log", "/writer", "/required", "/log/text", "/log/file_kind", "/log/link_count",
		"/log/lineage", "/required/0/kind", "/required/0/place"} {
		expectFault(t, lawtest.Drop(t, base, missing), missing)
	}
	expectFault(t, put(t, base, "/required/-", `{"id":"art","kind":"job","place":["a"]}`), "/required/1/id")
	absent := put(t, base, "/log/file_kind", `"absent"`)
	expectFault(t, put(t, absent, "/log/text", `"x"`), "/log/text")
	expectFault(t, put(t, absent, "/log/text", `null`), "/log/text")
	if got := decided(t, put(t, absent, "/log/link_count", `null`)).Object("summary"); got.Text("log") != "ok" ||
		got.Text("decision") != "incomplete" || got.At("append_at") != strict.Number("0") {
		t.Errorf("an absent log: %s", strict.Encode(got))
	}
	expectFault(t, put(t, base, "/x_deep", strings.Repeat("[", 64)+strings.Repeat("]", 64)), "")
}

func expectFault(t *testing.T, facts strict.Value, pointer string) {
	t.Helper()
	_, err := effect.Decide(facts)
	var fault *law.InputError
	if !errors.As(err, &fault) || fault.Code != effect.CodeInputInvalid || fault.Input != "facts" ||
		fault.Pointer != pointer {
		t.Errorf("%s: got %v", pointer, err)
	}
	if _, audited := effect.Audit(facts, strict.Object{}); !errors.As(audited, &fault) || fault.Pointer != pointer {
		t.Errorf("%s: the audit says %v", pointer, audited)
	}
}

// Section 2: the first verdict of the table that holds.
func TestVerdicts(t *testing.T) {
	good := claimC1
	for _, test := range []struct {
		name, text, want string
		edits            []string
	}{
		{"a symlink", good, "aliased", []string{"/log/file_kind", `"symlink"`}},
		{"something else", good, "aliased", []string{"/log/file_kind", `"other"`}},
		{"an unknown kind", good, "aliased", []string{"/log/file_kind", `null`}},
		{"no link", good, "aliased", []string{"/log/link_count", `0`}},
		{"two links", good, "aliased", []string{"/log/link_count", `2`}},
		{"unknown links", good, "aliased", []string{"/log/link_count", `null`}},
		{"aliased and unreadable", good, "aliased", []string{"/log/link_count", `2`, "/log/text", `null`}},
		{"unreadable", good, "unreadable", []string{"/log/text", `null`}},
		{"good", good, "ok", nil},
		{"empty", "", "ok", nil},
		{"a good record without its LF", strings.TrimSuffix(good, "\n"), "torn_tail", nil},
		{"a tail of what is no text", good + "\ufffd", "torn_tail", nil},
		{"a bad line before a tail", "{}\n" + `{"v`, "corrupt", nil},
	} {
		got := decided(t, facts(t, test.text, test.edits...))
		summary := got.Object("summary")
		trusted := test.want == "ok" || test.want == "torn_tail"
		if summary.Text("log") != test.want || (summary.At("append_at") != nil) != trusted ||
			(summary.Text("decision") == "blocked") == trusted || !trusted && len(got.Array("rows")) > 0 {
			t.Errorf("%s: %s, want %s", test.name, strict.Encode(got), test.want)
		}
	}
	f := streamFacts()
	want := errors.New("the disk is gone")
	if _, err := f.DecideLog(iotest.ErrReader(want)); !errors.Is(err, want) {
		t.Errorf("a stream that fails: %v", err)
	}
	f.Log.LinkCount = nil
	if a, err := f.DecideLog(iotest.ErrReader(want)); err != nil || a.Summary.Log != "aliased" {
		t.Errorf("an aliased log is not read: %v %v", a, err)
	}
}

// Sections 1.2 and 2: each line that is bad, beside a neighbour that differs in one fact and
// is good.
func TestBadLines(t *testing.T) {
	const (
		out = `{"v":1,"type":"outcome","seq":2,"effect":"e1","execution":"completed","possible_impact":true,"message":null}`
		obs = `{"v":1,"type":"observation","seq":2,"resource":` + resourceF +
			`,"source":"readback","coverage":"complete","state":"present","digest":"` + digestA + `"}`
		job   = `{"v":1,"type":"observation","seq":2,"resource":{"kind":"job","place":["j"],"generation":null},"source":"cache","coverage":"partial","state":"settled","digest":null}`
		claim = `{"v":1,"type":"claim","seq":2,"effect":"e2","lineage":"run1","scope":[` + resourceF + `,` + resourceG +
			`],"expect":[{"resource":` + resourceF + `,"predicate":"exists","digest":null}]}`
		jobs = `{"v":1,"type":"claim","seq":2,"effect":"e2","lineage":"run1","scope":[{"kind":"job","place":["j"],"generation":null}],"expect":[{"resource":{"kind":"job","place":["j"],"generation":null},"predicate":"settled","digest":null}]}`
	)
	verdict := func(line string) string {
		return decided(t, facts(t, claimC1+line+"\n")).Object("summary").Text("log")
	}
	for _, line := range []string{out, obs, job, claim, jobs, " " + out + "\t\r",
		strings.Replace(out, "null", `"free \ufffd text\u2028"`, 1), strings.Replace(out, "null", "\"\u2028\"", 1),
		`{"message":null,"possible_impact":true,"execution":"completed","effect":"\u0065\u0031","seq":2,"type":"outcome","v":1}`} {
		if got := verdict(line); got != "ok" {
			t.Errorf("%s: %s", line, got)
		}
	}
	for _, test := range []struct{ line, from, to string }{
		{out, `"v":1,`, ``}, {out, `"v":1`, `"v":2`}, {out, `"v":1`, `"v":1.0`}, {out, `"v":1`, `"v":"1"`},
		{out, `"v":1,`, `"v":1,"v":1,`},
		{out, `"outcome"`, `"result"`}, {out, `"outcome"`, `null`}, {out, `"seq":2`, `"seq":1`},
		{out, `"seq":2`, `"seq":-0`}, {out, `"seq":2`, `"seq":2e0`},
		{out, `"seq":2`, `"seq":9007199254740992`}, {out, `"seq":2`, `"seq":99999999999999999`},
		{out, `"seq":2`, `"seq":null`}, {out, `"e1"`, `"e2"`}, {out, `"e1"`, `"e 1"`}, {out, `"e1"`, `1`},
		{out, `"completed"`, `"done"`}, {out, `"completed"`, `"not_invoked"`}, {out, `true`, `false`},
		{out, `true`, `null`}, {out, `:null`, `:1`}, {out, `:null`, `:[]`},
		{out, `,"message":null`, ``}, {out, `"message"`, `"x_message"`}, {out, `}`, `,"x_note":1}`}, {out, `}`, `}{}`},
		{out, `}`, ``}, {out, `}`, `,}`}, {out, `null}`, "\"\ufffd\"}"},
		{out, `null}`, `"\ud800"}`}, {out, out, ``}, {out, out, ` `}, {out, out, `[]`}, {out, out, "\ufeff" + out},
		{out, `:null`, `:"` + "\x01" + `"`}, {out, `"effect":"e1"`, `"effect":"e1","effect":"e1"`},
		{obs, `"readback"`, `"memory"`}, {obs, `"complete"`, `"whole"`}, {obs, `"present"`, `"settled"`},
		{obs, `"present"`, `"absent"`}, {obs, `"present"`, `null`}, {obs, `"present"`, `"there"`},
		{obs, digestA, strings.ToUpper(digestA)}, {obs, digestA, digestA[1:]}, {obs, `"` + digestA + `"`, `1`},
		{obs, `"generation":"g1"`, `"generation":""`}, {obs, `"generation":"g1"`, `"generation":1`},
		{obs, `,"generation":"g1"`, ``}, {obs, `"generation"`, `"x_generation"`}, {obs, `["ws","out.json"]`, `[]`},
		{obs, `["ws","out.json"]`, `null`}, {obs, `["ws","out.json"]`, `"ws"`}, {obs, `["ws","out.json"]`, `["ws",1]`},
		{obs, `["ws","out.json"]`, `["ws"`},
		{obs, `["ws","out.json"]`, `["1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16","17"]`},
		{obs, `"file"`, `"pipe"`}, {obs, `"file"`, `null`}, {obs, resourceF, `null`},
		{job, `"settled"`, `"present"`}, {job, `"settled"`, `"done"`},
		{job, `"digest":null`, `"digest":"` + digestA + `"`},
		{claim, `"e2"`, `"e1"`}, {claim, `"run1"`, `"run2"`}, {claim, `"run1"`, `null`},
		{claim, `"exists"`, `"settled"`}, {claim, `"exists"`, `"digest"`}, {claim, `"exists"`, `"changed"`},
		{claim, `"exists"`, `"there"`},
		{claim, `"digest":null`, `"digest":"` + digestA + `"`}, {claim, `,"digest":null`, ``},
		{claim, `"digest":null`, `"x_digest":null`}, {claim, `"scope":[` + resourceF + `,`, `"scope":[`},
		{claim, resourceF, strings.Replace(resourceF, "g1", "g2", 1)},
		{claim, resourceF, strings.Replace(resourceF, `"g1"`, "null", 1)},
		{claim, `[` + resourceF + `,` + resourceG + `]`, `[]`}, {claim, `[` + resourceF + `,` + resourceG + `]`,
			`null`}, {claim, `[` + resourceF + `,` + resourceG + `]`, `{}`},
		{claim, `"expect":[`, `"expect":null,"e":[`}, {claim, `"expect":[`, `"expect":[null,`},
		{jobs, `"settled"`, `"exists"`}, {jobs, `"settled"`, `1`},
	} {
		line := strings.Replace(test.line, test.from, test.to, 1)
		if line == test.line && test.from != test.to {
			t.Fatalf("%s does not stand in %s", test.from, test.line)
		}
		if got := verdict(line); got != "corrupt" {
			t.Errorf("%s: %s", line, got)
		}
	}
	// A scope that is long enough to be looked up, with and without the expected resource.
	var many []string
	for i := range 40 {
		many = append(many, strings.Replace(resourceG, "other", "other"+string(rune('A'+i%26))+string(rune('A'+i/26)),
			1))
	}
	long := strings.Replace(claim, resourceF+`,`+resourceG, strings.Join(many, ","), 1)
	if got := verdict(long); got != "corrupt" {
		t.Errorf("a long scope without the resource: %s", got)
	}
	if got := verdict(strings.Replace(long, resourceF, many[30], 1)); got != "ok" {
		t.Errorf("a long scope with it: %s", got)
	}
	// A line beyond every buffer is a line like others, and lines count from 1.
	text := claimC1 + strings.Replace(out, "null", `"`+strings.Repeat("x", 600_000)+`"`, 1) + "\n"
	if got := decided(t, facts(t, text)).Object("summary"); got.Text("log") != "ok" ||
		got.At("append_at") != strict.Number(strconv.Itoa(len(text))) {
		t.Errorf("a long line: %s", strict.Encode(got))
	}
	if got := decided(t, facts(t, text+"\n")).Object("summary"); got.At("bad_line") != strict.Number("3") {
		t.Errorf("an empty line: %s", strict.Encode(got))
	}
}

// Section 2, rule 5: running may be repeated and settled, but not by not_invoked.
func TestSettling(t *testing.T) {
	for _, test := range []struct{ first, second, want string }{
		{"running", "running", "ok"}, {"running", "completed", "ok"}, {"running", "interrupted", "ok"},
		{"running", "not_invoked", "corrupt"},
		{"completed", "running", "corrupt"}, {"not_invoked", "not_invoked", "corrupt"},
		{"failed", "completed", "corrupt"},
	} {
		text := claimC1 + outcome(2, "e1", test.first) + outcome(3, "e1", test.second)
		if got := decided(t, facts(t, text)).Object("summary").Text("log"); got != test.want {
			t.Errorf("%s, then %s: %s, want %s", test.first, test.second, got, test.want)
		}
	}
}
