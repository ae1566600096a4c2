package tspi_test

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

func goodSafety() members {
	return members{`"no_process_signal_sent":true`, `"no_unknown_owner_killed":true`,
		`"no_active_session_terminated":true`,
		`"owner_must_release_own_helper":true`}
}

func goodRequest() members {
	return members{`"schema":"helper_owner_release_request_v1"`, `"requested_action":"release_tool_lease"`,
		`"permitted_action":"ask_owner_to_release"`, `"result":"requested"`, `"safety":` + goodSafety().String()}
}

func goodGroup() members {
	return members{`"process_kind":"mcp"`, `"owner_status":"active_session_chain"`,
		`"recommended_action":"request_owner_release"`,
		`"owner_release_request":` + goodRequest().String()}
}

func requesting(changes ...string) members {
	return goodGroup().with(`"owner_release_request":` + goodRequest().with(changes...).String())
}

func promising(changes ...string) members {
	return requesting(`"safety":` + goodSafety().with(changes...).String())
}

func claimOfGroup(group members) string {
	return `{"rows":[],"summary":{"active_owner_pressure_groups":[` + group.String() + `]}}`
}

// Section 8, groups: what a group may recommend, and what a release request may
// ask, promise and report.
func TestAuditGroup(t *testing.T) {
	const signal, overclaim = "PROCESS_SIGNAL_FORBIDDEN mcp", "OWNER_RELEASE_OVERCLAIM mcp"
	only := func(code string) []string { return []string{code} }
	tests := []struct {
		name           string
		group          members
		core, hardened []string
	}{
		{"a good group", goodGroup(), nil, nil},
		{"kill", goodGroup().with(`"recommended_action":"kill"`), only(signal), only(signal)},
		{"sigterm", goodGroup().with(`"recommended_action":"sigterm"`), only(signal), only(signal)},
		{"sigkill", goodGroup().with(`"recommended_action":"sigkill"`), only(signal), only(signal)},
		{"force_close", goodGroup().with(`"recommended_action":"force_close"`), only(signal), only(signal)},
		{"kill in capitals", goodGroup().with(`"recommended_action":"KILL"`), nil, only(signal)},
		{"another action", goodGroup().with(`"recommended_action":"ask_owner_to_release"`), nil, only(signal)},
		{"no action", goodGroup().with("-recommended_action"), nil, only(signal)},
		{"action null", goodGroup().with(`"recommended_action":null`), nil, only(signal)},

		{"result kill", requesting(`"result":"kill"`), only(overclaim), only(overclaim)},
		{"result killed", requesting(`"result":"killed"`), only(overclaim), only(overclaim)},
		{"result terminate", requesting(`"result":"terminate"`), only(overclaim), only(overclaim)},
		{"result terminated", requesting(`"result":"terminated"`), only(overclaim), only(overclaim)},
		{"result sigterm", requesting(`"result":"sigterm"`), only(overclaim), only(overclaim)},
		{"result sigkill", requesting(`"result":"sigkill"`), only(overclaim), only(overclaim)},
		{"result force_close", requesting(`"result":"force_close"`), only(overclaim), only(overclaim)},
		{"result force_closed", requesting(`"result":"force_closed"`), only(overclaim), only(overclaim)},
		{"result Killed", requesting(`"result":"Killed"`), only(overclaim), only(overclaim)},
		{"result FORCE_CLOSED", requesting(`"result":"FORCE_CLOSED"`), only(overclaim), only(overclaim)},
		{"result with a Kelvin sign", requesting("\"result\":\"\u212aILLED\""), nil, only(overclaim)},
		{"result granted", requesting(`"result":"granted"`), nil, only(overclaim)},
		{"result Requested", requesting(`"result":"Requested"`), nil, only(overclaim)},
		{"no result", requesting("-result"), nil, only(overclaim)},

		{"requested_action ask_owner_to_release", requesting(`"requested_action":"ask_owner_to_release"`), nil, nil},
		{"another requested_action", requesting(`"requested_action":"close"`), only(overclaim), only(overclaim)},
		{"requested_action in capitals", requesting(`"requested_action":"RELEASE_TOOL_LEASE"`), only(overclaim),
			only(overclaim)},
		{"no requested_action", requesting("-requested_action"), only(overclaim), only(overclaim)},
		{"requested_action null", requesting(`"requested_action":null`), only(overclaim), only(overclaim)},

		{"another permitted_action", requesting(`"permitted_action":"release_tool_lease"`), nil, only(overclaim)},
		{"no permitted_action", requesting("-permitted_action"), nil, only(overclaim)},

		{"a signal was sent", promising(`"no_process_signal_sent":false`), only(overclaim), only(overclaim)},
		{"no word about signals", promising("-no_process_signal_sent"), only(overclaim), only(overclaim)},
		{"a promise in words", promising(`"no_process_signal_sent":"true"`), only(overclaim), only(overclaim)},
		{"a promise of 1", promising(`"no_process_signal_sent":1`), only(overclaim), only(overclaim)},
		{"no safety", requesting("-safety"), only(overclaim), only(overclaim)},
		{"safety null", requesting(`"safety":null`), only(overclaim), only(overclaim)},
		{"safety true", requesting(`"safety":true`), only(overclaim), only(overclaim)},
		{"an unknown owner was killed", promising(`"no_unknown_owner_killed":false`), nil, only(overclaim)},
		{"no word about unknown owners", promising("-no_unknown_owner_killed"), nil, only(overclaim)},
		{"a session was terminated", promising(`"no_active_session_terminated":false`), nil, only(overclaim)},
		{"no word about sessions", promising("-no_active_session_terminated"), nil, only(overclaim)},
		{"owners need not release", promising(`"owner_must_release_own_helper":null`), nil, only(overclaim)},
		{"no word about releasing", promising("-owner_must_release_own_helper"), nil, only(overclaim)},

		{"no request", goodGroup().with("-owner_release_request"), nil, only(overclaim)},
		{"request null", goodGroup().with(`"owner_release_request":null`), nil, only(overclaim)},
		{"request text", goodGroup().with(`"owner_release_request":"requested"`), nil, only(overclaim)},
		{"both offences", requesting(`"result":"killed"`).with(`"recommended_action":"kill"`),
			[]string{overclaim, signal}, []string{overclaim, signal}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			check(t, ungrounded(claimOfGroup(test.group)), tspi.Core, test.core...)
			check(t, ungrounded(claimOfGroup(test.group)), tspi.Hardened, test.hardened...)
		})
	}
}

// Section 8: the subject is the group's kind, else `group`; it never repeats an
// offending text.
func TestAuditGroupSubject(t *testing.T) {
	for kind, subject := range map[string]string{
		`"mcp"`:                      "mcp",
		`"a.b:c-d_e"`:                "a.b:c-d_e",
		`7`:                          "group",
		`null`:                       "group",
		`""`:                         "group",
		`"run --token canary --now"`: "group",
		`"\u002fhome\u002fme"`:       "group",
	} {
		group := goodGroup().with(`"process_kind":`+kind, `"recommended_action":"kill"`)
		for _, level := range levels() {
			got := audited(t, ungrounded(claimOfGroup(group)), level)
			if want := "PROCESS_SIGNAL_FORBIDDEN " + subject; len(got) == 0 || got[len(got)-1] != want {
				t.Errorf("%v: %s: got %v, want %s", level, kind, got, want)
			}
		}
	}
}

// A group that stands beside the summary is judged like one within: asking for a
// kill is no better for standing in the wrong place.
func TestAuditGroupBesideTheSummary(t *testing.T) {
	for _, level := range levels() {
		bad := goodGroup().with(`"recommended_action":"kill"`).String()
		check(t, ungrounded(`{"rows":[],"active_owner_pressure_groups":[`+bad+`]}`), level,
			"PROCESS_SIGNAL_FORBIDDEN mcp")
		check(t, ungrounded(`{"rows":[],"active_owner_pressure_groups":[`+goodGroup().String()+`]}`), level)
	}
}
