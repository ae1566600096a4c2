// Command floor is the floor of internal/bench as a program of its own: what a
// whole run of tspi classify is measured beside. It reads the file in large pages,
// as tspi does, so that it owes nothing to the pages.
//
// It may import internal/bench and internal/largepages.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/tspi-dev/harness/internal/bench"
	"github.com/tspi-dev/harness/internal/largepages"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		os.Exit(1)
	}
}

// run takes FILE SEPARATOR SIZE SUBSTRING...
func run(args []string) error {
	if len(args) < 4 {
		return errors.New("want FILE, SEPARATOR, SIZE and each SUBSTRING")
	}
	size, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	file, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer file.Close() // only read from
	info, err := file.Stat()
	if err != nil {
		return err
	}
	text := largepages.Make(info.Size())
	if _, err := io.ReadFull(file, text); err != nil {
		return err
	}
	hashed, err := bench.Floor(text, args[1], args[3:], os.Stdout, size)
	fmt.Fprintln(os.Stderr, hashed, "commands hashed")
	return err
}
