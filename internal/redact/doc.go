// Package redact turns a captured process table into a fixture that can be
// published: the same tree, ages, kinds and owners, and nothing of the commands.
//
// What is kept of a row is its place, its age, its share of the processor, and
// its memory to two digits. Pids are renumbered, 0 and 1 excepted. A command
// becomes one of the words of a fixed vocabulary and of those substrings of the
// policy and the taxonomy that the law looked at in it; equal commands stay
// equal and different ones different. Lines that are no rows keep their cause.
// The policy and the taxonomy are kept but for what the law ignores in them
// ($schema, description, x_...), and registered helpers follow their pids.
//
// [Redact] makes the fixture and [Check] holds what is to be written against the
// original: every row must be classified alike by both levels of the law, and no
// token of the original may be left. A token is a maximal run of four characters
// or more, at three grains: of letters and digits; of those with . _ and -; and
// of anything but blanks. One that stands in a substring or name of the policy or
// the taxonomy, or in the vocabulary, tells nothing and is no leak.
//
// The package is pure: it imports tspi and the standard library's data packages,
// and reads and writes no file.
package redact
