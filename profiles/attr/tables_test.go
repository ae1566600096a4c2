package attr_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/attr"
)

func put(t testing.TB, v strict.Value, edits ...string) strict.Value {
	t.Helper()
	for i := 0; i < len(edits); i += 2 {
		v = lawtest.Put(t, v, edits[i], lawtest.Read(t, edits[i+1]))
	}
	return v
}

// rowOf is the row with that id, nil where there is none.
func rowOf(answer strict.Object, id string) strict.Object {
	for _, row := range answer.Array("rows") {
		if row := row.(strict.Object); row.Text("id") == id {
			return row
		}
	}
	return nil
}

// Section 2: the owner of process 300, by each rule that no earlier one holds before.
func TestOwners(t *testing.T) {
	facts, _, _ := base(t)
	const declares = "/processes/2/declared"
	const old = `{"id":"b0","current":false,"root":{"pid":300,"start_token":"a3"}}`
	const runtime = `{"id":"r2","root":{"pid":300,"start_token":"a3"},"references":[]}`
	noSession := []string{"/sessions/0/root", `null`}
	for _, test := range []struct {
		name, want string // "" for no row
		edits      []string
	}{
		{"1", "shared_runtime:r2", []string{"/runtimes/-", runtime}},
		{"1, of two", "unattributed",
			[]string{"/runtimes/-", runtime, "/runtimes/-", strings.Replace(runtime, "r2", "r3", 1)}},
		{"2", "session:s2", []string{declares, `{"project":true,"thread_id":"t2"}`}},
		{"3", "unattributed", []string{declares, `{"project":true,"thread_id":"t2"}`, "/sessions/0/thread_id", `"t2"`}},
		{"4", "shared_runtime:r1", []string{"/processes/2/ppid", `200`}},
		{"4, ambiguous", "unattributed", []string{"/processes/2/ppid", `200`, "/runtimes/-",
			`{"id":"r2","root":{"pid":200,"start_token":"a2"},"references":[]}`}},
		{"5", "session:s1", noSession},
		{"6", "session:s1", []string{declares, `{"project":true}`}},
		{"6, ambiguous", "unattributed",
			[]string{declares, `{"project":true}`, "/sessions/1/root", `{"pid":300,"start_token":"a3"}`}},
		{"7", "backend:b1", append([]string{declares, `{"project":true}`}, noSession...)},
		{"8", "orphan:backend:b0",
			append([]string{declares, `{"project":true}`, "/processes/2/ppid", `1`, "/backends/-", old}, noSession...)},
		{"8, ambiguous", "unattributed",
			append([]string{declares, `{"project":true}`, "/processes/2/ppid", `1`, "/backends/-", old, "/backends/-",
				strings.Replace(old, "b0", "b9", 1)}, noSession...)},
		{"9", "", append([]string{declares, `{"project":false}`, "/processes/2/ppid", `1`}, noSession...)},
		{"9, unread", "", append([]string{declares, `null`, "/processes/2/ppid", `1`}, noSession...)},
		{"10", "orphan:session:s9",
			append([]string{declares, `{"project":true,"session_id":"s9"}`, "/processes/2/ppid", `1`}, noSession...)},
		{"11", "orphan:backend:b9",
			append([]string{declares, `{"project":true,"backend_id":"b9"}`, "/processes/2/ppid", `1`}, noSession...)},
		{"12", "unattributed",
			append([]string{declares, `{"project":true,"backend_id":"b1"}`, "/processes/2/ppid", `1`}, noSession...)},
		{"a way up in a circle", "session:s1", []string{declares, `{"project":true}`, "/processes/2/ppid", `310`,
			"/processes/3/ppid", `300`}},
	} {
		edited := put(t, facts, test.edits...)
		answer := decided(t, edited)
		got := ""
		for _, row := range answer.Array("rows") {
			for _, pid := range row.(strict.Object).Array("pids") {
				if pid == strict.Number("300") {
					got = row.(strict.Object).Text("id")
				}
			}
		}
		if got != test.want {
			t.Errorf("rule %s: 300 is in %q, want %q", test.name, got, test.want)
		}
		expectFindings(t, "its own answer to "+test.name, edited, answer)
	}
}

// Section 4: each reason, in facts that no earlier row of the table holds for.
func TestReclaim(t *testing.T) {
	facts, _, _ := base(t)
	orphan := []string{"/processes/2/declared", `{"project":true,"session_id":"s9"}`, "/processes/2/ppid", `1`,
		"/sessions/0/root", `null`, "/cpu_total_ticks", `800`}
	with := func(edits ...string) []string { return append(append([]string{}, orphan...), edits...) }
	const s1, s9 = "session:s1", "orphan:session:s9"
	for _, test := range []struct {
		id, want string
		edits    []string
	}{
		{s1, "eligible terminal", nil},
		{"shared_runtime:r1", "protected references_unknown", []string{"/runtimes/0/references", `null`}},
		{"shared_runtime:r1", "protected adapter_only", []string{"/runtimes/0/references", `[]`}},
		{"orphan:backend:b1", "ineligible superseded_backend", []string{"/backends/0/current", `false`}},
		{s1, "ineligible record_corrupt",
			[]string{"/sessions/0",
				`{"id":"s1","corrupt":true,"thread_id":null,"runtime_id":null,"status":null,"proposal":null,"stopped":null,"archived":null,"root":null,"error":"no text"}`}},
		{s1, "ineligible archived_resident", []string{"/sessions/0/archived", `true`}},
		{s1, "ineligible thread_ambiguous", []string{"/sessions/1/thread_id", `"t1"`, "/processes/3/declared",
			`{"project":true,"session_id":"s1"}`}},
		{s1, "ineligible runtime_stale", []string{"/runtimes/0/root/start_token", `"a9"`}},
		{s1, "ineligible runtime_unproven", []string{"/sessions/0/runtime_id", `"r9"`}},
		{s1, "ineligible runtime_unproven", []string{"/sessions/0/thread_id", `null`}},
		{s1, "ineligible references_unknown", []string{"/runtimes/0/references", `null`}},
		{s1, "ineligible turn_active", []string{"/runtimes/0/references/0/turn", `"active"`}},
		{s1, "ineligible turn_unknown", []string{"/runtimes/0/references/0/turn", `null`}},
		{s1, "ineligible not_terminal", []string{"/sessions/0/status", `"other"`}},
		{s1, "ineligible identity_unproven", []string{"/processes/2/declared", `null`}},
		{s1, "ineligible identity_unproven",
			[]string{"/processes/2/declared", `{"project":true,"thread_id":"t9","session_id":"s1"}`}},
		{s1, "ineligible cpu_unknown", []string{"/cpu_total_ticks", `0`}},
		{s1, "ineligible cpu_unknown", []string{"/processes/2/second/ticks", `19`}},
		{s1, "ineligible cpu_over_idle", []string{"/cpu_total_ticks", `399`}},
		{s1, "ineligible cpu_over_idle", []string{"/cpu_total_ticks", `2`}},
		{s1, "eligible terminal", []string{"/sessions/0/runtime_id", `null`, "/sessions/0/proposal", `"nothing"`}},
		{s9, "eligible owner_absent", orphan},
		{s9, "ineligible records_unlisted", with("/records_listed", `false`)},
		{s9, "ineligible identity_unproven",
			with("/processes/2/declared", `{"project":true,"session_id":"s9","thread_id":"t9"}`)},
		{s9, "ineligible holds_others", with("/processes/3/ppid", `300`)},
		{s9, "ineligible cpu_unknown", with("/processes/2/second", `null`)},
		{s9, "ineligible cpu_over_idle", with("/processes/2/second/ticks", `40`)},
	} {
		edited := put(t, facts, test.edits...)
		answer := decided(t, edited)
		reclaim := rowOf(answer, test.id).Object("reclaim")
		if got := reclaim.Text("verdict") + " " + reclaim.Text("reason"); got != test.want {
			t.Errorf("%s with %v: %s, want %s", test.id, test.edits, got, test.want)
		}
		expectFindings(t, "its own answer to "+test.want, edited, answer)
	}
}

// Section 5: what a report or an act gets wrong, beyond the negative cases.
func TestAuditCodes(t *testing.T) {
	facts, _, _ := base(t)
	index := func(answer strict.Object, id string) string {
		for i, row := range answer.Array("rows") {
			if row.(strict.Object).Text("id") == id {
				return "/rows/" + string(rune('0'+i))
			}
		}
		t.Fatalf("there is no row %s", id)
		return ""
	}
	stale := []string{"/runtimes/0/root/start_token", `"a9"`}
	for _, test := range []struct {
		name, id string // the row that is edited
		facts    []string
		member   string
		value    string
		want     []string
		acts     string // "" for none
	}{
		{"a row of nobody", "backend:b1", nil, "/pids", `[100,999]`, []string{"ATTR_WRONG_OWNER backend:b1"}, ""},
		{"a pid left out", "session:s1", nil, "/pids", `[300]`, []string{"ATTR_REPORT_MISMATCH session:s1"}, ""},
		{"what a stale root has", "shared_runtime:r1", stale, "/pids", `[200]`,
			[]string{"ATTR_STALE_ROOT_PID shared_runtime:r1"}, ""},
		{"said to be eligible", "shared_runtime:r1", nil, "/reclaim", `{"verdict":"eligible","reason":"terminal"}`,
			[]string{"ATTR_PROTECTED_RECLAIM shared_runtime:r1"}, ""},
		{"a finding left out", "shared_runtime:r1", stale, "/findings", `["no_process"]`,
			[]string{"ATTR_STALE_ROOT_PID shared_runtime:r1"}, ""},
		{"a figure of what was not measured", "session:s1", []string{"/processes/3/pss_kib", `null`}, "/pss_kib", `1`,
			[]string{"ATTR_UNKNOWN_MEASURED session:s1"}, ""},
		{"signal a stranger", "", nil, "", "", []string{"ATTR_WRONG_OWNER 999"}, `[{"act":"signal","pid":999}]`},
		{"signal what belongs to nobody", "", []string{"/processes/0/declared", `null`, "/backends", `[]`}, "", "",
			[]string{"ATTR_WRONG_OWNER 100"}, `[{"act":"signal","pid":100}]`},
		{"stop what is not there", "", nil, "", "", []string{"ATTR_WRONG_OWNER session:s2"},
			`[{"act":"stop","id":"session:s2"}]`},
		{"stop what had a root", "", []string{"/sessions/1/root", `{"pid":100,"start_token":"old"}`}, "", "",
			[]string{"ATTR_STALE_ROOT_PID session:s2"}, `[{"act":"stop","id":"session:s2"}]`},
		{"signal the backend", "", nil, "", "", []string{"ATTR_PROTECTED_RECLAIM 100"}, `[{"act":"signal","pid":100}]`},
		{"stop the backend", "", nil, "", "", []string{"ATTR_PROTECTED_RECLAIM backend:b1"},
			`[{"act":"stop","id":"backend:b1"}]`},
	} {
		edited := put(t, facts, test.facts...)
		claim := strict.Value(decided(t, edited).Without("summary"))
		if test.member != "" {
			claim = put(t, claim, index(claim.(strict.Object), test.id)+test.member, test.value)
		}
		if test.acts != "" {
			claim = put(t, claim, "/acts", test.acts)
		}
		if test.name == "what a stale root has" { // 200 is moved, and its own row loses it
			row := index(claim.(strict.Object), "session:s1")
			claim = put(t, claim, row+"/pids", `[300,310]`)
		}
		expectFindings(t, test.name, edited, claim, test.want...)
	}
	own := index(decided(t, facts), "session:s1")
	expectFindings(t, "an orphan that has a record", facts, put(t, decided(t, facts), own+"/id", `"orphan:session:s1"`,
		own+"/kind", `"orphan"`), "ATTR_WRONG_OWNER session:s1")
	expectFindings(t, "a wrong summary", facts, put(t, decided(t, facts), "/summary/row_count", `2`),
		"ATTR_REPORT_MISMATCH summary")
	for _, edit := range [][2]string{{"/rows", `null`}, {"/rows/0/id", `"runtime:r1"`}, {"/rows/0/kind", `"session"`},
		{"/rows/1/ref_count", `1`}, {"/rows/0/reclaim/reason", `"old"`}, {"/rows/0/findings", `["x"]`},
		{"/summary", `1`}, {"/acts", `1`}} {
		expectFindings(t, edit[0], facts, put(t, decided(t, facts), edit[0], edit[1]), "ATTR_CLAIM_MALFORMED claim")
	}
	var fault *law.InputError
	if _, err := attr.Audit(facts, lawtest.Read(t, strings.Repeat("[", 65)+strings.Repeat("]", 65))); !errors.As(err,
		&fault) || fault.Input != law.InputClaim {
		t.Errorf("a claim of 65 levels: %v", err)
	}
	if attr.MessageOf(attr.CodeInputInvalid) == attr.MessageOf("") {
		t.Error("invalid input has no message")
	}
}

// Section 1: each fault is named by its pointer, beside a neighbour that is accepted.
func TestInputFaults(t *testing.T) {
	facts, _, _ := base(t)
	const corrupt = `{"id":"s9","corrupt":true,"thread_id":"t","runtime_id":null,"status":null,"proposal":null,"stopped":null,"archived":null,"root":null}`
	for _, test := range []struct{ at, bad, pointer, good string }{
		{"/cpu_count", `0`, "", `1024`}, {"/cpu_total_ticks", `4398046511104`, "", `null`},
		{"/sessions/1/id", `"s1"`, "", `"s3"`}, {"/sessions/0/status", `null`, "", `"queued"`},
		{"/sessions/0/error", `1`, "", `null`}, {"/sessions/0/proposal", `"end"`, "", `null`},
		{"/processes/1/command", `[]`, "", `"free text"`}, {"/processes/1/pid", `100`, "", `201`},
		{"/processes/1/rss_kib", `null`, "", `0`}, {"/processes/1/declared/thread_id", `null`, "", `"t1"`},
		{"/backends/-", `{"id":"b2","current":true,"root":null}`, "/backends/1/current",
			`{"id":"b2","current":false,"root":null}`},
		{"/sessions/-", corrupt, "/sessions/2/thread_id", strings.Replace(corrupt, `"t"`, `null`, 1)},
		{"/runtimes/0/references/1/thread_id", `"t1"`, "", `"t3"`},
	} {
		want := test.pointer
		if want == "" {
			want = test.at
		}
		_, err := attr.Decide(put(t, facts, test.at, test.bad))
		var fault *law.InputError
		if !errors.As(err, &fault) || fault.Code != attr.CodeInputInvalid || fault.Pointer != want {
			t.Errorf("%s = %s: %v, want the pointer %s", test.at, test.bad, err, want)
		}
		if _, audited := attr.Audit(put(t, facts, test.at, test.bad), strict.Object{}); !errors.As(audited, &fault) ||
			fault.Pointer != want {
			t.Errorf("%s: the audit says %v", want, audited)
		}
		if _, err := attr.Decide(put(t, facts, test.at, test.good)); err != nil {
			t.Errorf("%s = %s: %v", test.at, test.good, err)
		}
	}
}
