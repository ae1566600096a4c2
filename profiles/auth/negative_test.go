package auth_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/auth"
)

const (
	supervisor = `{"pid":4321,"start_token":"s100","boot_id":"b1"}`
	scopeS     = `{"backend":"bash","root":["vol","ws"],"required":["net","fs"],"mounts":["m1"],"network":"none","max_runtime_s":600}`
	launchL    = `{"generation":"n1","input_digest":` + hashA + `,"scope":` + scopeS + `}`
	rootsOf    = `[{"id":"vol","live":true,"control":true},{"id":"ws","live":true,"control":false},{"id":"m1","live":true,"control":null}]`
	allOps     = `["launch","read_output","stop","ack","continue"]`
)

// launching asks for the launch of scope S, which is granted.
func launching(t *testing.T) strict.Value {
	return put(t, lawtest.Read(t, facts), "/requests/0/operation", `"launch"`, "/requests/0/expected", `null`,
		"/requests/0/launch", launchL,
		"/requests/0/granted/launches", `[`+scopeS+`]`, "/roots", rootsOf)
}

// approved gives the request an approval of these lines of section 3's binding.
func approved(t *testing.T, v strict.Value, used string, lines ...string) strict.Value {
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return put(t, v, "/requests/0/approval", `"a1"`, "/approvals", `[{"id":"a1","digest":"`+hex.EncodeToString(sum[:])+
		`","used":`+used+`}]`)
}

func jobBinding(operation, generation string) []string {
	return []string{"auth-binding-1", operation, "q1", "o1", "t1", "job", "bg", "build", generation, "o1", "t1", "q0",
		"r1", "4321", "s100", "b1"}
}

var launchBinding = []string{"auth-binding-1", "launch", "q1", "o1", "t1", "launch", "n1", "bash", "vol,ws", "fs,net",
	"m1", "none", "600", strings.Trim(hashA, `"`)}

// entry is a log's entry; what is not named is empty.
func entryOf(verdict string, members ...string) string {
	e := map[string]string{"resource": `null`, "launch": `null`, "approval": `null`, "signalled": `[]`, "updated": `[]`,
		"ceiling": `null`}
	for i := 0; i < len(members); i += 2 {
		e[members[i]] = members[i+1]
	}
	return `{"request":"q1","verdict":"` + verdict + `","resource":` + e["resource"] + `,"launch":` + e["launch"] +
		`,"approval":` + e["approval"] +
		`,"signalled":` + e["signalled"] + `,"updated":` + e["updated"] + `,"ceiling":` + e["ceiling"] + `}`
}

func logOf(entries ...string) string { return `{"log":[` + strings.Join(entries, ",") + `]}` }

// raises is expectFindings, and looks at the messages.
func raises(t *testing.T, name string, facts strict.Value, log string, want ...string) {
	t.Helper()
	findings, err := auth.Audit(facts, lawtest.Read(t, log))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	got := []string{}
	for _, f := range findings {
		got = append(got, strings.TrimPrefix(string(f.ErrorCode), "AUTH_")+" "+f.SubjectID)
		if f.Message != auth.MessageOf(f.ErrorCode) || f.Message == auth.MessageOf("") {
			t.Errorf("%s has the message %q", f.ErrorCode, f.Message)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", name, got, want)
	}
}

// Section 3 and 4: each rule that refuses, and the reason of each admission, in facts that no
// earlier rule holds for.
func TestReasons(t *testing.T) {
	base := lawtest.Read(t, facts)
	launch := launching(t)
	done := func(edits ...string) []string {
		return append([]string{"/records/0/body/status", `"done"`}, edits...)
	}
	ack := func(edits ...string) []string {
		return done(append([]string{"/requests/0/operation", `"ack"`}, edits...)...)
	}
	bySelector := []string{"/requests/0/expected", `null`, "/requests/0/selector", `"build"`}
	twin := strings.NewReplacer(`"g1"`, `"g9"`).Replace(jobJ)
	parent := `{"version":4,"operations":` + allOps + `,"jobs":[` + jobJ + `],"launches":[` + scopeS + `]}`
	inParent := func(scope string) []string {
		return []string{"/requests/0/parent", `{"version":4,"operations":` + allOps + `,"jobs":[],"launches":[` +
			scope + `]}`}
	}
	wider := func(from, to string) []string { return inParent(strings.Replace(scopeS, from, to, 1)) }
	for _, test := range []struct {
		name, want string
		facts      strict.Value
		edits      []string
	}{
		{"granted", "admit_mutation granted", base, nil},
		{"read", "admit_read granted", base, []string{"/requests/0/operation", `"read_output"`}},
		{"by its name", "admit_mutation granted", base, bySelector},
		{"1, no target", "refuse target_malformed", base, []string{"/requests/0/expected", `null`}},
		{"1, a launch besides", "refuse target_malformed", base, []string{"/requests/0/launch", launchL}},
		{"3", "refuse selector_mismatch", base, []string{"/requests/0/selector", `"build-2"`}},
		{"4", "refuse not_admitted", base, []string{"/requests/0/expected", `null`, "/requests/0/selector",
			`"build-2"`}},
		{"5", "refuse selector_ambiguous", base, append([]string{"/requests/0/granted/jobs/-", twin}, bySelector...)},
		{"6", "refuse store_foreign", base, []string{"/requests/0/expected/store", `"other"`}},
		{"7", "refuse owner_mismatch", base, []string{"/requests/0/expected/owner", `"o2"`}},
		{"8", "refuse thread_mismatch", base, []string{"/requests/0/expected/thread", `"t2"`}},
		{"9", "refuse operation_not_granted", base, []string{"/requests/0/granted/operations", `["read_output"]`}},
		{"9, of a child", "refuse operation_not_granted", base,
			[]string{"/requests/0/parent", strings.Replace(parent, `,"stop"`, ``, 1)}},
		{"10", "refuse not_admitted", base, []string{"/requests/0/granted/jobs", `[]`}},
		{"10, an old snapshot", "refuse not_admitted", base, []string{"/requests/0/granted/version", `3`}},
		{"10, an old parent", "refuse not_admitted", base,
			[]string{"/requests/0/parent", strings.Replace(parent, `:4`, `:3`, 1)}},
		{"a child", "admit_mutation granted", base, []string{"/requests/0/parent", parent}},
		{"11", "refuse approval_not_inherited", approved(t, base, "false", jobBinding("stop", "g1")...),
			[]string{"/requests/0/parent", parent}},
		{"12", "refuse approval_absent", approved(t, base, "false", jobBinding("stop", "g1")...),
			[]string{"/requests/0/approval", `"a2"`}},
		{"13", "refuse approval_mismatch", approved(t, base, "false", jobBinding("ack", "g1")...), nil},
		{"14", "refuse approval_used", approved(t, base, "true", jobBinding("stop", "g1")...), nil},
		{"14, unknown", "refuse approval_used", approved(t, base, "null", jobBinding("stop", "g1")...), nil},
		{"approved", "admit_mutation approved", approved(t, base, "false", jobBinding("stop", "g1")...),
			[]string{"/requests/0/granted/operations", `[]`, "/requests/0/granted/jobs", `[]`}},
		{"20.1", "refuse record_absent", base, []string{"/records", `[]`}},
		{"20.1, unreadable", "refuse record_unreadable", base, []string{"/records/0/body", `null`}},
		{"20.1, no store", "refuse record_unreadable", base, []string{"/records", `null`}},
		{"20.2", "refuse generation_replaced", base, []string{"/records/0/body/identity", jobJ2}},
		{"20.3", "refuse identity_changed", base, []string{"/records/0/body/identity/origin", `"q9"`}},
		{"20.4", "refuse status_unknown", base, []string{"/records/0/body/status", `null`}},
		{"20.5", "refuse publication_absent", base, []string{"/publications", `[]`}},
		{"20.5, unreadable", "refuse publication_unreadable", base, []string{"/publications", `null`}},
		{"20.6", "refuse publication_mismatch", base, []string{"/publications/0/body/job", `null`}},
		{"20.6, another", "refuse publication_mismatch", base, []string{"/publications/0/body/job/origin", `"q9"`}},
		{"20.7", "refuse sidecar_absent", base, []string{"/sidecars", `[]`}},
		{"20.7, unreadable", "refuse sidecar_unreadable", base, []string{"/sidecars/0/body", `null`}},
		{"20.8", "refuse sidecar_mismatch", base, []string{"/sidecars/0/body/job/origin", `"q9"`}},
		{"20.8, authority", "refuse sidecar_mismatch", base,
			[]string{"/sidecars/0/body/authority", strings.ReplaceAll(hashA, "a", "b")}},
		{"20.9", "refuse receipt_unreadable", base, []string{"/receipts", `null`}},
		{"20.10", "refuse receipt_absent", base, []string{"/receipts", `[]`}},
		{"20.10, a completed job", "noop_historical already_completed", base, done("/receipts", `[]`)},
		{"20.11", "refuse receipt_external", base, []string{"/receipts/0/body/external", `true`}},
		{"20.11, unknown", "refuse receipt_external", base, []string{"/receipts/0/body/external", `null`}},
		{"20.12", "refuse receipt_mismatch", base, []string{"/receipts/0/body/owner", `"o2"`}},
		{"20.12, a completed job", "refuse receipt_mismatch", base, done("/receipts/0/body/supervisor/pid", `1`)},
		{"20.13", "refuse supervisor_foreign", base, []string{"/processes/0/verdict", `"foreign"`}},
		{"20.13, only the same pid", "refuse supervisor_unverifiable", base,
			[]string{"/processes/0/start_token", `"s101"`}},
		{"20.13, a completed job", "noop_historical already_completed", base, done("/processes", `[]`)},
		{"21", "refuse not_completed", base, []string{"/requests/0/operation", `"continue"`}},
		{"22", "refuse status_unknown", base, ack("/records/0/body/acknowledged", `null`)},
		{"ack", "admit_mutation granted", base, ack()},
		{"ack again", "noop_historical already_acknowledged", base, ack("/records/0/body/acknowledged", `true`)},

		{"launch", "admit_mutation granted", launch, nil},
		{"launch, shorter", "admit_mutation granted", launch, []string{"/requests/0/launch/scope/max_runtime_s", `1`}},
		{"launch 1", "refuse target_malformed", launch, []string{"/requests/0/launch", `null`}},
		{"launch 1, a selector", "refuse target_malformed", launch, []string{"/requests/0/selector", `"build"`}},
		{"launch 2", "refuse backend_external", launch, []string{"/requests/0/launch/scope/backend", `"external"`}},
		{"launch 9", "refuse operation_not_granted", launch, []string{"/requests/0/granted/operations", `["stop"]`}},
		{"launch 15, longer", "refuse launch_exceeds_scope", launch,
			[]string{"/requests/0/launch/scope/max_runtime_s", `601`}},
		{"launch 15, another network", "refuse launch_exceeds_scope", launch,
			[]string{"/requests/0/launch/scope/network", `"inherit"`}},
		{"launch 15, an old snapshot", "refuse launch_exceeds_scope", launch,
			[]string{"/requests/0/granted/version", `3`}},
		{"launch 15, the order of sets is none", "admit_mutation granted", launch,
			[]string{"/requests/0/launch/scope/required", `["fs","net"]`}},
		{"launch 15, the order of the root is one", "refuse launch_exceeds_scope", launch,
			[]string{"/requests/0/launch/scope/root", `["ws","vol"]`}},
		{"launch 16", "refuse root_stale", approved(t, launch, "false", launchBinding...),
			[]string{"/roots/0/live", `false`}},
		{"launch 16, unknown", "refuse root_stale", approved(t, launch, "false", launchBinding...),
			[]string{"/roots/2/live", `null`}},
		{"launch 16, not sealed", "refuse root_stale", approved(t, launch, "false", launchBinding...),
			[]string{"/roots/2/id", `"m2"`}},
		{"launch 17", "refuse root_control", launch, []string{"/roots/1/control", `true`}},
		{"launch 17, unknown", "refuse root_control", launch, []string{"/roots/1/control", `null`}},
		{"launch 18", "refuse publication_unreadable", launch, []string{"/publications", `null`}},
		{"launch 19, published", "refuse reservation_used", launch, []string{"/requests/0/launch/generation", `"g1"`}},
		{"launch 19, of a record", "refuse reservation_used", launch,
			[]string{"/records/0/body/identity/generation", `"n1"`}},
		{"launch 19, of a sidecar", "refuse reservation_used", launch,
			[]string{"/sidecars/0/body/job/generation", `"n1"`}},
		{"launch 19, of a receipt", "refuse reservation_used", launch, []string{"/receipts/0/body/generation", `"n1"`}},
		{"launch 19, unreadable", "admit_mutation granted", launch,
			[]string{"/receipts/0/body", `null`, "/sidecars", `null`}},
		{"launch approved", "admit_mutation approved", approved(t, launch, "false", launchBinding...),
			[]string{"/requests/0/granted/launches", `[]`}},
		{"launch of a child", "admit_mutation granted", launch, inParent(scopeS)},
		{"covered by a wider root", "admit_mutation granted", launch, wider(`["vol","ws"]`, `["vol"]`)},
		{"another root", "refuse launch_exceeds_scope", launch, wider(`["vol","ws"]`, `["ws"]`)},
		{"a deeper root", "refuse launch_exceeds_scope", launch, wider(`["vol","ws"]`, `["vol","ws","m1"]`)},
		{"fewer boundaries above", "admit_mutation granted", launch, wider(`["net","fs"]`, `["net"]`)},
		{"more boundaries above", "refuse launch_exceeds_scope", launch, wider(`["net","fs"]`, `["net","fs","ipc"]`)},
		{"more mounts above", "admit_mutation granted", launch, wider(`["m1"]`, `["m1","vol"]`)},
		{"fewer mounts above", "refuse launch_exceeds_scope", launch, wider(`["m1"]`, `[]`)},
		{"network above", "admit_mutation granted", launch, wider(`"none"`, `"inherit"`)},
		{"no network above", "refuse launch_exceeds_scope", put(t, launch, "/requests/0/launch/scope/network",
			`"inherit"`, "/requests/0/granted/launches/0/network", `"inherit"`), inParent(scopeS)},
		{"shorter above", "refuse launch_exceeds_scope", launch, wider(`600`, `599`)},
		{"another backend above", "refuse launch_exceeds_scope", launch, wider(`"bash"`, `"python"`)},
		{"stale above", "refuse launch_exceeds_scope", launch, wider(`["m1"]`, `["m1","m9"]`)},
		{"none above", "refuse launch_exceeds_scope", launch,
			[]string{"/requests/0/parent", strings.Replace(parent, `:4`, `:3`, 1)}},
	} {
		got := row(t, put(t, test.facts, test.edits...)).(strict.Object)
		if said := got.Text("verdict") + " " + got.Text("reason"); said != test.want {
			t.Errorf("%s: got %s, want %s", test.name, said, test.want)
		}
		raises(t, test.name+": its own decision", put(t, test.facts, test.edits...),
			logOf(entryOf(got.Text("verdict"))))
	}
	two := put(t, launch, "/requests/-",
		strings.Replace(string(strict.Encode(launch.(strict.Object).Array("requests")[0])), `"q1"`, `"q2"`, 1))
	answer, err := auth.Decide(two)
	if err != nil || answer.Rows[0].Reason != "granted" || answer.Rows[1].Reason != "reservation_used" ||
		answer.Summary.AdmitMutationCount != 1 || answer.Summary.RefuseCount != 1 {
		t.Errorf("19, an earlier request: %+v %v", answer, err)
	}
}

// Section 7: the negative case of each code beside its sibling; then what else section 6 tells
// apart.
func TestNegativeCases(t *testing.T) {
	base := lawtest.Read(t, facts)
	jobB2 := strings.Replace(jobJ, `"build"`, `"build-2"`, 1)
	jobO2 := strings.Replace(jobJ, `"o1"`, `"o2"`, 1)
	spent := func(lines ...string) string {
		sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
		return `{"id":"a1","digest":"` + hex.EncodeToString(sum[:]) + `"}`
	}
	reads := []string{"/requests/0/operation", `"read_output"`}
	done := []string{"/records/0/body/status", `"done"`}
	of := func(edits ...string) strict.Value { return put(t, base, edits...) }
	bindJ2 := func(v strict.Value) strict.Value {
		return put(t, v, "/requests/0/expected", jobJ2, "/records/0/body/identity", jobJ2, "/publications/0",
			`{"generation":"g2","body":{"job":`+jobJ2+`,"authority":`+hashA+`}}`,
			"/sidecars/0/body/job", jobJ2, "/receipts/0/body/generation", `"g2"`)
	}
	stopJ := entryOf("admit_mutation", "resource", jobJ, "signalled", `[`+supervisor+`]`)
	child := func(parentJob string) strict.Value {
		return put(t, bindJ2(of(append(reads, "/requests/0/granted/jobs", `[`+jobJ2+`]`)...)), "/requests/0/parent",
			`{"version":4,"operations":`+allOps+`,"jobs":[`+parentJob+`],"launches":[]}`)
	}
	ceiling := func(jobs string) string { return `{"operations":` + allOps + `,"jobs":[` + jobs + `],"launches":[]}` }
	stale := of("/requests/0/granted/jobs/-", jobB2)
	for _, test := range []struct {
		code         string
		facts        strict.Value
		log          string
		siblingFacts strict.Value
		sibling      string
	}{
		{"CLAIM_MALFORMED", base, logOf(entryOf("admit_mutation", "signalled", `[4321]`)), base, logOf(stopJ)},
		{"ALIAS_ACCEPTED", of("/requests/0/expected", `null`, "/requests/0/selector", `"build"`),
			logOf(entryOf("admit_mutation", "resource", jobB2)),
			of("/requests/0/expected", `null`, "/requests/0/selector", `"build"`),
			logOf(entryOf("admit_mutation", "resource", jobJ))},
		{"OWNER_SUBSTITUTED", of(reads...), logOf(entryOf("admit_read", "resource", jobO2)), of(reads...),
			logOf(entryOf("admit_read", "resource", jobJ))},
		{"SCOPE_BROADENED", of("/requests/0/granted/operations", `["read_output"]`), logOf(stopJ), base, logOf(stopJ)},
		{"PARENT_RENEWED", child(jobJ), logOf(entryOf("refuse", "ceiling", ceiling(jobJ2))), child(jobJ2),
			logOf(entryOf("admit_read", "ceiling", ceiling(jobJ2)))},
		{"APPROVAL_UNBOUND", approved(t, bindJ2(base), "false", jobBinding("stop", "g1")...),
			logOf(entryOf("admit_mutation", "approval", spent(jobBinding("stop", "g1")...))),
			approved(t, bindJ2(base), "false", jobBinding("stop", "g2")...),
			logOf(entryOf("admit_mutation", "approval", spent(jobBinding("stop", "g2")...)))},
		{"RESERVATION_REPLAYED", approved(t, base, "false", jobBinding("stop", "g1")...),
			logOf(entryOf("admit_mutation", "approval", spent(jobBinding("stop", "g1")...)),
				entryOf("admit_mutation", "approval", spent(jobBinding("stop", "g1")...))),
			approved(t, base, "false", jobBinding("stop", "g1")...),
			logOf(entryOf("admit_mutation", "approval", spent(jobBinding("stop", "g1")...)))},
		{"EXTERNAL_CONTAINED", of("/receipts/0/body/external", `true`), logOf(stopJ), base, logOf(stopJ)},
		{"GENERATION_REPLACED", of("/records/0/body/identity", jobJ2), logOf(stopJ), base, logOf(stopJ)},
		{"LINKAGE_BROKEN", of(append(reads, "/sidecars", `[]`)...), logOf(entryOf("admit_read", "resource", jobJ)),
			of(reads...), logOf(entryOf("admit_read", "resource", jobJ))},
		{"STALE_MUTATION", of("/processes/0/verdict", `"unverifiable"`), logOf(stopJ), base, logOf(stopJ)},
		{"HISTORY_SIGNALLED", of(done...),
			logOf(entryOf("noop_historical", "resource", jobJ, "signalled", `[`+supervisor+`]`)), of(done...),
			logOf(entryOf("noop_historical", "resource", jobJ))},
		{"FIELD_OVERWRITTEN", of(reads...), logOf(entryOf("admit_read", "updated", `["owner"]`)), of(reads...),
			logOf(entryOf("admit_read", "updated", `["status"]`))},
		{"DECISION_CONTRADICTED", stale, logOf(entryOf("admit_mutation", "ceiling", ceiling(""))), stale,
			logOf(entryOf("admit_mutation", "ceiling", ceiling(jobJ)))},
	} {
		subject := "q1"
		if test.code == "CLAIM_MALFORMED" {
			subject = "claim"
		}
		raises(t, test.code, test.facts, test.log, test.code+" "+subject)
		raises(t, "the sibling of "+test.code, test.siblingFacts, test.sibling)
	}

	launch := launching(t)
	jobApproved := approved(t, base, "false", jobBinding("stop", "g1")...)
	acked := of("/requests/0/operation", `"ack"`, "/records/0/body/status", `"done"`)
	shorter, longer := strings.Replace(launchL, `600`, `599`, 1), strings.Replace(launchL, `600`, `601`, 1)
	for _, test := range []struct {
		name, want string
		facts      strict.Value
		entry      string
	}{
		{"1, a job of a launch", "SCOPE_BROADENED", launch, entryOf("admit_mutation", "resource", jobJ)},
		{"1, another store", "ALIAS_ACCEPTED", base,
			entryOf("admit_mutation", "resource", strings.Replace(jobJ, `"bg"`, `"x"`, 1))},
		{"1, another origin", "OWNER_SUBSTITUTED", base,
			entryOf("admit_mutation", "resource", strings.Replace(jobJ, `"q0"`, `"q9"`, 1))},
		{"1, another receipt", "GENERATION_REPLACED", base,
			entryOf("admit_mutation", "resource", strings.Replace(jobJ, `"r1"`, `"r9"`, 1))},
		{"2, a launch of a job request", "SCOPE_BROADENED", base, entryOf("admit_mutation", "launch", launchL)},
		{"2, another generation", "GENERATION_REPLACED", launch,
			entryOf("admit_mutation", "launch", strings.Replace(launchL, `"n1"`, `"n2"`, 1))},
		{"2, another input", "SCOPE_BROADENED", launch,
			entryOf("admit_mutation", "launch", strings.Replace(launchL, "aa", "ab", 1))},
		{"2, longer", "SCOPE_BROADENED", launch, entryOf("admit_mutation", "launch", longer)},
		{"2, shorter", "", launch, entryOf("admit_mutation", "launch", shorter)},
		{"3, no approval was asked for", "APPROVAL_UNBOUND", base,
			entryOf("admit_mutation", "approval", spent(jobBinding("stop", "g1")...))},
		{"3, another approval", "APPROVAL_UNBOUND", jobApproved,
			entryOf("admit_mutation", "approval", strings.Replace(spent(jobBinding("stop", "g1")...), "a1", "a2", 1))},
		{"4, acted without spending it", "APPROVAL_UNBOUND", jobApproved, entryOf("admit_mutation", "resource", jobJ)},
		{"4, did not act", "", jobApproved, entryOf("admit_mutation")},
		{"7, a descendant", "SCOPE_BROADENED", base, entryOf("admit_mutation", "signalled",
			`[`+supervisor+`,`+strings.Replace(supervisor, "4321", "4322", 1)+`]`)},
		{"8, ack", "", acked, entryOf("admit_mutation", "updated", `["acknowledged"]`)},
		{"8, ack changes the status", "FIELD_OVERWRITTEN", acked, entryOf("admit_mutation", "updated", `["status"]`)},
		{"8, stop changes both", "", base, entryOf("admit_mutation", "updated", `["status","acknowledged"]`)},
		{"8, a launch changes nothing", "FIELD_OVERWRITTEN", launch,
			entryOf("admit_mutation", "updated", `["status"]`)},
		{"8, history changes nothing", "FIELD_OVERWRITTEN", of(done...),
			entryOf("noop_historical", "updated", `["status"]`)},
		{"9", "DECISION_CONTRADICTED", base, entryOf("refuse")},
		{"a refusal that acts", "SCOPE_BROADENED", of("/requests/0/granted/jobs", `[]`),
			entryOf("refuse", "updated", `["status"]`)},
		{"an alias is refused", "ALIAS_ACCEPTED", of("/requests/0/expected/store", `"x"`), entryOf("admit_mutation")},
		{"an owner is refused", "OWNER_SUBSTITUTED", of("/requests/0/expected/owner", `"x"`),
			entryOf("admit_mutation")},
		{"an approval is refused", "APPROVAL_UNBOUND", put(t, jobApproved, "/approvals", `[]`),
			entryOf("admit_mutation")},
		{"a used approval is refused", "RESERVATION_REPLAYED", put(t, jobApproved, "/approvals/0/used", `true`),
			entryOf("admit_mutation")},
		{"an unknown status is refused", "STALE_MUTATION", of("/records/0/body/status", `null`),
			entryOf("admit_mutation")},
		{"the ceiling: an operation", "SCOPE_BROADENED", of("/requests/0/granted/operations", `["stop"]`),
			entryOf("admit_mutation", "ceiling", ceiling(jobJ))},
		{"the ceiling: a job", "SCOPE_BROADENED", base, entryOf("admit_mutation", "ceiling", ceiling(jobJ+","+jobB2))},
		{"the ceiling: a launch", "SCOPE_BROADENED", base, entryOf("admit_mutation", "ceiling",
			strings.Replace(ceiling(jobJ), `"launches":[]`, `"launches":[`+scopeS+`]`, 1))},
		{"the ceiling: its launch", "", launch, entryOf("admit_mutation", "ceiling",
			strings.Replace(ceiling(jobJ), `"launches":[]`, `"launches":[`+scopeS+`]`, 1))},
		{"the ceiling: its launch is left out", "DECISION_CONTRADICTED", launch,
			entryOf("admit_mutation", "ceiling", ceiling(jobJ))},
	} {
		if test.want == "" {
			raises(t, test.name, test.facts, logOf(test.entry))
		} else {
			raises(t, test.name, test.facts, logOf(test.entry), test.want+" q1")
		}
	}
	raises(t, "5, a generation twice", launch, logOf(entryOf("admit_mutation", "launch", launchL),
		entryOf("admit_mutation", "launch", shorter)), "RESERVATION_REPLAYED q1")
	raises(t, "twice, and the ceiling is found already", base,
		logOf(entryOf("admit_mutation", "ceiling", ceiling(jobJ)), entryOf("admit_mutation", "ceiling", ceiling(jobJ))))
	if auth.MessageOf(auth.CodeInputInvalid) == auth.MessageOf("") {
		t.Error("invalid input has no message")
	}
}

// Section 1: each fault is named by its pointer, beside a neighbour that is accepted.
func TestInputFaults(t *testing.T) {
	base := launching(t)
	for _, test := range []struct{ at, bad, good string }{
		{"/store", `null`, `"x"`}, {"/requests", `null`, `[]`}, {"/requests/0/operation", `"kill"`, `"stop"`},
		{"/requests/0/granted/version", `5`, `1`}, {"/requests/0/granted/version", `0`, `4`},
		{"/requests/0/launch/input_digest", `"AA"`, hashA}, {"/requests/0/launch/scope/root", `[]`, `["a"]`},
		{"/requests/0/launch/scope/required", `[]`, `["a"]`},
		{"/requests/0/launch/scope/mounts",
			`["1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16","17"]`, `[]`},
		{"/requests/0/launch/scope/max_runtime_s", `0`, `1`},
		{"/requests/0/launch/scope/network", `null`, `"inherit"`}, {"/requests/0/text", `1`, `"free"`},
		{"/records/0/body/status", `"lost"`, `null`}, {"/records/0/body/identity/supervisor/pid", `0`, `1`},
		{"/publications/0/body/authority", `null`, hashA}, {"/receipts/0/body/external", `"no"`, `null`},
		{"/processes/0/verdict", `null`, `"gone"`}, {"/roots/0/live", `1`, `null`}, {"/more", `1`, ""},
	} {
		expectFault(t, put(t, base, test.at, test.bad), test.at)
		if test.good != "" {
			if _, err := auth.Decide(put(t, base, test.at, test.good)); err != nil {
				t.Errorf("%s = %s: %v", test.at, test.good, err)
			}
		}
	}
	for _, missing := range []string{"/roots", "/requests/0/parent", "/records/0/body", "/processes/0/boot_id"} {
		expectFault(t, lawtest.Drop(t, base, missing), missing)
	}
	again := func(array string) strict.Value { // its first element once more
		return lawtest.Put(t, base, "/"+array+"/-", base.(strict.Object).Array(array)[0])
	}
	for array, pointer := range map[string]string{"requests": "/requests/1/id", "records": "/records/1/job_id",
		"publications": "/publications/1/generation", "sidecars": "/sidecars/1/job_id",
		"receipts": "/receipts/1/receipt_id", "processes": "/processes/1", "roots": "/roots/3/id"} {
		expectFault(t, again(array), pointer)
	}
	expectFault(t, put(t, base, "/requests/0/granted/operations", `["stop","stop"]`),
		"/requests/0/granted/operations/1")
	expectFault(t, put(t, base, "/requests/0/granted/launches/-",
		strings.Replace(scopeS, `"net","fs"`, `"fs","net"`, 1)), "/requests/0/granted/launches/1")
}

func expectFault(t *testing.T, facts strict.Value, pointer string) {
	t.Helper()
	_, err := auth.Decide(facts)
	var fault *law.InputError
	if !errors.As(err, &fault) || fault.Code != auth.CodeInputInvalid || fault.Pointer != pointer {
		t.Errorf("%s: got %v", pointer, err)
	}
	if _, audited := auth.Audit(facts, strict.Object{}); !errors.As(audited, &fault) || fault.Pointer != pointer {
		t.Errorf("%s: the audit says %v", pointer, audited)
	}
}

// Section 6: a log of another shape, or about a request that is not there, is a finding; one
// that is too deep is an invalid input.
func TestMalformedLogs(t *testing.T) {
	base := lawtest.Read(t, facts)
	for _, log := range []string{`{}`, `[]`, `{"log":null}`, `{"log":[],"more":1}`, logOf(`null`),
		logOf(strings.Replace(entryOf("refuse"), "q1", "q9", 1)), logOf(entryOf("maybe")),
		logOf(entryOf("refuse", "resource", `1`)),
		logOf(entryOf("refuse", "approval", `{"id":"a"}`)), logOf(entryOf("refuse", "updated", `[1]`)),
		logOf(entryOf("refuse", "ceiling", `{"operations":["stop","stop"],"jobs":[],"launches":[]}`))} {
		raises(t, log, base, log, "CLAIM_MALFORMED claim")
	}
	raises(t, "an empty log", base, `{"log":[]}`)
	_, err := auth.Audit(base, lawtest.Read(t, strings.Repeat("[", 65)+strings.Repeat("]", 65)))
	var fault *law.InputError
	if !errors.As(err, &fault) || fault.Input != law.InputClaim {
		t.Errorf("a log of 65 levels: %v", err)
	}
}
