package tspi_test

import (
	"reflect"
	"testing"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// plain is a table in which pid 7 may be closed, for tests that change one fact.
func plain() *tspigen.Table {
	return &tspigen.Table{
		Lines: []tspigen.Line{
			{Row: &tspigen.Row{PID: 1, PPID: 0, Age: 9000, Etime: "9000", CPU: "0", RSS: "0", Gap: " ",
				Command: "/sbin/init splash"}},
			{Row: &tspigen.Row{PID: 7, PPID: 1, Age: 300, Etime: "300", CPU: "0", RSS: "0", Gap: " ",
				Command: "mcp --x"}},
		},
		Policy: tspigen.Policy{Kinds: []tspigen.Kind{{Name: "mcp", Match: []string{"mcp"}, Exclude: []string{"grep"},
			Allowlisted: true}}},
	}
}

// atProgram gives a row a command, and has its kind look for programs.
func atProgram(t *tspigen.Table, r *tspigen.Row, command string) {
	r.Command, t.Policy.Kinds[0].MatchAt = command, tspigen.AtProgram
}

// Section 5, the safe-close predicate on the data of a table, each exception
// beside the table that has none.
func TestMayClose(t *testing.T) {
	tests := []struct {
		name           string
		change         func(t *tspigen.Table, seven *tspigen.Row)
		core, hardened bool
	}{
		{"nothing", func(*tspigen.Table, *tspigen.Row) {}, true, true},
		{"too young", func(_ *tspigen.Table, r *tspigen.Row) { r.Age = 299 }, false, false},
		{"not detached", func(_ *tspigen.Table, r *tspigen.Row) { r.PPID = 2 }, false, false},
		{"no helper", func(_ *tspigen.Table, r *tspigen.Row) { r.Command = "MCP" }, false, false},
		{"off the allowlist", func(t *tspigen.Table, _ *tspigen.Row) {
			t.Policy.Kinds[0].Allowlisted = false
		}, false, false},
		{"kept", func(t *tspigen.Table, _ *tspigen.Row) { t.Policy.KeepKinds = []string{"mcp"} }, false, false},
		{"a higher minimum age", func(t *tspigen.Table, _ *tspigen.Row) { t.Policy.MinAgeSeconds = 301 }, false, false},
		{"excluded", func(_ *tspigen.Table, r *tspigen.Row) { r.Command = "grep mcp" }, true, false},
		{"a zombie", func(_ *tspigen.Table, r *tspigen.Row) { r.Command = "mcp <defunct>" }, true, false},
		{"a title", func(_ *tspigen.Table, r *tspigen.Row) { r.Command = "[mcp]" }, true, false},
		{"unreadable", func(_ *tspigen.Table, r *tspigen.Row) { r.BadColumn = true }, true, false},
		{"3 s older than init", func(t *tspigen.Table, r *tspigen.Row) { t.Lines[0].Row.Age = 297 }, true, false},
		{"2 s older than init", func(t *tspigen.Table, r *tspigen.Row) { t.Lines[0].Row.Age = 298 }, true, false},
		{"2 s younger than init", func(t *tspigen.Table, r *tspigen.Row) { t.Lines[0].Row.Age = 302 }, true, false},
		{"3 s younger than init", func(t *tspigen.Table, r *tspigen.Row) { t.Lines[0].Row.Age = 303 }, true, true},
		{"as old as a pid 1 that is no init", func(t *tspigen.Table, r *tspigen.Row) {
			t.Lines[0].Row.Age, t.Lines[0].Row.PID = 300, 2
		}, true, true},
		{"older than an unreadable init", func(t *tspigen.Table, r *tspigen.Row) {
			t.Lines[0].Row.Age, t.Lines[0].Row.BadColumn = 1, true
		}, true, false},
		{"named in a folder alone", func(t *tspigen.Table, r *tspigen.Row) {
			atProgram(t, r, "/srv/mcp/job.py")
		}, true, false},
		{"named in an argument alone", func(t *tspigen.Table, r *tspigen.Row) {
			atProgram(t, r, "vim mcp")
		}, true, false},
		{"named as the program", func(t *tspigen.Table, r *tspigen.Row) {
			atProgram(t, r, "env A=b npx -y /opt/mcp")
		}, true, true},
		{"a launcher of its own", func(t *tspigen.Table, r *tspigen.Row) {
			atProgram(t, r, "vim mcp")
			t.Policy.Launchers = []string{"vim"}
		}, true, true},
		{"no launchers", func(t *tspigen.Table, r *tspigen.Row) {
			atProgram(t, r, "npx mcp")
			t.Policy.Launchers = []string{}
		}, true, false},
		{"without what its kind requires", func(t *tspigen.Table, r *tspigen.Row) {
			t.Policy.Kinds[0].Require = []string{"--y"}
		}, true, false},
		{"with what its kind requires", func(t *tspigen.Table, r *tspigen.Row) {
			t.Policy.Kinds[0].Require = []string{"--y", "--x"}
		}, true, true},
		{"a reused pid", func(t *tspigen.Table, r *tspigen.Row) { t.Lines[0].Row.PID = 7 }, true, false},
		{"registered", func(t *tspigen.Table, _ *tspigen.Row) {
			t.Owners.Registered = []tspigen.Registered{{PID: 7}}
		}, true, false},
		{"another is registered", func(t *tspigen.Table, _ *tspigen.Row) {
			t.Owners.Registered = []tspigen.Registered{{PID: 8}}
		}, true, true},
		{"another command is registered", func(t *tspigen.Table, _ *tspigen.Row) {
			t.Owners.Registered = []tspigen.Registered{{PID: 7, CommandHash: "0000000000000000"}}
		}, true, true},
		{"another init", func(t *tspigen.Table, _ *tspigen.Row) {
			t.Lines[0].Row.Command = "/bin/sh init"
		}, true, false},
		{"a login init", func(t *tspigen.Table, _ *tspigen.Row) { t.Lines[0].Row.Command = "-systemd" }, true, true},
		{"an init of the taxonomy", func(t *tspigen.Table, _ *tspigen.Row) {
			t.Lines[0].Row.Command, t.Owners.InitNames = "sh x", []string{"sh"}
		}, true, true},
		{"no init", func(t *tspigen.Table, _ *tspigen.Row) { t.Lines[0].Row.PID = 2 }, true, true},
		{"a malformed line of pid 1", func(t *tspigen.Table, _ *tspigen.Row) {
			t.Lines = append(t.Lines, tspigen.Line{Text: "01 x"})
		}, true, false},
		{"only a malformed line of pid 1", func(t *tspigen.Table, _ *tspigen.Row) {
			t.Lines[0] = tspigen.Line{Text: "1 0"}
		}, true, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := plain()
			seven := table.Lines[1].Row
			test.change(table, seven)
			if got := table.MayClose(seven, law.Core); got != test.core {
				t.Errorf("core: got %v, want %v", got, test.core)
			}
			if got := table.MayClose(seven, law.Hardened); got != test.hardened {
				t.Errorf("hardened: got %v, want %v", got, test.hardened)
			}
		})
	}
	if kind := plain().KindOf(&tspigen.Row{PID: 1, Command: "mcp"}, law.Hardened); kind != nil {
		t.Errorf("pid 1 is a helper of kind %s", kind.Name)
	}
}

// The documents are what a fixture holds, zero values left out.
func TestDocuments(t *testing.T) {
	table := plain()
	if got, want := table.Text(), "1 0 9000 0 0 /sbin/init splash\n7 1 300 0 0 mcp --x\n"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	table.CRLF = true
	if got, want := table.Text(), "1 0 9000 0 0 /sbin/init splash\r\n7 1 300 0 0 mcp --x\r\n"; got != want {
		t.Errorf("with CRLF, the text is %q, want %q", got, want)
	}
	want,
		err := strict.Decode(
		[]byte(
			`{"kinds":[{"kind":"mcp","match_substrings":["mcp"],"exclude_substrings":["grep"],"allowlisted":true}]}`))
	if err != nil || !reflect.DeepEqual(table.PressurePolicy(), want) {
		t.Errorf("the policy is %v, want %v (%v)", table.PressurePolicy(), want, err)
	}
	if o, ok := table.OwnerClasses().(strict.Object); !ok || len(o) != 0 {
		t.Errorf("empty owners are %v, want {}", table.OwnerClasses())
	}
}

// Every member is written, by its name in the contract, section 1.
func TestDocumentsInFull(t *testing.T) {
	budget := int64(0)
	table := &tspigen.Table{
		Policy: tspigen.Policy{
			Kinds: []tspigen.Kind{
				{Name: "mcp", Match: []string{"m", "n"}, MatchAt: tspigen.AtProgram, Require: []string{"r"},
					Exclude: []string{"x"}, Allowlisted: true, Budget: &budget, KeepOwnerStatus: "kept"},
				{Name: "vite"},
			},
			KeepKinds: []string{"vite"}, MinAgeSeconds: 7, Launchers: []string{}, ValueOptions: []string{"-p"},
			GenericNames: []string{"src"},
		},
		Owners: tspigen.Owners{
			Hints:          []tspigen.Hint{{Substring: "s", Status: "t"}},
			ActiveStatuses: []string{"t"},
			ReleaseTargets: map[string]string{"u": "2", "t": "1"},
			InitNames:      []string{"runit"},
			Registered:     []tspigen.Registered{{PID: 9}, {PID: 10, CommandHash: "00"}},
		},
	}
	for _, test := range []struct {
		got  strict.Value
		want string
	}{
		{table.PressurePolicy(),
			`{"kinds":[{"kind":"mcp","match_substrings":["m","n"],"match_at":"program","require_substrings":["r"],"exclude_substrings":["x"],"allowlisted":true,"budget":0,"keep_owner_status":"kept"},` +
				`{"kind":"vite","match_substrings":[]}],"keep_kinds":["vite"],"min_age_seconds":7,"launchers":[],"value_options":["-p"],"generic_names":["src"]}`},
		{table.OwnerClasses(),
			`{"owner_hints":[{"substring":"s","status":"t"}],"active_owner_status_values":["t"],"owner_release_targets":{"t":"1","u":"2"},` +
				`"init_names":["runit"],"registered_helpers":[{"pid":9},{"pid":10,"command_hash":"00"}]}`},
	} {
		want, err := strict.Decode([]byte(test.want))
		if err != nil || !reflect.DeepEqual(test.got, want) {
			t.Errorf("got %v, want %v (%v)", test.got, want, err)
		}
	}
}
