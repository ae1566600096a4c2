package ident_test

import (
	"testing"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/generators/ident"
	"github.com/tspi-dev/harness/internal/strict"
	law "github.com/tspi-dev/harness/profiles/ident"
)

// worlds are those of ident with the law in them.
func worlds(t *testing.T) *generators.FactWorlds {
	t.Helper()
	w := ident.Worlds()
	w.Name, w.Facts = "ident", &generators.Facts{RowKey: "id", IDs: []string{"id", "scope", "boot_id"},
		Numbers: []string{"pid", "pgid"}}
	w.Untrusted = []string{"command"}
	w.Decide = func(facts strict.Value) (strict.Value, bool) {
		answer, err := law.Decide(facts)
		if err != nil {
			return nil, false
		}
		v, err := strict.ValueOf(answer)
		if err != nil {
			t.Fatal(err)
		}
		return v, true
	}
	return w
}

// Guards that case i of a seed is one world, and that a saved world is read back as it was.
func TestWorldsAreDeterminedAndSaved(t *testing.T) {
	w := worlds(t)
	for i := range uint64(200) {
		a, b := w.Case(5, i).(*generators.FactWorld), w.Case(5, i).(*generators.FactWorld)
		saved := a.Saved()
		if !strict.Equal(saved, b.Saved()) {
			t.Fatalf("case %d is two worlds", i)
		}
		c, err := generators.LoadFactWorld(saved)
		if err != nil || !strict.Equal(c.Saved(), saved) {
			t.Fatalf("case %d is not read back: %v", i, err)
		}
	}
}

// Guards that a counterexample is shrunk to what it needs, that it stays usable, and that what
// refers to a record that was dropped goes with it.
func TestShrink(t *testing.T) {
	w, shrunk := worlds(t), 0
	for i := range uint64(400) {
		first := w.Case(2, i)
		owned := func(world generators.World) (bool, error) {
			decision, ok := w.Decide(world.Question())
			object, _ := decision.(strict.Object)
			n, _ := object.Object("summary").Integer("owned_count")
			count, _ := n.Int64()
			return ok && count > 0, nil
		}
		if holds, _ := owned(first); !holds {
			continue
		}
		shrunk++
		smallest, tries, err := w.Shrink(first, owned, 3000)
		if holds, _ := owned(smallest); err != nil || !holds || tries > 3000 {
			t.Fatalf("case %d: %v after %d tries", i, err, tries)
		}
		if smallest.Size() != 2 {
			t.Errorf("case %d: %d entities, want a record and a look: %s", i, smallest.Size(),
				strict.Encode(smallest.Question()))
		}
		again, _, _ := w.Shrink(first, owned, 3000)
		if !strict.Equal(again.Question(), smallest.Question()) {
			t.Errorf("case %d is shrunk to two worlds", i)
		}
	}
	if shrunk < 50 {
		t.Errorf("only %d worlds were shrunk", shrunk)
	}
}
