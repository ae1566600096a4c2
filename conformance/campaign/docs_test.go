package campaign_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
)

var update = flag.Bool("update", false, "write the list of properties in docs/campaigns.md")

const (
	docs      = "../../docs/campaigns.md"
	listBegin = "<!-- properties: written by go test ./conformance/campaign -run TestDocs -update -->\n"
	listEnd   = "<!-- end of properties -->\n"
)

// families are the headings of the list.
var families = []struct {
	family  tspigen.Family
	heading string
}{
	{tspigen.Safety, "Safety: the answer against the table"},
	{tspigen.Model, "The model: the answer against another implementation's"},
	{tspigen.Relation, "Relations: two answers against each other"},
	{tspigen.Injected, "Faults: in a right claim (`fault-…`), or in a right input (`input-…`)"},
}

func propertyList() string {
	var b strings.Builder
	for _, f := range families {
		fmt.Fprintf(&b, "\n### %s\n\n| property | clause | operation | 1 in |\n| --- | --- | --- | --- |\n", f.heading)
		for _, p := range tspigen.Properties() {
			if p.Family == f.family {
				fmt.Fprintf(&b, "| `%s` | %s | %s | %d |\n", p.Name, p.Clause, strings.TrimPrefix(p.Op, "tspi."),
					max(1, p.OneIn))
			}
		}
	}
	return b.String() + "\n"
}

// docs/campaigns.md lists every property as it is.
func TestDocsListEveryProperty(t *testing.T) {
	text, err := os.ReadFile(docs)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), listBegin)
	list, after, okEnd := strings.Cut(rest, listEnd)
	if !ok || !okEnd {
		t.Fatal("the marks of the list are missing")
	}
	if *update {
		if err := os.WriteFile(docs, []byte(before+listBegin+propertyList()+listEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if list != propertyList() {
		t.Error("the list is another than the code's; write it with -update")
	}
	for _, name := range []string{campaign.RuleStanding, campaign.RuleAnswers, campaign.RuleBundles} {
		if !strings.Contains(before, "`"+name+"`") {
			t.Errorf("%s is not explained", name)
		}
	}
}

// Guards docs/campaigns.md: each property names its clause, one of the contract's, its
// operation, one of the protocol's, and a family that the docs explain. Names are
// what replay files hold.
func TestPropertiesNameTheirClauses(t *testing.T) {
	names := map[string]bool{campaign.RuleStanding: true, campaign.RuleAnswers: true, campaign.RuleBundles: true}
	all := conformance.DefaultProfile().OpNames()
	for _, p := range tspigen.Properties() {
		if names[p.Name] || strings.Trim(p.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			t.Errorf("%s: stands twice, or is no name", p.Name)
		}
		names[p.Name] = true
		if _, ok := conformance.DefaultProfile().Clause(p.Clause); !ok {
			t.Errorf("%s: there is no clause %q", p.Name, p.Clause)
		}
		if !strings.Contains(strings.Join(all, " ")+" ", p.Op+" ") {
			t.Errorf("%s: there is no operation %q", p.Name, p.Op)
		}
		known := false
		for _, f := range families {
			known = known || f.family == p.Family
		}
		if !known {
			t.Errorf("%s: the docs do not know family %s", p.Name, p.Family)
		}
	}
	if len(names) < 40 {
		t.Errorf("only %d properties", len(names))
	}
}
