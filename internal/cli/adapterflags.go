package cli

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// adapterFlags say how an adapter is started.
type adapterFlags struct {
	self                  bool
	oneShot               bool
	showStderr            bool
	sandbox               bool
	timeout, startTimeout time.Duration
}

func addAdapterFlags(cmd *cobra.Command) *adapterFlags {
	f := &adapterFlags{}
	flags := cmd.Flags()
	flags.BoolVar(&f.self, "self", false, "judge the built-in implementation")
	flags.BoolVar(&f.oneShot, "one-shot", false, "start the adapter anew for each request")
	flags.BoolVar(&f.showStderr, "show-stderr", false, "show the adapter's standard error, as is done on a terminal")
	flags.BoolVar(&f.sandbox, "sandbox", false, "run the adapter in Linux namespaces of its own, as drill does")
	flags.DurationVar(&f.timeout, "timeout", adapter.DefaultTimeout, "time `D` for one answer")
	flags.DurationVar(&f.startTimeout, "start-timeout", adapter.DefaultStartTimeout, "time `D` for a start")
	return f
}

// config is the adapter that the words behind -- name.
func (f *adapterFlags) config(cmd *cobra.Command, args []string) (adapter.Config, error) {
	if len(args) == 0 {
		return adapter.Config{}, unusable("%sno adapter given", label(cmd)).
			hinting("usage: %s", cmd.UseLine())
	}
	if cmd.ArgsLenAtDash() != 0 {
		return adapter.Config{}, unusable("%sthe adapter and its arguments stand behind --", label(cmd)).
			hinting("usage: %s", cmd.UseLine())
	}
	if f.timeout <= 0 || f.startTimeout <= 0 {
		return adapter.Config{}, unusable("%s--timeout and --start-timeout: want a duration above 0, such as 10s", label(cmd))
	}
	return adapter.Config{Command: args, OneShot: f.oneShot, Timeout: f.timeout, StartTimeout: f.startTimeout}, nil
}

// adapterProblem tells an adapter that could not be started, which has an exit
// status of its own, from other errors.
func (a *app) adapterProblem(f *adapterFlags, err error) error {
	var start *adapter.StartError
	if errors.As(err, &start) {
		a.showAdapterStderr(f, " at its start", start.Stderr)
		p := unusable("%s", start.Error())
		p.status = statusAdapter
		return p.hinting("tspi smoke -- ADAPTER ARG… shows the wire")
	}
	if a.call.Context.Err() != nil {
		return unusable("interrupted; nothing was written")
	}
	return unusable("%s", oneLine(err))
}
