package tspi

import (
	"strconv"

	"github.com/tspi-dev/harness/tspi"
)

func value(o tspi.Object, name string) tspi.Value {
	v, _ := o.Get(name)
	return v
}

func text(o tspi.Object, name string) string {
	s, _ := value(o, name).(string)
	return s
}

func number(o tspi.Object, name string) string {
	n, _ := value(o, name).(tspi.Number)
	return string(n)
}

// set replaces a member, in place where it is there.
func set(o *tspi.Object, name string, v tspi.Value) {
	for i := range *o {
		if (*o)[i].Name == name {
			(*o)[i].Value = v
			return
		}
	}
	*o = append(*o, tspi.Member{Name: name, Value: v})
}

// copyOf is a deep copy.
func copyOf(v tspi.Value) tspi.Value {
	switch v := v.(type) {
	case tspi.Array:
		c := make(tspi.Array, len(v))
		for i := range v {
			c[i] = copyOf(v[i])
		}
		return c
	case tspi.Object:
		c := make(tspi.Object, len(v))
		for i := range v {
			c[i] = tspi.Member{Name: v[i].Name, Value: copyOf(v[i].Value)}
		}
		return c
	}
	return v
}

// object and array are members as what they should be, nil where they are not.
func object(o tspi.Object, name string) tspi.Object {
	v, _ := value(o, name).(tspi.Object)
	return v
}

func array(o tspi.Object, name string) tspi.Array {
	v, _ := value(o, name).(tspi.Array)
	return v
}

// integerAt is a member that is an integer within int64.
func integerAt(o tspi.Object, name string) (int64, bool) {
	n, ok := tspi.AsInteger(value(o, name))
	i, fits := n.Int64()
	return i, ok && fits
}

// integer is an integer as a value of a document.
func integer[N int | int32 | int64](n N) tspi.Value {
	return tspi.Number(strconv.FormatInt(int64(n), 10))
}

// without is an object without a member.
func without(o tspi.Object, name string) tspi.Object {
	kept := make(tspi.Object, 0, len(o))
	for _, m := range o {
		if m.Name != name {
			kept = append(kept, m)
		}
	}
	return kept
}

// with is an object with a member replaced or added. The object is not changed.
func with(o tspi.Object, name string, v tspi.Value) tspi.Object {
	c := append(make(tspi.Object, 0, len(o)+1), o...)
	set(&c, name, v)
	return c
}
