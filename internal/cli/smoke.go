package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/plain"
)

const smokeLong = `smoke asks an adapter three things and shows the wire: describe, a small table
to classify, and an input that must be refused. Behind > stands what was sent,
behind < what came. It tells whether an adapter speaks at all, and what to
change where it does not; whether it is right is for conform to say.

What stands behind -- is really run, on this host, with your rights. The author
of a reaper puts its classifier there, never the part that closes.

Exit status: 0 it speaks; 1 an answer was none; 2 the call is unusable; 3 the
adapter could not be started.`

// smokeTimeout is how long smoke waits for a start: somebody looks on.
const smokeTimeout = 10 * time.Second

func newSmoke(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "smoke [flags] (--self | -- ADAPTER ARG…)",
		GroupID: groupConform,
		Short:   "Three requests, the wire shown: does an adapter speak?",
		Long:    smokeLong,
		Example: "  tspi smoke -- python3 adapter.py",
	}
	f, contract := addAdapterFlags(cmd), addProfile(cmd)
	start := cmd.Flags().Lookup("start-timeout")
	f.startTimeout, start.DefValue = smokeTimeout, smokeTimeout.String()
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.smoke(cmd, f, contract, args) }
	return cmd
}

// smokeRequest is something that smoke asks after describe.
type smokeRequest struct{ op, title, input string }

// tableRequests are what smoke asks of tspi.
var tableRequests = []smokeRequest{
	{tspiprofile.OpClassify, "a small table",
		`{"process_table":{"ps_text":"1 0 10-00:00:00 0.0 100 init\n410 1 15:00 0.0 100 node smoke-mcp-server\n"},` +
			`"pressure_policy":{"kinds":[{"kind":"mcp","match_substrings":["smoke-mcp"],"allowlisted":true}]},"owner_classes":{}}`},
	{tspiprofile.OpClassify, "a policy without kinds, which must be refused",
		`{"process_table":{"ps_text":"1 0 10-00:00:00 0.0 100 init\n"},` +
			`"pressure_policy":{},"owner_classes":{}}`},
}

// smokeRequests are what smoke asks of a profile: for one of facts, the smallest case that
// is decided and the smallest that must be refused.
func smokeRequests(p *profile.Profile) ([]smokeRequest, error) {
	if p.Name == tspiprofile.Name {
		return tableRequests, nil
	}
	suite, err := conformance.EmbeddedSuite(p, p.Suite)
	if err != nil {
		return nil, err
	}
	var requests []smokeRequest
	for _, refused := range []bool{false, true} {
		best := smokeRequest{title: "facts to decide"}
		if refused {
			best.title = "facts that must be refused"
		}
		for _, c := range suite.Cases {
			if input := string(c.Problem.Input(c.Op, "")); c.Op == p.Ops[0].Name &&
				(len(c.Expect.Refusals()) > 0) == refused &&
				(best.input == "" || len(input) < len(best.input)) {
				best.op, best.input = c.Op, input
			}
		}
		requests = append(requests, best)
	}
	return requests, nil
}

func (a *app) smoke(cmd *cobra.Command, f *adapterFlags, contract *profileFlag, args []string) error {
	p, err := contract.profile()
	if err != nil {
		return err
	}
	session, err := a.smokeSession(cmd, f, p, args)
	if err != nil {
		return err
	}
	defer a.interruptible()()
	defer session.Close()
	fmt.Fprintln(a.out, "describe")
	stop := a.waiting(f.startTimeout)
	description, err := session.Start(a.call.Context)
	stop()
	if err != nil {
		return a.notSmoking(f, err)
	}
	_, _ = fmt.Fprintf(plain.NewWriter(a.out), "  it is %s %s (%s), operations %v, levels %v\n",
		description.Name, description.Version, description.Language, description.Ops, description.Levels)
	speaks := true
	requests, err := smokeRequests(p)
	if err != nil {
		return err
	}
	for _, request := range requests {
		fmt.Fprintf(a.out, "%s, %s\n", request.op, request.title)
		if f.self {
			fmt.Fprintf(a.out, "  > %s\n", request.input)
		}
		stop := a.waiting(f.timeout)
		result, err := session.Call(a.call.Context, request.op, []byte(request.input), f.timeout)
		stop()
		if err != nil {
			return a.adapterProblem(f, err)
		}
		if a.revoked(result.Revoked) {
			speaks = false
		}
		if result.Outcome == adapter.Answered {
			if f.self {
				a.wire("<", result.Response.Raw)
			}
			fmt.Fprintf(a.out, "  answered in %s\n", result.Duration.Round(10*time.Microsecond))
			continue
		}
		speaks = false
		fmt.Fprintf(a.out, "  %s: %s\n", result.Outcome, result.Detail)
		if advice := adviceFor(result.Outcome); advice != "" {
			fmt.Fprintf(a.out, "  %s\n", advice)
		}
		_, _ = a.out.WriteString(neutralLines(result.Stderr))
	}
	if a.revoked(session.Close()) {
		speaks = false
	}
	if !speaks {
		return errFallsShort
	}
	_, err = fmt.Fprintln(a.out, "it speaks the protocol; tspi conform says whether it is right")
	return err
}

// revoked tells what turned earlier answers into garbage, and whether anything did.
func (a *app) revoked(late []adapter.Revocation) bool {
	for _, r := range late {
		fmt.Fprintf(a.out, "  %s: %s\n  it wrote: %s\n  %s\n", adapter.Garbage, r.Detail, adapter.Quote(r.Received),
			adviceFor(adapter.Garbage))
	}
	return len(late) > 0
}

// notSmoking says why an adapter does not even describe itself. The wire stands above.
func (a *app) notSmoking(f *adapterFlags, err error) error {
	var start *adapter.StartError
	if !errors.As(err, &start) {
		return a.adapterProblem(f, err)
	}
	a.showAdapterStderr(f, " at its start", start.Stderr)
	if start.Outcome == adapter.Garbage || start.Outcome == adapter.Answered {
		fmt.Fprintf(a.out, "  %s\n", start.Detail)
	}
	if err := a.out.Flush(); err != nil {
		return err
	}
	p := startProblem(start)
	p.quote = "" // it stands on the wire
	p.hint, _, _ = strings.Cut(p.hint, " tspi smoke ")
	p.hint = strings.TrimRight(p.hint, "; \n")
	if strings.HasPrefix(p.hint, "tspi smoke ") {
		p.hint = "an adapter answers line by line until its input ends; --show-stderr shows what it says as it ends"
	}
	return p
}

// maxWire is how much of a good line of the wire is shown.
const maxWire = 1000

// wire shows a line as it went over the wire: of what is no answer the first bytes, with
// everything escaped that would not print as it is.
func (a *app) wire(mark string, line []byte) {
	_, _ = fmt.Fprintf(plain.NewWriter(a.out), "  %s %s\n", mark, plain.Clip(string(line), maxWire))
}

// waiting shows on a terminal how long a line is waited for already. The returned
// function takes the line away again.
func (a *app) waiting(limit time.Duration) (stop func()) {
	if !a.call.StderrIsTerminal {
		return func() {}
	}
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for seconds := 1; ; seconds++ {
			select {
			case <-done:
				fmt.Fprint(a.call.Stderr, "\r\x1b[K")
				return
			case <-tick.C:
				fmt.Fprintf(a.call.Stderr, "\rwaiting for a line, %d s of %s ", seconds, limit)
			}
		}
	}()
	return func() {
		close(done)
		<-gone
	}
}

func (a *app) smokeSession(cmd *cobra.Command, f *adapterFlags, p *profile.Profile, args []string) (conformance.Session,
	error) {
	f.trace = a.traced
	impl, err := a.implementation(cmd, f, p, p.Level(), args)
	if err != nil {
		return nil, err
	}
	session, err := impl.Open()
	if err != nil {
		return nil, unusable("%s", oneLine(err))
	}
	return session, nil
}

// traced shows each line of the wire. What is no JSON object is no answer, and quoted.
func (a *app) traced(d adapter.Direction, line []byte) {
	line = bytes.TrimRight(line, "\n")
	switch {
	case d == adapter.Sent:
		a.wire(">", line)
	case len(line) > 0 && line[0] == '{':
		a.wire("<", line)
	default:
		fmt.Fprintf(a.out, "  < %s\n", adapter.Quote(line))
	}
}
