package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interruptible is for commands that start adapters. Until the returned function
// is called, an interrupt, or the end of the terminal, cancels the call's context, so that the adapters are
// ended with their groups, where it would otherwise end tspi alone and leave
// them behind. Other commands keep the usual effect: one that waits for standard
// input would never look at a context.
func (a *app) interruptible() (stop func()) {
	outer := a.call.Context
	ctx, release := signal.NotifyContext(outer, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	a.call.Context = ctx
	// A second interrupt has its usual effect, should something not look.
	context.AfterFunc(ctx, release)
	return func() {
		release()
		a.call.Context = outer
	}
}
