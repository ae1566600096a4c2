package tspi

import (
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// elapsed reads the etime column: [[dd-]hh:]mm:ss, or bare seconds (contract,
// section 2). The leading part has any number of digits and every other exactly
// two. Seconds run to 59, but minutes behind hours to 60 and hours behind days
// to 24, because macOS prints exact boundaries so.
func elapsed(text string, level Level) (seconds int64, ok bool) {
	days, clock, hasDays := strings.Cut(text, "-")
	if !hasDays {
		clock = text
	}
	parts, n := clockParts(clock)
	leading := parts[0]
	if hasDays {
		if n != 3 || !twoDigits(leading, 24) {
			return 0, false
		}
		leading = days
	}
	if n > 3 || !strict.IsDigits(leading) {
		return 0, false
	}
	if n > 1 && !twoDigits(parts[n-1], 59) || n > 2 && !twoDigits(parts[n-2], 60) {
		return 0, false
	}

	seconds = saturating(leading)
	if hasDays {
		seconds = addSaturating(scaled(seconds, 24), saturating(parts[0]))
	}
	for _, part := range parts[1:n] {
		seconds = addSaturating(scaled(seconds, 60), saturating(part))
	}
	if level.IsHardened() && seconds > maxAgeSeconds {
		// An old ps underflows to billions of days when a clock was set back.
		return 0, false
	}
	return seconds, true
}

// clockParts are the parts between colons, without an allocation: at most three
// of the n there are, which is more than there may be.
func clockParts(clock string) (parts [3]string, n int) {
	for more := true; more; n++ {
		var part string
		part, clock, more = strings.Cut(clock, ":")
		if n < len(parts) {
			parts[n] = part
		}
	}
	return parts, n
}

func twoDigits(s string, most int64) bool {
	return len(s) == 2 && strict.IsDigits(s) && saturating(s) <= most
}

// ageCeiling stands for every larger number. It is far above all that the law
// compares with and far enough below the end of int64 to be added to.
const ageCeiling = int64(1) << 60

// saturating reads digits of any length.
func saturating(digits string) int64 {
	n := int64(0)
	if len(digits) <= 18 { // as long as nothing can overflow
		for i := range len(digits) {
			n = n*10 + int64(digits[i]-'0')
		}
		return n
	}
	for i := range len(digits) {
		n = addSaturating(scaled(n, 10), int64(digits[i]-'0'))
	}
	return n
}

func scaled(n, factor int64) int64 {
	if n > ageCeiling/factor {
		return ageCeiling
	}
	return n * factor
}

func addSaturating(a, b int64) int64 { return min(a+b, ageCeiling) }
