// Package strict reads JSON as strictly as the contracts do (docs/contract.md,
// preamble) and holds everything that walks the tree which it reads: values,
// integers without a bound, members of objects, pointers, comparison and writing.
// It also has the contracts' classes of ASCII characters.
//
// It imports the standard library's data packages and the JSON library; every other
// package of the module may import it.
package strict
