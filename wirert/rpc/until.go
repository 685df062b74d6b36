package rpc

import (
	"context"
	"fmt"
	"os"
	signals "os/signal"
	"syscall"
)

// UntilSignal returns a context that ends when the process gets SIGTERM or SIGINT, or ctx ends,
// or stop is called; for the main function of a server:
//
//	ctx, stop := rpc.UntilSignal(context.Background())
//	defer stop()
//	err := wire.ServeStdio(ctx, handler, nil)
//
// A second signal does to the process what it usually does: before the context ends, signals
// are not caught any more. The cause of the context names the signal.
func UntilSignal(ctx context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	caught := make(chan os.Signal, 1)
	signals.Notify(caught, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer signals.Stop(caught)
		select {
		case s := <-caught:
			signals.Stop(caught)
			cancel(fmt.Errorf("rpc: the process got a signal: %v", s))
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signals.Stop(caught)
		cancel(nil)
	}
}
