//go:build unix

package rpc

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"
)

func init() {
	children["until"] = func(args []string) int {
		ctx, stop := UntilSignal(context.Background())
		defer stop()
		fmt.Println("ready")
		<-ctx.Done()
		fmt.Println(context.Cause(ctx))
		if len(args) > 0 {
			time.Sleep(time.Hour)
		}
		return 0
	}
}

// TestUntilSignal ends a process by each signal, and one that goes on by the second.
func TestUntilSignal(t *testing.T) {
	for _, x := range []struct {
		signal os.Signal
		args   []string
		cause  string
		state  string
	}{
		{syscall.SIGTERM, nil, "rpc: the process got a signal: terminated", "exit status 0"},
		{syscall.SIGINT, nil, "rpc: the process got a signal: interrupt", "exit status 0"},
		{syscall.SIGTERM, []string{"again"}, "rpc: the process got a signal: terminated", "signal: terminated"},
	} {
		cmd := child("until", x.args...)
		out, _ := cmd.StdoutPipe()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer cmd.Process.Kill()
		await(t, "the start", async(func() string { return readLine(out) }))
		_ = cmd.Process.Signal(x.signal)
		if got := await(t, "the end of the context", async(func() string { return readLine(out) })); got != x.cause {
			t.Errorf("%v: %q", x.signal, got)
		}
		if len(x.args) > 0 {
			_ = cmd.Process.Signal(x.signal)
		}
		await(t, "the exit", async(cmd.Wait))
		if got := cmd.ProcessState.String(); got != x.state {
			t.Errorf("%v: %s", x.signal, got)
		}
	}
}

// TestUntilStopped ends the context without a signal.
func TestUntilStopped(t *testing.T) {
	ctx, stop := UntilSignal(t.Context())
	if ctx.Err() != nil {
		t.Error(ctx.Err())
	}
	stop()
	stop()
	if ctx.Err() == nil {
		t.Error("it goes on")
	}
}
