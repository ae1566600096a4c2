package tspi_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/tspi"
)

// The relations between two answers, and between an answer and its audit
// (harness, section 4).
func TestRelations(t *testing.T) {
	seen := relationCounts{faults: map[string]int{}}
	forAllTables(t, 2,
		property{"shuffled rows, same decisions", shuffledRows},
		property{"renamed pids, isomorphic answer", renamedPIDs},
		property{"a stricter policy adds no candidate", seen.stricterPolicy},
		property{"a live owner above makes no candidate", seen.ownerAbove},
		property{"strangers change nothing", strangersAround},
		property{"one fault raises its code", seen.oneFault},
	)
	// What never came up was not tested.
	if seen.forbidden < generatedTables/10 || seen.owned < generatedTables/10 {
		t.Errorf("the tables show too little: %+v", seen)
	}
	for _, fault := range generators.Faults() {
		if seen.faults[fault.Name] < generatedTables/50 {
			t.Errorf("%q was put into only %d claims", fault.Name, seen.faults[fault.Name])
		}
	}
}

// relationCounts are how often a relation had something to look at.
type relationCounts struct {
	forbidden, owned int
	faults           map[string]int
}

// rowTexts are an inventory's rows as they are written, sorted, with their pids
// under other names.
func rowTexts(t *testing.T, inventory *tspi.Inventory, names map[int32]int32) []string {
	t.Helper()
	var texts []string
	for _, row := range inventory.Rows {
		if names != nil {
			row.PID, row.PPID = names[row.PID], names[row.PPID]
			if row.ChainTrace != nil && row.ChainEndPID != nil {
				trace, end := *row.ChainTrace, names[*row.ChainEndPID]
				trace.ChainEndPID = &end
				row.ChainTrace = &trace
			}
		}
		texts = append(texts, string(written(t, row)))
	}
	slices.Sort(texts)
	return texts
}

// candidates are the pids of an inventory's candidates.
func candidates(inventory *tspi.Inventory) map[int32]bool {
	pids := map[int32]bool{}
	for _, row := range inventory.Rows {
		if row.Decision == tspi.DecisionSafeClose {
			pids[row.PID] = true
		}
	}
	return pids
}

// orderMatters tells the tables in which core's answer hangs on which of two rows
// with one pid is taken for a parent: the published law does not say.
func orderMatters(s subject) bool {
	pids := map[int32]bool{}
	for _, row := range s.Rows() {
		if pids[row.PID] && s.level == tspi.Core {
			return true
		}
		pids[row.PID] = true
	}
	return false
}

// sameAnswer compares rows in any order, and the summary.
func sameAnswer(t *testing.T, before, after *tspi.Inventory, names map[int32]int32) string {
	t.Helper()
	if want, got := rowTexts(t, before, names), rowTexts(t, after, nil); !slices.Equal(want, got) {
		return fmt.Sprintf("the rows are\n%v\nwant\n%v", got, want)
	}
	if want, got := string(written(t, before.Summary)), string(written(t, after.Summary)); want != got {
		return fmt.Sprintf("the summary is\n%s\nwant\n%s", got, want)
	}
	return ""
}

func shuffledRows(t *testing.T, s subject) string {
	if orderMatters(s) {
		return ""
	}
	shuffled, err := judged(s.Shuffled(s.rng), s.level)
	if err != nil {
		return err.Error()
	}
	return sameAnswer(t, s.inventory, shuffled.inventory, nil)
}

func renamedPIDs(t *testing.T, s subject) string {
	table, names := s.Renamed(s.rng)
	renamed, err := judged(table, s.level)
	if err != nil {
		return err.Error()
	}
	return sameAnswer(t, s.inventory, renamed.inventory, names)
}

// stricterPolicy: a higher minimum age or a shorter allowlist never adds a
// candidate, and the allowlist's changes only the kind that left it.
func (c *relationCounts) stricterPolicy(_ *testing.T, s subject) string {
	kind := s.Policy.Kinds[s.rng.Intn(len(s.Policy.Kinds))].Name
	for _, table := range []*generators.Table{
		s.WithMinAge(s.Policy.MinAge() + 1 + s.rng.Int63n(100_000)),
		s.WithoutAllowlisting(kind),
	} {
		stricter, err := judged(table, s.level)
		if err != nil {
			return err.Error()
		}
		for i, row := range stricter.inventory.Rows {
			before := s.inventory.Rows[i].Decision
			if row.Decision == before {
				continue
			}
			c.forbidden++
			if row.Decision == tspi.DecisionSafeClose {
				return fmt.Sprintf("pid %d becomes a candidate", row.PID)
			}
			if table.Policy.MinAgeSeconds == s.Policy.MinAgeSeconds && row.ProcessKind != kind {
				return fmt.Sprintf("without %s on the allowlist, pid %d, a %s, becomes %s", kind, row.PID, row.ProcessKind, row.Decision)
			}
		}
	}
	return ""
}

// ownerAbove: a live owner put above a helper never makes or leaves it a
// candidate; all others stay what they are.
func (c *relationCounts) ownerAbove(_ *testing.T, s subject) string {
	before := candidates(s.inventory)
	for i := range s.inventory.Rows {
		pid := s.inventory.Rows[i].PID
		if !before[pid] && i > 0 {
			continue // one that is no candidate is enough
		}
		owned, err := judged(s.WithOwnerAbove(pid, s.rng), s.level)
		if err != nil {
			return err.Error()
		}
		want := maps.Clone(before)
		if delete(want, pid); before[pid] {
			c.owned++
		}
		if after := candidates(owned.inventory); !maps.Equal(want, after) {
			return fmt.Sprintf("with an owner above %d, the candidates are %v, want %v", pid, after, want)
		}
	}
	return ""
}

func strangersAround(t *testing.T, s subject) string {
	crowded, err := judged(s.WithStrangers(1+s.rng.Intn(5), s.rng), s.level)
	if err != nil {
		return err.Error()
	}
	if before, after := string(written(t, s.inventory)), string(written(t, crowded.inventory)); before != after {
		return fmt.Sprintf("the answer is\n%s\nand was\n%s", after, before)
	}
	return ""
}

// oneFault: one fault put into a right inventory raises its code and only that,
// at the hardened level and with the fixture; half of them are no offence to core.
func (c *relationCounts) oneFault(t *testing.T, s subject) string {
	if s.level == tspi.Core {
		return ""
	}
	right := document(t, string(written(t, s.inventory)))
	for _, fault := range generators.Faults() {
		claim, about, ok := fault.Inject(s.Table, right, s.rng)
		if !ok {
			continue
		}
		c.faults[fault.Name]++
		findings := tspi.AuditInventory(claim, s.in)
		if len(findings) != 1 || findings[0].ErrorCode != fault.Code || findings[0].SubjectID != about {
			return fmt.Sprintf("%s: got %v, want %s of %s\n%s", fault.Name, said(findings), fault.Code, about, encoded(t, claim))
		}
	}
	return ""
}
