// Package tspi makes process tables that are meant to break a classifier:
// cycles, reused pids, orphans one second from their threshold, chains at the hop
// limit, dialects of ps and commands full of surprises, each with a policy and an
// owner taxonomy that make its shapes matter.
//
// A [Table] holds its rows as data and renders them as the documents of a
// fixture, so that a property can be checked on the data itself, without parsing
// the text by the code under test. Tables come from one seed, byte for byte: case
// i of seed s ([Case]) is one table, whatever the shard or the number of workers,
// and the key of a table that fails draws it again ([FromKey]).
//
// [Properties] are what must hold of an [Implementation] before any table: what one
// answer says about the table's own data, two answers about each other, the model's
// answer, and what one fault in a claim or an input must raise. A [Trial] brings a
// table and an implementation together, [Check] finds the first property that fails,
// and [Shrink] the smallest table for which it does; none of it needs a process.
// [BundleCase] draws bundle folders, in memory, with what a verifier must find.
//
// The package is pure. It may import the data packages of the standard library,
// math/rand (seeded sources only), the JSON library, and of ours the law, package tspi,
// and what that imports: it starts no process and opens no file.
package tspi
