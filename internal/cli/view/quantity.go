package view

import (
	"fmt"
	"strconv"

	"github.com/tspi-dev/harness/tspi"
)

const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
)

// age writes seconds as people say them, in two units at most: 45s, 4m31s,
// 22h41m, 3d04h.
func age(seconds int64) string {
	switch {
	case seconds < minute:
		return fmt.Sprintf("%ds", seconds)
	case seconds < hour:
		return fmt.Sprintf("%dm%02ds", seconds/minute, seconds%minute)
	case seconds < day:
		return fmt.Sprintf("%dh%02dm", seconds/hour, seconds%hour/minute)
	}
	return fmt.Sprintf("%dd%02dh", seconds/day, seconds%day/hour)
}

// ageOf writes an age that may be unknown.
func ageOf(seconds *int64) string {
	if seconds == nil {
		return unknown
	}
	return age(*seconds)
}

const unknown = "?"

// memory is a sum of resident sizes, some of which may be unknown.
type memory struct {
	kib     int64
	known   int
	unknown int
}

// memoryCeiling keeps sums of absurd columns from overflowing.
const memoryCeiling = int64(1) << 60

// add counts one process; kib is negative where its column is unreadable.
func (m *memory) add(kib int64) {
	if kib < 0 {
		m.unknown++
		return
	}
	m.known++
	m.kib = min(m.kib+min(kib, memoryCeiling), memoryCeiling)
}

// String writes the sum; a plus sign says that more is unknown.
func (m memory) String() string {
	switch {
	case m.known == 0:
		return unknown
	case m.unknown > 0:
		return mebibytes(m.kib) + "+"
	}
	return mebibytes(m.kib)
}

// mebibytes writes KiB in the unit that leaves one to four digits.
func mebibytes(kib int64) string {
	const step = 1024
	if kib < step {
		return fmt.Sprintf("%d KiB", kib)
	}
	value, unit := float64(kib)/step, "MiB"
	if value >= step {
		value, unit = value/step, "GiB"
	}
	if value < 10 {
		return fmt.Sprintf("%.1f %s", value, unit)
	}
	return fmt.Sprintf("%.0f %s", value, unit)
}

func percent(value *float64) string {
	if value == nil {
		return unknown
	}
	return strconv.FormatFloat(*value, 'f', 1, 64)
}

// count writes "1 helper", "2 helpers".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// agree picks the word that goes with a number.
func agree(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// wait is how long a helper of that age has to go to the minimum age; empty
// where that is beyond reckoning.
func wait(seconds int64, minimum tspi.Integer) string {
	left, ok := minimum.Sub(tspi.NewInteger(seconds)).Int64()
	if !ok || left <= 0 {
		return ""
	}
	return age(left)
}
