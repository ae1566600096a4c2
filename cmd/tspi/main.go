// Command tspi classifies captured process tables by the Tool Server Pressure
// Inventory contract, and certifies implementations of it.
package main

import (
	"os"

	"github.com/tspi-dev/harness/internal/cli"
)

func main() { os.Exit(cli.Main()) }
