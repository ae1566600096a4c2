// Package facts is the format that the profiles of JSON facts share (docs/profiles.md): what
// their cases send and demand, how facts are perturbed so that the right answer stays known,
// how answers are compared, and what holds for every answer. A profile declares itself by a
// [Spec], and [New] makes its [profile.Profile].
//
// It may import conformance/profile and what is below it, and no law: the laws come in by
// the Spec.
package facts
