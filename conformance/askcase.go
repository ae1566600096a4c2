package conformance

import (
	"context"
	"time"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/tspi"
)

// AskCase asks one case of a session and judges the answer as a run does. It
// returns the verdict, and what became of the call. An error means that there is
// neither: ctx has ended, or the case's folder cannot be laid out.
func AskCase(ctx context.Context, session Session, c *Case, level tspi.Level, timeout time.Duration) (Result, adapter.Result, error) {
	return (*Layouts)(nil).AskCase(ctx, session, c, level, timeout)
}

// AskCase is [AskCase] with the case's folder among those that are kept.
func (l *Layouts) AskCase(ctx context.Context, session Session, c *Case, level tspi.Level, timeout time.Duration) (Result, adapter.Result, error) {
	q := question{c: c, problem: &c.Problem, expect: &c.Expect}
	return l.ask(ctx, session, &q, level, timeout)
}

// ask asks one question and judges the answer.
func (l *Layouts) ask(ctx context.Context, session Session, q *question, level tspi.Level, timeout time.Duration) (Result, adapter.Result, error) {
	folder, done, err := l.of(q)
	if err != nil {
		return Result{}, adapter.Result{}, err
	}
	defer done()
	input := q.problem.input(q.c.Op, folder)
	answer, err := session.Call(ctx, q.c.Op, input, timeout)
	if err != nil {
		return Result{}, adapter.Result{}, err
	}
	return judge(q, level, asking{folder, len(input)}, answer), answer, nil
}
