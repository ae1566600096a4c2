package tspi_test

import (
	"errors"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// fixture is the three positive inputs as their authors write them; an empty one
// is the plain one below. Expectations in the tests that use it are written from
// the contract, never taken from the code.
type fixture struct{ ps, policy, owners string }

// plainPolicy has one kind for each part of section 5: mcp may be closed, dev may
// not, keepalive is kept.
const plainPolicy = `{
	"kinds": [
		{"kind": "keepalive", "match_substrings": ["caffeinate"]},
		{"kind": "mcp", "match_substrings": ["mcp-server"], "allowlisted": true},
		{"kind": "dev", "match_substrings": ["vite"]}
	],
	"keep_kinds": ["keepalive"]
}`

const plainOwners = `{"owner_hints": [{"substring": "claude", "status": "active_session_chain"}]}`

func orElse(text, plain string) string {
	if text == "" {
		return plain
	}
	return text
}

// document reads a JSON text that the test knows to be good.
func document(t testing.TB, text string) tspi.Value {
	t.Helper()
	v, err := tspi.Decode([]byte(text))
	if err != nil {
		t.Fatalf("the test's own document is no JSON: %v\n%s", err, text)
	}
	return v
}

func (f fixture) read(t testing.TB, level tspi.Level) (tspi.Inputs, error) {
	t.Helper()
	table := tspi.Object{{Name: "ps_text", Value: orElse(f.ps, "7 1 01:00 0.0 1 mcp-server\n")}}
	return tspi.ReadInputs(table, document(t, orElse(f.policy, plainPolicy)),
		document(t, orElse(f.owners, plainOwners)), level)
}

func (f fixture) inputs(t testing.TB, level tspi.Level) tspi.Inputs {
	t.Helper()
	in, err := f.read(t, level)
	if err != nil {
		t.Fatalf("%v: the fixture is refused: %v", level, err)
	}
	return in
}

func (f fixture) classify(t testing.TB, level tspi.Level) *tspi.Inventory {
	t.Helper()
	return tspi.Classify(f.inputs(t, level))
}

// only is the inventory row of a pid that the test expects once.
func only(t testing.TB, inventory *tspi.Inventory, pid int32) tspi.InventoryRow {
	t.Helper()
	var found []tspi.InventoryRow
	for _, row := range inventory.Rows {
		if row.PID == pid {
			found = append(found, row)
		}
	}
	if len(found) != 1 {
		t.Fatalf("pid %d is in %d inventory rows, want 1", pid, len(found))
	}
	return found[0]
}

// pids are those of an inventory, in its order.
func pids(inventory *tspi.Inventory) []int32 {
	var all []int32
	for _, row := range inventory.Rows {
		all = append(all, row.PID)
	}
	return all
}

// refusal is what an input error says, for comparison; the zero value is none.
type refusal struct {
	code    tspi.Code
	input   tspi.Input
	pointer string
}

// refused takes an error that must be an input error, or nil.
func refused(t testing.TB, err error) refusal {
	t.Helper()
	if err == nil {
		return refusal{}
	}
	var e *tspi.InputError
	if !errors.As(err, &e) {
		t.Fatalf("want an *InputError, got %T: %v", err, err)
	}
	if e.Problem == "" {
		t.Errorf("%+v says nothing to its reader", e)
	}
	return refusal{e.Code, e.Input, e.Pointer}
}

func invalid(input tspi.Input, pointer string) refusal {
	return refusal{tspi.CodeInputInvalid, input, pointer}
}

// levels are both laws, for rules that hold under either.
func levels() []tspi.Level { return []tspi.Level{tspi.Core, tspi.Hardened} }
