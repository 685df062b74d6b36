// Command adapter is a debug adapter with a built-in program, which adds 3, 2 and 1:
//
//	1	total := 0
//	2	for n := 3; n > 0; n-- {
//	3		total += n
//	4	}
//	5	fmt.Println(total)
package main

import (
	"context"
	"fmt"
	"log"
	"slices"
	"sync"

	"github.com/wiregen/wiregen/examples/dap/gen/go/dap"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// What the program has one of each of.
const thread, frame, locals = 1, 1, 1

type adapter struct {
	dap.UnimplementedAdapterHandler
	configured, resumed chan bool

	mu          sync.Mutex
	breakpoints []int64
	line        int64
	total, n    int
}

func (a *adapter) Initialize(context.Context, *dap.InitializeRequestArguments) (*dap.Capabilities, error) {
	return &dap.Capabilities{SupportsConfigurationDoneRequest: new(true)}, nil
}

// Launch is answered when the client has sent its breakpoints.
func (a *adapter) Launch(ctx context.Context, _ *dap.LaunchRequestArguments) error {
	client := dap.AdapterFrom(ctx)
	if err := client.Initialized(ctx); err != nil {
		return err
	}
	select {
	case <-a.configured:
	case <-ctx.Done():
		return ctx.Err()
	}
	go func() {
		if err := a.run(context.Background(), client); err != nil {
			log.Print(err)
		}
	}()
	return nil
}

func (a *adapter) SetBreakpoints(_ context.Context, p *dap.SetBreakpointsParams) (*dap.SetBreakpointsResult, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.breakpoints = nil
	result := &dap.SetBreakpointsResult{Breakpoints: []dap.Breakpoint{}}
	for _, b := range p.Breakpoints {
		set := dap.Breakpoint{Verified: b.Line >= 1 && b.Line <= 5 && b.Line != 4, Line: &b.Line}
		if set.Verified {
			a.breakpoints = append(a.breakpoints, b.Line)
		} else {
			set.Message = new("there is no statement")
		}
		result.Breakpoints = append(result.Breakpoints, set)
	}
	return result, nil
}

func (a *adapter) ConfigurationDone(context.Context, *dap.ConfigurationDoneParams) error {
	a.configured <- true
	return nil
}

// run runs the program.
func (a *adapter) run(ctx context.Context, client *dap.Adapter) error {
	step := func(line int64, do func()) error {
		a.mu.Lock()
		a.line = line
		stops := slices.Contains(a.breakpoints, line)
		a.mu.Unlock()
		if stops {
			if err := client.Stopped(ctx, &dap.StoppedParams{Reason: dap.StopReasonBreakpoint, ThreadID: new(int64(thread))}); err != nil {
				return err
			}
			select {
			case <-a.resumed:
			case <-client.Done():
				return client.Err()
			}
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		do()
		return nil
	}
	err := step(1, func() {})
	for n := 3; n > 0 && err == nil; n-- {
		if err = step(2, func() { a.n = n }); err == nil {
			err = step(3, func() { a.total += n })
		}
	}
	if err == nil {
		err = step(5, func() {})
	}
	if err == nil {
		err = client.Output(ctx, &dap.OutputParams{Category: new(dap.OutputCategoryStdout), Output: fmt.Sprintln(a.total)})
	}
	if err == nil {
		err = client.Exited(ctx, &dap.ExitedParams{})
	}
	if err == nil {
		err = client.Terminated(ctx, nil)
	}
	return err
}

func (a *adapter) Threads(context.Context) (*dap.ThreadsResult, error) {
	return &dap.ThreadsResult{Threads: []dap.Thread{{ID: thread, Name: "main"}}}, nil
}

func (a *adapter) StackTrace(context.Context, *dap.StackTraceParams) (*dap.StackTraceResult, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	source := &dap.Source{Name: new("sum.go")}
	return &dap.StackTraceResult{StackFrames: []dap.StackFrame{{ID: frame, Name: "main.main", Source: source, Line: a.line, Column: 1}}}, nil
}

func (a *adapter) Scopes(context.Context, *dap.ScopesParams) (*dap.ScopesResult, error) {
	return &dap.ScopesResult{Scopes: []dap.Scope{{Name: "Locals", VariablesReference: locals}}}, nil
}

func (a *adapter) Variables(_ context.Context, p *dap.VariablesParams) (*dap.VariablesResult, error) {
	if p.VariablesReference != locals {
		return nil, &wirert.ResponseError{Message: fmt.Sprintf("there are no variables %d", p.VariablesReference)}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return &dap.VariablesResult{Variables: []dap.Variable{{Name: "total", Value: fmt.Sprint(a.total)}, {Name: "n", Value: fmt.Sprint(a.n)}}}, nil
}

func (a *adapter) Continue(context.Context, *dap.ContinueParams) (*dap.ContinueResult, error) {
	a.resumed <- true
	return &dap.ContinueResult{}, nil
}

func (a *adapter) Disconnect(context.Context, *dap.DisconnectParams) error { return nil }

func main() {
	a := &adapter{configured: make(chan bool, 1), resumed: make(chan bool)}
	ctx, stop := rpc.UntilSignal(context.Background())
	defer stop()
	if err := dap.ServeStdio(ctx, a, nil); err != nil {
		log.Fatal(err)
	}
}
