package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/plain"
)

// htmlPage is all that the page of a report shows.
type htmlPage struct {
	htmlSkin
	Headline string
	Cards    []htmlCard
	Matrix   htmlMatrix
	Groups   []htmlGroup
	Verdicts []htmlChoice // of the filter
	Sections []htmlSection
	Total    int
	Red      int // cases that somebody has to look at
	LeftOut  int
	Several  bool
}

// htmlCard is one implementation at the top.
type htmlCard struct {
	Letter, Name, Version, Language, Level string
	Word, Tone                             string // of the verdict
	Sentence                               string
	Facts                                  []Fact
	Bar                                    []htmlBar
	Causes                                 []htmlCause
	MoreCauses                             int
	Broken                                 []htmlBroken
	MoreBroken                             int
	Notes                                  []htmlNote
}

// htmlBar is one verdict's part of the bar, in thousandths of its width.
type htmlBar struct {
	Verdict     string
	Count       int
	From, Width float64
}

// htmlCause is what failures have in common.
type htmlCause struct {
	Class, Text, Clause, Rule string
	Example                   string // the id of a case
}

type htmlBroken struct {
	ID, Rule string
	Cases    int
}

// htmlNote is a sentence with a word before it, such as NOT TESTED.
type htmlNote struct{ Word, Text string }

// htmlChoice is an entry of the verdict filter.
type htmlChoice struct {
	Value, Text string
	Count       int
	Chosen      bool
}

// htmlSection is a section of the contract in the clause filter.
type htmlSection struct {
	Name    string
	Clauses []conformance.Clause
}

const (
	shownBroken = 5
	shownCauses = 8
)

func newHTMLPage(reports []*conformance.Report) htmlPage {
	entries := collectCases(reports)
	p := htmlPage{Several: len(reports) > 1}
	p.Groups, p.LeftOut = groupCases(reports[0].Clauses(), entries, len(reports))
	for i, r := range reports {
		p.Cards = append(p.Cards, newCard(r, letter(i), p.Groups, i))
	}
	p.Headline = headline(reports)
	p.htmlSkin = newSkin(p.Headline)
	p.Matrix = newMatrix(reports, p.Groups)
	for _, g := range p.Groups {
		p.Total += len(g.Cases)
		for _, c := range g.Cases {
			if c.Red {
				p.Red++
			}
		}
		p.Sections = addToSections(p.Sections, g.Clause)
	}
	p.Verdicts = verdictChoices(p.Groups, p.Total, p.Red)
	newDrawer(reports).drawAll(p.Groups)
	return p
}

// letter names an implementation where there is no room for its name.
func letter(i int) string { return string(rune('A' + i)) }

func headline(reports []*conformance.Report) string {
	contract := reports[0].Profile + " contract"
	if reports[0].Profile == conformance.DefaultProfile().Name {
		contract = "TSPI contract"
	}
	if len(reports) > 1 {
		return fmt.Sprintf("%d implementations of the %s side by side", len(reports), contract)
	}
	return "Conformance to the " + contract
}

func newCard(r *conformance.Report, letter string, groups []htmlGroup, at int) htmlCard {
	d := r.Implementation
	c := htmlCard{Letter: letter, Name: plain.Clip(d.Name, 200), Version: plain.Clip(d.Version, 200),
		Language: plain.Clip(d.Language, 200), Level: plain.Clip(r.Level, 60)}
	c.Word, c.Tone, c.Sentence = conclusion(r)
	c.Facts = facts(r)
	from := 0.0
	for _, v := range conformance.Verdicts() {
		if n := r.Counts.ByVerdict[v]; n > 0 && r.Counts.Total > 0 {
			width := float64(n) * 1000 / float64(r.Counts.Total)
			c.Bar = append(c.Bar, htmlBar{string(v), n, from, width})
			from += width
		}
	}
	for _, g := range groups {
		n := 0
		for _, e := range g.Cases {
			if e.isRedFor(at) {
				n++
			}
		}
		if n > 0 {
			c.Broken = append(c.Broken, htmlBroken{g.Clause.ID, g.Clause.Rule, n})
		}
	}
	for _, f := range familiesOf(r) {
		if len(c.Causes) == shownCauses {
			c.MoreCauses++
			continue
		}
		first := f.causes[0]
		_, text := f.title()
		rule := conformance.RuleOf(r.Profile, first.Clause)
		c.Causes = append(c.Causes, htmlCause{string(first.Class), plain.Clip(text, 300), plain.Clip(first.Clause, 60),
			rule, plain.Clip(first.Examples[0], 200)})
	}
	slices.SortStableFunc(c.Broken, func(a, b htmlBroken) int { return cmp.Compare(b.Cases, a.Cases) })
	if more := len(c.Broken) - shownBroken; more > 0 {
		c.Broken, c.MoreBroken = c.Broken[:shownBroken], more
	}
	c.Notes = notes(r)
	return c
}

// conclusion is the verdict on a report: a word, how it is shown, a sentence.
func conclusion(r *conformance.Report) (word, tone, sentence string) {
	switch {
	case r.Passed() && len(r.Reservations) == 0:
		return "Pass", "pass", "Every required case and challenge was answered right."
	case r.Passed():
		return "Pass, no certificate", "partly",
			"Nothing that was asked failed, but this run is no ground for a certificate."
	case len(r.Problems) > 0:
		return "No verdict", "none", "The call has problems, as said below."
	}
	return "Fail", "fail", "This implementation does not keep the contract."
}

func facts(r *conformance.Report) []Fact {
	d := r.Implementation
	facts := []Fact{
		{"Answered right", fmt.Sprintf("%d of %d required questions", r.Counts.RequiredGreen, r.Counts.RequiredTotal)},
		{"Suite", fmt.Sprintf("version %d, %d cases required", r.Suite.Version, r.Suite.Cases)},
		{"Operations", strings.Join(r.Features, ", ")},
		{"Challenge seed", cmp.Or(r.Challenge.Seed, "none, challenges were off")},
		{"Made", r.CreatedAt.UTC().Format("2006-01-02 15:04 UTC") + " by tspi " + r.Harness},
	}
	for _, f := range []Fact{{"Organization", d.Organization}, {"Web", d.URL}, {"Contact", d.Contact}} {
		if f.Value != "" {
			facts = append(facts, f)
		}
	}
	for i := range facts {
		facts[i].Value = plain.Clip(facts[i].Value, 400)
	}
	return facts
}

const shownNotes = 12

// notes say what a reader must not overlook.
func notes(r *conformance.Report) []htmlNote {
	var notes []htmlNote
	for _, fault := range faultsOf(r) {
		notes = append(notes, htmlNote{"Problem", plain.Clip(fault, 400)})
	}
	if r.Passed() {
		for _, reservation := range r.Reservations {
			notes = append(notes, htmlNote{"No certificate", plain.Clip(reservation, 400)})
		}
	}
	if ops := untested(r); len(ops) > 0 {
		notes = append(notes,
			htmlNote{"Not tested", "not declared by the implementation: " + plain.Clip(strings.Join(ops, ", "), 400)})
	}
	if n := r.Counts.Known; n > 0 {
		notes = append(notes, htmlNote{"Known", fmt.Sprintf("%d failures were declared beforehand", n)})
	}
	slow, hung := retried(r)
	if !slow.none() {
		notes = append(notes, htmlNote{"Slow", "answered only when asked once more, alone: " + slow.String()})
	}
	if !hung.none() {
		notes = append(notes, htmlNote{"Hung", "hung both times, also when asked alone: " + hung.String()})
	}
	if !r.Passed() && declaresCoreOnly(r) {
		notes = append(notes, htmlNote{"Level", "it declares core only; --level core judges it by that law"})
	}
	if r.Level == "core" && conformance.LevelNote(r.Profile, r.Level) != "" {
		notes = append(notes,
			htmlNote{"Level", "core is the law as first published, with known holes; hardened closes them"})
	}
	if more := len(notes) - shownNotes; more > 0 {
		notes = append(notes[:shownNotes],
			htmlNote{"More", fmt.Sprintf("%d further remarks stand in the text report", more)})
	}
	return notes
}
