package drill

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	harness "github.com/tspi-dev/harness"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/tspi"
)

const (
	maxGeneratedRows = 120 // larger tables say nothing more on a stage
	maxShrinks       = 200
	// threshold is that of the built-in policy, in seconds; an age right below it would
	// be above it before the reaper has looked.
	threshold     = 300
	youth         = 180
	drawsPerTable = 60 // after so many that cannot be staged the generator is at fault
)

// generated stages tables of the generator; the counterexamples are shrunk.
func (d *drill) generated(ctx context.Context) ([]*Result, error) {
	tables, err := d.draw()
	if err != nil {
		return nil, err
	}
	results := make([]*Result, len(tables))
	err = d.each(ctx, len(tables), func(ctx context.Context, i int) error {
		name := fmt.Sprintf("generated/%d-%d", d.Seed, tables[i].index)
		s, err := stageable(name, tables[i].table)
		if err != nil {
			return err
		}
		if results[i], err = d.scenario(ctx, s); err != nil || results[i].Verdict != Unsafe {
			return err
		}
		results[i], err = d.shrink(ctx, name, tables[i].table, results[i])
		return err
	})
	return results, err
}

type drawn struct {
	index uint64
	table *tspigen.Table
}

// draw takes the first tables of the seed that can be staged.
func (d *drill) draw() ([]drawn, error) {
	var tables []drawn
	for i := uint64(0); len(tables) < d.Generate; i++ {
		if i > uint64(d.Generate)*drawsPerTable {
			return nil, fmt.Errorf("of %d drawn tables only %d can be staged", i, len(tables))
		}
		t := tspigen.Case(d.Seed, i)
		if _, err := stageable("generated", t); err == nil {
			tables = append(tables, drawn{i, t})
		}
	}
	return tables, nil
}

// shrink looks for the smallest table on which the reaper is unsafe still.
func (d *drill) shrink(ctx context.Context, name string, t *tspigen.Table, first *Result) (*Result, error) {
	best := first
	quiet := &drill{Options: d.Options}
	quiet.Trouble = nil
	_, _, err := tspigen.Shrink(t, func(smaller *tspigen.Table) (bool, error) {
		s, err := stageable(name, smaller)
		if err != nil {
			return false, nil // cannot be staged: no smaller counterexample
		}
		r, err := quiet.stage(ctx, s, d.Casting.Roles(name))
		if err != nil || r.Verdict != Unsafe {
			return false, err
		}
		r.Table = s.Table
		best = r
		return true, nil
	}, maxShrinks)
	if err == nil && best.Table == "" {
		if s, err := stageable(name, t); err == nil {
			best.Table = s.Table
		}
	}
	return best, err
}

// stageable makes a scenario of a generated table: its tree and its ages, with roles
// for its commands. What may be ended the law says, by the policy that the commands of
// the roles are known to. The error says what cannot be staged.
func stageable(name string, t *tspigen.Table) (*Scenario, error) {
	rows := t.Rows()
	if len(rows) < 2 || len(rows) > maxGeneratedRows {
		return nil, fmt.Errorf("%d rows", len(rows))
	}
	roles, err := rolesOf(t)
	if err != nil {
		return nil, err
	}
	number, err := renumber(rows)
	if err != nil {
		return nil, err
	}
	var table strings.Builder
	for _, row := range inOrder(rows) {
		command := roles[row]
		if row.PID == 1 {
			command = initCommand(row.Command)
		}
		age := row.Age
		if age < threshold {
			age = min(age, threshold-youth) // the clock of a stage runs on
		}
		if row.PID == 1 {
			for _, other := range rows {
				age = max(age, other.Age)
			}
		}
		fmt.Fprintf(&table, "%d %d %d 0.0 1000 %s\n", number[row.PID], number[row.PPID], age, command)
	}
	s := &Scenario{
		ID:    name,
		Title: "A generated table",
		Why:   "The law calls none but its candidates closable.",
		Table: table.String(),
	}
	if err := s.readTable(); err != nil {
		return nil, err
	}
	if s.MayEnd, err = s.candidates(Casting{}.Roles(name)); err != nil {
		return nil, err
	}
	return s, nil
}

// initCommand keeps what matters of pid 1: whether it is an init that is known.
func initCommand(command string) string {
	for _, name := range []string{"systemd", "tini", "launchd", "init"} {
		if strings.Contains(command, name) {
			return "/sbin/init"
		}
	}
	return "bash"
}

// rolesOf casts the rows by what the table's own policy says of them.
func rolesOf(t *tspigen.Table) (map[*tspigen.Row]string, error) {
	in, err := tspi.ReadInputs(t.ProcessTable(), t.PressurePolicy(), t.OwnerClasses(), tspi.Hardened)
	if err != nil {
		return nil, err
	}
	kinds := map[int32]tspi.InventoryRow{}
	for _, row := range tspi.Classify(in).Rows {
		kinds[row.PID] = row
	}
	roles := map[*tspigen.Row]string{}
	for _, row := range t.Rows() {
		role := "{stranger}"
		if known, is := kinds[row.PID]; is && known.AllowlistMatched {
			role = "{helper}"
			if len(known.ProcessKind)%2 == 1 {
				role = "{helper2}"
			}
		} else if is {
			role = "{editor}"
		} else {
			for _, hint := range t.Owners.Hints {
				if strings.Contains(row.Command, hint.Substring) {
					role = "{owner}"
				}
			}
		}
		roles[row] = role
	}
	return roles, nil
}

// renumber gives pids that a stage has, in the same order; 0 and 1 stay.
func renumber(rows []*tspigen.Row) (map[int32]int, error) {
	var pids []int32
	parents := map[int32]int32{}
	for _, row := range rows {
		if _, twice := parents[row.PID]; twice {
			return nil, fmt.Errorf("pid twice")
		}
		if row.PID == 0 || row.BadColumn {
			return nil, fmt.Errorf("no such process")
		}
		parents[row.PID] = row.PPID
		pids = append(pids, row.PID)
	}
	if ppid, there := parents[1]; !there || ppid != 0 {
		return nil, fmt.Errorf("no init")
	}
	slices.Sort(pids)
	number := map[int32]int{0: 0, 1: 1}
	for i, pid := range pids {
		if pid != 1 {
			number[pid] = 400 + i
		}
	}
	for _, row := range rows {
		if _, there := number[row.PPID]; !there || row.PPID == 0 && row.PID != 1 {
			return nil, fmt.Errorf("no parent")
		}
		at := row.PID
		for steps := 0; at != 1; steps++ {
			if steps > len(rows) {
				return nil, fmt.Errorf("a cycle")
			}
			at = parents[at]
		}
	}
	return number, nil
}

// inOrder puts parents before children.
func inOrder(rows []*tspigen.Row) []*tspigen.Row {
	below := map[int32][]*tspigen.Row{}
	for _, row := range rows {
		below[row.PPID] = append(below[row.PPID], row)
	}
	var ordered []*tspigen.Row
	for todo := below[0]; len(todo) > 0; {
		row := todo[0]
		todo = append(todo[1:], below[row.PID]...)
		ordered = append(ordered, row)
	}
	return ordered
}

// candidates are the pids that the hardened law and the built-in policy call closable,
// in ascending order.
func (s *Scenario) candidates(roles Roles) ([]int, error) {
	text, err := s.Filled(roles)
	if err != nil {
		return nil, err
	}
	builtIn, err := builtInInputs()
	if err != nil {
		return nil, err
	}
	in := builtIn
	if in.Table, err = tspi.ParseTable(text, tspi.Hardened); err != nil {
		return nil, err
	}
	var pids []int
	for _, row := range tspi.Classify(in).Rows {
		if row.Decision == tspi.DecisionSafeClose {
			pids = append(pids, int(row.PID))
		}
	}
	slices.Sort(pids)
	return pids, nil
}

// builtInInputs are the built-in policy and owner taxonomy.
var builtInInputs = sync.OnceValues(func() (tspi.Inputs, error) {
	in := tspi.Inputs{Level: tspi.Hardened}
	read := func(name string) (tspi.Value, error) {
		text, err := fs.ReadFile(harness.Policies(), name)
		if err != nil {
			return nil, err
		}
		return tspi.Decode(text)
	}
	policy, err := read("pressure_policy.json")
	if err != nil {
		return in, err
	}
	if in.Policy, err = tspi.ReadPolicy(policy, tspi.Hardened); err != nil {
		return in, err
	}
	owners, err := read("owner_classes.json")
	if err != nil {
		return in, err
	}
	in.Owners, err = tspi.ReadOwners(owners, tspi.Hardened)
	return in, err
})

// pidList is how a scenario's file tells pids.
func pidList(pids []int) string {
	if len(pids) == 0 {
		return "none"
	}
	words := make([]string, len(pids))
	for i, pid := range pids {
		words[i] = strconv.Itoa(pid)
	}
	return strings.Join(words, " ")
}
