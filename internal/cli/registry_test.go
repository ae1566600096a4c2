package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const registryTable = "1 0 10-00:00:00 0 1 /sbin/init\n700 1 05:00 0 1 npx mcp-server-time\n701 1 05:00 0 1 npx mcp-server-time\n"

// The first 16 hex digits of the SHA-256 of "npx mcp-server-time", by sha256sum.
const registryHash = "5d4aabaa79eb4104"

// Guards section 5, row 4, on the command line: whom the flags register is no close
// candidate, by any taxonomy, and everybody else is judged as before.
func TestRegister(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		makeFile(t, path, text)
		return path
	}
	policy := file("policy.json",
		`{"kinds": [{"kind": "mcp", "match_substrings": ["mcp-server"], "allowlisted": true}]}`)
	owners := file("owners.json", `{"registered_helpers": [{"pid": 701}]}`)
	object := file("object.json", `{"description": "ours", "registered_helpers": [{"pid": 700, "command_hash": "`+
		registryHash+`"}]}`)
	array := file("array.json", `[{"pid": 700}, {"pid": 701}]`)
	empty := file("empty.json", `[]`)
	for _, test := range []struct {
		name   string
		args   []string
		kept   string // the pids that are registered
		stderr string
	}{
		{"nobody", nil, "", ""},
		{"one", []string{"--register", "700"}, "700", ""},
		{"both", []string{"--register", "700", "--register", "701"}, "700 701", ""},
		{"by its hash", []string{"--register", "700:" + registryHash}, "700", ""},
		{"by another hash", []string{"--register", "700:0123456789abcdef"}, "",
			"tspi: --register 700: the process with this pid has another command hash, and is not protected\n"},
		{"who is not there", []string{"--register", "702"}, "",
			"tspi: --register 702: no row of the table has this pid\n"},
		{"beside a taxonomy's own", []string{"--owners", owners, "--register", "700"}, "700 701", ""},
		{"a taxonomy's own alone", []string{"--owners", owners}, "701", ""},
		{"a registry", []string{"--registry", object}, "700", ""},
		{"an array", []string{"--registry", array}, "700 701", ""},
		{"an empty one", []string{"--registry", empty}, "", ""},
		{"a registry and a flag", []string{"--registry", object, "--register", "701"}, "700 701", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := call(t, registryTable, append([]string{"classify", "--policy", policy, "--format", "json"},
				test.args...)...)
			if got.status != statusHolds || got.stderr != test.stderr {
				t.Fatalf("status %d, stderr %q, want %q", got.status, got.stderr, test.stderr)
			}
			var inventory struct {
				Rows []struct {
					PID    json.Number
					Reason string
				}
			}
			if err := json.Unmarshal([]byte(got.stdout), &inventory); err != nil {
				t.Fatal(err)
			}
			var kept []string
			for _, row := range inventory.Rows {
				if row.Reason == "registered_helper_requires_owner_check" {
					kept = append(kept, row.PID.String())
				}
			}
			if len(inventory.Rows) != 2 || strings.Join(kept, " ") != test.kept {
				t.Errorf("%d rows, registered %v, want %s", len(inventory.Rows), kept, test.kept)
			}
		})
	}
}

// Guards section 1 on the command line: what is no registry is refused with its
// place, so that no protection is silently lost.
func TestRegisterRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "registry.json")
	const want = "--register: want PID or PID:HASH, a pid from 0 to 2147483647 and the 16 lowercase hex digits of a command_hash"
	for _, test := range []struct {
		name, text string
		args       []string
		want       string
	}{
		{"no pid", "", []string{"--register", "x"}, want},
		{"a negative pid", "", []string{"--register", "-1"}, want},
		{"a pid beyond the last", "", []string{"--register", "2147483648"}, want},
		{"an empty hash", "", []string{"--register", "700:"}, want},
		{"an upper case hash", "", []string{"--register", "700:0123456789ABCDEF"}, want},
		{"a short hash", "", []string{"--register", "700:0123456789abcde"}, want},
		{"the core law", "", []string{"--register", "700", "--level", "core"},
			"--register and --registry: the core law has no registered helpers"},
		{"no file", "", []string{"--registry", "missing.json"}, "missing.json: not found"},
		{"no JSON", "x", nil, "registry.json: the text is not JSON (or not UTF-8) at byte 0 [TSPI_INPUT_INVALID]"},
		{"a text", `"x"`, nil, "registry.json: want an object, got \"x\" [TSPI_INPUT_INVALID]"},
		{"without the field", `{}`, nil,
			"registry.json: /registered_helpers: want an array of objects, got nothing [TSPI_INPUT_INVALID]"},
		{"misspelt", `{"registered_helper": [], "registered_helpers": []}`, nil,
			"registry.json: /registered_helper: no such field here"},
		{"a whole taxonomy", `{"registered_helpers": [], "owner_hints": []}`, nil,
			"registry.json: /owner_hints: a registry has registered_helpers only; name an owner taxonomy with --owners [TSPI_INPUT_INVALID]"},
		{"no pid in the object", `{"registered_helpers": [{"pid": 1}, {}]}`, nil,
			"registry.json: /registered_helpers/1/pid: want an integer, got nothing [TSPI_INPUT_INVALID]"},
		{"no pid in the array", `[{"pid": 1}, {"pid": "700"}]`, nil,
			"registry.json: /1/pid: want an integer, got \"700\" [TSPI_INPUT_INVALID]"},
		{"a bad hash", `[{"pid": 1, "command_hash": "x"}]`, nil,
			"registry.json: /0/command_hash: want 16 lowercase hex digits, got \"x\" [TSPI_INPUT_INVALID]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := test.args
			if args == nil {
				makeFile(t, path, test.text)
				args = []string{"--registry", path}
			}
			for _, command := range [][]string{{"classify"}, {"explain", "700"}, {"relief"}} {
				got := call(t, registryTable, append(command, args...)...)
				refused(t, got)
				if !strings.HasPrefix(got.stderr, "tspi: "+test.want) {
					t.Errorf("%s: want %q, got %q", command[0], test.want, got.stderr)
				}
			}
		})
	}
}

// Guards the size of inputs: a registry is bounded like any document.
func TestRegistryIsBounded(t *testing.T) {
	a := &app{call: Call{Stdin: endless{}}, limits: limits{document: 1 << 10}}
	if _, err := a.registered(&registryFlags{file: "-"}, 0); err == nil ||
		!strings.Contains(err.Error(), "larger than the limit of 1024 bytes") {
		t.Errorf("got %v", err)
	}
}

// Guards harness.md, section 6: policy writes the built-in documents, byte by byte,
// over nothing, and classify reads them back.
func TestPolicy(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "mine")
	if got := call(t, "", "policy", "--out", out); got.status != statusHolds ||
		got.stdout != "Wrote mine: pressure_policy.json, owner_classes.json.\n" {
		t.Fatalf("status %d, stdout %q, stderr %q", got.status, got.stdout, got.stderr)
	}
	printed := call(t, "", "policy").stdout
	for _, name := range []string{"pressure_policy.json", "owner_classes.json"} {
		want, err := os.ReadFile(filepath.Join("..", "..", "testdata", "policies", name))
		if err != nil {
			t.Fatal(err)
		}
		written, err := os.ReadFile(filepath.Join(out, name))
		if err != nil || string(written) != string(want) {
			t.Errorf("%s: not the built-in one, %v", name, err)
		}
		if !strings.Contains(printed, "-- "+name+" --\n"+string(want)) {
			t.Errorf("%s is not printed under its name", name)
		}
	}
	plain := call(t, registryTable, "classify")
	named := call(t, registryTable, "classify", "--policy", filepath.Join(out, "pressure_policy.json"), "--owners",
		filepath.Join(out, "owner_classes.json"))
	if plain.status != statusHolds || plain != named {
		t.Errorf("the written documents say %q, the built-in ones %q", named.stdout, plain.stdout)
	}
	for _, refusal := range []struct{ out, want string }{
		{out, "tspi: mine: is there already and is not empty; name a new folder\n"},
		{filepath.Join(out, "owner_classes.json"),
			"tspi: owner_classes.json: is there already and is no folder; name a new one\n"},
		{filepath.Join(dir, "no", "such"), "tspi: such: cannot be written: not found\nhint: nothing was written\n"},
		{"", "tspi: --out: want a folder, got an empty name\n"},
	} {
		got := call(t, "", "policy", "--out", refusal.out)
		if refused(t, got); got.stderr != refusal.want {
			t.Errorf("got %q, want %q", got.stderr, refusal.want)
		}
	}
}
