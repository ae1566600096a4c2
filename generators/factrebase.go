package generators

import "github.com/tspi-dev/harness/internal/strict"

// rebase leads a claim about some facts to smaller facts: what it said as the law decides on
// the first facts, it says as the law decides on the others; what it left out or said
// otherwise stays so. ok is false where the law refuses either facts.
func (f *FactWorlds) rebase(claim, facts, smaller strict.Value) (rebased strict.Value, ok bool) {
	before, okBefore := f.lawful(facts)
	after, okAfter := f.lawful(smaller)
	if !okBefore || !okAfter {
		return nil, false
	}
	return f.Facts.follow(claim, before, after), true
}

// lawful is the claim that the law's own decision makes.
func (f *FactWorlds) lawful(facts strict.Value) (strict.Value, bool) {
	decision, ok := f.Decide(facts)
	object, isObject := facts.(strict.Object)
	decided, _ := decision.(strict.Object)
	if !ok || !isObject {
		return nil, false
	}
	return f.Facts.ClaimOf(object, decided), true
}

// follow changes in v what is changed from before to after: of objects by their members, of
// rows by their keys.
func (f *Facts) follow(v, before, after strict.Value) strict.Value {
	if strict.Equal(v, before) {
		return after
	}
	switch v := v.(type) {
	case strict.Object:
		before, wasObject := before.(strict.Object)
		after, isObject := after.(strict.Object)
		if !wasObject || !isObject {
			return v
		}
		out := strict.Object{}
		for _, m := range v {
			from, was := before.Get(m.Name)
			to, is := after.Get(m.Name)
			switch {
			case was && is:
				m.Value = f.follow(m.Value, from, to)
			case was && strict.Equal(m.Value, from):
				continue
			}
			out = append(out, m)
		}
		return out
	case strict.Array:
		before, wasArray := before.(strict.Array)
		after, isArray := after.(strict.Array)
		if !wasArray || !isArray {
			return v
		}
		out := strict.Array{}
		for _, row := range v {
			from, was := f.rowLike(before, row)
			to, is := f.rowLike(after, row)
			switch {
			case was && is:
				row = f.follow(row, from, to)
			case was:
				continue
			}
			out = append(out, row)
		}
		return out
	}
	return v
}

// rowLike is the row of a list that has the key of another.
func (f *Facts) rowLike(list strict.Array, row strict.Value) (strict.Value, bool) {
	o, _ := row.(strict.Object)
	key, keyed := o.Get(f.RowKey)
	if !keyed {
		return nil, false
	}
	for _, other := range list {
		o, _ := other.(strict.Object)
		if k, ok := o.Get(f.RowKey); ok && strict.Equal(k, key) {
			return other, true
		}
	}
	return nil, false
}
