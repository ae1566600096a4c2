package campaign_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/generators"
)

const (
	factsBegin = "<!-- properties of facts: written by go test ./conformance/campaign -run TestDocs -update -->\n"
	factsEnd   = "<!-- end of properties of facts -->\n"
)

// factsList is the list of what is held of the worlds of a profile of facts, and of how they
// are made.
func factsList(profiles []*profile.Profile) string {
	var b strings.Builder
	for _, p := range profiles {
		worlds := p.Worlds.(*generators.FactWorlds)
		fmt.Fprintf(&b,
			"\n### %s alone\n\n| property | family | clause | operation | 1 in |\n| --- | --- | --- | --- | --- |\n",
			p.Name)
		for _, property := range worlds.Own {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %d |\n", property.Name, property.Family, property.Clause,
				strings.TrimPrefix(property.Op, p.Name+"."), property.OneIn)
		}
		b.WriteString("\n" + filled("Shapes: `"+strings.Join(worlds.Shapes(), "`, `")+"`."))
	}
	return b.String() + "\n"
}

// filled is a paragraph in lines of at most 120 columns.
func filled(text string) string {
	var b strings.Builder
	width := 0
	for _, word := range strings.Fields(text) {
		switch {
		case width == 0:
		case width+1+len(word) > 120:
			b.WriteString("\n")
			width = 0
		default:
			b.WriteString(" ")
			width++
		}
		b.WriteString(word)
		width += len(word)
	}
	return b.String() + "\n"
}

// docs/campaigns.md lists every property and every shape of the profiles of facts as it is.
func TestDocsListEveryPropertyOfFacts(t *testing.T) {
	text, err := os.ReadFile(docs)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), factsBegin)
	list, after, okEnd := strings.Cut(rest, factsEnd)
	if !ok || !okEnd {
		t.Fatal("the marks of the list are missing")
	}
	want := factsList(withWorlds(t))
	if *update {
		if err := os.WriteFile(docs, []byte(before+factsBegin+want+factsEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if list != want {
		t.Error("the list is another than the code's; write it with -update")
	}
	for _, p := range withWorlds(t) {
		for _, property := range p.Worlds.Properties() {
			if !strings.Contains(string(text), "`"+property.Name+"`") {
				t.Errorf("%s: %s is not explained", p.Name, property.Name)
			}
		}
	}
}

// Guards docs/campaigns.md: each property of facts has a name of its own in its profile, and
// names a clause and an operation of it.
func TestPropertiesOfFactsNameTheirClauses(t *testing.T) {
	for _, p := range withWorlds(t) {
		names := map[string]bool{}
		for _, property := range p.Worlds.Properties() {
			if names[property.Name] || strings.Trim(property.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
				t.Errorf("%s: %s stands twice, or is no name", p.Name, property.Name)
			}
			names[property.Name] = true
			if _, ok := p.Clause(property.Clause); !ok {
				t.Errorf("%s: %s: there is no clause %q", p.Name, property.Name, property.Clause)
			}
			if !strings.Contains(strings.Join(p.OpNames(), " ")+" ", property.Op+" ") {
				t.Errorf("%s: %s: there is no operation %q", p.Name, property.Name, property.Op)
			}
		}
	}
}
