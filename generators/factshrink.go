package generators

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Shrink looks for the smallest facts and claim: fewer elements of every array, the deepest
// first, with what refers to them; fewer members; the simplest scalars of their type; and
// the identifiers 1, 2, 3. Facts that the law takes stay so, unless the first ones were
// refused.
func (f *FactWorlds) Shrink(w World, fails func(World) (bool, error), maxTries int) (World, int, error) {
	first := w.(*FactWorld)
	s := &factShrinker{worlds: f, best: first, fails: fails, left: maxTries}
	_, s.usable = f.Decide(first.Facts)
	for again := true; again && s.more(); {
		again = false
		for _, pass := range []func() bool{
			s.dropEntities, s.dropElements, s.dropMembers, s.simplify, s.merge, s.renumber,
		} {
			again = pass() || again
		}
	}
	return s.best, maxTries - s.left, s.err
}

type factShrinker struct {
	worlds *FactWorlds
	best   *FactWorld
	fails  func(World) (bool, error)
	left   int
	err    error
	usable bool
}

func (s *factShrinker) more() bool { return s.left > 0 && s.err == nil }

// try makes a world of facts and a claim the best one where the predicate still holds. A claim
// that fits the smaller facts no more is led to them.
func (s *factShrinker) try(said strict.Value, renaming *Renaming) bool {
	if s.take(said, renaming) {
		return true
	}
	object, _ := said.(strict.Object)
	facts := object.At("facts")
	if renaming != nil || !s.usable || !s.more() || strict.Equal(facts, s.best.Facts) {
		return false
	}
	claim, ok := s.worlds.rebase(s.best.Claim, s.best.Facts, facts)
	return ok && !strict.Equal(claim, object.At("claim")) && s.take(AuditOf(facts, claim), nil)
}

func (s *factShrinker) take(said strict.Value, renaming *Renaming) bool {
	object, _ := said.(strict.Object)
	facts, hasFacts := object.Get("facts")
	claim, hasClaim := object.Get("claim")
	if !s.more() || !hasFacts || !hasClaim {
		return false
	}
	if strict.Equal(said, s.best.Audit()) {
		return false
	}
	if _, ok := s.worlds.Decide(facts); s.usable && !ok {
		return false
	}
	w := &FactWorld{Facts: facts, Claim: claim, Planted: s.best.Planted}
	if w.Planted != nil && renaming != nil {
		w.Planted = &Raised{w.Planted.Code, renaming.Subject(w.Planted.Subject)}
	}
	text := string(strict.Encode(said))
	for _, canary := range s.best.Canaries {
		if strings.Contains(text, canary) {
			w.Canaries = append(w.Canaries, canary)
		}
	}
	s.left--
	failed, err := s.fails(w)
	if err != nil {
		s.err = err
		return false
	}
	if failed {
		s.best = w
	}
	return failed
}

// dropElements drops chunks of every array, half of it at once, then halves of halves down
// to single elements: with all that refers to them, or alone.
func (s *factShrinker) dropElements() bool {
	smaller := false
	for _, at := range paths(s.best.Audit()) {
		list, ok := s.array(at)
		if !ok {
			continue
		}
		for size := (len(list) + 1) / 2; size > 0 && s.more(); size /= 2 {
			for from := 0; s.more(); {
				list, ok = s.array(at)
				if !ok || from >= len(list) {
					break
				}
				to := min(from+size, len(list))
				if s.drop(at, list, from, to) {
					smaller = true
				} else {
					from = to
				}
			}
		}
	}
	return smaller
}

func (s *factShrinker) array(at path) (strict.Array, bool) {
	v, _ := at.in(s.best.Audit())
	list, ok := v.(strict.Array)
	return list, ok
}

func (s *factShrinker) drop(at path, list strict.Array, from, to int) bool {
	kept := slices.Concat(list[:from], list[to:])
	if kept == nil {
		kept = strict.Array{}
	}
	without := at.put(s.best.Audit(), kept)
	gone := map[string]bool{}
	for _, element := range list[from:to] {
		if o, ok := element.(strict.Object); ok && o.Text("id") != "" {
			gone[o.Text("id")] = true
		}
	}
	return len(gone) > 0 && s.try(s.worlds.Facts.forget(without, gone, false), nil) || s.try(without, nil)
}

// dropEntities drops what stands in several arrays under one identifier: a process that several
// looks have seen, with what refers to it, or alone.
func (s *factShrinker) dropEntities() bool {
	smaller := false
	ids, numbers := s.worlds.Facts.identifiers(s.best.Facts, s.best.Claim)
	gone := sorted(ids)
	for _, n := range sorted(numbers) {
		gone = append(gone, strict.NewInteger(n).String())
	}
	for _, id := range gone {
		for _, own := range []bool{false, true} {
			if s.try(s.worlds.Facts.forget(s.best.Audit(), map[string]bool{id: true}, own), nil) {
				smaller = true
				break
			}
		}
	}
	return smaller
}

// forget drops the elements of arrays that are, or name, an entity that is gone, by the
// members that hold identifiers; with own, those alone whose own identifier it is, their id
// or their pid.
func (f *Facts) forget(v strict.Value, gone map[string]bool, own bool) strict.Value {
	names := func(name string, v strict.Value) bool {
		if own && name != "id" && name != "pid" {
			return false
		}
		switch v := v.(type) {
		case string:
			_, id := f.split(v)
			return slices.Contains(f.IDs, name) && gone[id]
		case strict.Number:
			return slices.Contains(f.Numbers, name) && gone[string(v)]
		}
		return false
	}
	var walk func(name string, v strict.Value) strict.Value
	walk = func(name string, v strict.Value) strict.Value {
		switch v := v.(type) {
		case strict.Array:
			out := strict.Array{}
			for _, element := range v {
				o, _ := element.(strict.Object)
				if names(name, element) || slices.ContainsFunc(o, func(m strict.Member) bool {
					return names(m.Name, m.Value)
				}) {
					continue
				}
				out = append(out, walk(name, element))
			}
			return out
		case strict.Object:
			out := slices.Clone(v)
			for i := range out {
				out[i].Value = walk(out[i].Name, out[i].Value)
			}
			return out
		}
		return v
	}
	return walk("", v)
}

// dropMembers drops members one by one: those that are optional, and notes.
func (s *factShrinker) dropMembers() bool {
	smaller := false
	for _, at := range paths(s.best.Audit()) {
		v, _ := at.in(s.best.Audit())
		object, _ := v.(strict.Object)
		for _, m := range object {
			v, _ := at.in(s.best.Audit())
			if now, ok := v.(strict.Object); ok && len(at) > 0 && s.try(at.put(s.best.Audit(), now.Without(m.Name)),
				nil) {
				smaller = true
			}
		}
	}
	return smaller
}

// simplify puts the simplest value in the place of every scalar: null, or an empty string, or
// 0 or 1, or false. A claim is simplest as an empty object.
func (s *factShrinker) simplify() bool {
	smaller := s.try(AuditOf(s.best.Facts, strict.Object{}), nil)
	for _, at := range paths(s.best.Audit()) {
		v, there := at.in(s.best.Audit())
		if !there {
			continue
		}
		for _, simpler := range simplerThan(v) {
			if simpler == "a" && slices.Contains(s.worlds.Facts.IDs, at.member()) {
				continue // renumber names it
			}
			if s.try(at.put(s.best.Audit(), simpler), nil) {
				smaller = true
				break
			}
		}
	}
	return smaller
}

func simplerThan(v strict.Value) []strict.Value {
	null, zero, one := strict.Value(nil), strict.Value(strict.Number("0")), strict.Value(strict.Number("1"))
	switch v := v.(type) {
	case string:
		switch v {
		case "":
			return []strict.Value{null}
		case "a":
			return []strict.Value{null, ""}
		}
		return []strict.Value{null, "", "a"}
	case strict.Number:
		switch v {
		case "0":
			return []strict.Value{null}
		case "1":
			return []strict.Value{null, zero}
		}
		return []strict.Value{null, zero, one}
	case bool:
		if v {
			return []strict.Value{null, false}
		}
		return []strict.Value{null}
	}
	return nil
}

// merge puts identifiers of other entities, the first ones, in the place of identifiers: what
// two entities were needed for, one may show.
func (s *factShrinker) merge() bool {
	smaller := false
	ids, numbers := s.worlds.Facts.identifiers(s.best.Facts, s.best.Claim)
	var others []strict.Value
	for _, id := range sorted(ids) {
		others = append(others, id)
	}
	for _, n := range sorted(numbers) {
		others = append(others, strict.Int(n))
	}
	for _, at := range paths(s.best.Audit()) {
		v, _ := at.in(s.best.Audit())
		for _, other := range others {
			if s.worlds.Facts.isBefore(at.member(), other, v) && s.try(at.put(s.best.Audit(), other), nil) {
				smaller = true
				break
			}
		}
	}
	return smaller
}

// isBefore reports whether a stands before b among the identifiers that a member may hold.
func (f *Facts) isBefore(member string, a, b strict.Value) bool {
	switch b := b.(type) {
	case string:
		text, ok := a.(string)
		return ok && slices.Contains(f.IDs, member) && text < b
	case strict.Number:
		other, ok := a.(strict.Number)
		return ok && slices.Contains(f.Numbers, member) && (len(other) < len(b) || len(other) == len(b) && other < b)
	}
	return false
}

// renumber calls the identifiers 1, 2, 3, and the numbers 2, 3, 4, in their order.
func (s *factShrinker) renumber() bool {
	r := s.worlds.Facts.renumber(s.best.Facts, s.best.Claim)
	return s.try(AuditOf(r.Apply(s.best.Facts), r.Apply(s.best.Claim)), r)
}

func (f *Facts) renumber(documents ...strict.Value) *Renaming {
	ids, numbers := f.identifiers(documents...)
	r := &Renaming{f, map[string]string{}, map[string]strict.Number{}, nil}
	for i, id := range sorted(ids) {
		r.ids[id] = digits(i+1, len(ids))
	}
	for i, n := range sorted(numbers) {
		r.numbers[strict.NewInteger(n).String()] = strict.Int(int64(i + 2))
	}
	return r
}

// identifiers are those that stand in some documents.
func (f *Facts) identifiers(documents ...strict.Value) (ids map[string]bool, numbers map[int64]bool) {
	ids, numbers = map[string]bool{}, map[int64]bool{}
	for _, document := range documents {
		f.visit(document, func(name string, v strict.Value) strict.Value {
			switch v := v.(type) {
			case string:
				if _, id := f.split(v); slices.Contains(f.IDs, name) && law.IsName(id) &&
					!slices.Contains(f.Words, id) {
					ids[id] = true
				}
			case strict.Number:
				integer, ok := strict.AsInteger(v)
				if n, fits := integer.Int64(); ok && fits && n > 1 && n <= mostRenamed &&
					slices.Contains(f.Numbers, name) {
					numbers[n] = true
				}
			}
			return v
		})
	}
	return ids, numbers
}
