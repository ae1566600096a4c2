// Package golden holds the golden receipts: what tspi answers to
// testdata/fixture, as files that anyone can compare their own answers with
// (tspi golden diff NAME FILE).
//
//   - inventory, relief: of the fixture (contract, section 6);
//   - result, board, validation, sign_off: the records of a run with
//     SOURCE_DATE_EPOCH=0 and --sign-off OUT/sign_off.json (section 11);
//   - findings_CASE: what the audit answers to each negative case (section 9);
//   - bundle_pass, bundle_blocked: the record of testdata/bundle, and of the same
//     bundle with a line more in one body (section 10).
//   - PROFILE/decision, PROFILE/findings_CODE and PROFILE/result to sign_off: the
//     same of testdata/fixtures/PROFILE for each profile of facts
//     (docs/fixtures-of-facts.md).
//
// The test of this package holds them. They are refreshed by one command, which
// writes nothing when any receipt has a redaction or secret finding:
//
//	make golden
//
// Read the difference before you commit it: a golden receipt is what we say is
// right. Never use goldie's own -clean flag; the test refuses to run with it,
// because it empties the folder.
package golden
