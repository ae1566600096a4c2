package tspi_test

import (
	"slices"
	"testing"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/tspi"
)

// wrong is our own implementation with an error in it: what it answers is edited.
type wrong struct {
	own
	asked    int
	classify func(asked int, input, answer tspi.Object) tspi.Object
	relief   func(answer tspi.Object) tspi.Object
	audit    func(findings tspi.Array) tspi.Array
	refuse   func(err error) error
}

func (w *wrong) Classify(input tspi.Object) (tspi.Value, error) {
	answer, err := w.own.Classify(input)
	w.asked++
	if err != nil && w.refuse != nil {
		if err = w.refuse(err); err == nil {
			return tspi.Object{}, nil
		}
	}
	if err != nil || w.classify == nil {
		return answer, err
	}
	return w.classify(w.asked, input, copied(answer).(tspi.Object)), nil
}

func (w *wrong) Relief(input tspi.Object) (tspi.Value, error) {
	answer, err := w.own.Relief(input)
	if err != nil || w.relief == nil {
		return answer, err
	}
	return w.relief(copied(answer).(tspi.Object)), nil
}

func (w *wrong) Audit(input tspi.Object) (tspi.Value, error) {
	answer, err := w.own.Audit(input)
	if err != nil && w.refuse != nil {
		if err = w.refuse(err); err == nil {
			return tspi.Object{{Name: "findings", Value: tspi.Array{}}}, nil
		}
	}
	if err != nil || w.audit == nil {
		return answer, err
	}
	findings, _ := answer.(tspi.Object).Get("findings")
	return tspi.Object{{Name: "findings", Value: w.audit(findings.(tspi.Array))}}, nil
}

// copied is a deep copy, for edits.
func copied(v tspi.Value) tspi.Value {
	switch v := v.(type) {
	case tspi.Array:
		c := make(tspi.Array, len(v))
		for i := range v {
			c[i] = copied(v[i])
		}
		return c
	case tspi.Object:
		c := make(tspi.Object, len(v))
		for i := range v {
			c[i] = tspi.Member{Name: v[i].Name, Value: copied(v[i].Value)}
		}
		return c
	}
	return v
}

// put gives a member of an object, by a path of names, another value.
func put(o tspi.Object, v tspi.Value, path ...string) tspi.Object {
	for i := range o {
		if o[i].Name != path[0] {
			continue
		}
		if len(path) == 1 {
			o[i].Value = v
		} else if inner, ok := o[i].Value.(tspi.Object); ok {
			o[i].Value = put(inner, v, path[1:]...)
		}
		return o
	}
	return append(o, tspi.Member{Name: path[0], Value: v})
}

func rowsOf(answer tspi.Object) tspi.Array {
	rows, _ := answer.Get("rows")
	return rows.(tspi.Array)
}

func groupsOf(answer tspi.Object) tspi.Array {
	summary, _ := answer.Get("summary")
	groups, _ := summary.(tspi.Object).Get("active_owner_pressure_groups")
	return groups.(tspi.Array)
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
func catches(t *testing.T, p tspigen.Property, level tspi.Level, tables uint64, make func() tspigen.Implementation) bool {
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
