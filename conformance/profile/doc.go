// Package profile is what the harness knows of a contract: its operations, clauses and
// cases, how a question is made of a case, perturbed and judged, and who answers it
// ([Profile]). The runner, the campaign, the reports and the kill matrix go through it
// and know no contract.
//
// The profiles of JSON facts (docs/profiles.md) share one [Format], [Facts]; tspi has one
// of its own in conformance/profile/tspi.
//
// The package may import generators, conformance/adapter, internal/guard, internal/law,
// internal/schema and internal/strict, and no law.
package profile
