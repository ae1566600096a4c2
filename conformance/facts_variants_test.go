package conformance

import (
	"context"
	"strconv"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
)

// Every variant of every case of facts has the answer of the law: spoiled, crowded, renamed or
// retold (docs/profiles.md, sections 2 and 3). All kinds of variants are among them.
func TestVariantsOfFacts(t *testing.T) {
	for _, p := range Profiles() {
		if p.Facts == nil {
			continue
		}
		suite, err := EmbeddedSuite(p, 0)
		if err != nil {
			suite, err = EmbeddedSuite(p, p.Suite)
		}
		if err != nil {
			t.Fatal(err)
		}
		session, _ := InProcess(p.Law(0, "1")).Open()
		refused, long := 0, 0
		for _, c := range suite.Cases {
			for variant := 1; variant <= Variants; variant++ {
				q := p.Format.Perturb(c, "seed", variant)
				input := q.Problem.Input(c.Op, "")
				if len(q.Expect.Refusals()) > 0 && len(c.Expect.Refusals()) == 0 {
					refused++
				}
				if len(input) > 1<<16 {
					long++
				}
				answer, err := session.Call(context.Background(), c.Op, input, Options{}.withDefaults().Timeout)
				if err != nil {
					t.Fatal(err)
				}
				if r := judge(p, &q, 0, profile.Asked{Bytes: len(input)}, answer); !r.Green() {
					t.Errorf("%s, variant %s: %v", c.ID, strconv.Itoa(variant), r.Differences)
				}
			}
		}
		if refused < 20 || long < 5 {
			t.Errorf("%s: %d variants are made unusable and %d are long", p.Name, refused, long)
		}
	}
}
