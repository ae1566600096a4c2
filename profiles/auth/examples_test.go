package auth_test

import (
	"testing"

	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/auth"
)

// J and J2 of section 9, and the facts in which all stores bind J.
const (
	jobJ  = `{"store":"bg","job_id":"build","generation":"g1","owner":"o1","thread":"t1","origin":"q0","receipt_id":"r1","supervisor":{"pid":4321,"start_token":"s100","boot_id":"b1"}}`
	jobJ2 = `{"store":"bg","job_id":"build","generation":"g2","owner":"o1","thread":"t1","origin":"q0","receipt_id":"r1","supervisor":{"pid":4321,"start_token":"s100","boot_id":"b1"}}`
	hashA = `"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	facts = `{"store":"bg","requests":[{"id":"q1","operation":"stop","owner":"o1","thread":"t1","selector":null,"expected":` + jobJ + `,
"launch":null,"approval":null,"granted":{"version":4,"operations":["launch","read_output","stop","ack","continue"],"jobs":[` + jobJ + `],"launches":[]},
"parent":null,"text":null}],
"records":[{"job_id":"build","body":{"identity":` + jobJ + `,"status":"running","acknowledged":false}}],
"publications":[{"generation":"g1","body":{"job":` + jobJ + `,"authority":` + hashA + `}}],
"sidecars":[{"job_id":"build","body":{"job":` + jobJ + `,"authority":` + hashA + `}}],
"receipts":[{"receipt_id":"r1","body":{"generation":"g1","owner":"o1","thread":"t1","supervisor":{"pid":4321,"start_token":"s100","boot_id":"b1"},"external":false}}],
"processes":[{"pid":4321,"start_token":"s100","boot_id":"b1","verdict":"owned"}],"approvals":[],"roots":[]}`
)

func put(t *testing.T, v strict.Value, edits ...string) strict.Value {
	t.Helper()
	for i := 0; i < len(edits); i += 2 {
		v = lawtest.Put(t, v, edits[i], lawtest.Read(t, edits[i+1]))
	}
	return v
}

func row(t *testing.T, facts strict.Value) strict.Value {
	t.Helper()
	answer, err := auth.Decide(facts)
	if err != nil {
		t.Fatal(err)
	}
	v, err := strict.ValueOf(answer)
	if err != nil {
		t.Fatal(err)
	}
	return v.(strict.Object).Array("rows")[0]
}

func expectRow(t *testing.T, name string, facts strict.Value, want string) {
	t.Helper()
	if got := row(t, facts); !strict.Equal(got, lawtest.Read(t, want)) {
		t.Errorf("%s:\n got %s\nwant %s", name, strict.Encode(got), want)
	}
}

func expectFindings(t *testing.T, name string, facts strict.Value, claim string, want ...string) {
	t.Helper()
	findings, err := auth.Audit(facts, lawtest.Read(t, claim))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	got := []string{}
	for _, f := range findings {
		got = append(got, string(f.ErrorCode)+" "+f.SubjectID)
	}
	if len(got) != len(want) || len(got) > 0 && got[0] != want[0] {
		t.Errorf("%s: got %v, want %v", name, got, want)
	}
}

// Section 9: the examples are answered as the contract says.
func TestExamples(t *testing.T) {
	base := lawtest.Read(t, facts)
	const all = `["launch","read_output","stop","ack","continue"]`
	expectRow(t, "the base", base,
		`{"id":"q1","operation":"stop","verdict":"admit_mutation","reason":"granted","job_id":"build","generation":"g1","approval":null,"signal_permitted":{"pid":4321,"start_token":"s100","boot_id":"b1"},"ceiling_operations":`+all+`,"ceiling_jobs":[0],"ceiling_launches":[]}`)
	expectRow(t, "1, a reused job id", put(t, base, "/records/0/body/identity", jobJ2),
		`{"id":"q1","operation":"stop","verdict":"refuse","reason":"generation_replaced","job_id":null,"generation":null,"approval":null,"signal_permitted":null,"ceiling_operations":`+all+`,"ceiling_jobs":[],"ceiling_launches":[]}`)
	history := put(t, base, "/records/0/body/status", `"done"`, "/receipts", `[]`, "/processes/0/verdict", `"foreign"`,
		"/requests/0/expected", `null`, "/requests/0/selector", `"build"`)
	expectRow(t, "2, history", history,
		`{"id":"q1","operation":"stop","verdict":"noop_historical","reason":"already_completed","job_id":"build","generation":"g1","approval":null,"signal_permitted":null,"ceiling_operations":`+all+`,"ceiling_jobs":[0],"ceiling_launches":[]}`)
	entry := func(signalled string) string {
		return `{"log":[{"request":"q1","verdict":"noop_historical","resource":` + jobJ +
			`,"launch":null,"approval":null,"signalled":[` + signalled + `],"updated":[],"ceiling":null}]}`
	}
	expectFindings(t, "2, signalled", history, entry(`{"pid":4321,"start_token":"s100","boot_id":"b1"}`),
		"AUTH_HISTORY_SIGNALLED q1")
	expectFindings(t, "2, not signalled", history, entry(``))

	child := put(t, base, "/requests/0/granted/jobs", `[`+jobJ2+`]`, "/requests/0/parent",
		`{"version":4,"operations":`+all+`,"jobs":[`+jobJ+`],"launches":[]}`,
		"/requests/0/operation", `"read_output"`, "/requests/0/expected", `null`, "/requests/0/selector", `"build"`,
		"/records/0/body/identity", jobJ2, "/publications/0", `{"generation":"g2","body":{"job":`+jobJ2+`,"authority":`+
			hashA+`}}`, "/sidecars/0/body/job", jobJ2)
	expectRow(t, "3, a child", child,
		`{"id":"q1","operation":"read_output","verdict":"refuse","reason":"not_admitted","job_id":null,"generation":null,"approval":null,"signal_permitted":null,"ceiling_operations":`+all+`,"ceiling_jobs":[],"ceiling_launches":[]}`)
	expectFindings(t, "3, renewed", child,
		`{"log":[{"request":"q1","verdict":"refuse","resource":null,"launch":null,"approval":null,"signalled":[],"updated":[],"ceiling":{"operations":`+all+`,"jobs":[`+jobJ2+`],"launches":[]}}]}`, "AUTH_PARENT_RENEWED q1")

	for _, test := range []struct{ name, digest, reason string }{
		{"the digest of the text", "f1357a69d4578fbfed0cbf163b64552c5543375d84c5b2ce1876a5e9ed00111f", "approved"},
		{"another digest", "f1357a69d4578fbfed0cbf163b64552c5543375d84c5b2ce1876a5e9ed00111e", "approval_mismatch"},
	} {
		approved := put(t, base, "/requests/0/approval", `"a1"`, "/approvals", `[{"id":"a1","digest":"`+test.digest+
			`","used":false}]`)
		if got := row(t, approved).(strict.Object).Text("reason"); got != test.reason {
			t.Errorf("4, %s: %s, want %s", test.name, got, test.reason)
		}
	}
	const launch = `{"generation":"n1","input_digest":"abababababababababababababababababababababababababababababababab","scope":{"backend":"bash","root":["vol","ws"],"required":["net","fs"],"mounts":[],"network":"none","max_runtime_s":600}}`
	approved := put(t, base, "/requests/0/id", `"q2"`, "/requests/0/operation", `"launch"`, "/requests/0/expected",
		`null`, "/requests/0/launch", launch, "/requests/0/approval", `"a1"`,
		"/approvals",
		`[{"id":"a1","digest":"3ebd28f48e50088ff2801e2da214c38230bda8a082192e3a06b595c37d5b26f1","used":false}]`,
		"/roots", `[{"id":"vol","live":true,"control":true},{"id":"ws","live":true,"control":false}]`)
	if got := row(t, approved).(strict.Object); got.Text("verdict") != "admit_mutation" ||
		got.Text("generation") != "n1" {
		t.Errorf("4, a launch: %s", strict.Encode(got))
	}
}
