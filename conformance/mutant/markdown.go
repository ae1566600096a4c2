package mutant

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance"
)

// CampaignsHeading begins the part of the Markdown that campaigns fill. What stands
// before it depends on the suite and the mutants alone.
const CampaignsHeading = "## Campaigns\n"

const markdownHead = `# The power of the suite%s

<!-- Made by: %s. Do not edit. -->

A certificate is worth what the suite can catch. So the suite is tested too, by
implementations that are wrong in one way each (*mutants*), and by others that differ
only in what the contract leaves open (*controls*). A mutant counts as killed only by
a case, or by a standing check, of the clause that it breaks; anything else might be
luck. Mutants of the protocol are started as processes, and found out by a crash, a
hang or garbage.

` + "`%s`" + ` makes this page, and ends with status 1 where a mutant survives or a
control is rejected. ` + "`%s`" + ` serves one of them as an adapter.
%s
`

func (m *Matrix) isDefault() bool { return m.Profile.Name == conformance.DefaultProfile().Name }

// markdownOthers leads from docs/power.md to the pages of the other profiles.
func (m *Matrix) markdownOthers() string {
	if !m.isDefault() {
		return ""
	}
	var links []string
	for _, p := range conformance.Profiles() {
		if p.Name != m.Profile.Name {
			links = append(links, fmt.Sprintf("[%s](power/%s.md)", p.Name, p.Name))
		}
	}
	return "\nThis page is about the profile `" + m.Profile.Name + "`. The suites of the others:\n" +
		strings.Join(links, ", ") + ".\n"
}

// writeHead says what the page is, and which command makes it.
func (m *Matrix) writeHead(b *strings.Builder) {
	of, command, serve := "", "tspi mutants", "tspi mutants serve NAME"
	made := command + " --campaign 5000 --format markdown"
	if !m.isDefault() {
		option := " --profile " + m.Profile.Name
		of, command, serve = ": "+m.Profile.Name, command+option, serve+option
		made = command + " --format markdown"
	}
	fmt.Fprintf(b, markdownHead, of, made, command, serve, m.markdownOthers())
}

// WriteMarkdown writes the matrix as a page: docs/power.md of the default profile, docs/power/PROFILE.md of
// any other.
func (m *Matrix) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	m.writeHead(&b)
	s := m.Score()
	fmt.Fprintf(&b, "| %s | |\n| --- | ---: |\n", suiteText(m.Suite))
	fmt.Fprintf(&b, "| mutants killed | %d of %d |\n", s.Killed, s.Mutants)
	fmt.Fprintf(&b, "| controls certified | %d of %d |\n", s.Certified, s.Controls)
	fmt.Fprintf(&b, "| cases that kill a mutant of their clause | %d of %d |\n", s.Killing, s.Cases)
	fmt.Fprintf(&b, "| siblings of such a case | %d |\n", s.Siblings)
	fmt.Fprintf(&b, "| cases that are the only killer of some mutant | %d |\n\n", s.SoleKillers)
	if !m.Holds() {
		b.WriteString("```\n")
		m.writeSurvivors(&b)
		b.WriteString("```\n\n")
	}
	m.markdownMutants(&b)
	m.markdownControls(&b)
	m.markdownCases(&b)
	m.markdownHunts(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (m *Matrix) markdownMutants(b *strings.Builder) {
	b.WriteString("## Mutants\n")
	if len(m.Profile.Levels) > 1 {
		b.WriteString("\nThe level is the one by which the mutant must fall. By core falls what breaks core already.\n")
	}
	for _, clause := range m.Profile.Clauses {
		begun := false
		for i := range m.Fates {
			f := &m.Fates[i]
			if f.Clause != clause.ID {
				continue
			}
			if !begun {
				fmt.Fprintf(b,
					"\n### %s\n\n%s\n\n| mutant | level | what it gets wrong | killed by |\n| --- | --- | --- | --- |\n", clause.ID, clause.Rule)
				begun = true
			}
			fmt.Fprintf(b, "| %s | %s | %s | %s |\n", f.Name, f.Level, f.Says, f.killers())
		}
	}
	b.WriteString("\n")
}

// namedKillers is how many cases a table names; the JSON has them all.
const namedKillers = 3

// killers names what killed a mutant.
func (f *Fate) killers() string {
	if len(f.Cases) == 0 {
		return f.by()
	}
	var names []string
	for _, id := range f.Cases[:min(len(f.Cases), namedKillers)] {
		names = append(names, id[strings.LastIndexByte(id, '/')+1:])
	}
	text := strings.Join(names, ", ")
	if more := len(f.Cases) - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	if len(f.Standing) > 0 {
		text += ", standing checks"
	}
	return text
}

func (m *Matrix) markdownControls(b *strings.Builder) {
	laws := ""
	if len(m.Profile.Levels) > 1 {
		laws = ", by both laws"
	}
	b.WriteString("## Controls\n\nEach is asked everything" + laws +
		".\n\n| control | what it does | verdict |\n| --- | --- | --- |\n")
	for _, c := range m.Profile.Controls {
		verdict := "certified"
		for i := range m.Controls {
			if v := &m.Controls[i]; v.Name == c.Name && len(v.Rejected) > 0 {
				verdict = fmt.Sprintf("rejected by %d cases, by the %s law", len(v.Rejected), v.Level)
			}
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", c.Name, c.Says, verdict)
	}
	b.WriteString("\n")
}

func (m *Matrix) markdownCases(b *strings.Builder) {
	b.WriteString(
		"## Cases that must never be dropped\n\nEach is the only killer of the mutants behind it.\n\n| case | mutants |\n| --- | --- |\n")
	for i := range m.Cases {
		if r := &m.Cases[i]; len(r.Alone) > 0 {
			fmt.Fprintf(b, "| %s | %s |\n", r.Case, strings.Join(r.Alone, ", "))
		}
	}
	b.WriteString(
		"\n## Cases that kill no mutant of their clause\n\nEach is kept for the reason that stands above it.\n")
	var reasons []string
	byReason := map[string][]string{}
	for i := range m.Cases {
		if r := &m.Cases[i]; r.Kept != "" {
			if byReason[r.Kept] == nil {
				reasons = append(reasons, r.Kept)
			}
			byReason[r.Kept] = append(byReason[r.Kept], r.Case)
		}
	}
	for _, reason := range reasons {
		fmt.Fprintf(b, "\n**%s** (%d):\n\n", reason, len(byReason[reason]))
		for _, id := range byReason[reason] {
			fmt.Fprintf(b, "* %s\n", id)
		}
	}
}

func (m *Matrix) markdownHunts(b *strings.Builder) {
	if !slices.ContainsFunc(m.Fates, func(f Fate) bool { return f.Hunt != nil }) {
		return
	}
	b.WriteString("\n" + CampaignsHeading +
		"\nMutants that generated tables can reach, by what found them: the property that was broken,\nafter how many tables, and how many rows the smallest table has to which it was shrunk.\n\n| mutant | level | property | tables | rows |\n| --- | --- | --- | ---: | ---: |\n")
	for i := range m.Fates {
		f := &m.Fates[i]
		h := f.Hunt
		switch {
		case h == nil:
		case !h.Found():
			fmt.Fprintf(b, "| %s | %s | not found | %d | |\n", f.Name, f.Level, h.Tables)
		case h.Bundle:
			fmt.Fprintf(b, "| %s | %s | %s | %d | a bundle |\n", f.Name, f.Level, h.Rule, h.Tables)
		default:
			fmt.Fprintf(b, "| %s | %s | %s | %d | %d |\n", f.Name, f.Level, h.Rule, h.Tables, h.Rows)
		}
	}
}
