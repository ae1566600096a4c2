package tspi

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// perturb makes a variant of a case whose right answer is known: the answer of
// the case, with whatever was changed in the question changed in it too. An
// implementation that knows the published cases by heart does not know it.
//
// Pids are renumbered, ages moved together with the threshold, commands
// lengthened without touching what a policy looks for or what the program is, a crowd and strangers
// added, rows shuffled and members of objects reordered. Each step applies only where it
// certainly keeps the answer, which it reads off the plain lines of the table
// and never from an implementation of the law.
func perturb(c *profile.Case, seed string, variant int) profile.Question {
	p := newPerturbation(c, profile.Random(seed, c.ID, strconv.Itoa(variant)))
	switch c.Op {
	case OpBundle, OpRun:
		p.perturbFolder()
	default:
		p.perturbDocuments()
	}
	return profile.Question{Case: c, Variant: variant, Problem: &p.problem, Expect: &p.expect, Canaries: p.canaries}
}

func newPerturbation(c *profile.Case, rng *rand.Rand) *perturbation {
	problem := c.Problem.(*Problem)
	return &perturbation{
		rng:      rng,
		op:       c.Op,
		level:    c.Level(),
		problem:  Problem{Documents: slices.Clone(problem.Documents), PSText: problem.PSText, Dir: problem.Dir},
		expect:   c.Expect.(*Expectation).clone(),
		renamed:  map[string]string{},
		renumber: map[string]string{},
	}
}

type perturbation struct {
	rng     *rand.Rand
	op      string
	level   law.Level
	problem Problem
	expect  Expectation
	// canaries are the tokens that stand in commands now.
	canaries []string

	lines   []string // of the table
	plain   []plainLine
	allRows bool // every line that could be a row is a plain one
	// substrings are all strings that a policy or taxonomy looks for in commands.
	substrings []string
	// byProgram is whether a kind may look for programs, ownLists whether the policy says
	// itself what launches them (contract, section 3).
	byProgram, ownLists bool
	// renamed leads from a pid and an old command hash to the new hash, renumber
	// from an old pid to the new one.
	renamed  map[string]string
	renumber map[string]string
}

func (p *perturbation) perturbDocuments() {
	p.readTable()
	p.completeRows()
	if claim := p.problem.document(docClaim); claim != nil {
		p.problem.set(docClaim, fillHashes(claim, p.problem.PSText))
	}
	p.lengthenCommands()
	p.renumberPIDs()
	p.moveAges()
	p.raiseThreshold()
	p.addCrowd()
	p.shuffleRows()
	p.addStrangers()
	p.tellOfNoRow()
	p.writeTable()
	p.addTwins()
	p.addRemarks()
	for _, name := range []string{docPolicy, docOwners} {
		if document, ok := p.problem.document(name).(strict.Object); ok {
			p.problem.set(name, p.noted(document))
		}
	}
	for i := range p.problem.Documents {
		p.problem.Documents[i].Value = p.reorder(p.problem.Documents[i].Value)
	}
}

// readTable takes the table's text apart, where there is one.
func (p *perturbation) readTable() {
	for _, name := range []string{docPolicy, docOwners} {
		p.readLookedFor(p.problem.document(name))
	}
	if p.problem.PSText == "" {
		return
	}
	p.lines = strings.Split(p.problem.PSText, "\n")
	p.plain = plainLines(p.problem.PSText)
	isPlain := map[int]bool{}
	for i := range p.plain {
		isPlain[p.plain[i].index] = true
	}
	p.allRows = true
	for i, line := range p.lines {
		first, _, _ := strings.Cut(strings.Trim(line, " "), " ")
		if !isPlain[i] && first != "" && first[0] != '#' && !strings.EqualFold(first, "pid") {
			p.allRows = false
		}
	}
}

// readLookedFor collects the strings of a document. Those of section 3's lists and of
// match_at are no substrings of anything: they say how a program is found.
func (p *perturbation) readLookedFor(v strict.Value) {
	switch v := v.(type) {
	case string:
		p.substrings = append(p.substrings, v)
	case strict.Array:
		for _, element := range v {
			p.readLookedFor(element)
		}
	case strict.Object:
		for _, m := range v {
			switch m.Name {
			case "match_at":
				p.byProgram = p.byProgram || m.Value != "command"
			case "launchers", "value_options", "generic_names":
				p.ownLists = true
			default:
				p.substrings = append(p.substrings, m.Name)
				p.readLookedFor(m.Value)
			}
		}
	}
}

// writeTable puts the text together again and back into the document.
func (p *perturbation) writeTable() {
	if p.lines == nil {
		return
	}
	p.problem.PSText = strings.Join(p.lines, "\n")
	document, _ := p.problem.document(docTable).(strict.Object)
	p.problem.set(docTable, document.With("ps_text", p.problem.PSText))
}

// withMember returns a copy of an object with one member set.
func withMember(o strict.Object, name string, value strict.Value) strict.Object {
	out := slices.Clone(o)
	for i := range out {
		if out[i].Name == name {
			out[i].Value = value
			return out
		}
	}
	return append(out, strict.Member{Name: name, Value: value})
}

// completeRows makes the expected rows say everything themselves, before the
// lines that they lean on are changed.
func (p *perturbation) completeRows() {
	if p.expect.Inventory == nil {
		return
	}
	rows := p.expect.Inventory.Rows
	for i := range rows {
		rows[i] = rows[i].complete(p.plain)
	}
}

// reorder shuffles the members of objects, whose order means nothing.
func (p *perturbation) reorder(v strict.Value) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		out := make(strict.Array, len(v))
		for i := range v {
			out[i] = p.reorder(v[i])
		}
		return out
	case strict.Object:
		out := make(strict.Object, len(v))
		for i, j := range p.rng.Perm(len(v)) {
			out[i] = strict.Member{Name: v[j].Name, Value: p.reorder(v[j].Value)}
		}
		return out
	}
	return v
}

// noted returns a document with a member that every reader ignores (contract,
// section 1). So even a case that leaves nothing else to change is asked in
// another way.
func (p *perturbation) noted(document strict.Object) strict.Object {
	return append(slices.Clone(document), strict.Member{Name: "x_" + p.token(), Value: p.token()})
}

// token returns an unguessable word of plain letters.
func (p *perturbation) token() string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	word := make([]byte, 0, 14)
	for range 7 {
		word = append(word, consonants[p.rng.IntN(len(consonants))], vowels[p.rng.IntN(len(vowels))])
	}
	return string(word)
}

// clone copies what a perturbation changes.
func (e Expectation) clone() Expectation {
	if e.Inventory != nil {
		inventory := *e.Inventory
		inventory.Rows = slices.Clone(inventory.Rows)
		inventory.Groups = slices.Clone(inventory.Groups)
		e.Inventory = &inventory
	}
	if e.Findings != nil {
		findings := slices.Clone(*e.Findings)
		e.Findings = &findings
	}
	if e.Bundle != nil {
		bundle := *e.Bundle
		bundle.Findings = slices.Clone(bundle.Findings)
		e.Bundle = &bundle
	}
	return e
}
