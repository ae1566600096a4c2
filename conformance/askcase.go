package conformance

import (
	"context"
	"time"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
)

// AskCase asks one case of a session and judges the answer as a run does, with the case's
// folder among those that layouts keep, where that is not nil. It returns the verdict, and
// what became of the call. An error means that there is neither: ctx has ended, or the
// case's folder cannot be laid out.
func AskCase(ctx context.Context, p *profile.Profile, session Session, c *Case, level law.Level, timeout time.Duration,
	layouts *Layouts) (Result, adapter.Result, error) {
	q := profile.Published(c)
	return askQuestion(ctx, p, session, &q, level, timeout, layouts)
}

// askQuestion asks one question and judges the answer.
func askQuestion(ctx context.Context, p *profile.Profile, session Session, q *Question, level law.Level,
	timeout time.Duration, layouts *Layouts) (Result, adapter.Result, error) {
	folder, done, err := layouts.Of(q)
	if err != nil {
		return Result{}, adapter.Result{}, err
	}
	defer done()
	input := q.Problem.Input(q.Case.Op, folder)
	answer, err := session.Call(ctx, q.Case.Op, input, timeout)
	if err != nil {
		return Result{}, adapter.Result{}, err
	}
	return judge(p, q, level, profile.Asked{Folder: folder, Bytes: len(input)}, answer), answer, nil
}
