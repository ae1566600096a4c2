package tspi_test

import (
	"slices"
	"testing"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// wrong is our own implementation with an error in it: what it answers is edited.
type wrong struct {
	own
	asked    int
	classify func(asked int, input, answer strict.Object) strict.Object
	relief   func(answer strict.Object) strict.Object
	audit    func(findings strict.Array) strict.Array
	refuse   func(err error) error
}

func (w *wrong) Classify(input strict.Object) (strict.Value, error) {
	answer, err := w.own.Classify(input)
	w.asked++
	if err != nil && w.refuse != nil {
		if err = w.refuse(err); err == nil {
			return strict.Object{}, nil
		}
	}
	if err != nil || w.classify == nil {
		return answer, err
	}
	return w.classify(w.asked, input, copied(answer).(strict.Object)), nil
}

func (w *wrong) Relief(input strict.Object) (strict.Value, error) {
	answer, err := w.own.Relief(input)
	if err != nil || w.relief == nil {
		return answer, err
	}
	return w.relief(copied(answer).(strict.Object)), nil
}

func (w *wrong) Audit(input strict.Object) (strict.Value, error) {
	answer, err := w.own.Audit(input)
	if err != nil && w.refuse != nil {
		if err = w.refuse(err); err == nil {
			return strict.Object{{Name: "findings", Value: strict.Array{}}}, nil
		}
	}
	if err != nil || w.audit == nil {
		return answer, err
	}
	findings, _ := answer.(strict.Object).Get("findings")
	return strict.Object{{Name: "findings", Value: w.audit(findings.(strict.Array))}}, nil
}

// copied is a deep copy, for edits.
func copied(v strict.Value) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		c := make(strict.Array, len(v))
		for i := range v {
			c[i] = copied(v[i])
		}
		return c
	case strict.Object:
		c := make(strict.Object, len(v))
		for i := range v {
			c[i] = strict.Member{Name: v[i].Name, Value: copied(v[i].Value)}
		}
		return c
	}
	return v
}

// put gives a member of an object, by a path of names, another value.
func put(o strict.Object, v strict.Value, path ...string) strict.Object {
	for i := range o {
		if o[i].Name != path[0] {
			continue
		}
		if len(path) == 1 {
			o[i].Value = v
		} else if inner, ok := o[i].Value.(strict.Object); ok {
			o[i].Value = put(inner, v, path[1:]...)
		}
		return o
	}
	return append(o, strict.Member{Name: path[0], Value: v})
}

func rowsOf(answer strict.Object) strict.Array {
	rows, _ := answer.Get("rows")
	return rows.(strict.Array)
}

func groupsOf(answer strict.Object) strict.Array {
	summary, _ := answer.Get("summary")
	groups, _ := summary.(strict.Object).Get("active_owner_pressure_groups")
	return groups.(strict.Array)
}

func propertyNamed(t *testing.T, name string) tspigen.Property {
	t.Helper()
	all := tspigen.Properties()
	i := slices.IndexFunc(all, func(p tspigen.Property) bool { return p.Name == name })
	if i < 0 {
		t.Fatalf("there is no property %s", name)
	}
	return all[i]
}

// catches reports whether a property finds a difference within so many tables.
func catches(t *testing.T, p tspigen.Property, level law.Level, tables uint64,
	make func() tspigen.Implementation) bool {
	t.Helper()
	for i := range tables {
		found, err := p.Check(tspigen.NewTrial(tspigen.Case(71, i), level, make(), own{level}))
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if len(found) > 0 {
			for _, d := range found {
				if d.Want == d.Got || d.Path == "" && d.Want == "" {
					t.Errorf("%s says nothing: %+v", p.Name, d)
				}
			}
			return true
		}
	}
	return false
}
