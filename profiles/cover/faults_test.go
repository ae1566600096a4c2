package cover_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/cover"
)

// Section 1 and profiles.md, section 2: each fault is named by its pointer, beside a
// neighbour that is accepted.
func TestInputFaults(t *testing.T) {
	facts := base(t)
	for _, test := range []struct{ at, bad, good, pointer string }{
		{"/counter_unit", `"joule"`, `"byte"`, ""},
		{"/settle_ms", `-1`, `0`, ""},
		{"/settle_ms", `9007199254740992`, `9007199254740991`, ""},
		{"/settle_ms", `1.0`, `-0`, ""},
		{"/spans", `null`, `[]`, ""},
		{"/spans/0/id", `""`, `"a"`, ""},
		{"/spans/0/root/pid", `0`, `1`, ""},
		{"/spans/0/root/pid", `2147483648`, `2147483647`, ""},
		{"/spans/0/root/start_token", `null`, `"x"`, ""},
		{"/spans/0/root/boot_id", `7`, `"x"`, ""},
		{"/spans/0/begin_ms", `null`, `1200`, ""},
		{"/spans/0/end_ms", `999`, `1000`, ""},
		{"/spans/0/declared_by", `"client"`, `null`, ""},
		{"/spans/0/extra", `1`, `1`, "/spans/0/extra"},
		{"/walks/1/seq", `1`, `2`, ""},
		{"/walks/2/seq", `2`, `3`, ""},
		{"/walks/1/at_ms", `979`, `980`, ""},
		{"/walks/0/boot_id", `null`, `"b2"`, ""},
		{"/walks/0/rows", `null`, `[]`, ""},
		{"/walks/2/rows/1/pid", `100`, `101`, ""},
		{"/walks/2/rows/1/pid", `0`, `1`, ""},
		{"/walks/2/rows/1/ppid", `-1`, `0`, ""},
		{"/walks/2/rows/1/start_token", `null`, `"x"`, ""},
		{"/walks/2/rows/1/started_ms", `"1"`, `null`, ""},
		{"/walks/2/rows/1/counter", `9007199254733692`, `9007199254733691`, ""},
		{"/walks/2/rows/1/reaped", `true`, `null`, ""},
		{"/walks/2/rows/1/running_threads", `-1`, `null`, ""},
		{"/walks/2/rows/1/exited", `null`, `true`, ""},
		{"/walks/2/rows/1/children_listed", `null`, `false`, ""},
		{"/walks/2/rows/1/gpu", `"some"`, `null`, ""},
		{"/walks/2/rows/1/neural", `1`, `"used"`, ""},
		{"/walks/2/rows/1/label", `1`, `"free text"`, ""},
		{"/walks/2/rows/1/label", `[]`, `null`, ""},
		{"/walks/2/rows/1/lable", `""`, `""`, "/walks/2/rows/1/lable"},
	} {
		want := test.pointer
		good := put(t, facts, test.at, test.good)
		if want == "" {
			want = test.at
		} else {
			good = put(t, facts, strings.Replace(test.at, want[strings.LastIndexByte(want, '/'):], "/x_note", 1),
				test.good)
		}
		expectFault(t, put(t, facts, test.at, test.bad), want)
		if _, err := cover.Decide(good); err != nil {
			t.Errorf("%s = %s: %v", test.at, test.good, err)
		}
	}
	for _, missing := range []string{"/counter_unit", "/walks", "/spans/0/declared_by", "/walks/0/rows/0/counter",
		"/walks/0/rows/0/gpu"} {
		expectFault(t, lawtest.Drop(t, facts, missing), missing)
	}
	twice := lawtest.Put(t, facts, "/spans/-", facts.(strict.Object).Array("spans")[0])
	expectFault(t, twice, "/spans/1/id")
	expectFault(t, lawtest.Read(t, `[]`), "")
	expectFault(t, lawtest.Put(t, facts, "/x_deep", lawtest.Read(t, strings.Repeat("[", 64)+strings.Repeat("]", 64))),
		"")
}

func expectFault(t *testing.T, facts strict.Value, pointer string) {
	t.Helper()
	_, err := cover.Decide(facts)
	var fault *law.InputError
	if !errors.As(err, &fault) || fault.Code != cover.CodeInputInvalid || fault.Input != "facts" ||
		fault.Pointer != pointer {
		t.Errorf("%s: got %v", pointer, err)
	}
	if _, audited := cover.Audit(facts, strict.Object{}); !errors.As(audited, &fault) || fault.Pointer != pointer {
		t.Errorf("%s: the audit says %v", pointer, audited)
	}
}

// Section 6: a claim of another shape is a finding, and one that no JSON of ours may be is an
// invalid input.
func TestMalformedClaims(t *testing.T) {
	facts := base(t)
	right := sealed(t, facts)
	for _, test := range []struct{ at, bad, good string }{
		{"/receipts", `null`, ""}, {"/receipts/0", `[]`, ""}, {"/more", `1`, ""}, {"/receipts/0/more", `1`, ""},
		{"/receipts/0/id", `"a b"`, `"call-1"`}, {"/receipts/0/unit", `"joule"`, `"microjoule"`},
		{"/receipts/0/figure", `6.0`, `6`},
		{"/receipts/0/figure", `9007199254740992`, `6`}, {"/receipts/0/coverage", `null`, `"whole"`},
		{"/receipts/0/gaps", `["lost"]`, `[]`},
		{"/receipts/0/gaps", `["gpu","gpu"]`, `[]`}, {"/receipts/0/declared", `null`, `true`},
		{"/receipts/0/x_note", `1`, `1`}, {"/description", `2`, `2`},
	} {
		if test.good != test.bad {
			expect(t, test.at, facts, put(t, right, test.at, test.bad), "COVER_CLAIM_MALFORMED claim")
		}
		if test.good != "" {
			expect(t, test.at, facts, put(t, right, test.at, test.good))
		}
	}
	for _, member := range []string{"id", "unit", "figure", "coverage", "gaps", "declared"} {
		expect(t, member, facts, lawtest.Drop(t, right, "/receipts/0/"+member), "COVER_CLAIM_MALFORMED claim")
	}
	_, err := cover.Audit(facts, lawtest.Read(t, strings.Repeat("[", 65)+strings.Repeat("]", 65)))
	var fault *law.InputError
	if !errors.As(err, &fault) || fault.Input != law.InputClaim || fault.Pointer != "" {
		t.Errorf("a claim of 65 levels: %v", err)
	}
}

// Section 6, rule 3: the first code of the table that holds is raised.
func TestReceiptCodes(t *testing.T) {
	facts := base(t)
	judge := func(name string, facts strict.Value, edits []string, want string) {
		t.Helper()
		claim := put(t, sealed(t, facts), edits...)
		if want == "" {
			expect(t, name, facts, claim)
		} else {
			expect(t, name, facts, claim, "COVER_"+want+" call-1")
		}
	}
	figure := func(n string) []string { return []string{"/receipts/0/figure", n} }
	gaps := func(words string) []string { return []string{"/receipts/0/gaps", words} }
	judge("undeclared by the receipt", facts, []string{"/receipts/0/declared", `false`}, "WHOLE_UNDECLARED")
	judge("over-cautious coverage", facts, []string{"/receipts/0/coverage", `"partial"`}, "RECEIPT_MISMATCH")
	judge("an invented gap", facts, []string{"/receipts/0/gaps", `["gpu"]`, "/receipts/0/coverage", `"partial"`},
		"RECEIPT_MISMATCH")
	judge("declared falsely, partial", put(t, facts, "/spans/0/declared_by", `null`),
		[]string{"/receipts/0/declared", `true`}, "RECEIPT_MISMATCH")
	judge("no figure", facts, figure(`null`), "RECEIPT_MISMATCH")

	unread := put(t, facts, "/settle_ms", `9`)
	judge("a figure without ends", unread, figure(`0`), "UNSETTLED_ACCEPTED")
	judge("a gap of the ends left out", unread, gaps(`["unsettled_at_stop"]`), "UNSETTLED_ACCEPTED")
	judge("none left out", unread, gaps(`["unsettled_at_stop","unsettled_at_start"]`), "")

	unreadable := put(t, facts, "/walks/3/rows/1/counter", `null`)
	judge("a figure of what is unreadable", unreadable, figure(`3`), "UNREADABLE_AS_ZERO")
	judge("unreadable left out", unreadable, gaps(`[]`), "UNREADABLE_AS_ZERO")
	judge("unlisted left out", put(t, facts, "/walks/2/rows/0/children_listed", `false`), gaps(`[]`),
		"UNREADABLE_AS_ZERO")
	backwards := put(t, facts, "/walks/3/rows/0/counter", `4899`)
	judge("counter_backwards left out", backwards, gaps(`[]`), "UNREADABLE_AS_ZERO")
	judge("its right figure is 2700 nJ", backwards, figure(`3`), "")

	joined := put(t, facts, "/walks/3/rows/1/started_ms", `999`)
	judge("the whole counter of a newcomer", joined, figure(`6`), "PREDATES_COUNTED")
	judge("the whole counters of all", joined, figure(`10`), "PREDATES_COUNTED")
	judge("the right one", joined, figure(`3`), "")
	judge("rounded down", joined, figure(`2`), "ROUND_DOWN")
	judge("nobody's", joined, figure(`5`), "RECEIPT_MISMATCH")

	reused := put(t, facts, "/walks/3/rows/0/start_token", `"s2"`)
	judge("the root's pid is another's now", reused, figure(`6`), "PID_REUSE_MERGED")
	rebooted := put(t, facts, "/walks/2/boot_id", `"b2"`, "/walks/3/boot_id", `"b2"`)
	judge("the same pid of another boot", rebooted, figure(`6`), "PID_REUSE_MERGED")
	left := lawtest.Drop(t, facts, "/walks/3/rows/0")
	left = put(t, left, "/walks/2", `{"seq":3,"at_ms":1210,"boot_id":"b1","rows":[]}`)
	judge("the root is not there", left, figure(`6`), "REAPED_IGNORED")
	zombie := put(t, facts, "/walks/2/rows/0/exited", `true`, "/walks/3/rows/0/exited", `true`)
	judge("the root has ended", zombie, figure(`6`), "REAPED_IGNORED")
	judge("it is no newcomer either", zombie, figure(`null`), "")
	judge("gone left out", example4(t), gaps(`[]`), "REAPED_IGNORED")
	// The counter of the earlier process is not known, so that no merged figure comes out.
	unknown := put(t, example4(t), "/walks/0/rows/1/counter", `null`, "/walks/1/rows/1/counter", `null`)
	judge("the earlier counter is known", example4(t), figure(`4`), "PID_REUSE_MERGED")
	judge("it is not", unknown, figure(`4`), "RECEIPT_MISMATCH")
	for gap, at := range map[string]string{"gpu": "/walks/1/rows/0/gpu", "neural_engine": "/walks/1/rows/0/neural"} {
		judge(gap+" left out", put(t, facts, at, `"used"`), gaps(`[]`), "ACCELERATOR_IGNORED")
	}
	judge("gpu_unknown left out", put(t, facts, "/walks/1/rows/0/gpu", `null`), gaps(`[]`), "ACCELERATOR_IGNORED")
	judge("before the window", put(t, facts, "/walks/0/rows/0/gpu", `null`), gaps(`[]`), "")
	judge("of what counts time, none is judged", put(t, facts, "/walks/1/rows/0/gpu", `null`, "/counter_unit",
		`"nanosecond"`), nil, "")

	expect(t, "no receipt, and one of no span", facts, put(t, sealed(t, facts), "/receipts/0/id", `"call-9"`),
		"COVER_RECEIPT_UNMATCHED call-1", "COVER_RECEIPT_UNMATCHED call-9")
	if cover.MessageOf(cover.CodeInputInvalid) == cover.MessageOf("") {
		t.Error("invalid input has no message")
	}
}

// Section 3: both edges of both candidate intervals, and the rules for the walk taken.
func TestEnds(t *testing.T) {
	facts := base(t)
	row := func(edits ...string) string {
		got := decided(t, put(t, facts, edits...)).Array("rows")[0].(strict.Object)
		return string(strict.Encode(strict.Array{got.At("start_seq"), got.At("stop_seq"), got.At("gaps")}))
	}
	for _, test := range []struct {
		name, want string
		edits      []string
	}{
		{"the base", `[2,4,[]]`, nil},
		{"settle just reaches walk 2 and walk 3", `[2,3,["tree_changing","unsettled_at_stop"]]`,
			[]string{"/settle_ms", `10`}},
		{"walk 2 at the begin itself", `[2,4,[]]`, []string{"/walks/1/at_ms", `1000`}},
		{"walk 2 behind the begin: walk 1 is alone", `[null,4,["unsettled_at_start"]]`,
			[]string{"/walks/1/at_ms", `1001`}},
		{"the end at walk 4, the last candidate", `[2,4,[]]`, []string{"/spans/0/end_ms", `1220`}},
		{"the end behind walk 4", `[2,null,["unsettled_at_stop"]]`, []string{"/spans/0/end_ms", `1221`}},
		{"settled stops are taken first", `[2,4,[]]`, []string{"/settle_ms", `20`}},
		{"a walk was lost before the stop", `[2,6,["unsettled_at_stop"]]`, []string{"/walks/3/seq", `6`}},
		{"a live member runs", `[2,4,["unsettled_at_stop"]]`, []string{"/walks/3/rows/1/running_threads", `1`}},
		{"it has ended, and was not spent", `[2,4,["exited","tree_changing"]]`,
			[]string{"/walks/3/rows/1/exited", `true`, "/walks/3/rows/1/running_threads", `1`}},
		{"unknown threads run", `[2,4,["unsettled_at_stop"]]`, []string{"/walks/3/rows/0/running_threads", `null`}},
		{"others may run", `[2,4,[]]`,
			[]string{"/walks/3/rows/-",
				`{"pid":300,"ppid":1,"start_token":"z","started_ms":null,"counter":null,"reaped":null,"running_threads":null,"exited":false,"children_listed":false,"gpu":null,"neural":null}`}},
		{"a start that is not settled has no seq", `[null,4,["unsettled_at_start"]]`,
			[]string{"/walks/1/rows/0/running_threads", `1`}},
	} {
		if got := row(test.edits...); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}
