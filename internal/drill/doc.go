// Package drill judges an unmodified reaper: it puts it on a stage of real processes
// (internal/stage), scenario by scenario, and says whom it ended that it must not
// have (docs/drill.md).
//
// A scenario is data, testdata/drills/GROUP/NAME.txtar: a process table whose commands
// are roles, which of its processes may be ended, and what happens while the reaper is
// at work. [Roles] fill the roles with commands; [Run] stages the scenarios and gives
// one [Report], which all formats are written from. A report names roles, never a
// command.
//
// It may import the root package, tspi, generators, conformance and
// conformance/report for their formats, and internal/stage.
package drill
