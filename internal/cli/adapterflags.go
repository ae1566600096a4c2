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
	trace                 func(adapter.Direction, []byte) // sees the wire, where set
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
	return adapter.Config{Command: args, OneShot: f.oneShot, Timeout: f.timeout, StartTimeout: f.startTimeout,
		Trace: f.trace}, nil
}

// adapterProblem tells an adapter that could not be started, which has an exit
// status of its own, from other errors.
func (a *app) adapterProblem(f *adapterFlags, err error) error {
	var start *adapter.StartError
	if errors.As(err, &start) {
		a.showAdapterStderr(f, " at its start", start.Stderr)
		return startProblem(start)
	}
	if a.call.Context.Err() != nil {
		return unusable("interrupted; nothing was written")
	}
	return unusable("%s", oneLine(err))
}

// startProblem says why there is no adapter to judge, what it wrote in place of its
// description, and what to change.
func startProblem(start *adapter.StartError) *problem {
	p := unusable("%s", start.Error())
	p.status = statusAdapter
	p.quote = adapter.Quote(start.Received)
	const wire = "tspi smoke -- ADAPTER ARG… shows the wire"
	switch advice := adviceFor(start.Outcome); {
	case start.Outcome == adapter.NotStarted:
		return p.hinting("name the program behind -- as you would start it yourself: tspi smoke -- python3 adapter.py")
	case advice != "":
		return p.hinting("%s; %s", advice, wire)
	}
	return p.hinting("%s", wire)
}

// adviceFor is what to change in an adapter that gives no answer; "" where that depends.
func adviceFor(o adapter.Outcome) string {
	switch o {
	case adapter.Garbage:
		return "one JSON object in one line answers each request, and nothing else may go to standard output; banners, logs and prompts belong on standard error"
	case adapter.Hang:
		return "write each answer with a line feed behind it and flush it at once, as print(…, flush=True) does"
	}
	return ""
}
