package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/tspi"
)

// Run judges an implementation by the suite. The report is its outcome,
// whatever the implementation did. An error means that there is none: the
// implementation could not be started (a *[adapter.StartError]), the suite is
// unusable, or ctx has ended.
func Run(ctx context.Context, impl Implementation, options Options) (*Report, error) {
	o := options.withDefaults()
	if o.Cases == nil {
		o.Cases = harness.Cases()
	}
	suite, err := LoadSuite(o.Cases, o.Suite)
	if err != nil {
		return nil, err
	}
	description, err := describe(ctx, impl)
	if err != nil {
		return nil, err
	}
	report := &Report{
		SchemaVersion: ReportSchema, Harness: o.Harness, CreatedAt: o.CreatedAt.UTC(),
		Implementation: description, Profile: Profile, Level: o.Level.String(),
		Suite:     SuiteRef{Version: suite.Version, Digest: suite.Digest, Cases: suite.required(o.Level)},
		Challenge: o.challenge(),
		Features:  []string{}, Problems: []string{}, Shortcomings: []string{}, Reservations: []string{},
	}
	report.Shortcomings = append(report.Shortcomings, report.Implementation.withoutPaths()...)
	report.Shortcomings = append(report.Shortcomings, undeclared(description.Ops)...)
	chosen, problems := choose(suite, &o, description.Ops)
	report.Problems = append(report.Problems, problems...)

	exam := newExam(impl, &o, questions(chosen.run, report.Challenge))
	if err := exam.sit(ctx); err != nil {
		return nil, err
	}
	report.Results = append(exam.results, leftOut(chosen)...)
	report.Aborted = exam.aborted
	report.conclude(&o)
	return report, nil
}

func describe(ctx context.Context, impl Implementation) (Description, error) {
	session, err := impl.Open()
	if err != nil {
		return Description{}, err
	}
	defer session.Close()
	return session.Start(ctx)
}

func (o *Options) challenge() Challenge {
	switch o.ChallengeMode {
	case ChallengeOff:
		return Challenge{Mode: ChallengeOff}
	case ChallengeSeed:
		return Challenge{Mode: ChallengeSeed, Seed: o.Seed}
	}
	return Challenge{Mode: ChallengeFresh, Seed: drawSeed()}
}

// undeclared names the required operations that an implementation does not
// declare. They were then never exercised, which is no success.
func undeclared(declared []string) []string {
	var missing []string
	all, required := Operations()
	for _, op := range all[:required] {
		if !slices.Contains(declared, op) {
			missing = append(missing, fmt.Sprintf("operation %s: is required, and the implementation does not declare it", op))
		}
	}
	return missing
}

// withoutPaths takes the texts that hold an absolute path out of a description,
// which stands in every report and certificate, and says which they were.
func (d *Description) withoutPaths() []string {
	var named []string
	for _, text := range []struct {
		name  string
		value *string
	}{
		{"name", &d.Name}, {"version", &d.Version}, {"language", &d.Language},
		{"organization", &d.Organization}, {"url", &d.URL}, {"contact", &d.Contact},
	} {
		if tspi.HoldsPath(*text.value, tspi.Hardened) {
			*text.value = "…"
			named = append(named, "describe: "+text.name+" holds an absolute path")
		}
	}
	return named
}

// required counts the cases that the suite requires at a level.
func (s *Suite) required(level tspi.Level) int {
	n := 0
	for _, c := range s.Cases {
		if !c.Provisional && (level != tspi.Core || c.Level() == tspi.Core) {
			n++
		}
	}
	return n
}

func leftOut(chosen selection) []Result {
	var results []Result
	for _, group := range []struct {
		cases   []*Case
		verdict Verdict
	}{{chosen.skipped, Skipped}, {chosen.unsupported, Unsupported}} {
		for _, c := range group.cases {
			results = append(results, Result{Case: c.ID, Title: c.Title, Clause: c.Clause, Level: c.Level().String(),
				Op: c.Op, Verdict: group.verdict, Provisional: c.Provisional, Pair: c.Pair})
		}
	}
	return results
}

// exam asks questions through several sessions at once.
type exam struct {
	impl      Implementation
	options   *Options
	questions []question
	results   []Result
	aborted   string

	mu       sync.Mutex
	done     int
	notGreen int
	inARow   int // not answered, over all sessions
	hangs    int
}

func newExam(impl Implementation, o *Options, qs []question) *exam {
	return &exam{impl: impl, options: o, questions: qs, results: make([]Result, len(qs))}
}

// errGivenUp ends a run of an adapter that does not answer at all.
var errGivenUp = errors.New("given up")

// sit asks everything, and then once more, alone, what hung: a slow machine is
// no fault of the adapter's.
func (e *exam) sit(ctx context.Context) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	go func() {
		defer close(next)
		for i := range e.questions {
			select {
			case next <- i:
			case <-inner.Done():
				return
			}
		}
	}()
	var wait sync.WaitGroup
	for range min(e.options.Jobs, max(1, len(e.questions))) {
		wait.Go(func() {
			if err := e.work(inner, next); err != nil {
				cancel(err)
			}
		})
	}
	wait.Wait()
	// The first error is the cause; the others only followed from it.
	if err := context.Cause(inner); err != nil && !errors.Is(err, errGivenUp) {
		return err
	}
	if e.aborted != "" {
		e.markUnasked()
		return nil
	}
	return e.retryHangs(ctx)
}

// work asks questions until there are none.
func (e *exam) work(ctx context.Context, next <-chan int) error {
	session, err := e.impl.Open()
	if err != nil {
		return err
	}
	asked := map[int]int{} // call to question
	defer func() { e.revoke(session.Close(), asked) }()
	for i := range next {
		result, err := e.ask(ctx, session, i, asked)
		if err != nil {
			return err
		}
		if err := e.note(i, result); err != nil {
			return err
		}
	}
	return nil
}

// ask asks one question and judges the answer.
func (e *exam) ask(ctx context.Context, session Session, i int, asked map[int]int) (Result, error) {
	q := &e.questions[i]
	folder := ""
	if q.problem.Folder != nil {
		dir, err := layOut(q.problem.Folder)
		if err != nil {
			return Result{}, err
		}
		defer dir.remove()
		folder = dir.path
	}
	input := q.problem.input(q.c.Op, folder)
	answer, err := session.Call(ctx, q.c.Op, input, e.options.Timeout)
	if err != nil {
		return Result{}, err
	}
	asked[answer.Call] = i
	e.revoke(answer.Revoked, asked)
	return judge(q, e.options.Level, asking{folder, len(input)}, answer), nil
}

// revoke takes verdicts back whose answer turned out to be garbage.
func (e *exam) revoke(revoked []adapter.Revocation, asked map[int]int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, r := range revoked {
		if i, ok := asked[r.Call]; ok {
			q := &e.questions[i]
			e.results[i].Verdict, e.results[i].Detail = Garbage, r.Detail
			e.results[i].Why, e.results[i].Sent = q.c.Why, sentText(q)
		}
	}
}

// Limits after which an adapter is given up.
const (
	maxInARow = 40 // questions without an answer, one after the other
	maxHangs  = 20 // questions without an answer in time, in all
)

func (e *exam) note(i int, result Result) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.results[i] = result
	e.done++
	if !result.Green() {
		e.notGreen++
	}
	switch result.Verdict {
	case Pass, Fail:
		e.inARow = 0
	case Hang:
		e.hangs++
		e.inARow++
	default: // garbage is no answer either
		e.inARow++
	}
	switch {
	case e.inARow >= maxInARow:
		e.aborted = fmt.Sprintf("the adapter gave no answer to %d questions in a row", e.inARow)
	case e.hangs >= maxHangs:
		e.aborted = fmt.Sprintf("the adapter hung on %d questions", e.hangs)
	}
	if e.options.Progress != nil {
		e.options.Progress(e.done, len(e.questions), e.notGreen)
	}
	if e.aborted != "" {
		return errGivenUp
	}
	return nil
}

// NeverAsked is the detail of the results that a run which was given up still
// owed.
const NeverAsked = "never asked: the run was given up"

// markUnasked gives the questions that were never asked a verdict that is not
// green.
func (e *exam) markUnasked() {
	for i := range e.results {
		if e.results[i].Verdict == "" {
			e.results[i] = resultOf(&e.questions[i])
			e.results[i].Verdict, e.results[i].Detail = Crash, NeverAsked
		}
	}
}

func (e *exam) retryHangs(ctx context.Context) error {
	var session Session
	asked := map[int]int{}
	for i := range e.results {
		if e.results[i].Verdict != Hang {
			continue
		}
		if session == nil {
			var err error
			if session, err = e.impl.Open(); err != nil {
				return err
			}
			defer func() { e.revoke(session.Close(), asked) }()
		}
		result, err := e.ask(ctx, session, i, asked)
		if err != nil {
			return err
		}
		e.results[i] = result
	}
	return nil
}
