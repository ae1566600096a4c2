package facts

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// sizes are how many elements join an array: beyond the limits that a reader may have. Two that
// are equal to one of them make three.
var sizes = []int{2, 10, 20, 70, 70, 300, 300, 1100, 4200}

// firstOfCrowd is the number of the first of a crowd; the others follow.
const firstOfCrowd = 2_000_000_000

// crowd lets others stand before the last element of an array of objects, under identifiers of
// their own or as they are. What is right is said by the second implementation, which was written
// from the contract's text. It reports false where the contract refuses the crowd.
func (f *format) crowd(rng *rand.Rand, op string, p *Problem, e *Expectation) bool {
	crowded := *p
	document := &crowded.Facts
	if p.HasClaim && rng.IntN(2) == 0 {
		document = &crowded.Claim
	}
	var lists []place
	for _, at := range placesIn(*document, "", func(v strict.Value) strict.Value { return v }) {
		if list, _ := at.value.(strict.Array); len(list) > 0 {
			if _, ok := list[len(list)-1].(strict.Object); ok {
				lists = append(lists, at)
			}
		}
	}
	if len(lists) == 0 {
		return false
	}
	at := lists[rng.IntN(len(lists))]
	list := at.value.(strict.Array)
	size, like := sizes[rng.IntN(len(sizes))], list[rng.IntN(len(list))]
	asTheyAre := size == 2 || rng.IntN(4) == 0
	var others strict.Array
	for i := range size {
		if asTheyAre {
			others = append(others, like)
		} else {
			others = append(others, f.another(like, i))
		}
	}
	*document = at.set(strict.Member{Name: at.name,
		Value: slices.Concat(list[:len(list)-1], others, list[len(list)-1:])})
	answer := *e
	if !f.answered(op, &crowded, &answer) || answer.Refused != nil {
		return false
	}
	*p, *e = crowded, answer
	return true
}

// another is an element under other identifiers and numbers.
func (f *format) another(v strict.Value, i int) strict.Value {
	object, _ := v.(strict.Object)
	out := slices.Clone(object)
	for j, m := range out {
		switch m.Value.(type) {
		case string:
			if m.Name == f.spec.Facts.RowKey {
				out[j].Value = "crowd" + strconv.Itoa(i)
			}
		case strict.Number:
			if slices.Contains(f.spec.Facts.Numbers, m.Name) {
				out[j].Value = strict.Int(firstOfCrowd + int64(i))
			}
		}
	}
	return out
}

// stretch adds an annotation to facts that is long or deep: as deep as facts may be (docs/profiles.md, section 2).
func stretch(rng *rand.Rand, facts strict.Value) strict.Value {
	object, ok := facts.(strict.Object)
	if !ok {
		return facts
	}
	switch rng.IntN(120) {
	case 0, 1, 2:
		return object.With("x_deep", generators.Deep(63))
	case 3, 4, 5:
		return object.With("x_long", strings.Repeat("long ", 14_000))
	case 6:
		return object.With("x_long", strings.Repeat("long ", 60_000))
	}
	return facts
}
