package tspi_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// The preamble: the 64 levels are those of one input document, wherever it was
// decoded. A claim and each part of its fixture are documents of their own.
func TestLevelsOfADocument(t *testing.T) {
	deep := func(depth int) tspi.Value {
		v, err := tspi.DecodeWithin([]byte(nested(depth)), 100)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, level := range levels() {
		for depth, ok := range map[int]bool{63: true, 64: false} { // one more is the object around them
			with := func(document string, name string) tspi.Value {
				return append(append(tspi.Object{}, documentOf(t, document)...),
					tspi.Member{Name: name, Value: deep(depth)})
			}
			table := with(`{"ps_text":"7 1 600 0.0 1 mcp-server"}`, "x_nest")
			policy, owners := with(plainPolicy, "x_nest"), with(plainOwners, "x_nest")
			_, tableErr := tspi.ReadTable(table, level)
			_, policyErr := tspi.ReadPolicy(policy, level)
			_, ownersErr := tspi.ReadOwners(owners, level)
			_, claimErr := tspi.Audit(tspi.Object{{Name: "claimed_inventory", Value: with(`{"rows":[]}`, "x_nest")}},
				level)
			for want, err := range map[refusal]error{
				invalid(tspi.InputProcessTable, ""):                       tableErr,
				invalid(tspi.InputPressurePolicy, ""):                     policyErr,
				invalid(tspi.InputOwnerClasses, ""):                       ownersErr,
				invalid(tspi.InputClaimedInventory, "/claimed_inventory"): claimErr,
			} {
				if ok {
					want = refusal{}
				}
				if got := refused(t, err); got != want {
					t.Errorf("%v: %d levels inside one: got %v, want %v", level, depth, got, want)
				}
			}
		}
	}
}

func documentOf(t *testing.T, text string) tspi.Object {
	t.Helper()
	return document(t, text).(tspi.Object)
}

// nested is so many arrays inside one another.
func nested(levels int) string { return strings.Repeat("[", levels) + strings.Repeat("]", levels) }
