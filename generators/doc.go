// Package generators is what the generators of all profiles share: the declaration of what
// JSON facts mean nothing by themselves ([Facts]), and the transformations of facts, claims
// and answers that follow from it. A challenge of a run and a relation of a campaign are
// the same transformation.
//
// The package is pure: it may import the data packages of the standard library,
// math/rand/v2 (seeded sources only), internal/law and internal/strict.
package generators
