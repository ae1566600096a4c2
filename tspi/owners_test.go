package tspi_test

import (
	"slices"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 1: the fields of an owner taxonomy and their types. {} is a good one.
func TestOwnersDocument(t *testing.T) {
	good := refusal{}
	bad := func(pointer string) refusal { return invalid(tspi.InputOwnerClasses, pointer) }
	tests := []struct {
		name, owners string
		want         refusal // at both levels
	}{
		{"nothing", `{}`, good},
		{"an array", `[]`, bad("")},
		{"null", `null`, bad("")},

		{"hints", `{"owner_hints":[{"substring":"a","status":"s"}]}`, good},
		{"no hint", `{"owner_hints":[]}`, good},
		{"hints null", `{"owner_hints":null}`, bad("/owner_hints")},
		{"hints an object", `{"owner_hints":{"a":"s"}}`, bad("/owner_hints")},
		{"a hint that is a string", `{"owner_hints":["a"]}`, bad("/owner_hints/0")},
		{"a hint without a substring", `{"owner_hints":[{"status":"s"}]}`, bad("/owner_hints/0/substring")},
		{"a hint without a status", `{"owner_hints":[{"substring":"a"}]}`, bad("/owner_hints/0/status")},
		{"a hint with an empty substring", `{"owner_hints":[{"substring":"","status":"s"}]}`,
			bad("/owner_hints/0/substring")},
		{"a hint with a null substring", `{"owner_hints":[{"substring":null,"status":"s"}]}`,
			bad("/owner_hints/0/substring")},
		{"the same hint twice", `{"owner_hints":[{"substring":"a","status":"s"},{"substring":"a","status":"t"}]}`,
			good},

		{"active statuses", `{"active_owner_status_values":["s","t"]}`, good},
		{"no active status", `{"active_owner_status_values":[]}`, good},
		{"active statuses null", `{"active_owner_status_values":null}`, bad("/active_owner_status_values")},
		{"active statuses a name", `{"active_owner_status_values":"s"}`, bad("/active_owner_status_values")},

		{"release targets", `{"owner_release_targets":{"s":"t"}}`, good},
		{"no release target", `{"owner_release_targets":{}}`, good},
		{"release targets null", `{"owner_release_targets":null}`, bad("/owner_release_targets")},
		{"release targets an array", `{"owner_release_targets":[]}`, bad("/owner_release_targets")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, level := range levels() {
				_, err := tspi.ReadOwners(document(t, test.owners), level)
				if got := refused(t, err); got != test.want {
					t.Errorf("%v: got %v, want %v", level, got, test.want)
				}
			}
		})
	}
}

// Section 1, [H]: init_names, registered_helpers, and no field that is not
// listed. To core all of these are unknown and ignored.
func TestOwnersDocumentHardened(t *testing.T) {
	tests := []struct {
		name, owners, pointer string // the pointer is empty where the taxonomy is good
	}{
		{"init names", `{"init_names":["my init","é"]}`, ""},
		{"no init name", `{"init_names":[]}`, ""},
		{"an empty init name", `{"init_names":["a",""]}`, "/init_names/1"},
		{"init names null", `{"init_names":null}`, "/init_names"},
		{"init names a string", `{"init_names":"tini"}`, "/init_names"},

		{"registered helpers", `{"registered_helpers":[{"pid":7,"command_hash":"0123456789abcdef"},{"pid":8}]}`, ""},
		{"no registered helper", `{"registered_helpers":[]}`, ""},
		{"registered helpers null", `{"registered_helpers":null}`, "/registered_helpers"},
		{"a registered pid", `{"registered_helpers":[7]}`, "/registered_helpers/0"},
		{"a registered helper without a pid", `{"registered_helpers":[{"command_hash":"0123456789abcdef"}]}`,
			"/registered_helpers/0/pid"},
		{"a pid in quotes", `{"registered_helpers":[{"pid":"7"}]}`, "/registered_helpers/0/pid"},
		{"a pid with a fraction", `{"registered_helpers":[{"pid":7.0}]}`, "/registered_helpers/0/pid"},
		{"a pid null", `{"registered_helpers":[{"pid":null}]}`, "/registered_helpers/0/pid"},
		{"a pid that no process has", `{"registered_helpers":[{"pid":-1},{"pid":10000000000000000000000}]}`, ""},
		{"a hash of 15 digits", `{"registered_helpers":[{"pid":7,"command_hash":"0123456789abcde"}]}`,
			"/registered_helpers/0/command_hash"},
		{"a hash of 17 digits", `{"registered_helpers":[{"pid":7,"command_hash":"0123456789abcdef0"}]}`,
			"/registered_helpers/0/command_hash"},
		{"a hash in capitals", `{"registered_helpers":[{"pid":7,"command_hash":"0123456789ABCDEF"}]}`,
			"/registered_helpers/0/command_hash"},
		{"a hash with a g", `{"registered_helpers":[{"pid":7,"command_hash":"0123456789abcdeg"}]}`,
			"/registered_helpers/0/command_hash"},
		{"an empty hash", `{"registered_helpers":[{"pid":7,"command_hash":""}]}`, "/registered_helpers/0/command_hash"},
		{"a hash null", `{"registered_helpers":[{"pid":7,"command_hash":null}]}`, "/registered_helpers/0/command_hash"},

		{"a misspelt field", `{"registered_helper":[{"pid":7}]}`, "/registered_helper"},
		{"a misspelt field of a hint", `{"owner_hints":[{"substring":"a","status":"s","state":"s"}]}`,
			"/owner_hints/0/state"},
		{"a misspelt field of a registered helper", `{"registered_helpers":[{"pid":7,"hash":"0123456789abcdef"}]}`,
			"/registered_helpers/0/hash"},
		{"fields that are ignored", `{"$schema":1,"schema":2,"description":3,"x_":4,
			"owner_hints":[{"substring":"a","status":"s","description":"d"}],"registered_helpers":[{"pid":7,"x_note":"n"}]}`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := refusal{}
			if test.pointer != "" {
				want = invalid(tspi.InputOwnerClasses, test.pointer)
			}
			_, err := tspi.ReadOwners(document(t, test.owners), tspi.Hardened)
			if got := refused(t, err); got != want {
				t.Errorf("hardened: got %v, want %v", got, want)
			}
			if _, err := tspi.ReadOwners(document(t, test.owners), tspi.Core); err != nil {
				t.Errorf("core: got %v, want it accepted", err)
			}
		})
	}
}

// Section 1: absent or empty lists mean the defaults; a list that is there
// replaces them.
func TestOwnersDefaults(t *testing.T) {
	active := []string{"active_session_chain", "active_parent_process", "active_owner_chain"}
	inits := []string{"launchd", "systemd", "init", "tini", "docker-init", "dumb-init", "catatonit", "s6-svscan",
		"runit", "openrc-init"}
	tests := []struct {
		owners        string
		active, inits []string
	}{
		{`{}`, active, inits},
		{`{"active_owner_status_values":[],"init_names":[]}`, active, inits},
		{`{"active_owner_status_values":["s"],"init_names":["i"]}`, []string{"s"}, []string{"i"}},
	}
	for _, test := range tests {
		o, err := tspi.ReadOwners(document(t, test.owners), tspi.Hardened)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(o.ActiveStatuses, test.active) {
			t.Errorf("%s: active statuses are %v, want %v", test.owners, o.ActiveStatuses, test.active)
		}
		if !slices.Equal(o.InitNames, test.inits) {
			t.Errorf("%s: init names are %v, want %v", test.owners, o.InitNames, test.inits)
		}
	}
}

// Section 1: the document at fault is named, in the order in which they are
// read; a good neighbour beside each.
func TestReadInputsNamesTheDocument(t *testing.T) {
	tests := []struct {
		name string
		f    fixture
		want tspi.Input
	}{
		{"none", fixture{}, ""},
		{"the table", fixture{ps: "USER PID\n" + oneRow}, tspi.InputProcessTable},
		{"the policy", fixture{policy: `{}`}, tspi.InputPressurePolicy},
		{"the owners", fixture{owners: `{"owner_hints":7}`}, tspi.InputOwnerClasses},
	}
	for _, test := range tests {
		in, err := test.f.read(t, tspi.Hardened)
		if got := refused(t, err).input; got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		if err != nil && (in.Table != nil || in.Policy != nil || in.Owners != nil) {
			t.Errorf("%s: something is left to classify", test.name)
		}
	}
}
