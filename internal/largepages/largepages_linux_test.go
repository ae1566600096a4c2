package largepages

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Guards docs/performance.md: the memory of a large text is asked for in large pages, what is
// made by a package that cannot ask takes such memory too, and small texts pay
// for nothing.
func TestLargePagesAreAskedFor(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("this system has no large pages")
	}
	before, _ := askedFor(t, nil)
	small := Make(least - 1)
	Prepare(least - 1)
	if after, _ := askedFor(t, nil); after != before {
		t.Error("large pages are asked for behind a small text")
	}
	large := Make(3 * least)
	if _, own := askedFor(t, large); own != 3*least {
		t.Errorf("large pages are asked for behind %d bytes of %d", own, 3*least)
	}
	size := int64(atHand()) + 4*least
	Prepare(size)
	prepared := make([]byte, size)
	if _, own := askedFor(t, prepared); own < 2*least { // it may begin in what was free before it
		t.Errorf("what is made behind Prepare has large pages behind %d bytes of %d", own, size)
	}
	for _, memory := range [][]byte{small, large, prepared} {
		if bytes.Count(memory, []byte{0}) != len(memory) {
			t.Error("the memory is not zero")
		}
	}
}

// askedFor is how many bytes of this process, and how many of some memory of it, the
// system has marked for large pages.
func askedFor(t *testing.T, memory []byte) (all, own uint64) {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil || !bytes.Contains(maps, []byte("VmFlags:")) {
		t.Skip("this system tells nothing of its mappings")
	}
	begin := uint64(0)
	if memory != nil {
		if begin, err = strconv.ParseUint(strings.TrimPrefix(fmt.Sprintf("%p", memory), "0x"), 16, 64); err != nil {
			t.Fatal(err)
		}
	}
	end := begin + uint64(len(memory))
	var from, to uint64
	for line := range strings.Lines(string(maps)) {
		var low, high uint64
		if n, _ := fmt.Sscanf(line, "%x-%x ", &low, &high); n == 2 {
			from, to = low, high
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && strings.Contains(flags, " hg") {
			all += to - from
			if low, high := max(from, begin), min(to, end); low < high {
				own += high - low
			}
		}
	}
	return all, own
}
