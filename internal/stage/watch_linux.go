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
		} else if memoryOf(pids, m.players) > maxMemoryAll {
			bound = BoundMemory
		}
		if bound != "" {
			m.broken <- bound
			return
		}
	}
}

// memoryOf is what the processes that are not of the table hold in memory, in bytes.
func memoryOf(pids []int, played map[int]bool) int64 {
	sum := int64(0)
	for _, pid := range pids {
		if played[pid] {
			continue
		}
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
