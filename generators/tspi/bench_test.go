package tspi_test

import (
	"testing"
	"time"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// docs/campaigns.md: a table with all its properties costs at most 20 bare classifications of
// it. Both are asked of our own classifier through the same interface, in the same
// run, over the same tables; the metrics are their ratio, the questions a table and
// the tables a second.
func BenchmarkProperties(b *testing.B) {
	for _, level := range []law.Level{law.Hardened, law.Core} {
		b.Run(level.String(), func(b *testing.B) {
			properties := tspigen.Properties()
			tables := make([]*tspigen.Table, 2000)
			for i := range tables {
				tables[i] = tspigen.Case(61, uint64(i))
			}
			var bare, all time.Duration
			counted := &counting{Implementation: own{level}}
			for n := 0; b.Loop(); n++ {
				table := tables[n%len(tables)]
				start := time.Now()
				if _, err := counted.Implementation.Classify(table.Input()); err != nil {
					b.Fatal(err)
				}
				between := time.Now()
				trial := tspigen.NewTrial(table, level, counted, own{level})
				for _, p := range properties {
					if !tspigen.Applies(p, trial) {
						continue
					}
					if found, err := p.Check(trial); err != nil || len(found) > 0 {
						b.Fatalf("%s: %v %v", p.Name, found, err)
					}
				}
				bare, all = bare+between.Sub(start), all+time.Since(between)
			}
			b.ReportMetric(float64(all)/float64(bare), "classifications/table")
			b.ReportMetric(float64(counted.questions)/float64(b.N), "questions/table")
			b.ReportMetric(float64(b.N)/all.Seconds(), "tables/s")
		})
	}
}

// counting counts what an implementation is asked.
type counting struct {
	tspigen.Implementation
	questions int
}

func (c *counting) Classify(input strict.Object) (strict.Value, error) {
	c.questions++
	return c.Implementation.Classify(input)
}

func (c *counting) Relief(input strict.Object) (strict.Value, error) {
	c.questions++
	return c.Implementation.Relief(input)
}

func (c *counting) Audit(input strict.Object) (strict.Value, error) {
	c.questions++
	return c.Implementation.Audit(input)
}
