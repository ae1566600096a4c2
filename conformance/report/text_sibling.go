package report

import (
	"fmt"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/plain"
	"github.com/tspi-dev/harness/internal/strict"
)

// fact is a place where what a case sends differs from what its sibling does.
type fact struct {
	document    string // facts or claim
	pointer     string // in the document
	here, there string // the two values
}

// maxFacts is in how many facts siblings may differ for the difference to be shown: where more
// follow from the one, none of them says why the answers differ.
const maxFacts = 2

// siblingFacts are the facts in which a published case of a profile of facts differs from its
// sibling; none where the report is of another suite than ours, since that may have changed.
func siblingFacts(report *conformance.Report, r *conformance.Result) []fact {
	p, err := conformance.ProfileNamed(report.Profile)
	if err != nil || p.Facts == nil || r.Variant > 0 || r.Pair == "" {
		return nil
	}
	suite, err := conformance.EmbeddedSuite(p, report.Suite.Version)
	if err != nil || suite.Digest != report.Suite.Digest {
		return nil
	}
	here, isOurs := suite.Case(r.Case)
	there, hasSibling := suite.Case(r.Pair)
	if !isOurs || !hasSibling || here.Op != there.Op {
		return nil
	}
	a, errA := strict.Decode(here.Problem.Input(here.Op, ""))
	b, errB := strict.Decode(there.Problem.Input(there.Op, ""))
	if errA != nil || errB != nil { // sent is what no JSON of ours may be
		return nil
	}
	d := siblings{}
	if input, ok := a.(strict.Object); ok && here.Op == p.Name+".audit" {
		other, _ := b.(strict.Object)
		for _, name := range []string{"facts", "claim"} {
			d.document = name
			d.compareMember(input, other, name, "")
		}
	} else {
		d.document = "facts"
		d.compare("", a, b)
	}
	if len(d.found) > maxFacts {
		return nil
	}
	return d.found
}

// siblings gathers the differences between two inputs.
type siblings struct {
	document string
	found    []fact
}

func (d *siblings) compare(pointer string, a, b strict.Value) {
	if strict.Equal(a, b) {
		return
	}
	switch x := a.(type) {
	case strict.Object:
		if y, ok := b.(strict.Object); ok {
			for _, m := range x {
				d.compareMember(x, y, m.Name, pointer+"/"+strict.EscapeToken(m.Name))
			}
			for _, m := range y {
				if _, both := x.Get(m.Name); !both {
					d.compareMember(x, y, m.Name, pointer+"/"+strict.EscapeToken(m.Name))
				}
			}
			return
		}
	case strict.Array:
		if y, ok := b.(strict.Array); ok && len(x) == len(y) {
			for i := range x {
				d.compare(fmt.Sprintf("%s/%d", pointer, i), x[i], y[i])
			}
			return
		}
	}
	d.found = append(d.found, fact{d.document, pointer, valueText(a, true), valueText(b, true)})
}

func (d *siblings) compareMember(x, y strict.Object, name, pointer string) {
	a, hasA := x.Get(name)
	b, hasB := y.Get(name)
	if hasA && hasB {
		d.compare(pointer, a, b)
		return
	}
	d.found = append(d.found, fact{d.document, pointer, valueText(a, hasA), valueText(b, hasB)})
}

// maxValue is how much of a value is shown, in columns.
const maxValue = 60

// valueText is a value of a published case as it is sent.
func valueText(v strict.Value, there bool) string {
	if !there {
		return "not there"
	}
	return plain.Clip(string(strict.Encode(v)), maxValue)
}
