// Package report renders a conformance.Report: as text for people, JSON, JUnit
// XML, Markdown for a README, and as a certificate. Everything comes from the
// one Report, so that no two formats can disagree.
//
// It may import conformance and tspi. It reads and writes no file: callers give
// it writers and, for a certificate, digests.
package report
