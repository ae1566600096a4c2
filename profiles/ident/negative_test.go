package ident_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/ident"
)

// base is example 1 of section 8: the owned grant.
func base(t testing.TB) strict.Value { return lawtest.Examples(t, "ident")[0].Input }

func put(t testing.TB, v strict.Value, edits ...string) strict.Value {
	t.Helper()
	for i := 0; i < len(edits); i += 2 {
		v = lawtest.Put(t, v, edits[i], lawtest.Read(t, edits[i+1]))
	}
	return v
}

func decided(t testing.TB, facts strict.Value) strict.Object {
	t.Helper()
	answer, err := ident.Decide(facts)
	if err != nil {
		t.Fatal(err)
	}
	v, err := strict.ValueOf(answer)
	if err != nil {
		t.Fatal(err)
	}
	return v.(strict.Object)
}

func expect(t *testing.T, name string, facts, claim strict.Value, want ...string) {
	t.Helper()
	findings, err := ident.Audit(facts, claim)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	got := []string{}
	for _, f := range findings {
		got = append(got, strings.TrimPrefix(string(f.ErrorCode), "IDENT_")+" "+f.SubjectID)
		if f.Message != ident.MessageOf(f.ErrorCode) || f.Message == ident.MessageOf("") {
			t.Errorf("%s has the message %q", f.ErrorCode, f.Message)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", name, got, want)
	}
}

// Events of claims.
const (
	signalPID   = `{"event":"signal","id":"g1","target":"pid"}`
	signalGroup = `{"event":"signal","id":"g1","target":"group"}`
	receipt     = `{"event":"receipt","id":"g1","dead":%,"signals":#}`
)

func receiptOf(dead, signals string) string {
	return strings.NewReplacer("%", dead, "#", signals).Replace(receipt)
}

func events(actor string, events ...string) string {
	return `{"actor":"` + actor + `","events":[` + strings.Join(events, ",") + `]}`
}

// Section 6: each negative case raises its code and nothing else, and its sibling nothing.
func TestNegativeCases(t *testing.T) {
	facts := base(t)
	const observed = "/observations/0/"
	holder := func(list ...string) string { return events("holder", list...) }
	verdict := func(word string) string { return `{"event":"verdict","id":"g1","verdict":"` + word + `"}` }
	update := func(member string) string { return `{"event":"update","id":"g1","member":"` + member + `"}` }
	look := `{"event":"observe","observations":` + string(strict.Encode(facts.(strict.Object).At("observations"))) +
		`,"groups":` + string(strict.Encode(facts.(strict.Object).At("groups"))) + `}`
	none := []string{}
	for _, test := range []struct {
		code         string
		facts        []string
		claim        string
		siblingFacts []string
		sibling      string
	}{
		{"CLAIM_MALFORMED", none, `{"events":[` + signalPID + `]}`, none, holder(signalPID)},
		{"BOOT_IGNORED", []string{"/records/0/boot_id", `"b0"`}, holder(signalPID),
			[]string{"/records/0/boot_id", `"b1"`}, holder(signalPID)},
		{"TOKEN_BACKFILLED", none, holder(update("start_token")), none, holder(update("verdict"))},
		{"CMDLINE_OWNERSHIP", []string{"/records/0/token_from", `"command_match"`}, holder(signalPID),
			[]string{"/records/0/token_from", `"snapshot"`}, holder(signalPID)},
		{"EPERM_AS_DEAD", []string{observed + "state", `"absent"`, observed + "probe", `"eperm"`},
			holder(verdict("gone")),
			[]string{observed + "state", `"absent"`, observed + "probe", `"esrch"`}, holder(verdict("gone"))},
		{"UNVERIFIABLE_COLLAPSED", []string{observed + "start_token", `null`}, holder(verdict("owned")), none,
			holder(verdict("owned"))},
		{"FOREIGN_AS_OWNED", []string{observed + "start_token", `"procfs:7002"`}, holder(signalPID), none,
			holder(signalPID)},
		{"SELF_SIGNALLED", []string{"/host/own_pgid", `500`}, holder(signalGroup), none, holder(signalGroup)},
		{"GROUP_UNPROVEN", []string{observed + "pgid", `77`}, holder(signalGroup), none, holder(signalGroup)},
		{"GONE_SIGNALLED", []string{observed + "state", `"zombie"`}, holder(signalPID), none, holder(signalPID)},
		{"NO_REGATE", none, holder(signalPID, signalPID), none, holder(signalPID, look, signalPID)},
		{"DEATH_OVERCLAIMED", []string{observed + "state", `"absent"`, observed + "probe", `"esrch"`},
			holder(receiptOf("true", "0")),
			[]string{observed + "state", `"absent"`, observed + "probe", `"esrch"`, "/groups/0/probe", `"esrch"`},
			holder(receiptOf("true", "0"))},
		{"DISPOSITION_EXCEEDED", []string{"/records/0/kind", `"job"`}, events("reaper", signalPID), none,
			events("reaper", signalPID)},
		{"CONTRADICTS_FACTS", none, holder(signalPID, receiptOf("false", "0")), none,
			holder(signalPID, receiptOf("false", "1"))},
	} {
		subject := "g1"
		if test.code == "CLAIM_MALFORMED" {
			subject = "claim"
		}
		expect(t, test.code, put(t, facts, test.facts...), lawtest.Read(t, test.claim), test.code+" "+subject)
		expect(t, "the sibling of "+test.code, put(t, facts, test.siblingFacts...), lawtest.Read(t, test.sibling))
	}
	if ident.MessageOf(ident.CodeInputInvalid) == ident.MessageOf("") {
		t.Error("invalid input has no message")
	}
}

// Sections 2 and 3: each row of each table, in facts that no earlier row holds for.
func TestRows(t *testing.T) {
	facts := base(t)
	const observed, absent = "/observations/0/", `"absent"`
	second :=
		`{"id":"g2","kind":"grant","origin":"durable","scope":"h1","boot_id":"b1","pid":507,"start_token":"procfs:7044","token_from":"snapshot","pgid":500,"command":null}`
	seenSecond := `{"pid":507,"state":"running","start_token":"procfs:7044","pgid":500,"probe":"ok","command":null}`
	gone := []string{observed + "state", absent, observed + "probe", `"esrch"`}
	with := func(edits []string, more ...string) []string { return append(slices.Clone(edits), more...) }
	witnessed := with(gone, "/records/-", second, "/observations/-", seenSecond)
	held := strings.NewReplacer(`"durable"`, `"in_process"`, `"pid":507`, `"pid":500`, "7044", "7001", `"g2"`, `"h"`).
		Replace(second)
	for _, test := range []struct {
		name, want string // verdict reason ended signal group_state group_signal disposition
		edits      []string
	}{
		{"owned", "owned token_equal false true present true tear_down", nil},
		{"2.1 null", "unverifiable other_scope null false unknown false report", []string{"/records/0/scope", `null`}},
		{"2.1", "unverifiable other_scope null false unknown false report", []string{"/records/0/scope", `"h2"`}},
		{"2.2", "gone other_boot true false empty false correct", []string{"/records/0/boot_id", `"b0"`}},
		{"2.3", "unverifiable no_pid null false unknown false report", []string{"/records/0/pid", `null`}},
		{"2.4", "unverifiable no_token null false unknown false report", []string{"/records/0/start_token", `null`}},
		{"2.5", "unverifiable token_source_unknown null false unknown false report",
			[]string{"/records/0/token_from", `null`}},
		{"2.6", "unverifiable token_later null false unknown false report",
			[]string{"/records/0/token_from", `"later"`}},
		{"2.7", "unverifiable command_match null false unknown false report",
			[]string{"/records/0/token_from", `"command_match"`}},
		{"2.8", "unverifiable boot_unknown null false unknown false report", []string{"/records/0/boot_id", `null`}},
		{"2.8, the host's", "unverifiable boot_unknown null false unknown false report",
			[]string{"/host/boot_id", `null`, "/host/platform", `"other"`}},
		{"2.8, a platform whose tokens do not recur", "owned token_equal false true present true tear_down",
			[]string{"/host/boot_id", `null`, "/host/platform", `"bsd"`}},
		{"2.9", "unverifiable not_observed null false unknown false report", []string{"/observations", `[]`}},
		{"2.10", "unverifiable ambiguous null false unknown false report",
			[]string{"/observations/-",
				`{"pid":500,"state":"running","start_token":"procfs:7001","pgid":500,"probe":"ok","command":null}`}},
		{"2.11", "unverifiable unreadable null false unknown false report",
			[]string{observed + "state", `"unreadable"`}},
		{"2.12", "unverifiable absence_unproven null false unknown false report", []string{observed + "state", absent}},
		{"2.12, not asked", "unverifiable absence_unproven null false unknown false report",
			[]string{observed + "state", absent, observed + "probe", `null`}},
		{"2.13", "gone absent true false present false report", gone},
		{"2.14", "unverifiable probe_contradicts null false unknown false report",
			[]string{observed + "probe", `"esrch"`}},
		{"2.15", "unverifiable token_unread null false unknown false report",
			[]string{observed + "start_token", `null`}},
		{"2.16", "unverifiable token_incomparable null false unknown false report",
			[]string{observed + "start_token", `"ps:7001"`}},
		{"2.17", "foreign token_differs true false empty false correct",
			[]string{observed + "start_token", `"procfs:7001 "`}},
		{"2.18", "owned zombie true false present true tear_down", []string{observed + "state", `"zombie"`}},
		{"3, eperm takes nothing away", "owned token_equal false true present true tear_down",
			[]string{observed + "probe", `"eperm"`}},
		{"3, the observer's pid", "owned token_equal false false present false report",
			[]string{"/host/own_pid", `500`}},
		{"3, pid 1", "owned token_equal false false unknown false report",
			[]string{"/records/0/pid", `1`, "/records/0/pgid", `1`, observed + "pid", `1`, observed + "pgid", `1`}},
		{"group, windows", "owned token_equal false true none false tear_down",
			[]string{"/host/platform", `"windows"`}},
		{"group, unknown", "owned token_equal false true unknown false tear_down", []string{"/records/0/pgid", `null`}},
		{"group, another's", "owned token_equal false true none false tear_down", []string{"/records/0/pgid", `77`}},
		{"group, the observer's is not known", "owned token_equal false true unknown false tear_down",
			[]string{"/host/own_pgid", `null`}},
		{"group, the observer's", "owned token_equal false true unknown false tear_down",
			[]string{"/host/own_pgid", `500`}},
		{"group, empty", "gone absent true false empty false correct", with(gone, "/groups/0/probe", `"esrch"`)},
		{"group, esrch beside a leader", "owned token_equal false true unknown true tear_down",
			[]string{"/groups/0/probe", `"esrch"`}},
		{"group, not asked", "gone absent true false unknown false report", with(gone, "/groups/0/probe", `null`)},
		{"group, two entries", "gone absent true false unknown false report",
			with(gone, "/groups/-", `{"pgid":500,"probe":"esrch"}`)},
		{"group, led by nobody and gone", "gone absent true false none false correct",
			with(gone, "/records/0/pgid", `77`)},
		{"group, seen elsewhere", "owned token_equal false true present false tear_down",
			[]string{observed + "pgid", `77`}},
		{"group, seen nowhere", "owned token_equal false true present false tear_down",
			[]string{observed + "pgid", `null`}},
		{"witness", "gone absent true false present true tear_down", witnessed},
		{"witness seen in another group", "gone absent true false present false report",
			with(witnessed, "/observations/1/pgid", `77`)},
		{"witness recorded in another group", "gone absent true false present false report",
			with(witnessed, "/records/1/pgid", `77`)},
		{"witness is a job", "gone absent true false present false report",
			with(witnessed, "/records/1/kind", `"job"`)},
		{"witness is held", "gone absent true false present false report",
			with(witnessed, "/records/1/origin", `"in_process"`)},
		{"witness is not owned", "gone absent true false present false report",
			with(witnessed, "/observations/1/start_token", `null`)},
		{"witness is unreadable", "gone absent true false present false report",
			with(witnessed, "/observations/1/state", `"unreadable"`)},
		{"a job in the group", "owned token_equal false true present false tear_down",
			[]string{"/records/-", strings.Replace(second, `"grant"`, `"job"`, 1), "/observations/-", seenSecond}},
		{"a job that leads its group", "owned token_equal false true present true keep",
			[]string{"/records/0/kind", `"job"`}},
		{"in process", "owned token_equal false true present true leave_to_holder",
			[]string{"/records/0/origin", `"in_process"`}},
		{"held by another record", "owned token_equal false true present false leave_to_holder",
			[]string{"/records/-", held}},
		{"held, and its token is not known", "owned token_equal false true present true leave_to_holder",
			[]string{"/records/-", strings.Replace(held, `"procfs:7001"`, `null`, 1)}},
		{"another process is held", "owned token_equal false true present true tear_down",
			[]string{"/records/-", strings.Replace(held, "7001", "7002", 1)}},
		{"a job that has ended", "gone absent true false empty false correct",
			with(gone, "/groups/0/probe", `"esrch"`, "/records/0/kind", `"job"`)},
	} {
		row := decided(t, put(t, facts, test.edits...)).Array("rows")[0].(strict.Object)
		var got []string
		for _, member := range []string{"verdict", "reason", "ended", "signal_permitted", "group_state",
			"group_signal_permitted", "disposition"} {
			got = append(got, strings.Trim(string(strict.Encode(row.At(member))), `"`))
		}
		if said := strings.Join(got, " "); said != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, said, test.want)
		}
		whole := decided(t, put(t, facts, test.edits...))
		expect(t, test.name+": its own answer", put(t, facts, test.edits...), whole)
	}
}

// Section 5: what a row, a summary or an event gets wrong, and the first code of each table.
func TestAudit(t *testing.T) {
	facts := base(t)
	const observed, absent = "/observations/0/", `"absent"`
	gone := []string{observed + "state", absent, observed + "probe", `"esrch"`}
	refused := []string{observed + "state", absent, observed + "probe", `"eperm"`}
	foreign := []string{observed + "start_token", `"procfs:7002"`}
	unread := []string{observed + "start_token", `null`}
	later, match, boot := []string{"/records/0/token_from", `"later"`},
		[]string{"/records/0/token_from", `"command_match"`}, []string{"/records/0/boot_id", `"b0"`}
	row := func(member, value string) []string { return []string{"/rows/0/" + member, value} }
	for _, test := range []struct {
		name        string
		facts, said []string
		want        string
	}{
		{"V1", boot, row("verdict", `"owned"`), "BOOT_IGNORED"}, {"V2", later, row("verdict", `"owned"`),
			"TOKEN_BACKFILLED"}, {"V2, gone is said", later, row("verdict", `"gone"`), "UNVERIFIABLE_COLLAPSED"},
		{"V3", match, row("verdict", `"owned"`), "CMDLINE_OWNERSHIP"}, {"V4", refused, row("verdict", `"gone"`),
			"EPERM_AS_DEAD"}, {"V5", unread, row("verdict", `"foreign"`), "UNVERIFIABLE_COLLAPSED"},
		{"V6", foreign, row("verdict", `"owned"`), "FOREIGN_AS_OWNED"},
		{"V7", nil, row("verdict", `"foreign"`), "CONTRADICTS_FACTS"},
		{"V7, no pid", []string{"/records/0/pid", `null`}, row("verdict", `"gone"`), "UNVERIFIABLE_COLLAPSED"},
		{"V4 needs an observation", []string{"/observations", `[]`}, row("verdict", `"gone"`),
			"UNVERIFIABLE_COLLAPSED"},
		{"S1", []string{"/host/own_pid", `500`}, row("signal_permitted", `true`), "SELF_SIGNALLED"},
		{"S2", boot, row("signal_permitted", `true`), "BOOT_IGNORED"},
		{"S3", later, row("signal_permitted", `true`), "TOKEN_BACKFILLED"},
		{"S4", match, row("signal_permitted", `true`), "CMDLINE_OWNERSHIP"},
		{"S6", unread, row("signal_permitted", `true`), "UNVERIFIABLE_COLLAPSED"},
		{"S7", foreign, row("signal_permitted", `true`), "FOREIGN_AS_OWNED"},
		{"S8", []string{observed + "pgid", `77`}, row("group_signal_permitted", `true`), "GROUP_UNPROVEN"},
		{"S9", gone, row("signal_permitted", `true`), "GONE_SIGNALLED"},
		{"S1, to the group", []string{"/host/own_pgid", `500`}, row("group_signal_permitted", `true`),
			"SELF_SIGNALLED"}, {"S1, the observer leads it", []string{"/host/own_pid", `500`},
			row("group_signal_permitted", `true`), "SELF_SIGNALLED"},
		{"E1", refused, row("ended", `true`), "EPERM_AS_DEAD"}, {"E2", nil, row("ended", `true`), "DEATH_OVERCLAIMED"},
		{"E3", []string{"/groups/0/probe", `"eperm"`}, row("group_state", `"empty"`), "EPERM_AS_DEAD"},
		{"E4", nil, row("group_state", `"empty"`), "DEATH_OVERCLAIMED"},
		{"E4, a group that is not known", []string{"/records/0/pgid", `null`}, row("group_state", `"empty"`),
			"DEATH_OVERCLAIMED"},
		{"group none", []string{"/records/0/pgid", `77`}, row("group_state", `"empty"`), "CONTRADICTS_FACTS"},
		{"disposition", []string{"/records/0/kind", `"job"`}, row("disposition", `"tear_down"`),
			"DISPOSITION_EXCEEDED"}, {"less than it may", nil, row("disposition", `"keep"`), "CONTRADICTS_FACTS"},
		{"another reason", nil, row("reason", `"zombie"`), "CONTRADICTS_FACTS"},
		{"ended unknown", nil, row("ended", `null`), "CONTRADICTS_FACTS"},
		{"not permitted", nil, row("signal_permitted", `false`), "CONTRADICTS_FACTS"},
	} {
		facts := put(t, facts, test.facts...)
		claim := decided(t, facts)
		expect(t, test.name, facts, put(t, claim, test.said...), test.want+" g1")
	}
	claim := decided(t, facts)
	expect(t, "a row of no record", facts, put(t, claim, "/rows/0/id", `"g9"`), "CONTRADICTS_FACTS g1",
		"CONTRADICTS_FACTS g9")
	expect(t, "two rows of one", facts, lawtest.Put(t, claim, "/rows/-", claim.Array("rows")[0]),
		"CONTRADICTS_FACTS g1")
	expect(t, "no row", facts, lawtest.Put(t, claim, "/rows", strict.Array{}), "CONTRADICTS_FACTS g1")
	expect(t, "nothing is claimed", facts, strict.Object{})
	expect(t, "the summary counts wrong", facts, put(t, claim, "/summary/owned_count", `2`),
		"CONTRADICTS_FACTS summary")
	expect(t, "the summary has another type", facts, put(t, claim, "/summary/gaps", `null`),
		"CONTRADICTS_FACTS summary")
	expect(t, "the summary says less, and more", facts, put(t, claim, "/summary", `{"owned_count":1,"mine":2}`))

	for _, test := range []struct {
		name, actor string
		events      []string
		facts       []string
		want        []string
	}{
		{"a signal to no record", "holder", []string{`{"event":"signal","id":"g9","target":"pid"}`}, nil,
			[]string{"FOREIGN_AS_OWNED g9"}},
		{"a verdict on no record", "holder", []string{`{"event":"verdict","id":"g9","verdict":"owned"}`}, nil,
			[]string{"CONTRADICTS_FACTS g9"}},
		{"a right verdict", "holder", []string{`{"event":"verdict","id":"g1","verdict":"owned"}`}, nil, nil},
		{"an update of the command", "holder", []string{`{"event":"update","id":"g1","member":"command"}`}, nil, nil},
		{"an update of the pid", "reaper", []string{`{"event":"update","id":"g1","member":"pid"}`}, nil,
			[]string{"TOKEN_BACKFILLED g1"}},
		{"dead, said of a living one", "holder", []string{receiptOf("true", "0")}, nil,
			[]string{"DEATH_OVERCLAIMED g1"}},
		{"dead, its group refuses", "holder", []string{receiptOf("true", "0")},
			append([]string{"/groups/0/probe", `"eperm"`}, gone...), []string{"EPERM_AS_DEAD g1"}},
		{"dead, unknown", "holder", []string{receiptOf("null", "0")}, nil, nil},
		{"a stale signal to what was never seen", "holder", []string{signalPID}, []string{"/observations", `[]`},
			[]string{"UNVERIFIABLE_COLLAPSED g1"}},
		{"no events at all", "reaper", nil, nil, nil},
	} {
		expect(t, test.name, put(t, facts, test.facts...), lawtest.Read(t, events(test.actor, test.events...)),
			test.want...)
	}
}

// Section 1: each fault is named by its pointer, beside a neighbour that is accepted.
func TestInputFaults(t *testing.T) {
	facts := base(t)
	for _, test := range []struct{ at, bad, good string }{
		{"/host", `null`, ""}, {"/host/platform", `"beos"`, `"macos"`}, {"/host/scope", `null`, `"h2"`},
		{"/host/boot_id", `""`, `null`}, {"/host/own_pid", `0`, `1`}, {"/host/own_pgid", `0`, `null`},
		{"/records", `{}`, `[]`}, {"/records/0/id", `1`, `"a"`}, {"/records/0/kind", `"task"`, `"job"`},
		{"/records/0/origin", `null`, `"in_process"`}, {"/records/0/scope", `7`, `null`},
		{"/records/0/pid", `0`, `null`}, {"/records/0/start_token", `"procfs"`, `"procfs:1"`},
		{"/records/0/start_token", `1`, `null`}, {"/records/0/start_token", `":1"`, `"a:1"`},
		{"/records/0/start_token", `"a:"`, `"a: "`},
		{"/records/0/start_token", `"A:1"`, `"a-9:1"`}, {"/records/0/start_token", `"abcdefghijklmnopq:1"`,
			`"abcdefghijklmnop:1"`}, {"/records/0/start_token", `"a:é"`, `"a:~"`},
		{"/records/0/start_token", `"a:` + strings.Repeat("1", 129) + `"`, `"a:` + strings.Repeat("1", 128) + `"`},
		{"/records/0/token_from", `"guess"`, `null`}, {"/records/0/command", `1`, `"free text"`},
		{"/observations/0/state", `"gone"`, `"zombie"`},
		{"/observations/0/pid", `9007199254740992`, `9007199254740991`}, {"/observations/0/probe", `"eacces"`, `null`},
		{"/groups/0/pgid", `null`, `7`}, {"/groups/0/probe", `0`, `null`}, {"/more", `1`, ""},
	} {
		expectFault(t, put(t, facts, test.at, test.bad), test.at)
		if test.good != "" {
			if _, err := ident.Decide(put(t, facts, test.at, test.good)); err != nil {
				t.Errorf("%s = %s: %v", test.at, test.good, err)
			}
		}
	}
	for _, missing := range []string{"/groups", "/records/0/command", "/observations/0/probe", "/host/boot_id"} {
		expectFault(t, lawtest.Drop(t, facts, missing), missing)
	}
	expectFault(t, lawtest.Put(t, facts, "/records/-", facts.(strict.Object).Array("records")[0]), "/records/1/id")
}

func expectFault(t *testing.T, facts strict.Value, pointer string) {
	t.Helper()
	_, err := ident.Decide(facts)
	var fault *law.InputError
	if !errors.As(err, &fault) || fault.Code != ident.CodeInputInvalid || fault.Pointer != pointer {
		t.Errorf("%s: got %v", pointer, err)
	}
	if _, audited := ident.Audit(facts, strict.Object{}); !errors.As(audited, &fault) || fault.Pointer != pointer {
		t.Errorf("%s: the audit says %v", pointer, audited)
	}
}

// Section 5: a claim of another shape is a finding, and one that is too deep an invalid input.
func TestMalformedClaims(t *testing.T) {
	facts := base(t)
	right := decided(t, facts)
	for _, test := range []struct{ at, bad string }{
		{"/rows", `null`}, {"/rows/0/id", `""`}, {"/rows/0/verdict", `"dead"`}, {"/rows/0/reason", `"none"`},
		{"/rows/0/ended", `1`}, {"/rows/0/group_state", `null`}, {"/rows/0/disposition", `"kill"`},
		{"/summary", `[]`}, {"/actor", `"reader"`}, {"/events", `[]`},
	} {
		expect(t, test.at, facts, put(t, right, test.at, test.bad), "CLAIM_MALFORMED claim")
	}
	for _, event := range []string{`null`, `{"event":"kill"}`, `{"event":"observe"}`, `{"event":"signal","id":"g1"}`,
		`{"event":"verdict","id":"g1","verdict":"dead"}`,
		`{"event":"update","id":"g1","member":"age"}`, `{"event":"receipt","id":"g1","dead":1,"signals":0}`,
		`{"event":"receipt","id":"g1","dead":true,"signals":-1}`} {
		expect(t, event, facts, lawtest.Read(t, events("holder", event)), "CLAIM_MALFORMED claim")
	}
	_, err := ident.Audit(facts, lawtest.Read(t, strings.Repeat("[", 65)+strings.Repeat("]", 65)))
	var fault *law.InputError
	if !errors.As(err, &fault) || fault.Input != law.InputClaim {
		t.Errorf("a claim of 65 levels: %v", err)
	}
}
