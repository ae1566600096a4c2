package tspi

import "strings"

// elapsed reads the etime column: [[dd-]hh:]mm:ss, or bare seconds (contract,
// section 2). The leading part has any number of digits and every other exactly
// two. Seconds run to 59, but minutes behind hours to 60 and hours behind days
// to 24, because macOS prints exact boundaries so.
func elapsed(text string, level Level) (seconds int64, ok bool) {
	days, clock, hasDays := strings.Cut(text, "-")
	if !hasDays {
		clock = text
	}
	parts := strings.Split(clock, ":")
	leading := parts[0]
	if hasDays {
		if len(parts) != 3 || !twoDigits(leading, 24) {
			return 0, false
		}
		leading = days
	}
	if len(parts) > 3 || !isDigits(leading) {
		return 0, false
	}
	trailing := parts[1:]
	if n := len(trailing); n > 0 && !twoDigits(trailing[n-1], 59) || n > 1 && !twoDigits(trailing[n-2], 60) {
		return 0, false
	}

	seconds = saturating(leading)
	if hasDays {
		seconds = addSaturating(scaled(seconds, 24), saturating(parts[0]))
	}
	for _, part := range trailing {
		seconds = addSaturating(scaled(seconds, 60), saturating(part))
	}
	if level.hardened() && seconds > maxAgeSeconds {
		// An old ps underflows to billions of days when a clock was set back.
		return 0, false
	}
	return seconds, true
}

func twoDigits(s string, most int64) bool {
	return len(s) == 2 && isDigits(s) && saturating(s) <= most
}

// ageCeiling stands for every larger number. It is far above all that the law
// compares with and far enough below the end of int64 to be added to.
const ageCeiling = int64(1) << 60

// saturating reads digits of any length.
func saturating(digits string) int64 {
	n := int64(0)
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
