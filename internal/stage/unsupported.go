//go:build !linux || !(amd64 || arm64)

package stage

import "context"

// Enter does nothing: there is no stage here.
func Enter() {}

// Run says that there is no stage here.
func Run(context.Context, Spec) (*Outcome, error) { return nil, unavailable() }

// Sandbox says that there is no stage here.
func Sandbox(command, show []string, folder string) ([]string, error) { return nil, unavailable() }

// SandboxFolder says that there is no stage here.
func SandboxFolder() (string, error) { return "", unavailable() }

// Check says that there is no stage here.
func Check(context.Context) error { return unavailable() }

func unavailable() error {
	return &UnavailableError{
		Message: "a stage of real processes needs Linux on amd64 or arm64",
		Hint:    "run it in a Linux virtual machine or container; docs/how-to/judge-the-reaper-you-have.md says how",
	}
}
