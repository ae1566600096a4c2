package mutant

import (
	"context"
	"runtime"
	"sync"
)

// workers is how many jobs are done at once.
func workers(jobs int) int {
	if jobs <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return jobs
}

// parallel does jobs, so many at once, and returns the first error.
func parallel(ctx context.Context, workers int, jobs []func() error) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan func() error)
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for job := range next {
				if err := job(); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, job := range jobs {
		if inner.Err() != nil {
			break
		}
		next <- job
	}
	close(next)
	wait.Wait()
	return context.Cause(inner)
}
