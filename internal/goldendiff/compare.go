package goldendiff

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Comparison is how a receipt differs from a golden one.
type Comparison struct {
	// SameBytes says that the two are the same byte for byte. Somebody who did not
	// make the receipt at SOURCE_DATE_EPOCH=0 is comparing the golden file with
	// itself.
	SameBytes   bool
	Differences []Difference // in the order of the golden receipt; none if they agree
}

// Kind says in which way a place differs.
type Kind string

const (
	Changed Kind = "changed"
	Missing Kind = "missing" // theirs lacks it
	Added   Kind = "added"   // the golden one lacks it
	Order   Kind = "order"   // the elements they share stand in another order
)

// Difference is one place that differs.
type Difference struct {
	// Pointer is a JSON Pointer with every token that is no plain name replaced.
	// It is one into the golden receipt, except where Kind is [Added].
	Pointer        string
	Kind           Kind
	Golden, Theirs string // the values, or what kind of values they are; empty where there is none
}

// String returns the difference as one line.
func (d Difference) String() string {
	at := d.Pointer
	if at == "" {
		at = "the whole document"
	}
	switch d.Kind {
	case Missing:
		return fmt.Sprintf("%s: missing; golden has %s", at, d.Golden)
	case Added:
		return fmt.Sprintf("%s: not in the golden receipt; yours has %s", at, d.Theirs)
	case Order:
		return fmt.Sprintf("%s: the elements stand in another order", at)
	}
	return fmt.Sprintf("%s: golden %s, yours %s", at, d.Golden, d.Theirs)
}

// masked are the members of a receipt that are not compared: they tell when and
// where it was made. They must be there all the same.
var masked = []string{"created_at", "receipt_paths"}

// Compare compares a receipt with a golden one. The error, for a text that is no
// strict JSON, is a *[strict.SyntaxError].
//
// Elements of arrays are matched by what they are about (a pid, a check, a
// negative case, …) where they tell it, so that one row too few is one
// difference. Numbers are compared as they are spelt: 1.0 is not 1.
func Compare(golden, theirs []byte) (Comparison, error) {
	want, err := strict.Decode(golden)
	if err != nil {
		return Comparison{}, fmt.Errorf("the golden receipt: %w", err)
	}
	got, err := strict.Decode(theirs)
	if err != nil {
		return Comparison{}, err
	}
	c := comparer{}
	c.values("", want, got)
	return Comparison{SameBytes: bytes.Equal(golden, theirs), Differences: c.differences}, nil
}

type comparer struct{ differences []Difference }

func (c *comparer) report(pointer string, kind Kind, golden, theirs string) {
	c.differences = append(c.differences, Difference{law.SafePointer(pointer), kind, golden, theirs})
}

func (c *comparer) values(at string, golden, theirs strict.Value) {
	switch want := golden.(type) {
	case strict.Object:
		if got, ok := theirs.(strict.Object); ok {
			c.objects(at, want, got)
			return
		}
	case strict.Array:
		if got, ok := theirs.(strict.Array); ok {
			c.arrays(at, want, got)
			return
		}
	default:
		if isScalar(theirs) && golden == theirs {
			return
		}
	}
	c.report(at, Changed, showGolden(golden), showTheirs(theirs))
}

func (c *comparer) objects(at string, golden, theirs strict.Object) {
	for _, m := range golden {
		here := at + "/" + escape(m.Name)
		got, ok := theirs.Get(m.Name)
		switch {
		case !ok:
			c.report(here, Missing, showGolden(m.Value), "")
		case at == "" && slices.Contains(masked, m.Name):
		default:
			c.values(here, m.Value, got)
		}
	}
	for _, m := range theirs {
		if _, ok := golden.Get(m.Name); !ok {
			c.report(at+"/"+escape(m.Name), Added, "", showTheirs(m.Value))
		}
	}
}

func (c *comparer) arrays(at string, golden, theirs strict.Array) {
	want, got := identify(golden), identify(theirs)
	place := map[string]int{}
	for j, id := range got {
		place[id] = j
	}
	last, ordered := -1, true
	for i, id := range want {
		here := at + "/" + strconv.Itoa(i)
		j, ok := place[id]
		if !ok {
			c.report(here, Missing, showGolden(golden[i]), "")
			continue
		}
		delete(place, id)
		ordered = ordered && last < j
		last = j
		c.values(here, golden[i], theirs[j])
	}
	for j, id := range got {
		if _, left := place[id]; left {
			c.report(at+"/"+strconv.Itoa(j), Added, "", showTheirs(theirs[j]))
		}
	}
	if !ordered {
		c.report(at, Order, "", "")
	}
}

func isScalar(v strict.Value) bool {
	switch v.(type) {
	case strict.Object, strict.Array:
		return false
	}
	return true
}

func escape(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
