package cli

import (
	"strconv"
	"time"
)

// lastSecond is the last one that a record can tell: RFC 3339 has four digits
// for the year.
const lastSecond = 253402300799

// clock is the time that records tell: SOURCE_DATE_EPOCH where it is set
// (contract, section 11), else now.
func (a *app) clock() (time.Time, error) {
	text, set := a.call.LookupEnv("SOURCE_DATE_EPOCH")
	if !set {
		return a.call.Now(), nil
	}
	seconds, err := strconv.ParseUint(text, 10, 63)
	if err != nil || seconds > lastSecond {
		return time.Time{}, unusable("SOURCE_DATE_EPOCH: want seconds since 1970, an integer from 0 to %d", lastSecond).
			hinting("set it to 0 for records that are the same each time, or unset it for the present time")
	}
	return time.Unix(int64(seconds), 0), nil
}
