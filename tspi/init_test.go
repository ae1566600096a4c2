package tspi_test

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// orphan is a helper of init that is old enough to be closed.
const orphan = "7 1 10:00 0.0 1 mcp-server\n"

// Section 4.2, [H]: init is unrecognised when the text has lines whose first
// column is the number 1, and they are not exactly one line, a row whose program
// is among init_names. Its children are then not detached. (An init whose age nobody knows started them
// all, see below.)
func TestInit(t *testing.T) {
	const recognised, unrecognised, notInTable = tspi.InitRecognised, tspi.InitUnrecognised, tspi.InitNotInTable
	tests := []struct {
		name, lines string
		want        tspi.InitState
	}{
		{"no pid 1", "2 0 1:00:00 0.0 1 init\n", notInTable},
		{"pid 1 in a comment", "#1 0 1:00:00 0.0 1 dash\n", notInTable},
		{"ten is not one", "10 0 1:00:00 0.0 1 dash\n", notInTable},
		{"a number that begins with 1", "1.0 0 1:00:00 0.0 1 dash\n", notInTable},

		{"launchd", "1 0 1:00:00 0.0 1 /sbin/launchd\n", recognised},
		{"systemd", "1 0 1:00:00 0.0 1 /usr/lib/systemd/systemd --switched-root --system\n", recognised},
		{"init", "1 0 1:00:00 0.0 1 init\n", recognised},
		{"tini", "1 0 1:00:00 0.0 1 /usr/bin/tini -- node server.js\n", recognised},
		{"docker-init", "1 0 1:00:00 0.0 1 /sbin/docker-init -- bash\n", recognised},
		{"dumb-init", "1 0 1:00:00 0.0 1 dumb-init node\n", recognised},
		{"catatonit", "1 0 1:00:00 0.0 1 /catatonit -P\n", recognised},
		{"s6-svscan", "1 0 1:00:00 0.0 1 s6-svscan -t0\n", recognised},
		{"runit", "1 0 1:00:00 0.0 1 runit\n", recognised},
		{"openrc-init", "1 0 1:00:00 0.0 1 openrc-init\n", recognised},
		{"a leading dash is dropped", "1 0 1:00:00 0.0 1 -init\n", recognised},
		{"a leading dash behind the folder", "1 0 1:00:00 0.0 1 /sbin/-init\n", recognised},
		{"a tab ends the first word", "1 0 1:00:00 0.0 1 init\tsplash\n", recognised},
		{"leading zeros", "001 0 1:00:00 0.0 1 init\n", recognised},
		{"unreadable memory", "1 0 1:00:00 0.0 - init\n", recognised},

		{"a shell", "1 0 1:00:00 0.0 1 /bin/sh ./docker-entrypoint.sh\n", unrecognised},
		{"node", "1 0 1:00:00 0.0 1 node dist/index.js\n", unrecognised},
		{"only one dash is dropped", "1 0 1:00:00 0.0 1 --init\n", unrecognised},
		{"an init as a folder", "1 0 1:00:00 0.0 1 /init/run\n", unrecognised},
		{"an init as an argument", "1 0 1:00:00 0.0 1 sh init\n", unrecognised},
		{"an init with a suffix", "1 0 1:00:00 0.0 1 init.sh\n", unrecognised},
		{"another letter case", "1 0 1:00:00 0.0 1 Init\n", unrecognised},
		{"nothing behind the last slash", "1 0 1:00:00 0.0 1 /init/\n", unrecognised},
		{"a title in brackets", "1 0 1:00:00 0.0 1 [init]\n", unrecognised},
		{"two rows", "1 0 1:00:00 0.0 1 init\n1 0 1:00:00 0.0 1 init\n", unrecognised},
		{"a row and a malformed line", "1 0 1:00:00 0.0 1 init\n1 0 1:00:00\n", unrecognised},
		{"a malformed line and a row", "01 x\n1 0 1:00:00 0.0 1 init\n", unrecognised},
		{"a malformed line", "1 0 1:00:00 0.0 1\n", unrecognised},
		{"the number alone", "1\n", unrecognised},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			inventory := fixture{ps: orphan + test.lines}.classify(t, tspi.Hardened)
			if got := inventory.Summary.Init; got != test.want {
				t.Errorf("the summary says %s, want %s", got, test.want)
			}
			row := only(t, inventory, 7)
			if refused := row.ChainEnd == tspi.EndUnrecognisedInit; refused != (test.want == unrecognised) {
				t.Errorf("the chain ends %s with a %s init", row.ChainEnd, test.want)
			}
			core := only(t, fixture{ps: orphan + test.lines}.classify(t, tspi.Core), 7)
			if core.OwnerStatus != "launchd_detached" || core.Decision != tspi.DecisionSafeClose {
				t.Errorf("core: got %s, %s; any pid 1 detaches there", core.OwnerStatus, core.Decision)
			}
		})
	}
}

// Section 1, [H]: init_names are whole program names, and replace the defaults.
func TestInitNames(t *testing.T) {
	tests := []struct {
		names, command string
		want           tspi.InitState
	}{
		{`[]`, "init", tspi.InitRecognised},
		{`["my-init"]`, "init", tspi.InitUnrecognised},
		{`["my-init"]`, "/opt/my-init --x", tspi.InitRecognised},
		{`["my"]`, "my-init", tspi.InitUnrecognised},
		{`["/opt/my-init"]`, "/opt/my-init", tspi.InitUnrecognised},
		{`["-my-init"]`, "-my-init", tspi.InitUnrecognised},
		{`["node", "init"]`, "node x.js", tspi.InitRecognised},
	}
	for _, test := range tests {
		f := fixture{ps: orphan + "1 0 1:00:00 0.0 1 " + test.command, owners: `{"init_names":` + test.names + `}`}
		if got := f.classify(t, tspi.Hardened).Summary.Init; got != test.want {
			t.Errorf("%s, %s: got %s, want %s", test.names, test.command, got, test.want)
		}
	}
}

// Section 4.2, [H]: under an unrecognised init the status is that of the first
// owner hint in the command of that one row, else active_parent_process;
// unknown_parent_process where there is not exactly one line or no row. The
// chain has 1 hop that ends at 1 where there is the row, else 0 and null.
func TestChildOfUnrecognisedInit(t *testing.T) {
	one := int32(1)
	tests := []struct {
		name, lines, status string
		hops                int
		end                 *int32
		reason              tspi.Reason
	}{
		{"no hint", "1 0 1:00:00 0.0 1 node dist.js\n", "active_parent_process", 1, &one, tspi.ReasonActiveOwner},
		{"a hint", "1 0 1:00:00 0.0 1 claude --serve\n", "active_session_chain", 1, &one, tspi.ReasonActiveOwner},
		{"a hint that is not active", "1 0 1:00:00 0.0 1 editor\n", "idle", 1, &one, tspi.ReasonOwnerUnsolved},
		{"a hint in an unreadable row", "1 0 x x x claude\n", "active_session_chain", 1, &one, tspi.ReasonActiveOwner},
		{"two rows", "1 0 1:00:00 0.0 1 claude\n1 0 1:00:00 0.0 1 claude\n", "unknown_parent_process", 0, nil,
			tspi.ReasonOwnerUnsolved},
		{"a row and a malformed line", "1 0 1:00:00 0.0 1 claude\n1 0\n", "unknown_parent_process", 0, nil,
			tspi.ReasonOwnerUnsolved},
		{"a malformed line", "1 0 claude\n", "unknown_parent_process", 0, nil, tspi.ReasonOwnerUnsolved},
	}
	owners :=
		`{"owner_hints":[{"substring":"claude","status":"active_session_chain"},{"substring":"editor","status":"idle"}]}`
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			row := only(t, fixture{ps: orphan + test.lines, owners: owners}.classify(t, tspi.Hardened), 7)
			if row.OwnerStatus != test.status || row.Decision != tspi.DecisionOwnerCheck || row.Reason != test.reason {
				t.Errorf("got %s, %s, %s; want %s, requires_owner_check, %s", row.OwnerStatus, row.Decision, row.Reason,
					test.status, test.reason)
			}
			if row.ChainEnd != tspi.EndUnrecognisedInit || row.ChainHops != test.hops ||
				!samePID(row.ChainEndPID, test.end) {
				t.Errorf("got %+v, want unrecognised_init after %d", *row.ChainTrace, test.hops)
			}
		})
	}
}

func samePID(a, b *int32) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}

// Section 4.3, [H]: a walk whose last process is a child of an unrecognised init
// ends so, with the status in hand, and names that process as a detached ancestor
// would.
func TestWalkBelowUnrecognisedInit(t *testing.T) {
	tests := []struct {
		name, init string
		end        tspi.ChainEnd
	}{
		{"recognised", "1 0 1:00:00 0.0 1 init\n", tspi.EndDetachedAncestor},
		{"not in the table", "", tspi.EndDetachedAncestor},
		{"unrecognised, with a hint in it", "1 0 1:00:00 0.0 1 claude\n", tspi.EndUnrecognisedInit},
		{"two lines", "1 0 1:00:00 0.0 1 init\n1\n", tspi.EndUnrecognisedInit},
	}
	for _, test := range tests {
		f := fixture{ps: "7 8 10:00 0.0 1 mcp-server\n8 1 10:00 0.0 1 npm\n" + test.init}
		row := only(t, f.classify(t, tspi.Hardened), 7)
		if row.ChainEnd != test.end || row.ChainHops != 1 || *row.ChainEndPID != 8 ||
			row.OwnerStatus != "active_parent_process" {
			t.Errorf("%s: got %s and %+v, want active_parent_process and %s after 1 at 8", test.name, row.OwnerStatus,
				*row.ChainTrace, test.end)
		}
	}
}
