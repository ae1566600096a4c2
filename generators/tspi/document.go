package tspi

import (
	"strconv"

	"github.com/tspi-dev/harness/internal/strict"
)

func value(o strict.Object, name string) strict.Value {
	v, _ := o.Get(name)
	return v
}

func text(o strict.Object, name string) string {
	s, _ := value(o, name).(string)
	return s
}

func number(o strict.Object, name string) string {
	n, _ := value(o, name).(strict.Number)
	return string(n)
}

// set replaces a member, in place where it is there.
func set(o *strict.Object, name string, v strict.Value) {
	for i := range *o {
		if (*o)[i].Name == name {
			(*o)[i].Value = v
			return
		}
	}
	*o = append(*o, strict.Member{Name: name, Value: v})
}

// copyOf is a deep copy.
func copyOf(v strict.Value) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		c := make(strict.Array, len(v))
		for i := range v {
			c[i] = copyOf(v[i])
		}
		return c
	case strict.Object:
		c := make(strict.Object, len(v))
		for i := range v {
			c[i] = strict.Member{Name: v[i].Name, Value: copyOf(v[i].Value)}
		}
		return c
	}
	return v
}

// object and array are members as what they should be, nil where they are not.
func object(o strict.Object, name string) strict.Object {
	v, _ := value(o, name).(strict.Object)
	return v
}

func array(o strict.Object, name string) strict.Array {
	v, _ := value(o, name).(strict.Array)
	return v
}

// integerAt is a member that is an integer within int64.
func integerAt(o strict.Object, name string) (int64, bool) {
	n, ok := strict.AsInteger(value(o, name))
	i, fits := n.Int64()
	return i, ok && fits
}

// integer is an integer as a value of a document.
func integer[N int | int32 | int64](n N) strict.Value {
	return strict.Number(strconv.FormatInt(int64(n), 10))
}

// without is an object without a member.
func without(o strict.Object, name string) strict.Object {
	kept := make(strict.Object, 0, len(o))
	for _, m := range o {
		if m.Name != name {
			kept = append(kept, m)
		}
	}
	return kept
}

// with is an object with a member replaced or added. The object is not changed.
func with(o strict.Object, name string, v strict.Value) strict.Object {
	c := append(make(strict.Object, 0, len(o)+1), o...)
	set(&c, name, v)
	return c
}
