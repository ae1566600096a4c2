// Package record judges a fixture or a bundle and builds the records of a run
// (contract, section 11).
//
// One judgement, several records. Each carries the whole verdict (type
// [Verdict]: every field that the contract lists), so that it can be read
// alone, and adds what it is for:
//
//   - the result ([ResultName]) is the verdict, for programs;
//   - the board ([BoardName]) puts one headline and one light a check on top,
//     for people and dashboards;
//   - the validation receipt ([ValidationName]) says of each check by which
//     section of the contract it was made and over which files, whose digests
//     stand in its freshness basis, for whoever wants to repeat it;
//   - the sign-off, written only where asked for, binds its statement to the
//     digests of the other three, for whoever passes them on;
//   - the bundle validation result ([BundleResultName]) is the result of a
//     bundle, and its only record.
//
// [Judge] reads and judges and writes nothing; [Run] writes as well. A record is
// built in memory, held against the redaction guard and the secret scan, and
// only when all of a run passed are they written, all or none. Where one does
// not pass, or could not be scanned, the run is blocked and its records are
// built again without anything that stands in the inputs ([Verdict.ContentWithheld]);
// where even these do not pass, nothing is written ([SelfCheckError]).
//
// It may import tspi, internal/fixture and internal/secretscan. The verifier of
// source modules is handed in as a function ([ManifestVerifier]).
package record
