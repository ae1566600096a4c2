// Package report renders a conformance.Report: as text for people, a page to look
// at in a browser, JSON, JUnit XML, Markdown for a README, and as a certificate.
// Everything comes from the one Report, so that no two formats can disagree. It
// also draws the charts of other reports, in the same look.
//
// It may import conformance, tspi and the embedded suite of the root package. It
// reads and writes no file: callers give it writers and, for a certificate,
// digests.
package report
