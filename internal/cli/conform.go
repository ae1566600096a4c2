package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"

	reporting "github.com/tspi-dev/harness/conformance/report"
	"github.com/tspi-dev/harness/internal/law"
)

const conformLong = `conform judges an implementation, in any language, by the suite: it starts the
adapter behind --, asks it every case and perturbed variants of each, and says
which rule is broken and by what input. docs/writing-an-adapter.md leads
through an adapter in ten minutes.

What stands behind -- is really run, on this host, with your rights. The author
of a reaper puts its classifier there, never the part that closes.

Only a right answer is green. Every run asks fresh challenges, so an
implementation that knows the published cases by heart is caught; --challenge
SEED repeats those of an earlier run. A certificate is written when, and only
when, every required case and challenge passed, with a seed drawn in this run.

--known-failures FILE has lines of a pattern of case ids and a reason. An
entry that matches no case, or nothing that still fails, is an error.

Exit status: 0 it passed; 1 it did not; 2 the call is unusable; 3 the adapter
could not be started, or gave no answers.`

func newConform(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "conform [flags] (--self | -- ADAPTER ARG…)",
		GroupID: groupConform,
		Short:   "Certify an implementation, or say why not",
		Long:    conformLong,
		Example: "  tspi conform -- python3 adapter.py\n" +
			"  tspi conform --level core -- node adapter.mjs\n" +
			"  tspi conform --only '*/4.init/*' --challenge off -- ./adapter\n" +
			"  tspi conform --certificate cert.json --subject reaper.py -- \\\n" +
			"    python3 adapter.py",
	}
	f := conformFlags{adapter: addAdapterFlags(cmd), level: addLevel(cmd), contract: addProfile(cmd),
		jobs: addJobs(cmd, "ask `N` adapters at once")}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.only, "only", nil, "ask only the cases that match `GLOB`; may be given several times")
	flags.StringArrayVar(&f.skip, "skip", nil, "leave out the cases that match `GLOB`; may be given several times")
	flags.StringVar(&f.known, "known-failures", "", "`FILE` of failures that are expected, with reasons")
	flags.IntVar(&f.suite, "suite", 0, "judge by suite version `N`; 0 is the profile's current one")
	flags.StringVar(&f.challenge, "challenge", conformance.ChallengeFresh,
		"fresh, off, or the `SEED` of an earlier run to repeat its challenges")
	flags.StringArrayVar(&f.reports, "report", nil,
		"also write a report, `FORMAT=PATH`: html, text, json, junit or markdown")
	flags.BoolVar(&f.verbose, "verbose", false, "show every failure with all that was sent, and every clause")
	flags.StringVar(&f.certificate, "certificate", "", "write a certificate to `PATH`, if one can be given")
	flags.StringArrayVar(&f.subjects, "subject", nil,
		"`FILE` of the implementation for the certificate; may be given several times")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.conform(cmd, f, args) }
	return cmd
}

type conformFlags struct {
	adapter           *adapterFlags
	level             *choice
	contract          *profileFlag
	only, skip        []string
	known, challenge  string
	suite             int
	jobs              *jobs
	reports, subjects []string
	certificate       string
	verbose           bool
}

func (a *app) conform(cmd *cobra.Command, f conformFlags, args []string) error {
	p, err := f.contract.profile()
	if err != nil {
		return err
	}
	level, err := levelFor(cmd, p, f.level)
	if err != nil {
		return err
	}
	impl, err := a.implementation(cmd, f.adapter, p, level, args)
	if err != nil {
		return err
	}
	options, err := a.conformOptions(cmd, p, level, f)
	if err != nil {
		return err
	}
	targets, err := parseReports(f.reports, f.certificate)
	if err != nil {
		return err
	}
	outputs := []output{{"--certificate", f.certificate}}
	for _, target := range targets {
		outputs = append(outputs, output{"--report", target.path})
	}
	if err := notInput(slices.Concat(impl.files, f.subjects, []string{f.known}), outputs...); err != nil {
		return err
	}
	var before []reporting.Subject
	if f.certificate != "" {
		a.warnOfForwarding(f, args)
		if before, err = a.digestSubjects(impl.subjects(f.subjects)); err != nil {
			return err
		}
		if err := clearCertificate(f.certificate); err != nil {
			return err
		}
	}
	defer a.interruptible()()
	defer collectRarely(tens)()
	finish := a.progress(&options)
	started := a.untilProgress(f.adapter.startTimeout, &options.Progress)
	report, err := conformance.Run(a.call.Context, impl, options)
	started()
	finish()
	if err != nil {
		return a.adapterProblem(f.adapter, err)
	}
	words := adapterWords(f.adapter, args)
	if err := a.writeReports(report, targets, reporting.TextOptions{Adapter: words, Verbose: f.verbose}); err != nil {
		return err
	}
	a.showStderr(f.adapter, report)
	certified := true
	if f.certificate != "" {
		if certified, err = a.certify(f, impl, report, before); err != nil {
			return err
		}
	}
	switch {
	case report.Aborted != "":
		return errAdapter
	case len(report.Problems) > 0:
		p := unusable("%s", report.Problems[0])
		if strings.HasPrefix(report.Problems[0], "pattern ") {
			return p.hinting(
				"a pattern is a whole id, in which * stands for any text, as in '*/4.init/*'; tspi cases list names the ids")
		}
		return p
	case !report.Passed(), !certified:
		return errFallsShort
	}
	return nil
}

// seedDigits is the length of a seed as a run draws it. Any other word is a slip, such
// as "of" for "off", that would ask challenges which nobody meant.
const seedDigits = 32

func (a *app) conformOptions(cmd *cobra.Command, p *profile.Profile, level law.Level,
	f conformFlags) (conformance.Options, error) {
	clock, err := a.clock()
	if err != nil {
		return conformance.Options{}, err
	}
	o := conformance.Options{
		Profile: p, Level: level, Suite: f.suite, Only: f.only, Skip: f.skip, Jobs: int(*f.jobs),
		Timeout: f.adapter.timeout, CreatedAt: clock, Harness: buildVersion(),
	}
	if cmd.Flags().Changed("suite") && f.suite < 1 {
		return o, unusable("--suite: want a suite version, an integer >= 1")
	}
	switch f.challenge {
	case conformance.ChallengeFresh:
	case conformance.ChallengeOff:
		o.ChallengeMode = conformance.ChallengeOff
	default:
		if len(f.challenge) != seedDigits || strings.Trim(f.challenge, "0123456789abcdef") != "" {
			return o, unusable("--challenge: want fresh, off, or the %d lowercase hex digits of an earlier run's seed",
				seedDigits)
		}
		o.ChallengeMode, o.Seed = conformance.ChallengeSeed, f.challenge
	}
	if f.known != "" {
		text, err := a.readText(f.known, a.limits.document)
		if err != nil {
			return o, err
		}
		if o.Known, err = conformance.ParseKnownFailures(text); err != nil {
			return o, unusable("%s: %v", shown(f.known), err)
		}
	}
	return o, nil
}

// progress shows how far a run is, on a terminal only. The returned function
// takes the line away again.
func (a *app) progress(o *conformance.Options) func() {
	if !a.call.StderrIsTerminal {
		return func() {}
	}
	last := time.Time{}
	o.Progress = func(done, total, notGreen int) {
		if now := a.call.Now(); now.Sub(last) >= 100*time.Millisecond || done == total {
			last = now
			fmt.Fprintf(a.call.Stderr, "\r%d of %d asked, %d not green ", done, total, notGreen)
		}
	}
	return func() { fmt.Fprint(a.call.Stderr, "\r\x1b[K") }
}

// untilProgress shows how long an adapter's first line is waited for, until there is
// progress to show or the returned function is called.
func (a *app) untilProgress(limit time.Duration, progress *func(done, total, notGreen int)) (stop func()) {
	stop = sync.OnceFunc(a.waiting(limit))
	if tell := *progress; tell != nil {
		*progress = func(done, total, notGreen int) {
			stop()
			tell(done, total, notGreen)
		}
	}
	return stop
}

// countProgress has a count of things that are done shown, on a terminal only. The
// returned function takes the line away again.
func (a *app) countProgress(things string, progress *func(done, total int)) func() {
	if !a.call.StderrIsTerminal {
		return func() {}
	}
	last := time.Time{}
	*progress = func(done, total int) {
		if now := a.call.Now(); now.Sub(last) >= 100*time.Millisecond || done == total {
			last = now
			fmt.Fprintf(a.call.Stderr, "\r%d of %d %s ", done, total, things)
		}
	}
	return func() { fmt.Fprint(a.call.Stderr, "\r\x1b[K") }
}

// showStderr shows what the adapter wrote on its standard error when its first bad
// case went wrong.
func (a *app) showStderr(f *adapterFlags, report *conformance.Report) {
	for i := range report.Results {
		if r := &report.Results[i]; !r.Green() && len(r.Stderr) > 0 {
			a.showAdapterStderr(f, " at "+r.Case, r.Stderr)
			return
		}
	}
}

// certify writes the certificate, or says why there is none.
func (a *app) certify(f conformFlags, impl judged, report *conformance.Report, before []reporting.Subject) (bool,
	error) {
	after, err := a.digestSubjects(impl.subjects(f.subjects))
	if err != nil {
		return false, err
	}
	statement, err := reporting.Certificate(report, before, after)
	if err != nil {
		fmt.Fprintf(a.call.Stderr, "tspi: %v\n", oneLine(err))
		return false, nil
	}
	if err := writeFileJSON(f.certificate, statement); err != nil {
		return false, err
	}
	fmt.Fprintf(a.out, "certificate: %s\n", shown(f.certificate))
	return true, nil
}

// judged is an implementation and what is known of its files.
type judged struct {
	conformance.Implementation
	files []string // the program, and the arguments that are files
}

// subjects are the files to certify: those that the caller names, else all that
// are known.
func (j judged) subjects(named []string) []string {
	if len(named) > 0 {
		return named
	}
	return j.files
}

// implementation is what the call names: our own, or the adapter behind --.
func (a *app) implementation(cmd *cobra.Command, f *adapterFlags, p *profile.Profile, level law.Level,
	args []string) (judged, error) {
	if f.timeout <= 0 || f.startTimeout <= 0 {
		return judged{}, unusable("%s--timeout and --start-timeout: want a duration above 0, such as 10s", label(cmd))
	}
	if f.self {
		if len(args) > 0 {
			return judged{}, unusable("%s--self judges the built-in implementation; name no adapter", label(cmd))
		}
		if f.sandbox {
			return judged{}, unusable("%s--sandbox is for an adapter, and --self starts none", label(cmd))
		}
		return judged{conformance.InProcess(a.builtIn(p, level)), ownExecutable()}, nil
	}
	cfg, err := f.config(cmd, args)
	if err != nil {
		return judged{}, err
	}
	files := adapterFiles(cfg)
	if f.sandbox {
		if cfg, err = a.sandboxed(cfg); err != nil {
			return judged{}, err
		}
	}
	return judged{conformance.Process(cfg), files}, nil
}

// adapterFiles are the program of a command and its arguments that are files.
func adapterFiles(cfg adapter.Config) []string {
	var files []string
	if program := adapter.Program(cfg); program != "" {
		files = append(files, program)
	}
	for _, arg := range cfg.Command[1:] {
		if isRegular(arg) {
			files = append(files, arg)
		}
	}
	return files
}

// forwarders are programs that start or ask another one: their files say nothing of
// the program that answers.
var forwarders = []string{"bash", "cargo", "curl", "dash", "docker", "env", "flock", "go", "kubectl", "make", "nc",
	"ncat", "nice", "nix", "npm", "npx",
	"nsenter", "pnpm", "podman", "setsid", "sh", "socat", "ssh", "stdbuf", "sudo", "timeout", "unshare", "uv", "uvx",
	"xargs", "yarn", "zsh"}

// warnOfForwarding warns of a certificate for a command that hands requests on: its
// subjects may not hold the program that answers. Who names the subjects knows.
func (a *app) warnOfForwarding(f conformFlags, args []string) {
	if len(f.subjects) > 0 || f.adapter.self || len(args) == 0 {
		return
	}
	program := adapter.Program(adapter.Config{Command: args})
	what := ""
	switch name := filepath.Base(args[0]); {
	case slices.Contains(forwarders, name):
		what = name + " starts or asks another program"
	case isShellScript(program) && !slices.ContainsFunc(args[1:], isRegular): // else an interpreter, started by a shim
		what = shown(args[0]) + " is a shell script, which may start another program"
	default:
		return
	}
	fmt.Fprintf(a.call.Stderr, "tspi: warning: %s; the certificate's subjects may not hold the program that answers\n"+
		"hint: name all files of the implementation with --subject\n", what)
}

// isShellScript reports whether the first line of a file names a shell.
func isShellScript(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close() // only read from
	head, _ := io.ReadAll(io.LimitReader(file, 128))
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if !bytes.HasPrefix(line, []byte("#!")) {
		return false
	}
	words := bytes.Fields(line[2:])
	return slices.ContainsFunc(words, func(word []byte) bool {
		return slices.Contains([]string{"sh", "bash", "dash", "zsh", "ksh"}, filepath.Base(string(word)))
	})
}
