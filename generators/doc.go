// Package generators makes process tables that are meant to break a classifier:
// cycles, reused pids, orphans one second from their threshold, chains at the hop
// limit, dialects of ps and commands full of surprises, each with a policy and an
// owner taxonomy that make its shapes matter.
//
// A [Table] holds its rows as data and renders them as the documents of a
// fixture, so that a property can be checked on the data itself, without parsing
// the text by the code under test. Tables come from one seed, byte for byte: case
// i of seed s ([Case]) is one table, whatever the shard or the number of workers,
// and the key of a table that fails draws it again ([FromKey]). [Tables] and
// [Cases] give them to gopter.
//
// The package is pure. It may import the data packages of the standard library,
// math/rand (seeded sources only), gopter, the JSON library, and of ours nothing
// but tspi: it starts no process and opens no file.
package generators
