// Command hello is the least that a program with our command-line library does:
// what tspi's start-up is measured beside.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{Use: "hello"}
	root.AddCommand(&cobra.Command{Use: "version", Run: func(*cobra.Command, []string) { fmt.Println("hello, world") }})
	if err := root.Execute(); err != nil {
		os.Exit(1)
	}
}
