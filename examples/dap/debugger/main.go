// Command debugger runs a program under a debug adapter, which it starts, and shows the
// variables wherever the program stops.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strconv"

	"github.com/wiregen/wiregen/examples/dap/gen/go/dap"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// events are what the adapter tells.
type events struct {
	dap.UnimplementedClientHandler
	initialized chan bool
	stopped     chan *dap.StoppedParams // closed when the program has ended
}

func (e *events) Initialized(context.Context)                       { e.initialized <- true }
func (e *events) Stopped(_ context.Context, p *dap.StoppedParams)   { e.stopped <- p }
func (e *events) Terminated(context.Context, *dap.TerminatedParams) { close(e.stopped) }
func (e *events) Output(_ context.Context, p *dap.OutputParams)     { fmt.Print("output: ", p.Output) }
func (e *events) Exited(_ context.Context, p *dap.ExitedParams)     { fmt.Println("exited:", p.ExitCode) }

// debug debugs a program with breakpoints in some lines.
func debug(ctx context.Context, program string, lines []int64) error {
	e := &events{initialized: make(chan bool, 1), stopped: make(chan *dap.StoppedParams, 1)}
	adapter, err := dap.StartAdapter(ctx, exec.Command(program), dap.ClientOptions{Handler: e, Options: rpc.Options{Report: func(i rpc.Incident) { log.Print(i.Err) }}})
	if err != nil {
		return err
	}
	defer adapter.Close()
	if _, err := adapter.Initialize(ctx, &dap.InitializeRequestArguments{ClientName: new("example"), AdapterID: "sum"}); err != nil {
		return err
	}
	// launch is answered after configurationDone.
	launched := make(chan error, 1)
	go func() { launched <- adapter.Launch(ctx, &dap.LaunchRequestArguments{}) }()
	select {
	case <-e.initialized:
	case err := <-launched:
		return errors.Join(errors.New("the adapter is not ready for breakpoints"), err)
	}
	params := &dap.SetBreakpointsParams{Source: dap.Source{Name: new("sum.go")}}
	for _, line := range lines {
		params.Breakpoints = append(params.Breakpoints, dap.SourceBreakpoint{Line: line})
	}
	set, err := adapter.SetBreakpoints(ctx, params)
	if err != nil {
		return err
	}
	for i, b := range set.Breakpoints {
		if !b.Verified {
			fmt.Printf("no breakpoint in line %d: %s\n", lines[i], *b.Message)
		}
	}
	if err := errors.Join(adapter.ConfigurationDone(ctx, nil), <-launched); err != nil {
		return err
	}
	for stop := range e.stopped {
		fmt.Println("stopped:", stop.Reason)
		if err := show(ctx, adapter, *stop.ThreadID); err != nil {
			return err
		}
		if _, err := adapter.Continue(ctx, &dap.ContinueParams{ThreadID: *stop.ThreadID}); err != nil {
			return err
		}
	}
	_, err = adapter.Variables(ctx, &dap.VariablesParams{VariablesReference: 7})
	if refused := (*wirert.ResponseError)(nil); errors.As(err, &refused) { // errors of DAP have no codes
		fmt.Println("refused:", refused.Message)
	}
	return adapter.Disconnect(ctx, nil)
}

// show prints the stack of a thread, and the variables of each frame.
func show(ctx context.Context, adapter *dap.Client, thread int64) error {
	stack, err := adapter.StackTrace(ctx, &dap.StackTraceParams{ThreadID: thread})
	if err != nil {
		return err
	}
	for _, frame := range stack.StackFrames {
		fmt.Printf("  %s, line %d of %s\n", frame.Name, frame.Line, *frame.Source.Name)
		in, err := adapter.Scopes(ctx, &dap.ScopesParams{FrameID: frame.ID})
		if err != nil {
			return err
		}
		for _, scope := range in.Scopes {
			result, err := adapter.Variables(ctx, &dap.VariablesParams{VariablesReference: scope.VariablesReference})
			if err != nil {
				return err
			}
			for _, v := range result.Variables {
				fmt.Printf("    %s = %s\n", v.Name, v.Value)
			}
		}
	}
	return nil
}

func main() {
	var lines []int64
	for _, arg := range os.Args[2:] {
		line, err := strconv.ParseInt(arg, 10, 64)
		if err != nil {
			log.Fatal(err)
		}
		lines = append(lines, line)
	}
	if err := debug(context.Background(), os.Args[1], lines); err != nil {
		log.Fatal(err)
	}
}
