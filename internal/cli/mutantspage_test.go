package cli

import (
	"slices"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/mutant"
	"github.com/tspi-dev/harness/tspi"
)

// docs/reports.md: the kill matrix as a heat map. Each mutant is counted by the clauses of
// the cases that reject it; its own clause also counts standing checks and the
// wire, and shows where nothing kills it.
func TestMutantsPage(t *testing.T) {
	fate := func(name, clause string) mutant.Fate {
		return mutant.Fate{Mutant: profile.Mutant{Name: name, Clause: clause, Level: tspi.Hardened, Says: "Says so."}}
	}
	killed, standing, wire, survivor := fate("killed", "4.init"), fate("standing", "7.path"), fate("wire", "protocol"),
		fate("survivor", "5.keep")
	killed.Cases = []string{"tspi/core/4.init/a", "tspi/hardened/4.init/b"}
	killed.Rejected = append(slices.Clone(killed.Cases), "tspi/core/5.orphan/c")
	standing.Standing = []string{"tspi/core/6.rows/d"}
	standing.Rejected = standing.Standing
	wire.Wire = conformance.Hang
	survivor.Rejected = []string{"tspi/core/5.orphan/c"}
	m := &mutant.Matrix{Profile: conformance.DefaultProfile(), Fates: []mutant.Fate{killed, standing, wire, survivor}}

	page := mutantsPage(m)
	h := page.Heatmaps[0]
	at := func(clause string) int { return slices.Index(h.Columns, clause) }
	for i, want := range []struct {
		target string
		counts map[string]int
	}{
		{"4.init", map[string]int{"4.init": 2, "5.orphan": 1}},
		{"7.path", map[string]int{"7.path": 1, "6.rows": 1}},
		{"protocol", map[string]int{"protocol": 1}},
		{"5.keep", map[string]int{"5.orphan": 1}},
	} {
		row, total := h.Rows[i], 0
		for _, n := range row.Cells {
			total += n
		}
		for clause, n := range want.counts {
			if total -= n; row.Cells[at(clause)] != n {
				t.Errorf("%s, %s: %d, want %d", row.Name, clause, row.Cells[at(clause)], n)
			}
		}
		if row.Target != at(want.target) || total != 0 {
			t.Errorf("%s: target %d, %d cases elsewhere", row.Name, row.Target, total)
		}
	}
	if page.Good || len(page.Lists) != 1 ||
		!slices.Equal(page.Lists[0].Items, []string{"survivor (hardened, 5.keep): Says so."}) {
		t.Errorf("good %v, %+v", page.Good, page.Lists)
	}
	m.Fates = m.Fates[:3]
	if page := mutantsPage(m); !page.Good || page.Lists != nil {
		t.Errorf("without the survivor: good %v, %+v", page.Good, page.Lists)
	}
}
