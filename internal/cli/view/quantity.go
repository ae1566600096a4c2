package view

import (
	"math"
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
func age(seconds int64) string { return string(appendAge(nil, &seconds)) }

// appendAge appends an age that may be unknown.
func appendAge(b []byte, age *int64) []byte {
	if age == nil {
		return append(b, unknown...)
	}
	switch seconds := *age; {
	case seconds < minute:
		return append(strconv.AppendInt(b, seconds, 10), 's')
	case seconds < hour:
		return appendUnits(b, seconds/minute, 'm', seconds%minute, 's')
	case seconds < day:
		return appendUnits(b, seconds/hour, 'h', seconds%hour/minute, 'm')
	default:
		return appendUnits(b, seconds/day, 'd', seconds%day/hour, 'h')
	}
}

// appendUnits appends an amount in two units, the lower one in two digits.
func appendUnits(b []byte, upper int64, unit byte, lower int64, lowerUnit byte) []byte {
	b = append(strconv.AppendInt(b, upper, 10), unit)
	return append(b, '0'+byte(lower/10), '0'+byte(lower%10), lowerUnit)
}

// ageOf writes an age that may be unknown.
func ageOf(seconds *int64) string {
	return string(appendAge(nil, seconds))
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
func (m *memory) add(kib int64) { m.join(memoryOf(kib)) }

// memoryOf is the memory of one process.
func memoryOf(kib int64) memory {
	if kib < 0 {
		return memory{unknown: 1}
	}
	return memory{kib: min(kib, memoryCeiling), known: 1}
}

// join adds the memory of other processes.
func (m *memory) join(more memory) {
	m.kib = min(m.kib+more.kib, memoryCeiling)
	m.known += more.known
	m.unknown += more.unknown
}

// String writes the sum; a plus sign says that more is unknown.
func (m memory) String() string { return string(m.appendTo(nil)) }

func (m memory) appendTo(b []byte) []byte {
	if m.known == 0 {
		return append(b, unknown...)
	}
	b = appendMebibytes(b, m.kib)
	if m.unknown > 0 {
		b = append(b, '+')
	}
	return b
}

// appendMebibytes appends KiB in the unit that leaves one to four digits.
func appendMebibytes(b []byte, kib int64) []byte {
	const step = 1024
	if kib < step {
		return append(strconv.AppendInt(b, kib, 10), " KiB"...)
	}
	value, unit := float64(kib)/step, " MiB"
	if value >= step {
		value, unit = value/step, " GiB"
	}
	digits := 0
	if value < 10 {
		digits = 1
	}
	return append(strconv.AppendFloat(b, value, 'f', digits, 64), unit...)
}

func appendPercent(b []byte, value *float64) []byte {
	if value == nil {
		return append(b, unknown...)
	}
	// What has one digit behind the point is the usual, and quickly written.
	if tenths := uint64(math.Round(max(0, min(*value, 1e9)) * 10)); float64(tenths)/10 == *value {
		return append(strconv.AppendUint(b, tenths/10, 10), '.', '0'+byte(tenths%10))
	}
	return strconv.AppendFloat(b, *value, 'f', 1, 64)
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
