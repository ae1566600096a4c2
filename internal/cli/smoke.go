package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
)

const smokeLong = `smoke asks an adapter three things and shows the wire: describe, a small table
to classify, and an input that must be refused. It tells whether an adapter
speaks at all; whether it is right is for conform to say.

Exit status: 0 it speaks; 1 an answer was none; 2 the call is unusable; 3 the
adapter could not be started.`

func newSmoke(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "smoke [flags] (--self | -- ADAPTER ARG…)",
		GroupID: groupConform,
		Short:   "Three requests, the wire shown: does an adapter speak?",
		Long:    smokeLong,
		Example: "  tspi smoke -- python3 adapter.py",
	}
	f := addAdapterFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.smoke(cmd, f, args) }
	return cmd
}

// smokeRequests are what smoke asks after describe.
var smokeRequests = []struct{ title, input string }{
	{"a small table", `{"process_table":{"ps_text":"1 0 10-00:00:00 0.0 100 init\n410 1 15:00 0.0 100 node smoke-mcp-server\n"},` +
		`"pressure_policy":{"kinds":[{"kind":"mcp","match_substrings":["smoke-mcp"],"allowlisted":true}]},"owner_classes":{}}`},
	{"a policy without kinds, which must be refused", `{"process_table":{"ps_text":"1 0 10-00:00:00 0.0 100 init\n"},` +
		`"pressure_policy":{},"owner_classes":{}}`},
}

func (a *app) smoke(cmd *cobra.Command, f *adapterFlags, args []string) error {
	session, err := a.smokeSession(cmd, f, args)
	if err != nil {
		return err
	}
	defer a.interruptible()()
	defer session.Close() // its revocations cannot change what was shown
	description, err := session.Start(a.call.Context)
	if err != nil {
		return a.adapterProblem(f, err)
	}
	fmt.Fprintf(a.out, "describe\n  it is %s %s (%s), operations %v, levels %v\n",
		description.Name, description.Version, description.Language, description.Ops, description.Levels)
	speaks := true
	for _, request := range smokeRequests {
		fmt.Fprintf(a.out, "%s, %s\n  > %s\n", conformance.OpClassify, request.title, request.input)
		result, err := session.Call(a.call.Context, conformance.OpClassify, []byte(request.input), f.timeout)
		if err != nil {
			return a.adapterProblem(f, err)
		}
		switch {
		case result.Outcome != adapter.Answered:
			speaks = false
			fmt.Fprintf(a.out, "  %s: %s\n", result.Outcome, result.Detail)
			_, _ = a.out.WriteString(neutralLines(result.Received))
			_, _ = a.out.WriteString(neutralLines(result.Stderr))
		default:
			_, _ = a.out.WriteString(neutralLines(result.Response.Raw))
			fmt.Fprintf(a.out, "  answered in %s\n", result.Duration.Round(10*time.Microsecond))
		}
	}
	if !speaks {
		return errFallsShort
	}
	_, err = fmt.Fprintln(a.out, "it speaks the protocol; tspi conform says whether it is right")
	return err
}

func (a *app) smokeSession(cmd *cobra.Command, f *adapterFlags, args []string) (conformance.Session, error) {
	impl, err := a.implementation(cmd, f, 0, args)
	if err != nil {
		return nil, err
	}
	session, err := impl.Open()
	if err != nil {
		return nil, unusable("%s", oneLine(err))
	}
	return session, nil
}
