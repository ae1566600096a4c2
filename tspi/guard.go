package tspi

import (
	"github.com/tspi-dev/harness/internal/guard"
)

// Leak is one offence against the redaction guard (contract, section 7).
type Leak struct {
	// Code is TSPI_COMMAND_PREVIEW_FORBIDDEN, TSPI_PROCESS_SIGNAL_FORBIDDEN or
	// TSPI_ABSOLUTE_PATH_FORBIDDEN.
	Code Code
	// Pointer is the JSON Pointer of the law.Place, which may hold keys of the document:
	// what is shown to people goes through [SafePointer].
	Pointer string
}

// Guard holds v against the redaction guard (contract, section 7): its keys and its
// strings. It returns at most one leak for each of the three codes, the first in
// document order, sorted by code; a clean value gives nil. The time is linear in the
// size of v.
func Guard(v Value, level Level) []Leak {
	var leaks []Leak
	for _, leak := range guard.Check(v, level) {
		leaks = append(leaks, Leak{LeakCode(leak.Kind), leak.Pointer})
	}
	return leaks
}

// LeakCode is the code that a kind of leak raises. The order of the kinds is that of
// their codes.
func LeakCode(kind guard.Kind) Code {
	switch kind {
	case guard.Path:
		return CodeAbsolutePath
	case guard.Signal:
		return CodeProcessSignal
	default:
		return CodeCommandPreview
	}
}

// HoldsPath reports whether the redaction guard takes s for a string that holds an
// absolute path of a host (contract, section 7).
func HoldsPath(s string, level Level) bool { return guard.HoldsPath(s, level) }
