// An end of the protocol rules.yaml, on the standard input and output. Everything that it
// handles, the outcomes of its calls and what is reported are lines of the standard error.
//
//	driver agent
//	driver client CALL…
//
// A call with & at its end is not waited for, and one with ^ is cancelled when the
// notification moded comes.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"

	wire "example.test/rules/wire"
)

func say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

func report(i rpc.Incident) {
	for _, f := range i.Faults {
		say("rule %s", f.Rule)
	}
	if len(i.Faults) == 0 {
		say("other %v", i.Err)
	}
}

func outcome(name string, err error) {
	var answer *wirert.ResponseError
	switch {
	case err == nil:
		say("%s: result", name)
	case errors.Is(err, rpc.ErrSettled):
		say("%s: settled", name)
	case errors.Is(err, context.Canceled):
		say("%s: cancelled", name)
	case errors.As(err, &answer):
		say("%s: error %v", name, wire.ErrorCode(answer.Code))
	default:
		say("%s: error %v", name, err)
	}
}

// held are the methods whose handlers wait for the notification go.
var held = []string{wire.MethodWork, wire.MethodAgain, wire.MethodSlow, wire.MethodQuiet, wire.MethodHistory}

var (
	mu       sync.Mutex
	released = make(chan bool)
	holding  = make(chan bool, 10)
	asked    string
	stop     = func() {}
)

func handle(next rpc.Handler) rpc.Handler {
	return func(ctx context.Context, m rpc.Message) (rpc.Message, error) {
		conn, method := rpc.From(ctx), rpc.Handling(ctx).Method
		say("handled %s", method)
		switch {
		case method == wire.MethodGo:
			<-holding // handlers run concurrently: there is one by now, or there will be
			mu.Lock()
			close(released)
			released = make(chan bool)
			mu.Unlock()
		case method == wire.MethodModed:
			stop()
		case slices.Contains(held, method):
			mu.Lock()
			over := released
			mu.Unlock()
			holding <- true
			select {
			case <-over:
			case <-ctx.Done():
				return nil, context.Cause(ctx)
			}
		case method == wire.MethodAsk:
			<-ctx.Done()
			return nil, context.Cause(ctx)
		case method == wire.MethodDoask:
			call := &wire.AskMessage{ID: conn.NewID(), Params: wire.AskParams{ID: "x"}}
			asked, _ = call.ID.Text()
			go func() {
				outcome("ask", rpc.Do(context.Background(), conn, call, call.DecodeResult))
			}()
		case method == wire.MethodDosettle:
			if err := conn.Notify(ctx, &wire.AskedMessage{Params: wire.AskedParams{ID: asked}}); err != nil {
				return nil, err
			}
		case method == wire.MethodCrash:
			switch m.(*wire.CrashMessage).Params.Why {
			case "panic":
				panic("it was asked for")
			case "local":
				return nil, wire.ErrLost
			}
			return nil, errors.New("it was asked for")
		case method == wire.MethodIdle:
			return next(ctx, m)
		case method == wire.MethodDohurry:
			go func() { outcome("hurry", wire.AgentFrom(ctx).Hurry(context.WithoutCancel(ctx))) }()
		}
		if m, ok := m.(interface{ Reply() *wire.Response }); ok {
			return m.Reply(), nil
		}
		return next(ctx, m)
	}
}

type agent struct{ wire.UnimplementedAgentHandler }

func (agent) Hello(context.Context, *wire.HelloParams) (*wire.HelloResult, error) {
	return &wire.HelloResult{Features: []wire.Feature{}, Can: wire.Can{}}, nil
}

func main() {
	log.SetFlags(0)
	o := &rpc.Options{Report: report, Middleware: handle}
	if os.Args[1] == "agent" {
		if err := wire.ServeStdio(context.Background(), agent{}, o); err != nil {
			log.Fatal(err)
		}
		return
	}
	c := wire.NewClient(wire.Protocol.Transport(rpc.Stdio()), nil, o)
	for _, name := range os.Args[2:] {
		ctx, cancel := context.WithCancel(context.Background())
		if stop = func() {}; strings.HasSuffix(name, "^") {
			stop = cancel
		}
		if short := strings.TrimRight(name, "&^"); short != name {
			go call(ctx, c, short)
		} else {
			call(ctx, c, name)
		}
	}
	<-c.Done()
}

func call(ctx context.Context, c *wire.Client, name string) {
	var err error
	switch name {
	case wire.MethodHello:
		_, err = c.Hello(ctx, &wire.HelloParams{Versions: wire.Protocol.Versions()})
	case wire.MethodMode:
		err = c.Mode(ctx)
	case wire.MethodHistory:
		err = c.History(ctx)
	case wire.MethodQuiet:
		err = c.Quiet(ctx)
	case wire.MethodSlow:
		err = c.Slow(ctx)
	case wire.MethodLoad:
		loading := c.StreamLoad(ctx, &wire.LoadParams{Token: "t"})
		for step, err := range loading.Events() {
			if err == nil {
				say("%d percent", step.Percent)
			}
		}
		_, err = loading.Result()
	}
	outcome(name, err)
}
