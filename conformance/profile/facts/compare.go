package facts

import (
	"fmt"
	"slices"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Judge returns the differences between a response and what the question demands, the
// standing checks included.
func (f *format) Judge(q *profile.Question, _ law.Level, asked profile.Asked,
	response adapter.Response) []profile.Difference {
	problem, expect := q.Problem.(*Problem), q.Expect.(*Expectation)
	c := &comparison{profile.Comparison{Level: law.Hardened, Clause: q.Case.Clause}, f}
	if c.TooLong(asked.Bytes, response) {
		return c.Found
	}
	s := standing{format: f, op: q.Case.Op, problem: problem, canaries: q.Canaries}
	s.beside(response)
	switch {
	case response.Error != nil && expect.Refused == nil:
		c.Refused(response.Error)
	case response.Error != nil:
		c.Refusal(expect.Refused, response.Error)
	default:
		answer, err := strict.DecodeWithin(response.OK, adapter.MaxLevels)
		switch {
		case err != nil:
			c.Differ(profile.KindType, "", "a strict JSON value", "none")
		case expect.Refused != nil:
			c.Differ(profile.KindAccepted, "", profile.Wanted(expect.Refused), "ok")
		default:
			s.check(answer)
			c.answer(expect, answer)
		}
	}
	return s.withoutPieces(append(c.Found, s.found...))
}

// comparison gathers the differences between an answer and what a case demands.
type comparison struct {
	profile.Comparison
	format *format
}

func (c *comparison) answer(e *Expectation, answer strict.Value) {
	object, ok := answer.(strict.Object)
	switch {
	case !ok:
		c.OtherType("", "an object", answer, true)
	case e.Findings != nil:
		c.findings(e.Findings, object)
	default:
		c.rows(e.Rows, object)
		if e.Summary != nil {
			c.summary(e.Summary, object)
		}
	}
}

// rows compares the rows: the same ones in the same order, and of each every member that is
// given.
func (c *comparison) rows(want strict.Array, object strict.Object) {
	value, there := object.Get("rows")
	got, ok := value.(strict.Array)
	if !ok {
		c.OtherType("rows", "an array", value, there)
		return
	}
	key := c.format.spec.Facts.RowKey
	wanted, said := keysOf(want, key), keysOf(got, key)
	byKey := map[string]strict.Object{}
	for _, row := range got {
		if o, ok := row.(strict.Object); ok {
			if _, twice := byKey[o.Text(key)]; !twice {
				byKey[o.Text(key)] = o
			}
		}
	}
	if len(wanted) != len(said) {
		c.Differ(profile.KindCount, "rows", profile.CountOf(len(wanted), "row", "rows"),
			profile.CountOf(len(said), "row", "rows"))
	} else if !slices.Equal(wanted, said) && sameSet(wanted, said) {
		c.Differ(profile.KindOrder, "rows", "the rows in the contract's order", "another order")
	}
	for _, row := range want {
		o := row.(strict.Object)
		id := o.Text(key)
		path := profile.At("rows", profile.Show(id, true))
		answer, there := byKey[id]
		if !there {
			c.Differ(profile.KindAbsent, path, "a row", "nothing")
			continue
		}
		for _, m := range o {
			c.member(path, "rows[]", m, answer)
		}
	}
}

func keysOf(rows strict.Array, key string) []string {
	keys := make([]string, len(rows))
	for i, row := range rows {
		o, _ := row.(strict.Object)
		keys[i] = o.Text(key)
	}
	return keys
}

func sameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func (c *comparison) summary(want, object strict.Object) {
	value, there := object.Get("summary")
	got, ok := value.(strict.Object)
	if !ok {
		c.OtherType("summary", "an object", value, there)
		return
	}
	for _, m := range want {
		c.member("summary", "summary", m, got)
	}
}

// member compares one member. A difference in a place that permits something is told apart:
// who permits what the law refuses is unsafe.
func (c *comparison) member(path, place string, want strict.Member, in strict.Object) {
	got, there := in.Get(want.Name)
	if there && strict.Equal(want.Value, got) {
		return
	}
	path, place = profile.Join(path, want.Name), place+"."+want.Name
	if inner, ok := want.Value.(strict.Object); ok {
		if object, ok := got.(strict.Object); ok {
			for _, m := range inner {
				c.member(path, place, m, object)
			}
			return
		}
	}
	if permits := c.format.spec.Permits[place]; permits != nil && there {
		wanted, said := slices.Contains(permits, wordOf(want.Value)), slices.Contains(permits, wordOf(got))
		switch {
		case said && !wanted:
			c.Differ(profile.KindPermits, path, profile.Show(want.Value, true), profile.Show(got, true))
			return
		case wanted && !said:
			c.Differ(profile.KindForbids, path, profile.Show(want.Value, true), profile.Show(got, true))
			return
		}
	}
	c.OtherValue(path, want.Value, got, there)
}

// wordOf is a scalar as Permits spells it.
func wordOf(v strict.Value) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return fmt.Sprint(v)
	case strict.Object:
		return "object"
	}
	return ""
}

// findings compares the exact set of code and subject. Each stands once.
func (c *comparison) findings(want []Finding, object strict.Object) {
	value, there := object.Get("findings")
	list, ok := value.(strict.Array)
	if !ok {
		c.OtherType("findings", "an array", value, there)
		return
	}
	said := map[Finding]bool{}
	for i, element := range list {
		o, _ := element.(strict.Object)
		code, okCode := o.At("error_code").(string)
		subject, okSubject := o.At("subject_id").(string)
		finding := Finding{code, subject}
		switch {
		case !okCode || !okSubject:
			c.OtherType(profile.At("findings", i), "an object with error_code and subject_id", element, true)
			return
		case said[finding]:
			c.Differ(profile.KindRaised, profile.At("findings", i), "each finding once", finding.text())
		}
		said[finding] = true
	}
	for _, finding := range want {
		if !said[finding] {
			got := "not raised"
			if len(list) == 0 {
				got = "not raised (findings is empty)"
			}
			c.Differ(profile.KindMissed, "findings", finding.text(), got)
		}
		delete(said, finding)
	}
	var extra []string
	for finding := range said {
		extra = append(extra, finding.text())
	}
	slices.Sort(extra)
	for _, text := range extra {
		c.Differ(profile.KindRaised, "findings", "no such finding", text)
	}
}

func (f Finding) text() string {
	return profile.Show(f.ErrorCode, true) + " of " + profile.Show(f.SubjectID, true)
}
