package conformance

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// Kind is in what way an answer differs from what it must be.
type Kind string

const (
	KindType     Kind = "type"     // a value of another JSON type
	KindAbsent   Kind = "absent"   // a value, or a row, that is not there
	KindExtra    Kind = "extra"    // a row that must not be there
	KindCount    Kind = "count"    // other rows than those of the helpers
	KindOrder    Kind = "order"    // the right rows in another order
	KindValue    Kind = "value"    // another value
	KindMissed   Kind = "missed"   // a finding that is not raised
	KindRaised   Kind = "raised"   // a finding that must not be raised
	KindAccepted Kind = "accepted" // an answer to an input that must be refused
	KindRefused  Kind = "refused"  // a refusal of a valid input
	KindRefusal  Kind = "refusal"  // a refusal for another reason
	KindError    Kind = "error"    // an error that is no refusal
	KindSize     Kind = "size"     // an answer that is far too long
	KindSchema   Kind = "schema"   // an answer that does not fit its JSON Schema
	KindAudit    Kind = "audit"    // a finding of our own audit of the answer
	KindLeak     Kind = "leak"     // a part of a command, or a path
)

// Class is how bad a failure is. Reports tell the worst first.
type Class string

const (
	Unsafe       Class = "unsafe"        // it would close what must stay, misses what an audit must catch, or leaks
	Wrong        Class = "wrong"         // any other wrong answer, and none
	OverCautious Class = "over-cautious" // it leaves open what may go, or refuses what is right
)

// Classes returns all of them, the worst first.
func Classes() []Class { return []Class{Unsafe, Wrong, OverCautious} }

// Effects of failures, in the words of reports.
const (
	effectCloses  = "would close what must stay"
	effectMisses  = "misses what an audit must catch"
	effectLeaks   = "leaks what no answer may hold"
	effectKeeps   = "leaves open what may be closed"
	effectAccuses = "accuses what is right"
	effectRefuses = "refuses a valid input"
	effectAccepts = "accepts an input that must be refused"
	effectSilent  = "gives no answer"
	effectError   = "answers with an error that is no refusal"
	effectRefusal = "refuses for the wrong reason"
	effectShape   = "answers in another form"
	effectRows    = "tells other rows than the helpers of the table"
	effectDiffers = "tells something else than the law"
)

// Effect says how bad a difference is, and what the implementation does there.
func (d *Difference) Effect() (Class, string) {
	switch d.Kind {
	case KindLeak:
		return Unsafe, effectLeaks
	case KindMissed:
		return Unsafe, effectMisses
	case KindRaised:
		return OverCautious, effectAccuses
	case KindAccepted:
		if strings.Contains(d.Got, closingRow) {
			return Unsafe, effectCloses
		}
		return Wrong, effectAccepts
	case KindRefused:
		return OverCautious, effectRefuses
	case KindRefusal:
		return Wrong, effectRefusal
	case KindError:
		return Wrong, effectError
	case KindCount, KindOrder:
		return Wrong, effectRows
	case KindAudit:
		switch tspi.Code(d.Got) {
		case tspi.CodeActiveOwnerKill, tspi.CodeUnknownOwnerKill, tspi.CodePrematureClose:
			return Unsafe, effectCloses
		}
	case KindType, KindAbsent, KindSchema, KindSize:
		return Wrong, effectShape
	}
	switch safe := string(tspi.DecisionSafeClose); {
	case !strings.HasSuffix(d.Path, "decision"):
	case d.Got == safe && d.Want != safe:
		return Unsafe, effectCloses
	case d.Want == safe && (d.Got == string(tspi.DecisionOwnerCheck) || d.Got == string(tspi.DecisionKeep)):
		return OverCautious, effectKeeps
	case d.Got != string(tspi.DecisionOwnerCheck) && d.Got != string(tspi.DecisionKeep):
		return Unsafe, effectCloses // a word that the law does not have may mean anything
	}
	if d.Path == "status" && d.Got == "pass" {
		return Unsafe, effectMisses
	}
	return Wrong, effectDiffers
}

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
	return cmp.Or(cmp.Compare(slices.Index(classes, s.class), slices.Index(classes, t.class)), cmp.Compare(s.effect, t.effect),
		cmp.Compare(s.field, t.field), cmp.Compare(s.kind, t.kind), cmp.Compare(s.clause, t.clause))
}

// Group groups the failures of a report by cause. A run has done so, and [Report.Inconsistent]
// does for one that was read back; only one that was made by hand lacks it.
func (r *Report) Group() { r.Causes = groupCauses(r.Results) }

// groupCauses groups the failures among results. A failure is put where it is
// explained best: under each unsafe thing that it does; else under the values of
// another type or that are absent; else under the difference from which the others
// follow, and of several such the one that explains most failures.
func groupCauses(results []Result) []Cause {
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
	return sortCauses(members, asked)
}

// sortCauses orders groups: by class, then the difference that explains most, then the
// clause that names it best.
func sortCauses(members map[sign][]*Result, asked map[string]int) []Cause {
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
			cmp.Compare(unsafeRank(a.Effect), unsafeRank(b.Effect)), cmp.Compare(families[t.family()], families[s.family()]), s.family().compare(t.family()),
			cmp.Compare(b.weight(asked), a.weight(asked)), compareClauses(a.Clause, b.Clause))
	})
	return causes
}

// unsafeRank orders what is unsafe: what ends something that is in use is the worst.
func unsafeRank(effect string) int {
	return slices.Index([]string{effectCloses, effectMisses, effectLeaks}, effect)
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
	case c.Kind == KindCount && c.Clause == "6.rows":
		failed *= 100
	}
	return failed * failed / of
}

// section is that of the contract which says what stands in a field.
func (c *Cause) section() string {
	switch {
	case c.Kind == KindCount, c.Field == "rows[].process_kind":
		return "3"
	case c.Field == "rows[].owner_status":
		return "4"
	case c.Field == "rows[].decision":
		return "5"
	case c.Kind == KindMissed:
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
		return cmp.Or(cmp.Compare(min(a.Variant, 1), min(b.Variant, 1)), cmp.Compare(a.Repeat, b.Repeat), cmp.Compare(len(a.Sent), len(b.Sent)),
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
		return []sign{{Wrong, effectSilent, "", Kind(r.Verdict), r.Detail}}, nil
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
		if d := &r.Differences[i]; d.Kind == KindType || d.Kind == KindAbsent && !isRow(d.Path) && strings.HasPrefix(d.Path, "rows") {
			add(r.signOf(d))
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	first := slices.MinFunc(r.Differences, func(a, b Difference) int { return cmp.Compare(a.depth(), b.depth()) })
	for i := range r.Differences {
		if d := &r.Differences[i]; d.depth() == first.depth() {
			any = append(any, r.signOf(d))
		}
	}
	return nil, any
}

// unsafeSigns are one for each unsafe thing that an answer does.
func (r *Result) unsafeSigns() []sign {
	var found []sign
	typed := slices.ContainsFunc(r.Differences, func(d Difference) bool { return d.Kind == KindType })
	for i := range r.Differences {
		d := &r.Differences[i]
		class, effect := d.Effect()
		// Our audit does not know the process of a row whose pid it cannot read.
		if class != Unsafe || d.Kind == KindAudit && typed {
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
	s := sign{class: class, effect: effect, clause: r.Clause, kind: d.Kind, field: d.field()}
	switch {
	case class == Unsafe && effect == effectCloses:
		s.kind, s.field = KindValue, "rows[].decision"
	case class == Unsafe && effect == effectMisses:
		s.kind, s.field = KindMissed, "findings"
	case d.Kind == KindType, d.Kind == KindAbsent, d.Kind == KindOrder, d.Kind == KindError, d.Kind == KindSize:
		s.clause = ""
	case d.Kind == KindLeak:
		s.clause = d.Clause
	}
	return s
}

var (
	inBrackets = regexp.MustCompile(`\[[^\]]*\]`)
	aRow       = regexp.MustCompile(`^rows\[[^\]]*\]$`)
)

func isRow(path string) bool { return aRow.MatchString(path) }

// field is where a difference is, whichever row: what the chain of owners says is one
// field, as its parts differ together.
func (d *Difference) field() string {
	if d.Kind == KindAudit || d.Kind == KindSchema {
		return d.Got
	}
	field := inBrackets.ReplaceAllString(d.Path, "[]")
	switch name := strings.TrimPrefix(field, "rows[]."); name {
	case "owner", "owner_status", "chain_end", "chain_hops", "chain_end_pid":
		return "rows[].owner_status"
	case "reason":
		return "rows[].decision"
	}
	if strings.HasPrefix(field, "summary") || strings.HasPrefix(field, "before") || strings.HasPrefix(field, "action") {
		head, _, _ := strings.Cut(field, "_counts")
		return head
	}
	return field
}

// depth orders differences by what follows from what: a decision from the owner, a
// sum from the rows, and what our audit finds from all of it.
func (d *Difference) depth() int {
	switch d.Kind {
	case KindSchema, KindAudit:
		return 9
	case KindCount, KindOrder, KindAccepted, KindRefused, KindRefusal, KindError, KindSize, KindRaised:
		return 0
	}
	switch field := d.field(); {
	case field == "rows[]":
		return 1
	case field == "rows[].process_kind", field == "rows[].age_s", field == "rows[].ppid":
		return 2
	case field == "rows[].owner_status":
		return 3
	case field == "rows[].decision":
		return 4
	case strings.HasPrefix(field, "rows[]."):
		return 5
	case strings.HasPrefix(field, "summary.active_owner"):
		return 6
	}
	return 7
}

func compareClauses(a, b string) int {
	order := func(id string) int {
		return slices.IndexFunc(Clauses(), func(c Clause) bool { return c.ID == id })
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
		case class == c.Class && effect == c.Effect && d.Kind != KindAudit && (c.Class == Unsafe || d.Kind == c.Kind && d.field() == c.Field):
			return -1
		case d.Kind == KindLeak && effect == c.Effect:
			return -1
		}
		return d.depth()
	}
	slices.SortStableFunc(differences, func(a, b Difference) int { return cmp.Compare(order(&a), order(&b)) })
	return differences
}
