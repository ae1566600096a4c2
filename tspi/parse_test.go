package tspi

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// lines of every kind that a ps_text can have, to be drawn from.
var lineKinds = []string{
	"%d 1 10:00 0.5 100 mcp-server-%[1]d", "%d 2 10:00 0.5 100 agent run", "%d 3 5 x 1 mcp-server",
	"%d 4 99-00:00:00 0 1 mcp-server",
	"# comment %d", "", "  ", "word %d", "PID PPID ELAPSED %%CPU RSS COMMAND", "1 0 50:00 0 1 init",
	"%d 1 10:00 0.5 100 a\r",
	"%d 9 20 0 1 what PID is this",
}

func drawnText(rng *rand.Rand) string {
	var b strings.Builder
	for i := range rng.IntN(60) {
		line := lineKinds[rng.IntN(len(lineKinds))]
		if strings.Contains(line, "%") {
			line = fmt.Sprintf(line, 2+rng.IntN(40))
		}
		line, _, _ = strings.Cut(line, "%!")
		b.WriteString(line)
		if i%17 != 16 {
			b.WriteString("\n")
		}
	}
	if rng.IntN(8) == 0 {
		b.WriteString("\nUSER PID PPID %CPU COMMAND\n")
	}
	return b.String()
}

// Guards section 2 and docs/performance.md: a table that is read in parts, on several
// cores, is the one that is read as a whole, whatever lines it has and wherever it is cut;
// and an error tells the same line.
func TestPartsAreTheWhole(t *testing.T) {
	onCores(t, 4)
	rng := rand.New(rand.NewPCG(1, 2))
	refused, tables := 0, 0
	for range 3000 {
		text := drawnText(rng)
		for _, level := range []Level{Core, Hardened} {
			whole, wantErr := parseTable(text, level, len(text)+1)
			parts, err := parseTable(text, level, 1+rng.IntN(80))
			var want, got *InputError
			if errors.As(wantErr, &want) != errors.As(err, &got) || want != nil && *want != *got {
				t.Fatalf("%s: in parts the error is %v, of the whole %v:\n%s", level, err, wantErr, text)
			}
			if want != nil {
				refused++
				continue
			}
			tables++
			if !reflect.DeepEqual(whole, parts) {
				t.Fatalf("%s: in parts %+v\nthe whole %+v\n%s", level, parts, whole, text)
			}
		}
	}
	if refused < 100 || tables < 1000 {
		t.Errorf("%d texts refused and %d read: this proves little", refused, tables)
	}
}

// Guards sections 3 to 6 and docs/performance.md: a survey whose rows are judged in
// blocks, on several cores, is that of one block.
func TestBlocksAreTheWhole(t *testing.T) {
	onCores(t, 4)
	rng := rand.New(rand.NewPCG(3, 4))
	budget := NewInteger(1)
	helpers := 0
	for range 1000 {
		for _, level := range []Level{Core, Hardened} {
			table, err := ParseTable(drawnText(rng), level)
			if err != nil {
				continue
			}
			in := Inputs{Level: level, Table: table,
				Owners: &Owners{InitNames: []string{"init"}, ActiveStatuses: []string{"session"},
					Hints: []OwnerHint{{Substring: "agent", Status: "session"}}},
				Policy: &Policy{MinAgeSeconds: NewInteger(300), Kinds: []Kind{
					{Name: "mcp", Match: []string{"mcp-server"}, Exclude: []string{"-13"}, Allowlisted: true,
						Budget: &budget},
				}}}
			whole, blocks := newSurvey(in, len(table.Rows)+1), newSurvey(in, 1+rng.IntN(3))
			want, got := whole.inventory(), blocks.inventory()
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: in blocks %+v\nthe whole %+v", level, got, want)
			}
			helpers += len(want.Rows)
		}
	}
	if helpers < 1000 {
		t.Errorf("%d helpers: this proves little", helpers)
	}
}

func onCores(t *testing.T, cores int) {
	t.Helper()
	before := runtime.GOMAXPROCS(cores)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// Guards docs/performance.md: several readers of one survey see the same rows.
func TestReadersShareASurvey(t *testing.T) {
	onCores(t, 4)
	var text bytes.Buffer
	for i := range 20_000 {
		fmt.Fprintf(&text, "%d %d 10:00 0.0 1 mcp-server-%d\n", 10+i, 10+i/2, i%7)
	}
	table, err := ParseTable(text.String(), Hardened)
	if err != nil {
		t.Fatal(err)
	}
	s := NewSurvey(Inputs{Level: Hardened, Table: table, Owners: &Owners{},
		Policy: &Policy{Kinds: []Kind{{Name: "mcp", Match: []string{"mcp-server"}}}}})
	rows := make(chan int)
	for range 4 {
		go func() {
			n := 0
			s.NewReader().Rows(0, s.Size(), func(row *InventoryRow) bool { n++; return row.PID > 0 })
			rows <- n
		}()
	}
	for range 4 {
		if n := <-rows; n != 20_000 {
			t.Errorf("a reader saw %d rows, want 20000", n)
		}
	}
}
