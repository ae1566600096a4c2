// Package conformance judges implementations of the Tool Server Pressure
// Inventory contract, in any language: it sends them cases, holds every answer
// against what the case demands and against checks that hold for all answers,
// and says which rule is broken and by what input. No unsafe implementation may
// pass, so only a right answer is green: a crash, a hang, garbage, an empty
// result, a skipped case and a refusal for the wrong reason are not.
//
// A Go author certifies an implementation in a test with a few lines:
//
//	report, err := conformance.Run(ctx, conformance.InProcess(mine), conformance.Options{})
//	if err != nil || !report.Passed() { … }
//
// and an adapter in another language by [Process] in place of [InProcess].
//
// The package may import conformance/profile and the profiles below it, conformance/adapter,
// and of internal the JSON tree, guard and law. It starts no process itself; that is
// conformance/adapter's. How reports look is conformance/report's.
package conformance
