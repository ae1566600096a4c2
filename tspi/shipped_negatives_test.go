package tspi_test

import (
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// caseDifferences are the places in which each case's claim differs from the right
// inventory of the fixture it carries: the offence, and the counts that follow
// it. Everything else in the claim is right.
func caseDifferences() map[string][]string {
	closed := []string{"/rows/0/decision", "/rows/0/reason",
		"/summary/candidate_safe_close_count", "/summary/decision_counts", "/summary/requires_owner_check_count"}
	return map[string][]string{
		"active_owner_kill_candidate":  closed,
		"owner_chain_cycle_safe_close": closed,
		"unknown_owner_kill":           closed,
		"premature_safe_close":         closed,
		"process_signal_sent":          {"/policy/process_signal_sent"},
		"command_preview_leak":         {"/rows/0/command_preview"},
		"absolute_path_leak":           {"/rows/0/evidence"},
		"owner_release_overclaim":      {"/summary/active_owner_pressure_groups/0/owner_release_request/result"},
	}
}

// shippedCase reads a case's document, and the right inventory of the fixture
// that it carries.
func shippedCase(t testing.TB, folder, id string) (document tspi.Object, right tspi.Value) {
	t.Helper()
	document = readDocument(t, filepath.Join(folder, id+".json")).(tspi.Object)
	part := func(name string) tspi.Value {
		v, found := document.Get(name)
		if !found {
			t.Fatalf("%s carries no %s", id, name)
		}
		return v
	}
	in, err := tspi.ReadInputs(part("process_table"), part("pressure_policy"), part("owner_classes"), tspi.Hardened)
	if err != nil {
		t.Fatal(err)
	}
	right, err = tspi.ValueOf(tspi.Classify(in))
	if err != nil {
		t.Fatal(err)
	}
	return document, right
}

// with is an object with one member's value replaced.
func with(o tspi.Object, name string, v tspi.Value) tspi.Object {
	o = slices.Clone(o)
	for i := range o {
		if o[i].Name == name {
			o[i].Value = v
		}
	}
	return o
}

func eachShippedCase(t *testing.T, test func(t *testing.T, folder string, c tspi.NegativeCase)) {
	for _, folder := range shippedFixtures() {
		for _, c := range tspi.NegativeCases() {
			t.Run(filepath.Base(folder)+"/"+c.ID, func(t *testing.T) { test(t, folder, c) })
		}
	}
}

// TestShippedNegativeCases guards section 9: each case is observed, by its own
// code and no other, under the hardened law.
func TestShippedNegativeCases(t *testing.T) {
	eachShippedCase(t, func(t *testing.T, folder string, c tspi.NegativeCase) {
		document, _ := shippedCase(t, folder, c.ID)
		verdict, err := tspi.JudgeNegative(c, document, tspi.Hardened)
		if err != nil {
			t.Fatal(err)
		}
		if want := []tspi.Code{c.Code}; !verdict.Observed || !slices.Equal(verdict.Codes, want) {
			t.Errorf("observed %v with %v, want %v", verdict.Observed, verdict.Codes, want)
		}
		if len(verdict.Findings) != 1 {
			t.Errorf("%d findings, want the offence once", len(verdict.Findings))
		}
	})
}

// TestShippedNegativeCasesCarryOneOffence guards the cases' form: apart from the
// offence and the counts that follow it, the claim is the right inventory.
func TestShippedNegativeCasesCarryOneOffence(t *testing.T) {
	eachShippedCase(t, func(t *testing.T, folder string, c tspi.NegativeCase) {
		document, right := shippedCase(t, folder, c.ID)
		claim, _ := document.Get("claimed_inventory")
		if got, want := unequal("", claim, right), caseDifferences()[c.ID]; !slices.Equal(got, want) {
			t.Errorf("the claim differs at %v, want %v", got, want)
		}
	})
}

// TestShippedNegativeCasesWithoutTheOffence guards section 9 from the other side:
// the same claim without the offence raises nothing, so the case is missed.
func TestShippedNegativeCasesWithoutTheOffence(t *testing.T) {
	eachShippedCase(t, func(t *testing.T, folder string, c tspi.NegativeCase) {
		document, right := shippedCase(t, folder, c.ID)
		verdict, err := tspi.JudgeNegative(c, with(document, "claimed_inventory", right), tspi.Hardened)
		if err != nil {
			t.Fatal(err)
		}
		if verdict.Observed || len(verdict.Codes) != 0 {
			t.Errorf("observed %v with %v, want nothing", verdict.Observed, verdict.Codes)
		}
	})
}

// TestShippedNegativeCasesWithAnotherOffence guards section 9: another case's
// offence, put in its place or beside it, is not the one that is asked for. (Two
// cases share a code: one of them in the other's place is one all the same.)
func TestShippedNegativeCasesWithAnotherOffence(t *testing.T) {
	folder := shippedFixtures()[0]
	for _, c := range tspi.NegativeCases() {
		for _, other := range tspi.NegativeCases() {
			if c.Code == other.Code {
				continue
			}
			t.Run(c.ID+"/"+other.ID, func(t *testing.T) {
				document, _ := shippedCase(t, folder, other.ID)
				verdict, err := tspi.JudgeNegative(c, with(document, "expected_negative_case_id", c.ID), tspi.Hardened)
				if err != nil {
					t.Fatal(err)
				}
				if verdict.Observed || !slices.Equal(verdict.Codes, []tspi.Code{other.Code}) {
					t.Errorf("in its place: observed %v with %v", verdict.Observed, verdict.Codes)
				}
			})
		}
		t.Run(c.ID+"/beside", func(t *testing.T) {
			document, _ := shippedCase(t, folder, c.ID)
			claim, _ := document.Get("claimed_inventory")
			added := tspi.Member{Name: "killed_pid", Value: tspi.Number("7")}
			if c.Code == tspi.CodeProcessSignal {
				added = tspi.Member{Name: "cmdline", Value: "x"}
			}
			both := with(document, "claimed_inventory", append(slices.Clone(claim.(tspi.Object)), added))
			verdict, err := tspi.JudgeNegative(c, both, tspi.Hardened)
			if err != nil {
				t.Fatal(err)
			}
			if verdict.Observed || len(verdict.Codes) != 2 {
				t.Errorf("beside it: observed %v with %v, want two codes and no", verdict.Observed, verdict.Codes)
			}
		})
	}
}

// unequal lists the pointers of the smallest values in which two documents
// differ, sorted. The decision counts, whose keys are those that occur, count as
// one value.
func unequal(pointer string, a, b tspi.Value) []string {
	var all []string
	switch a := a.(type) {
	case tspi.Object:
		b, isObject := b.(tspi.Object)
		if !isObject {
			return []string{pointer}
		}
		for _, m := range a {
			v, found := b.Get(m.Name)
			if !found {
				all = append(all, pointer+"/"+m.Name)
				continue
			}
			all = append(all, unequal(pointer+"/"+m.Name, m.Value, v)...)
		}
		for _, m := range b {
			if _, found := a.Get(m.Name); !found {
				all = append(all, pointer+"/"+m.Name)
			}
		}
	case tspi.Array:
		b, isArray := b.(tspi.Array)
		if !isArray || len(a) != len(b) {
			return []string{pointer}
		}
		for i := range a {
			all = append(all, unequal(pointer+"/"+strconv.Itoa(i), a[i], b[i])...)
		}
	default:
		if a != b {
			return []string{pointer}
		}
	}
	if len(all) > 0 && pointer == "/summary/decision_counts" {
		return []string{pointer}
	}
	slices.Sort(all)
	return all
}
