//go:build amd64 || arm64

package stage

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// Bounds, in the words of a report.
const (
	BoundProcesses = "processes"
	BoundMemory    = "memory"
)

// watch ends the play when the reaper takes more than the machine should give.
func (m *manager) watch() {
	for {
		time.Sleep(20 * time.Millisecond)
		pids := processes()
		bound := ""
		if len(pids) > len(m.players)+maxProcesses {
			bound = BoundProcesses
		} else if memoryOf(pids) > maxMemoryAll || socketsInUse() > maxSockets {
			bound = BoundMemory
		}
		if bound != "" {
			m.broken <- bound
			return
		}
	}
}

// memoryOf is what processes hold in memory, in bytes. Actors hold next to nothing, and a
// child of the reaper may have got the pid of one.
func memoryOf(pids []int) int64 {
	sum := int64(0)
	for _, pid := range pids {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
		if err != nil {
			continue
		}
		var size, resident int64
		_, _ = fmt.Fscan(strings.NewReader(string(text)), &size, &resident)
		sum += resident * int64(os.Getpagesize())
	}
	return sum
}

// socketsInUse counts the sockets of the stage, each of which may hold what was written
// into it. Pid 1 stands for the network namespace, because the manager has no pid there.
func socketsInUse() int {
	text, _ := os.ReadFile("/proc/1/net/sockstat")
	used := 0
	_, _ = fmt.Sscanf(string(text), "sockets: used %d", &used)
	return used
}
