// Package campaign asks an implementation about generated tables, one after the
// other, until an answer is wrong, and shrinks the table to the smallest one for
// which it still is (docs/campaigns.md).
//
// Case i of seed s is one table ([generators.Case]), whatever the shard or the
// number of jobs, and a campaign ends at the lowest case that fails. So two
// campaigns with the same seed are the same, case by case, and the summaries of
// shards join to that of one run ([Merge]).
//
// Every answer is held against the standing checks of package conformance, and
// the table against the properties of package generators. A crash, a hang and
// output that is no answer are counterexamples like any other.
//
// The package may import conformance, conformance/adapter, generators, tspi, the
// JSON library and the standard library. It starts processes through conformance
// only, and opens no file.
package campaign
