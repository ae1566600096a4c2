package generators

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Comparison gathers the differences between two answers of a profile of facts.
type Comparison struct {
	facts    *FactWorlds
	canaries []string
	found    []Difference
}

// mostDifferences is how many are told of one answer: the first few say what is wrong.
const mostDifferences = 12

func (c *Comparison) differ(kind Kind, path, want, got string) {
	if len(c.found) < mostDifferences {
		c.found = append(c.found, Difference{Kind: kind, Path: path, Want: want, Got: got})
	}
}

// answers compares two answers, each of them a value or a refusal. Of several faults of an
// input any may be named, so that of pointers nothing is said.
func (c *Comparison) answers(want, got strict.Value, errWant, errGot error,
	compare func(c *Comparison, want, got strict.Value)) ([]Difference, error) {
	var refusal, refused *Refusal
	if errWant != nil && !errors.As(errWant, &refusal) {
		return nil, errWant
	}
	if errGot != nil && !errors.As(errGot, &refused) {
		return nil, errGot
	}
	switch {
	case refusal == nil && refused == nil:
		compare(c, want, got)
	case refusal == nil:
		c.differ(KindRefused, "error", "ok", c.shownRefusal(refused))
	case refused == nil:
		c.differ(KindAccepted, "error", c.shownRefusal(refusal), "ok")
	case refusal.Code != refused.Code || refusal.Input != refused.Input:
		c.differ(KindRefusal, "error", c.shownRefusal(refusal), c.shownRefusal(refused))
	}
	return c.found, nil
}

func (c *Comparison) shownRefusal(r *Refusal) string {
	return c.code(string(r.Code)) + " of " + c.shown(string(r.Input), true) + " at " +
		strconv.Quote(law.SafePointer(r.Pointer))
}

// decision compares the members that the wanted answer has.
func (c *Comparison) decision(want, got strict.Value) {
	w, _ := want.(strict.Object)
	g, ok := got.(strict.Object)
	if !ok {
		c.differ(KindValue, "", "an object", c.shown(got, true))
		return
	}
	rows, answered := w.Array("rows"), g.Array("rows")
	if len(rows) != len(answered) {
		c.differ(KindCount, "rows", fmt.Sprintf("%d rows", len(rows)), fmt.Sprintf("%d rows", len(answered)))
		return
	}
	key := c.facts.Facts.RowKey
	for i := range rows {
		a, _ := rows[i].(strict.Object)
		b, _ := answered[i].(strict.Object)
		c.members("rows["+c.shown(a.At(key), true)+"]", "rows[]", a, b)
	}
	c.members("summary", "summary", w.Object("summary"), g.Object("summary"))
}

func (c *Comparison) members(path, place string, want, got strict.Object) {
	for _, m := range want {
		v, there := got.Get(m.Name)
		if there && strict.Equal(m.Value, v) {
			continue
		}
		inner, isObject := m.Value.(strict.Object)
		if object, ok := v.(strict.Object); ok && isObject && there {
			c.members(path+"."+m.Name, place+"."+m.Name, inner, object)
			continue
		}
		c.differ(c.facts.kindOf(place+"."+m.Name, m.Value, v), path+"."+m.Name, c.shown(m.Value, true),
			c.shown(v, there))
	}
}

// kindOf tells apart a difference that permits something, or forbids it.
func (f *FactWorlds) kindOf(place string, want, got strict.Value) Kind {
	permits := f.Permits[place]
	wanted, said := slices.Contains(permits, wordOf(want)), slices.Contains(permits, wordOf(got))
	switch {
	case said && !wanted:
		return KindPermits
	case wanted && !said:
		return KindForbids
	}
	return KindValue
}

func wordOf(v strict.Value) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case strict.Object:
		return "object"
	}
	return ""
}

// findings compares the sets of code and subject.
func (c *Comparison) findings(want, got strict.Value) {
	wanted, said := findingsOf(want), findingsOf(got)
	for _, r := range sortedFindings(wanted) {
		if !said[r] {
			c.differ(KindMissed, "findings", c.told(r), "not raised")
		}
	}
	for _, r := range sortedFindings(said) {
		if !wanted[r] {
			c.differ(KindRaised, "findings", "not raised", c.told(r))
		}
	}
}

func findingsOf(answer strict.Value) map[Raised]bool {
	object, _ := answer.(strict.Object)
	set := map[Raised]bool{}
	for _, element := range object.Array("findings") {
		o, _ := element.(strict.Object)
		set[Raised{o.Text("error_code"), o.Text("subject_id")}] = true
	}
	return set
}

func sortedFindings(set map[Raised]bool) []Raised {
	return slices.SortedFunc(maps.Keys(set), func(a, b Raised) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Subject, b.Subject))
	})
}

var aCode = regexp.MustCompile(`^[A-Z]+(_[A-Z]+)+$`)

func (c *Comparison) told(r Raised) string { return c.code(r.Code) + " of " + c.shown(r.Subject, true) }

// code is a code of a contract, which is no leak.
func (c *Comparison) code(code string) string {
	if len(code) <= 64 && aCode.MatchString(code) {
		return code
	}
	return c.shown(code, true)
}

// shown puts a value into words for a report. An answer may hold anything, so only plain
// words and short numbers are repeated, and no canary.
func (c *Comparison) shown(v strict.Value, there bool) string {
	switch v := v.(type) {
	case nil:
		if !there {
			return "nothing"
		}
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case strict.Number:
		if len(v) <= 24 {
			return string(v)
		}
		return fmt.Sprintf("a number of %d bytes", len(v))
	case string:
		known := func(canary string) bool { return strings.Contains(strings.ToLower(v), canary) }
		if law.IsName(v) && v == strings.ToLower(v) && !slices.ContainsFunc(c.canaries, known) {
			return v
		}
		return fmt.Sprintf("a string of %d bytes", len(v))
	case strict.Array:
		return fmt.Sprintf("an array of %d", len(v))
	case strict.Object:
		return fmt.Sprintf("an object of %d members", len(v))
	}
	return "no value"
}
