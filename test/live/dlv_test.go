package live

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/examples/dap/gen/go/dap"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// TestDlv debugs a small program with dlv, which speaks the debug adapter protocol on a socket.
func TestDlv(t *testing.T) {
	skipped(t, "dlv")
	program := goPeer(t, "dlv")
	p := &peer{
		name: "dlv " + goVersion(t, "dlv", "github.com/go-delve/delve"),
		spec: absolute(t, "..", "..", "examples", "dap", "dap.yaml"),
		start: func(t *testing.T, dir string) (*exec.Cmd, string, string) {
			cmd := exec.Command(program, "dap", "--listen", "127.0.0.1:0")
			cmd.Dir = "testdata/dlv"
			cmd.Env = append(os.Environ(), "GOFLAGS=") // with -trimpath, no breakpoint finds its file
			return nil, "tcp", listening(t, cmd, "DAP server listening at: ")
		},
		// It says so for the second time, when the answer to disconnect has ended the session.
		known: []string{`"terminated" is sent after "disconnect", which ended the session`},
	}
	source := absolute(t, "testdata", "dlv", "main.go")
	p.sessions(t, "Go", func(ctx context.Context, t *testing.T, l link) { debug(ctx, t, l, source) })
}

// listening starts a program that listens on a socket, and returns the address, which it
// prints after some words. The program is killed after the test if it does not end before.
func listening(t *testing.T, cmd *exec.Cmd, words string) string {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = errorLog{t: t}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), words); ok {
			go func() {
				for lines.Scan() {
				}
			}()
			return address
		}
	}
	t.Fatalf("%s ended before it listened", cmd)
	return ""
}

// A debugger waits for the events that it acts upon.
type debugger struct {
	dap.UnimplementedClientHandler
	initialized chan bool
	stopped     chan *dap.StoppedParams
	terminated  chan bool
	output      strings.Builder
}

func (d *debugger) Initialized(context.Context) { d.initialized <- true }

func (d *debugger) Stopped(_ context.Context, p *dap.StoppedParams) { d.stopped <- p }

func (d *debugger) Terminated(context.Context, *dap.TerminatedParams) { d.terminated <- true }

func (d *debugger) Output(_ context.Context, p *dap.OutputParams) { d.output.WriteString(p.Output) }

func debug(ctx context.Context, t *testing.T, l link, source string) {
	d := &debugger{initialized: make(chan bool, 1), stopped: make(chan *dap.StoppedParams, 10), terminated: make(chan bool, 2)}
	c := connected(ctx, t, l, dap.ClientOptions{Handler: d, Options: rpc.Options{Report: l.report}}, dap.StartAdapter, dap.ConnectAdapter)
	defer closed(t, c)

	can := must(c.Initialize(ctx, &dap.InitializeRequestArguments{ClientID: new("wiregen"), AdapterID: "go", PathFormat: new(dap.InitializeRequestArgumentsPathFormatPath), SupportsVariableType: new(true)}))(t)
	if can.SupportsConfigurationDoneRequest == nil || !*can.SupportsConfigurationDoneRequest {
		t.Error("configurationDone is not supported")
	}
	if err := c.Launch(ctx, &dap.LaunchRequestArguments{Extra: map[string]wirert.Raw{
		"mode": text("debug"), "program": text(strings.TrimSuffix(source, "/main.go")), "output": text(t.TempDir() + "/debuggee"), "outputMode": text("remote"),
	}}); err != nil {
		t.Fatalf("%v: %s%s", err, errorData(err), &d.output)
	}
	await(ctx, t, d.initialized)
	at := func(line int64) dap.SourceBreakpoint { return dap.SourceBreakpoint{Line: line} }
	set := must(c.SetBreakpoints(ctx, &dap.SetBreakpointsParams{Source: dap.Source{Path: &source}, Breakpoints: []dap.SourceBreakpoint{at(17), at(25), at(3)}}))(t)
	if len(set.Breakpoints) != 3 || !set.Breakpoints[0].Verified || !set.Breakpoints[1].Verified || set.Breakpoints[2].Verified {
		t.Errorf("the breakpoints are %+v", set.Breakpoints)
	}
	must(c.SetFunctionBreakpoints(ctx, &dap.SetFunctionBreakpointsParams{Breakpoints: []dap.FunctionBreakpoint{{Name: "main.main"}}}))(t)
	if err := c.ConfigurationDone(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if first := await(ctx, t, d.stopped); first.Reason != "function breakpoint" {
		t.Errorf("it stops for %s", first.Reason)
	}
	goOn := func() *dap.StoppedParams {
		threads := must(c.Threads(ctx))(t)
		must(c.Continue(ctx, &dap.ContinueParams{ThreadID: threads.Threads[0].ID}))(t)
		return await(ctx, t, d.stopped)
	}
	stop := goOn()
	names := locals(ctx, t, c, *stop.ThreadID)
	if len(names) < 2 {
		t.Errorf("the locals are %v", names)
	}
	stop = goOn()
	if stop.Reason != "breakpoint" || len(stop.HitBreakpointIDs) != 1 {
		t.Errorf("it stops at %+v", stop)
	}
	stack := must(c.StackTrace(ctx, &dap.StackTraceParams{ThreadID: *stop.ThreadID, Levels: new(int64(20))}))(t)
	if len(stack.StackFrames) < 2 || stack.StackFrames[0].Name != "main.sum" || stack.StackFrames[1].Name != "main.main" {
		t.Errorf("the stack is %+v", stack.StackFrames)
	}
	frame := &stack.StackFrames[0].ID
	value := must(c.Evaluate(ctx, &dap.EvaluateParams{Expression: "points[0].Name", FrameID: frame, Context: new(dap.EvaluateContext("watch"))}))(t)
	if value.Result != `"a"` {
		t.Errorf("the value is %s", value.Result)
	}
	// What a debugger refuses is an error without a code.
	if _, err := c.Evaluate(ctx, &dap.EvaluateParams{Expression: "no such name", FrameID: frame}); err == nil {
		t.Error("an expression that is none has a value")
	} else {
		t.Logf("%v: %s", err, errorData(err))
	}
	if err := c.Next(ctx, &dap.NextParams{ThreadID: *stop.ThreadID}); err != nil {
		t.Error(err)
	}
	if next := await(ctx, t, d.stopped); next.Reason != "step" && next.Reason != "breakpoint" {
		t.Errorf("it stops for %s", next.Reason)
	}
	must(c.SetBreakpoints(ctx, &dap.SetBreakpointsParams{Source: dap.Source{Path: &source}}))(t)
	must(c.Continue(ctx, &dap.ContinueParams{ThreadID: *stop.ThreadID}))(t)
	await(ctx, t, d.terminated)
	if !strings.Contains(d.output.String(), "the sum is") {
		t.Errorf("the output is %s", d.output.String())
	}
	if err := c.Disconnect(ctx, &dap.DisconnectParams{TerminateDebuggee: new(true)}); err != nil {
		t.Error(err)
	}
	await(ctx, t, d.terminated)
}

// locals are the names of the variables of the top frame of a thread, and of what is in them.
func locals(ctx context.Context, t *testing.T, c *dap.Client, thread int64) (names []string) {
	stack := must(c.StackTrace(ctx, &dap.StackTraceParams{ThreadID: thread}))(t)
	scopes := must(c.Scopes(ctx, &dap.ScopesParams{FrameID: stack.StackFrames[0].ID}))(t)
	for _, scope := range scopes.Scopes {
		list := must(c.Variables(ctx, &dap.VariablesParams{VariablesReference: scope.VariablesReference}))(t)
		for _, v := range list.Variables {
			names = append(names, v.Name)
			if v.VariablesReference != 0 {
				must(c.Variables(ctx, &dap.VariablesParams{VariablesReference: v.VariablesReference}))(t)
			}
		}
	}
	return names
}

// errorData is the data of an error that the peer answered with.
func errorData(err error) wirert.Raw {
	var answer *wirert.ResponseError
	if errors.As(err, &answer) {
		return answer.Data
	}
	return nil
}

func text(s string) wirert.Raw {
	out, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string can always be encoded
	}
	return out
}
