//go:build amd64 || arm64

package stage

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// clock is the stage's: a time namespace in which the machine was started before the
// oldest process of the table.
type clock struct {
	offset time.Duration // of the time since the start of the machine, against the host's
	now    time.Duration // when the table is true, since the start of the stage's machine
}

// spare is how long before the oldest process the machine was started.
const spare = 30 * time.Second

func newClock(actors []Actor) clock {
	oldest := int64(0)
	for _, a := range actors {
		oldest = max(oldest, a.Age)
	}
	return clock{offset: (time.Duration(oldest)*time.Second + spare - sinceBoot()).Truncate(time.Second)}
}

func sinceBoot() time.Duration {
	var ts unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &ts) // cannot fail on a kernel that has namespaces
	return time.Duration(ts.Nano())
}

// offsets are what the kernel wants to hear.
func (c clock) offsets() string { return fmt.Sprintf("boottime %d 0\n", int64(c.offset/time.Second)) }

// stop makes this the moment at which the table is true: all ages are counted from it,
// so that what is a second apart in the table is a second apart on the stage.
func (c *clock) stop() { c.now = sinceBoot() + c.offset }

// startOf is the start of a process of that age, in the hundredths of a second of
// /proc/PID/stat.
func (c clock) startOf(age int64) int64 {
	return int64(c.now-time.Duration(age)*time.Second) / int64(10*time.Millisecond)
}
