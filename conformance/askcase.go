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
	q := question{c: c, problem: &c.Problem, expect: &c.Expect}
	return askQuestion(ctx, session, &q, level, timeout)
}

// askQuestion asks one question and judges the answer.
func askQuestion(ctx context.Context, session Session, q *question, level tspi.Level, timeout time.Duration) (Result, adapter.Result, error) {
	folder := ""
	if q.problem.Folder != nil {
		dir, err := layOut(q.problem.Folder)
		if err != nil {
			return Result{}, adapter.Result{}, err
		}
		defer dir.remove()
		folder = dir.path
	}
	input := q.problem.input(q.c.Op, folder)
	answer, err := session.Call(ctx, q.c.Op, input, timeout)
	if err != nil {
		return Result{}, adapter.Result{}, err
	}
	return judge(q, level, asking{folder, len(input)}, answer), answer, nil
}
