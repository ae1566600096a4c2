package generators_test

import (
	"testing"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/tspi"
)

func TestScratch(t *testing.T) {
	for _, pair := range [][2]tspi.Level{{tspi.Hardened, tspi.Hardened}, {tspi.Core, tspi.Core}, {tspi.Core, tspi.Hardened}} {
		bad := map[string]int{}
		for i := range uint64(2000) {
			table := generators.Case(101, i)
			trial := generators.NewTrial(table, pair[0], own{pair[1]}, own{pair[0]})
			for _, p := range generators.Properties() {
				if !generators.Applies(p, trial) {
					continue
				}
				ds, err := p.Check(trial)
				if err != nil {
					t.Fatal(err)
				}
				if len(ds) > 0 {
					bad[p.Name]++
					if bad[p.Name] < 3 {
						t.Errorf("%v/%v %s: %+v\n%s", pair[0], pair[1], p.Name, ds, table.Text())
					}
				}
			}
		}
		t.Log(pair, bad)
	}
}
