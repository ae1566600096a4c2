package cover_test

import (
	"slices"
	"testing"

	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/cover"
)

// base is example 1 of section 9: the facts.
func base(t testing.TB) strict.Value { return lawtest.Blocks(t, "cover")[0] }

func put(t testing.TB, v strict.Value, edits ...string) strict.Value {
	t.Helper()
	for i := 0; i < len(edits); i += 2 {
		v = lawtest.Put(t, v, edits[i], lawtest.Read(t, edits[i+1]))
	}
	return v
}

func decided(t testing.TB, facts strict.Value) strict.Object {
	t.Helper()
	answer, err := cover.Decide(facts)
	if err != nil {
		t.Fatal(err)
	}
	v, err := strict.ValueOf(answer)
	if err != nil {
		t.Fatal(err)
	}
	return v.(strict.Object)
}

// sealed are decide's rows as receipts: their first six members.
func sealed(t testing.TB, facts strict.Value) strict.Value {
	t.Helper()
	receipts := strict.Array{}
	for _, row := range decided(t, facts).Array("rows") {
		receipts = append(receipts, row.(strict.Object).Without("start_seq").Without("stop_seq"))
	}
	return strict.Object{{Name: "receipts", Value: receipts}}
}

func found(t testing.TB, facts, claim strict.Value) []string {
	t.Helper()
	findings, err := cover.Audit(facts, claim)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, f := range findings {
		got = append(got, string(f.ErrorCode)+" "+f.SubjectID)
		if f.Message != cover.MessageOf(f.ErrorCode) || f.Message == cover.MessageOf("") {
			t.Errorf("%s has the message %q", f.ErrorCode, f.Message)
		}
	}
	return got
}

func expect(t *testing.T, name string, facts, claim strict.Value, want ...string) {
	t.Helper()
	if got := found(t, facts, claim); !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", name, got, want)
	}
}

// example4 has an earlier child in walks 1 and 2, under the pid of the later one.
func example4(t testing.TB) strict.Value {
	facts := base(t)
	child := put(t, facts.(strict.Object).Array("walks")[3].(strict.Object).Array("rows")[1], "/start_token", `"c0"`,
		"/started_ms", `600`, "/counter", `1500`)
	return lawtest.Put(t, lawtest.Put(t, facts, "/walks/0/rows/-", child), "/walks/1/rows/-", child)
}

// Section 9: the examples are answered as the contract says.
func TestExamples(t *testing.T) {
	blocks := lawtest.Blocks(t, "cover")
	if got := decided(t, blocks[0]); !strict.Equal(got, blocks[1]) {
		t.Errorf("example 1:\n got %s\nwant %s", strict.Encode(got), strict.Encode(blocks[1]))
	}
	for i, facts := range []strict.Value{put(t, blocks[0], "/settle_ms", `15`), put(t, blocks[0], "/settle_ms", `9`),
		example4(t)} {
		if got := decided(t, facts).Array("rows")[0]; !strict.Equal(got, blocks[2+i]) {
			t.Errorf("example %d:\n got %s\nwant %s", i+2, strict.Encode(got), strict.Encode(blocks[2+i]))
		}
	}
	claim := lawtest.Read(t,
		`{"receipts":[{"id":"call-1","unit":"microjoule","figure":4,"coverage":"whole","gaps":[],"declared":true}]}`)
	expect(t, "example 5", example4(t), claim, "COVER_PID_REUSE_MERGED call-1")
}

// Section 7: each negative case raises its code and nothing else, and its sibling nothing.
func TestNegativeCases(t *testing.T) {
	facts := base(t)
	const bare = `{"id":"call-1","unit":"microjoule","figure":6,"coverage":"whole","gaps":[],"declared":true}`
	say := func(edits ...string) strict.Value {
		return put(t, lawtest.Read(t, `{"receipts":[`+bare+`]}`), edits...)
	}
	second := put(t, facts, "/spans/-",
		`{"id":"call-2","root":{"pid":200,"start_token":"c1","boot_id":"b1"},"begin_ms":1000,"end_ms":1200,"declared_by":"operator"}`)
	twoSealed := sealed(t, second)
	for _, test := range []struct {
		code         string
		facts        strict.Value
		claim        strict.Value
		siblingFacts strict.Value
		sibling      strict.Value
	}{
		{"CLAIM_MALFORMED", facts, say("/receipts/0/figure", `-6`), facts, say()},
		{"RECEIPT_UNMATCHED", facts, say("/receipts/-", bare), facts, say()},
		{"UNIT_MISMATCH", facts, say("/receipts/0/unit", `"nanojoule"`), facts, say()},
		{"WHOLE_WITH_GAP", put(t, facts, "/walks/3/rows/0/gpu", `"used"`), say("/receipts/0/gaps", `["gpu"]`),
			put(t, facts, "/walks/3/rows/0/gpu", `"used"`),
			say("/receipts/0/gaps", `["gpu"]`, "/receipts/0/coverage", `"partial"`)},
		{"WHOLE_UNDECLARED", put(t, facts, "/spans/0/declared_by", `"server"`), say(), facts, say()},
		{"UNSETTLED_ACCEPTED", put(t, facts, "/walks/3/rows/0/running_threads", `1`), say(), facts, say()},
		{"UNREADABLE_AS_ZERO", put(t, facts, "/walks/3/rows/1/counter", `null`), say("/receipts/0/figure", `3`),
			put(t, facts, "/walks/3/rows/1/counter", `0`), say("/receipts/0/figure", `3`)},
		{"ROUND_DOWN", facts, say("/receipts/0/figure", `5`), put(t, facts, "/walks/3/rows/1/counter", `2600`),
			say("/receipts/0/figure", `5`)},
		{"PID_REUSE_MERGED", example4(t), say("/receipts/0/figure", `4`, "/receipts/0/gaps", `["gone"]`,
			"/receipts/0/coverage", `"partial"`),
			example4(t), say("/receipts/0/gaps", `["gone"]`, "/receipts/0/coverage", `"partial"`)},
		{"PREDATES_COUNTED", put(t, facts, "/walks/3/rows/1/started_ms", `999`), say(),
			put(t, facts, "/walks/3/rows/1/started_ms", `1000`), say()},
		{"REAPED_IGNORED", put(t, facts, "/walks/2/rows/0/reaped", `8`, "/walks/3/rows/0/reaped", `8`), say(), facts,
			say()},
		{"ACCELERATOR_IGNORED", put(t, facts, "/walks/1/rows/0/neural", `null`), say(), facts, say()},
		{"DOUBLE_COUNTED", second, put(t, twoSealed, "/receipts/0", bare), second, twoSealed},
		{"RECEIPT_MISMATCH", facts, say("/receipts/0/figure", `7`), facts, say()},
	} {
		subject := "call-1"
		if test.code == "CLAIM_MALFORMED" {
			subject = "claim"
		}
		expect(t, test.code, test.facts, test.claim, "COVER_"+test.code+" "+subject)
		expect(t, "the sibling of "+test.code, test.siblingFacts, test.sibling)
	}
}
