package conformance

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile"
)

// Cause is a group of failures that differ from the law in the same way: the same
// clause, field and kind of difference, or the same fault of the process.
type Cause struct {
	Class  Class  `json:"class"`
	Effect string `json:"effect"` // what the implementation does, for people
	// Clause is the rule that is broken; "" where the difference has nothing to do
	// with one, such as a value of another type in every answer.
	Clause string `json:"clause,omitzero"`
	// Kind is in what way answers differ, or the verdict where there was none. Field
	// is where, as "rows[].decision", or what went wrong with the process.
	Kind  Kind   `json:"kind"`
	Field string `json:"field,omitzero"`
	// Cases and Variants count the published cases and the perturbed variants that
	// fail so.
	Cases    int `json:"cases"`
	Variants int `json:"variants"`
	// Examples are the ids of cases, at most three, the smallest input first. Of a case
	// that passes as it is published a variant fails.
	Examples []string `json:"examples"`

	// Results are all failures of the group, the first examples first. They are not
	// saved, since they are among the report's.
	Results []*Result `json:"-"`
	// Family is shared by the groups of one difference in several clauses.
	Family string `json:"-"`
}

// maxExamples is how many cases of a group are shown.
const maxExamples = 3

// Failed reports whether somebody has to look at a result: it is neither green nor
// excused.
func (r *Result) Failed() bool { return !r.acceptable() }

// sign is a way to see a failure: the difference that may have caused it.
type sign struct {
	class  Class
	effect string
	clause string // "" for what has nothing to do with one
	kind   Kind
	field  string
}

// family is the sign without its clause.
func (s sign) family() sign {
	s.clause = ""
	return s
}

func (s sign) compare(t sign) int {
	classes := Classes()
	return cmp.Or(cmp.Compare(slices.Index(classes, s.class), slices.Index(classes, t.class)),
		cmp.Compare(s.effect, t.effect),
		cmp.Compare(s.field, t.field), cmp.Compare(s.kind, t.kind), cmp.Compare(s.clause, t.clause))
}

// Group groups the failures of a report by cause. A run has done so, and [Report.Inconsistent]
// does for one that was read back; only one that was made by hand lacks it.
func (r *Report) Group() { r.Causes = groupCauses(r.Clauses(), r.Results) }

// Clauses are those of the report's profile, none where this harness does not know it.
func (r *Report) Clauses() []Clause {
	p, err := ProfileNamed(r.Profile)
	if err != nil {
		return nil
	}
	return p.Clauses
}

// groupCauses groups the failures among results. A failure is put where it is
// explained best: under each unsafe thing that it does; else under the values of
// another type or that are absent; else under the difference from which the others
// follow, and of several such the one that explains most failures.
func groupCauses(clauses []Clause, results []Result) []Cause {
	candidates := make([][]sign, len(results)) // those of which one is enough
	members := make(map[sign][]*Result)
	weight := map[sign]int{}  // of families
	asked := map[string]int{} // questions of clauses
	for i := range results {
		r := &results[i]
		asked[r.Clause]++
		if !r.Failed() || r.Detail == NeverAsked {
			continue
		}
		all, any := r.signs()
		for _, s := range all {
			members[s] = append(members[s], r)
		}
		candidates[i] = any
		seen := map[sign]bool{}
		for _, s := range any {
			if f := s.family(); !seen[f] {
				seen[f] = true
				weight[f]++
			}
		}
	}
	for i, any := range candidates {
		if len(any) > 0 {
			best := slices.MaxFunc(any, func(s, t sign) int {
				return cmp.Or(cmp.Compare(weight[s.family()], weight[t.family()]), t.compare(s))
			})
			members[best] = append(members[best], &results[i])
		}
	}
	return sortCauses(clauses, members, asked)
}

// sortCauses orders groups: by class, then the difference that explains most, then the
// clause that names it best.
func sortCauses(clauses []Clause, members map[sign][]*Result, asked map[string]int) []Cause {
	families := map[sign]int{}
	causes := make([]Cause, 0, len(members))
	signs := map[string]sign{}
	for s, failures := range members {
		c := newCause(s, failures)
		families[s.family()] += len(failures)
		signs[c.key()] = s
		causes = append(causes, c)
	}
	slices.SortStableFunc(causes, func(a, b Cause) int {
		s, t := signs[a.key()], signs[b.key()]
		classes := Classes()
		return cmp.Or(
			cmp.Compare(slices.Index(classes, a.Class), slices.Index(classes, b.Class)),
			cmp.Compare(unsafeRank(a.Effect), unsafeRank(b.Effect)),
			cmp.Compare(families[t.family()], families[s.family()]), s.family().compare(t.family()),
			cmp.Compare(b.weight(asked), a.weight(asked)), compareClauses(clauses, a.Clause, b.Clause))
	})
	return causes
}

// unsafeRank orders what is unsafe: what ends something that is in use is the worst.
func unsafeRank(effect string) int {
	return slices.Index([]string{profile.EffectCloses, profile.EffectMisses, profile.EffectLeaks}, effect)
}

// weight is how well a clause names a difference: one that fails wherever it is asked
// does it better than one that fails here and there; best does the section of the
// contract that the field is about.
func (c *Cause) weight(asked map[string]int) float64 {
	failed, of := float64(len(c.Results)), float64(asked[c.Clause])
	if c.Clause == "" || of == 0 {
		return failed
	}
	about := Clause{ID: c.Clause}.Section() == c.section()
	switch {
	case about && 2*failed >= of:
		failed *= 1000
	case c.Kind == profile.KindCount && c.Clause == "6.rows":
		failed *= 100
	}
	return failed * failed / of
}

// section is that of the contract which says what stands in a field.
func (c *Cause) section() string {
	switch {
	case c.Kind == profile.KindCount, c.Field == "rows[].process_kind":
		return "3"
	case c.Field == "rows[].owner_status":
		return "4"
	case c.Field == "rows[].decision":
		return "5"
	case c.Kind == profile.KindMissed:
		return "8"
	}
	return ""
}

// key names a group; it is unique among those of a report.
func (c *Cause) key() string { return c.Family + "\x00" + c.Clause }

func newCause(s sign, failures []*Result) Cause {
	c := Cause{Class: s.class, Effect: s.effect, Clause: s.clause, Kind: s.kind, Field: s.field, Examples: []string{},
		Family: strings.Join([]string{string(s.class), s.effect, string(s.kind), s.field}, "\x00")}
	c.Cases, c.Variants = CountQuestions(failures)
	slices.SortStableFunc(failures, func(a, b *Result) int {
		return cmp.Or(cmp.Compare(min(a.Variant, 1), min(b.Variant, 1)), cmp.Compare(a.Repeat, b.Repeat),
			cmp.Compare(len(a.Sent), len(b.Sent)),
			cmp.Compare(a.Case, b.Case), cmp.Compare(a.Variant, b.Variant))
	})
	c.Results = failures
	for _, r := range failures {
		if len(c.Examples) < maxExamples && !slices.Contains(c.Examples, r.Case) {
			c.Examples = append(c.Examples, r.Case)
		}
	}
	return c
}

// CountQuestions counts the published cases and the variants among results, each once however
// often it was asked.
func CountQuestions(results []*Result) (cases, variants int) {
	type question struct {
		id      string
		variant int
	}
	seen := map[question]bool{}
	for _, r := range results {
		q := question{r.Case, r.Variant}
		switch {
		case seen[q]:
		case r.Variant == 0:
			cases++
		default:
			variants++
		}
		seen[q] = true
	}
	return cases, variants
}

// signs returns the signs under all of which a failure is told, and those of which
// one is enough.
func (r *Result) signs() (all, any []sign) {
	switch {
	case r.Verdict != Fail || len(r.Differences) == 0:
		// Where a process ended, and with which number, is told by the examples.
		return []sign{{Wrong, profile.EffectSilent, "", Kind(r.Verdict), r.Detail}}, nil
	}
	if all = r.unsafeSigns(); len(all) > 0 {
		return all, nil
	}
	add := func(s sign) {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	for i := range r.Differences {
		if d := &r.Differences[i]; d.Kind == profile.KindType || d.Kind == profile.KindAbsent &&
			!profile.IsRow(d.Path) && strings.HasPrefix(d.Path, "rows") {
			add(r.signOf(d))
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	first := slices.MinFunc(r.Differences, func(a, b Difference) int { return cmp.Compare(a.Depth(), b.Depth()) })
	for i := range r.Differences {
		if d := &r.Differences[i]; d.Depth() == first.Depth() {
			any = append(any, r.signOf(d))
		}
	}
	return nil, any
}

// unsafeSigns are one for each unsafe thing that an answer does.
func (r *Result) unsafeSigns() []sign {
	var found []sign
	typed := slices.ContainsFunc(r.Differences, func(d Difference) bool { return d.Kind == profile.KindType })
	for i := range r.Differences {
		d := &r.Differences[i]
		class, effect := d.Effect()
		// Our audit does not know the process of a row whose pid it cannot read.
		if class != Unsafe || d.Kind == profile.KindAudit && typed {
			continue
		}
		if !slices.ContainsFunc(found, func(s sign) bool { return s.effect == effect }) {
			found = append(found, r.signOf(d))
		}
	}
	return found
}

// signOf is the sign of one difference of a failure.
func (r *Result) signOf(d *Difference) sign {
	class, effect := d.Effect()
	s := sign{class: class, effect: effect, clause: r.Clause, kind: d.Kind, field: d.Field()}
	switch {
	case class == Unsafe && effect == profile.EffectCloses:
		s.kind, s.field = profile.KindValue, "rows[].decision"
	case class == Unsafe && effect == profile.EffectMisses:
		s.kind, s.field = profile.KindMissed, "findings"
	case d.Kind == profile.KindType, d.Kind == profile.KindAbsent, d.Kind == profile.KindOrder,
		d.Kind == profile.KindError, d.Kind == profile.KindSize:
		s.clause = ""
	case d.Kind == profile.KindLeak:
		s.clause = d.Clause
	}
	return s
}

func compareClauses(clauses []Clause, a, b string) int {
	order := func(id string) int {
		return slices.IndexFunc(clauses, func(c Clause) bool { return c.ID == id })
	}
	return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a, b))
}

// About returns the differences of a failure, those that the cause is about first.
// What our audit and the schema say of the same answer comes last.
func (c *Cause) About(r *Result) []Difference {
	differences := slices.Clone(r.Differences)
	order := func(d *Difference) int {
		class, effect := d.Effect()
		switch {
		case class == c.Class && effect == c.Effect && d.Kind != profile.KindAudit &&
			(c.Class == Unsafe || d.Kind == c.Kind && d.Field() == c.Field):
			return -1
		case d.Kind == profile.KindLeak && effect == c.Effect:
			return -1
		}
		return d.Depth()
	}
	slices.SortStableFunc(differences, func(a, b Difference) int { return cmp.Compare(order(&a), order(&b)) })
	return differences
}
