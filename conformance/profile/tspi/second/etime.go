package mutant

import (
	"strconv"
	"strings"
)

// maxAge is the largest age in seconds that is believed.
const maxAge = 2147483647

// age reads an etime, [[dd-]hh:]mm:ss or bare seconds, as seconds.
func (l *law) age(etime string) (int64, bool) {
	days, clock, hasDays := strings.Cut(etime, "-")
	if !hasDays {
		clock = etime
	}
	parts := strings.Split(clock, ":")
	if len(parts) > 3 || hasDays && len(parts) != 3 {
		return 0, false
	}
	if hasDays {
		parts = append([]string{days}, parts...)
	}
	// The parts end at the seconds, whatever the first one is.
	units := []int64{86400, 3600, 60, 1}[4-len(parts):]
	bounds := []int64{maxAge, 24, 60, 59}[4-len(parts):]
	if l.on("minutes-to-59") {
		bounds = []int64{maxAge, 24, 59, 59}[4-len(parts):]
	}
	if l.on("hours-to-23") {
		bounds = []int64{maxAge, 23, 60, 59}[4-len(parts):]
	}
	if l.on("seconds-to-60") {
		bounds = []int64{maxAge, 24, 60, 60}[4-len(parts):]
	}
	if l.on("bare-seconds-are-minutes") && len(parts) == 1 {
		units = []int64{60}
	}
	sum := int64(0)
	for i, part := range parts {
		n, ok := number(part)
		if !ok || i > 0 && (len(part) != 2 && !l.on("parts-of-any-length") || n > bounds[i]) {
			return 0, false
		}
		sum = min(sum+times(n, units[i]), endless)
	}
	if l.on("ages-wrap") {
		sum &= maxAge
	}
	return sum, !l.hardened() || sum <= maxAge
}

// endless stands for every age that is larger. The published law bounds no age, and
// an answer has to tell one.
const endless = int64(1) << 60

func times(n, unit int64) int64 {
	if n > endless/unit {
		return endless
	}
	return n * unit
}

// number reads digits: more than 18 behind leading zeros are endless.
func number(s string) (int64, bool) {
	significant := strings.TrimLeft(s, "0")
	if !digits(s) {
		return 0, false
	}
	if len(significant) > 18 {
		return endless, true
	}
	n, err := strconv.ParseInt("0"+significant, 10, 64)
	return n, err == nil
}
