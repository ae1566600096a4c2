package campaign_test

import (
	"testing"
	"time"

	"github.com/tspi-dev/harness/conformance/profile/tspi/second"
	"github.com/tspi-dev/harness/internal/law"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/campaign"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/strict"
)

// BenchmarkTable judges tables with all their properties and, by turns on the same
// machine, asks for bare classifications of the same tables over the same
// interface. It reports tables a second, and how many bare classifications a table
// costs (goal of docs/campaigns.md: at most 20).
func BenchmarkTable(b *testing.B) {
	for name, impl := range map[string]conformance.Implementation{
		"own/in_process": conformance.InProcess(own(law.Hardened)),
		"own/protocol":   process("honest"),
	} {
		b.Run(name, func(b *testing.B) {
			session, err := impl.Open()
			if err != nil {
				b.Fatal(err)
			}
			defer session.Close()
			if _, err := session.Start(b.Context()); err != nil {
				b.Fatal(err)
			}
			const some = 32
			var whole, bare time.Duration
			tables := uint64(0)
			for b.Loop() {
				shard := campaign.Shard{Index: tables/some + 1, Count: 100_000}
				began := time.Now()
				s, err := campaign.Run(b.Context(), impl,
					campaign.Options{Seed: 1, Cases: shard.Index + some*shard.Count - shard.Count, Shard: shard,
						Jobs: 1, Model: second.Correct(law.Hardened)})
				if err != nil || s.Cases != some || s.Counterexample != nil {
					b.Fatal(err, s)
				}
				middle := time.Now()
				for k := range uint64(some) {
					classify(b, session, tspigen.Case(1, shard.Index-1+k*shard.Count))
				}
				whole += middle.Sub(began)
				bare += time.Since(middle)
				tables += some
			}
			b.ReportMetric(float64(whole)/float64(bare), "x-bare")
			b.ReportMetric(float64(tables)/whole.Seconds(), "tables/s")
		})
	}
}

// classify asks for one classification and reads the answer.
func classify(b *testing.B, session conformance.Session, table *tspigen.Table) {
	result, err := session.Call(b.Context(), tspiprofile.OpClassify, strict.Encode(table.Input()), time.Minute)
	if err != nil || result.Outcome != adapter.Answered {
		b.Fatal(err, result.Outcome)
	}
	if _, err := strict.DecodeWithin(result.Response.OK, adapter.MaxLevels); err != nil {
		b.Fatal(err)
	}
}
