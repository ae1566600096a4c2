package cli

import (
	"strconv"

	"github.com/spf13/cobra"
)

// jobs is how many are at work at once; 0 is one per CPU, which nobody has to
// say.
type jobs int

func (j *jobs) String() string {
	if *j == 0 {
		return ""
	}
	return strconv.Itoa(int(*j))
}

func (j *jobs) Type() string { return "int" }

func (j *jobs) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return unusable("want an integer >= 1")
	}
	*j = jobs(n)
	return nil
}

// addJobs gives a command the flag for how many are at work at once. usage names
// `N`.
func addJobs(cmd *cobra.Command, usage string) *jobs {
	var j jobs
	cmd.Flags().Var(&j, "jobs", usage+" (default one per CPU)")
	return &j
}
