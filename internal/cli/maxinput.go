package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// maxInput is the flag that sets how large an input may be.
const maxInput = "max-input"

// addMaxInput gives a command the flag for one of its limits.
func addMaxInput(cmd *cobra.Command, limit *int64, what string) {
	cmd.Flags().Var((*byteSize)(limit), maxInput, "largest "+what+" that is read, `SIZE` in bytes, KiB, MiB or GiB")
}

// byteSize is a flag whose value is a size: 500000, 64KiB, 200MiB, 1GiB.
type byteSize int64

// units from the largest, so that a size is shown in the largest that fits.
var units = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"", 1}}

// largestSize keeps arithmetic on sizes far from the end of int64.
const largestSize = 1 << 50

func (s *byteSize) Type() string { return "SIZE" }

func (s *byteSize) String() string {
	for _, unit := range units {
		if n := int64(*s); n >= unit.bytes && n%unit.bytes == 0 {
			return strconv.FormatInt(n/unit.bytes, 10) + unit.name
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}

func (s *byteSize) Set(text string) error {
	for _, unit := range units {
		digits, ok := strings.CutSuffix(text, unit.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(digits, 10, 63)
		if err != nil || n < 1 || n > largestSize/uint64(unit.bytes) {
			break
		}
		*s = byteSize(int64(n) * unit.bytes)
		return nil
	}
	return unusable("want a size from 1 byte, such as 500000, 64KiB, 200MiB or 1GiB")
}
