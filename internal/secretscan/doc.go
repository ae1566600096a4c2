// Package secretscan tells whether a text holds something that looks like a
// credential (contract, section 11), behind an interface of ours: the engine,
// gitleaks with its default rules, can be replaced without anyone noticing.
//
// A scan answers with rule names and line numbers, never with what was found.
// The engine is made on the first scan, which takes about a tenth of a second,
// so that a command which scans nothing does not pay for it. It decodes no
// base64 and looks into no archive.
//
// It may import tspi and gitleaks, and nothing else of ours.
package secretscan
