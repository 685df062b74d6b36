package connections

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

func hello() *wire.PromptParams { return &wire.PromptParams{UserInput: wire.UserInputString("hi")} }

// quiet takes no notice of what is reported.
var quiet = &rpc.Options{Report: func(rpc.Incident) {}}

func finished() (*wire.PromptResult, error) {
	return &wire.PromptResult{Status: wire.PromptResultStatusFinished}, nil
}

// TestCancel ends the context of a call: the peer is told, and its handler's context ends.
func TestCancel(t *testing.T) {
	begun := make(chan bool, 1)
	a := &agent{prompted: func(ctx context.Context, _ string) (*wire.PromptResult, error) {
		begun <- true
		<-ctx.Done()
		if !errors.Is(context.Cause(ctx), rpc.ErrCancelled) {
			return nil, fmt.Errorf("the cause is %v", context.Cause(ctx))
		}
		return &wire.PromptResult{Status: wire.PromptResultStatusCancelled}, nil
	}}
	c, _ := connect(t, nil, a, nil)
	ctx, stop := context.WithCancel(soon(t))
	go func() {
		<-begun
		stop()
	}()
	// The answer comes in time.
	if r, err := c.Prompt(ctx, hello()); err != nil || r.Status != wire.PromptResultStatusCancelled {
		t.Errorf("%v %v", r, err)
	}
}

// TestCancelUnanswered cancels a call that is not answered. The late answer is dropped.
func TestCancelUnanswered(t *testing.T) {
	release := make(chan bool)
	a := &agent{prompted: func(context.Context, string) (*wire.PromptResult, error) {
		<-release
		return finished()
	}}
	o := &rpc.Options{CancelWait: 10 * time.Millisecond, Report: func(i rpc.Incident) { t.Errorf("incident: %v", i.Err) }}
	c, _ := connect(t, nil, a, o)
	cause := errors.New("enough")
	ctx, stop := context.WithCancelCause(soon(t))
	time.AfterFunc(10*time.Millisecond, func() { stop(cause) })
	_, err := c.Prompt(ctx, hello())
	if !errors.Is(err, context.Canceled) || !errors.Is(err, cause) {
		t.Errorf("%v", err)
	}
	close(release)
	if _, err := c.SetPlanMode(soon(t), &wire.SetPlanModeParams{}); !errors.Is(err, wire.ErrMethodNotFound) {
		t.Errorf("after it: %v", err)
	}
}

// TestRules refuses to send what breaks a rule.
func TestRules(t *testing.T) {
	c, a := connect(t, nil, &agent{}, nil)
	ctx := soon(t)
	var rule *rpc.RuleError
	if err := a.Event(ctx, &wire.TurnEnd{}); !errors.As(err, &rule) || rule.Faults[0].Rule != "during" {
		t.Errorf("TurnEnd outside of a turn: %v", err)
	}
	if _, err := a.QuestionRequest(ctx, &wire.QuestionRequest{ToolCallID: "1", Questions: []wire.QuestionItem{}}); !errors.As(err, &rule) || rule.Faults[0].Rule != "gate" {
		t.Errorf("a question that was not agreed: %v", err)
	}
	// The receiver is to judge this one.
	if err := c.Cancel(ctx, nil); !errors.Is(err, wire.ErrInvalidState) {
		t.Errorf("cancel without a turn: %v", err)
	}
	var bad *wirert.Error
	if _, err := c.Prompt(ctx, nil); !errors.As(err, &bad) {
		t.Errorf("an invalid request: %v", err)
	}
}

// TestHandlers answers for handlers that fail.
func TestHandlers(t *testing.T) {
	var turn atomic.Int32
	a := &agent{prompted: func(context.Context, string) (*wire.PromptResult, error) {
		switch turn.Add(1) {
		case 1:
			panic("boom")
		case 2:
			return nil, errors.New("no disk")
		case 3:
			return nil, wire.ErrLLMNotSet
		case 4:
			return nil, nil
		}
		return &wire.PromptResult{Status: "no such status"}, nil
	}}
	c, _ := connect(t, nil, a, quiet)
	ctx := soon(t)
	for i, want := range []error{wire.ErrInternalError, wire.ErrInternalError, wire.ErrLLMNotSet, wire.ErrInternalError, wire.ErrInternalError} {
		_, err := c.Prompt(ctx, hello())
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
		// What is wrong with a result was told to the peer.
		if i > 2 && err.Error() != "the handler failed (code -32603)" {
			t.Errorf("the peer is told: %v", err)
		}
	}
}

// TestUnreadableAnswers has a peer answer with what cannot be read. The error was that of a
// message that is not sent.
func TestUnreadableAnswers(t *testing.T) {
	for _, rest := range []string{
		`"error":{"code":"none","message":"no"}`, `"error":{"code":1,"message":5}`, `"result":{},"error":{"code":1,"message":"no"}`, `"result":{"status":5}`,
	} {
		near, far := net.Pipe()
		go func() {
			line, _ := bufio.NewReader(far).ReadString('\n')
			id := regexp.MustCompile(`"id":"[^"]*"`).FindString(line)
			_, _ = fmt.Fprintf(far, `{"jsonrpc":"2.0",%s,%s}`+"\n", id, rest)
		}()
		c := wire.NewClient(wire.Protocol.Transport(near), nil, quiet)
		_, err := c.Prompt(soon(t), hello())
		var unread *rpc.ResultError
		if !errors.As(err, &unread) || unread.Method != "prompt" {
			t.Errorf("%s: %v", rest, err)
		}
		_, _ = near.Close(), far.Close()
	}
}

// TestSince has a client that speaks an older version than the methods it calls: they were
// sent, which the TypeScript of the same spec refuses.
func TestSince(t *testing.T) {
	c, _ := connect(t, nil, &agent{}, quiet)
	c.SetVersion("1.3")
	var rule *rpc.RuleError
	_, err := c.Steer(soon(t), &wire.SteerParams{UserInput: wire.UserInputString("x")})
	if !errors.As(err, &rule) || rule.Faults[0].Rule != "since" || err.Error() != `rpc: "steer" is there since version 1.4, and the session has version 1.3` {
		t.Errorf("steer: %v", err)
	}
	if _, err := c.Replay(soon(t), nil); errors.As(err, &rule) && rule.Faults[0].Rule == "since" {
		t.Errorf("replay: %v", err)
	}
}

// TestOrder has a call wait for the events before its answer, unless a handler makes it.
func TestOrder(t *testing.T) {
	a := &agent{prompted: func(ctx context.Context, _ string) (*wire.PromptResult, error) {
		for i := range 50 {
			if err := wire.AgentFrom(ctx).Event(ctx, &wire.StepBegin{N: int64(i)}); err != nil {
				return nil, err
			}
		}
		return finished()
	}}
	h := &slow{}
	c, _ := connect(t, h, a, nil)
	if _, err := c.Prompt(soon(t), hello()); err != nil || h.seen.Load() != 50 {
		t.Errorf("%d events were handled before the answer: %v", h.seen.Load(), err)
	}
}

type slow struct {
	wire.UnimplementedClientHandler
	seen  atomic.Int64
	delay time.Duration
	then  func(ctx context.Context) error
	err   error
}

func (s *slow) Event(ctx context.Context, _ wire.Event) {
	time.Sleep(s.delay + time.Millisecond)
	if s.seen.Add(1) == 1 && s.then != nil {
		s.err = s.then(ctx)
	}
}

// TestCallInHandler calls the peer from the handler of an event.
func TestCallInHandler(t *testing.T) {
	h := &slow{}
	h.then = func(ctx context.Context) error {
		_, err := wire.ClientFrom(ctx).Steer(ctx, &wire.SteerParams{UserInput: wire.UserInputString("x")})
		return err
	}
	a := &steered{}
	a.prompted = func(ctx context.Context, _ string) (*wire.PromptResult, error) {
		if err := wire.AgentFrom(ctx).Event(ctx, &wire.StepBegin{}); err != nil {
			return nil, err
		}
		for !a.steered.Load() && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		return finished()
	}
	c, _ := connect(t, h, a, nil)
	if _, err := c.Prompt(soon(t), hello()); err != nil || h.err != nil {
		t.Errorf("%v, %v", err, h.err)
	}
}

type steered struct {
	agent
	steered atomic.Bool
}

func (s *steered) Steer(context.Context, *wire.SteerParams) (*wire.SteerResult, error) {
	s.steered.Store(true)
	return &wire.SteerResult{}, nil
}

// TestUnreadEvents ends a connection whose events nobody reads.
func TestUnreadEvents(t *testing.T) {
	a := &agent{prompted: func(ctx context.Context, _ string) (*wire.PromptResult, error) {
		for i := 0; ; i++ {
			if err := wire.AgentFrom(ctx).Event(ctx, &wire.StepBegin{N: int64(i)}); err != nil {
				return nil, err
			}
		}
	}}
	c, _ := connect(t, nil, a, &rpc.Options{MaxRead: 20_000, StallWait: 20 * time.Millisecond, Report: func(rpc.Incident) {}})
	turn := c.StreamPrompt(soon(t), hello())
	select {
	case <-c.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("the connection goes on")
	}
	if err := c.Err(); !errors.Is(err, rpc.ErrSlowConsumer) {
		t.Errorf("it ended with %v", err)
	}
	if _, err := turn.Result(); !errors.Is(err, rpc.ErrSlowConsumer) {
		t.Errorf("the call ended with %v", err)
	}
}

// TestLeaveEarly leaves the events of a call, whose result still comes.
func TestLeaveEarly(t *testing.T) {
	a := &agent{prompted: func(ctx context.Context, _ string) (*wire.PromptResult, error) {
		for i := range 5000 {
			if err := wire.AgentFrom(ctx).Event(ctx, &wire.StepBegin{N: int64(i)}); err != nil {
				return nil, err
			}
		}
		return finished()
	}}
	c, _ := connect(t, nil, a, &rpc.Options{Report: func(i rpc.Incident) { t.Error(i.Err) }})
	turn := c.StreamPrompt(soon(t), hello())
	for _, err := range turn.Events() {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if r, err := turn.Result(); err != nil || r.Status != wire.PromptResultStatusFinished {
		t.Errorf("%v %v", r, err)
	}
}

// TestDisconnect ends what is open when the peer goes, and leaves no goroutine behind.
func TestDisconnect(t *testing.T) {
	check := nothingLeft(t)
	for range 20 {
		ours, theirs := net.Pipe()
		stopped := make(chan error, 1)
		a := &agent{prompted: func(ctx context.Context, _ string) (*wire.PromptResult, error) {
			<-ctx.Done()
			stopped <- context.Cause(ctx)
			return nil, ctx.Err()
		}}
		server := wire.NewAgent(streamOf(ours), a, &rpc.Options{Report: quiet.Report, CloseWait: 10 * time.Millisecond})
		c := wire.NewClient(streamOf(theirs), nil, quiet)
		failed := make(chan error, 1)
		go func() {
			_, err := c.Prompt(context.Background(), hello())
			failed <- err
		}()
		for len(server.Open()) == 0 {
			time.Sleep(time.Millisecond)
		}
		_ = theirs.Close()
		if err := <-failed; !errors.Is(err, rpc.ErrDisconnected) {
			t.Errorf("the call ended with %v", err)
		}
		if err := <-stopped; !errors.Is(err, rpc.ErrDisconnected) {
			t.Errorf("the handler ended with %v", err)
		}
		if err := errors.Join(c.Close(), server.Close()); err != nil {
			t.Error(err)
		}
		if _, err := c.Prompt(context.Background(), hello()); !errors.Is(err, rpc.ErrDisconnected) {
			t.Errorf("after it: %v", err)
		}
	}
	check()
}

func streamOf(rwc io.ReadWriteCloser) rpc.Transport { return wire.Protocol.Transport(rwc) }

// TestLog shows no sensitive text.
func TestLog(t *testing.T) {
	var log safeBuffer
	o := &rpc.Options{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	c, _ := connect(t, nil, &agent{prompted: func(context.Context, string) (*wire.PromptResult, error) { return finished() }}, o)
	if _, err := c.Prompt(soon(t), &wire.PromptParams{UserInput: wire.UserInputString("my secret")}); err != nil {
		t.Fatal(err)
	}
	text := log.String()
	if strings.Contains(text, "secret") || !strings.Contains(text, "redacted") {
		t.Errorf("the log is\n%s", text)
	}
	if n := strings.Count(text, " method=prompt message.jsonrpc"); n != 4 { // the request and its answer, at both ends
		t.Errorf("%d messages are logged with their method:\n%s", n, text)
	}
}

// A safeBuffer may be written by several goroutines.
type safeBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// TestEndOfInput has an agent answer what it was asked before its input ended: with its context
// until CloseWait is over. Its context ended at once.
func TestEndOfInput(t *testing.T) {
	for status, wait := range map[string]time.Duration{"finished": time.Hour, "cancelled": 10 * time.Millisecond} {
		in, says := io.Pipe()
		hears, out := io.Pipe()
		ended := make(chan bool)
		a := &agent{prompted: func(ctx context.Context, _ string) (*wire.PromptResult, error) {
			if status == "finished" {
				<-ended
				time.Sleep(10 * time.Millisecond)
				return &wire.PromptResult{Status: wire.PromptResultStatusFinished}, ctx.Err()
			}
			<-ctx.Done()
			return &wire.PromptResult{Status: wire.PromptResultStatusCancelled}, nil
		}}
		served := make(chan error, 1)
		go func() {
			served <- wire.ServeConn(context.Background(), half{in, out}, a, &rpc.Options{Report: quiet.Report, CloseWait: wait})
		}()
		go func() {
			_, _ = io.WriteString(says, `{"jsonrpc":"2.0","method":"prompt","id":"1","params":{"user_input":"x"}}`+"\n")
			_ = says.Close()
			close(ended)
		}()
		text, err := io.ReadAll(hears)
		if want := `{"jsonrpc":"2.0","id":"1","result":{"status":"` + status + `"}}` + "\n"; err != nil || string(text) != want {
			t.Errorf("%q, %v", text, err)
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
	}
}

// A half is a stream whose two directions end by themselves.
type half struct {
	io.Reader
	io.WriteCloser
}

// TestReplay does not act upon history.
func TestReplay(t *testing.T) {
	var history []string
	user := &client{}
	o := &rpc.Options{
		Report:  func(i rpc.Incident) { t.Errorf("incident: %v", i.Err) },
		History: func(ctx context.Context, m rpc.Message) { history = append(history, rpc.Handling(ctx).Tag) },
	}
	ours, theirs := rpc.Pipe()
	c := wire.NewClient(ours, user, o)
	defer c.Close()
	go func() {
		if _, err := theirs.Read(); err != nil {
			return
		}
		_ = theirs.Write([][]byte{
			[]byte(`{"jsonrpc":"2.0","method":"event","params":{"type":"TurnBegin","payload":{"user_input":"x"}}}`),
			[]byte(`{"jsonrpc":"2.0","method":"request","id":"q","params":{"type":"ApprovalRequest","payload":{"id":"q","tool_call_id":"1","sender":"s","action":"a","description":"d","display":[]}}}`),
			[]byte(`{"jsonrpc":"2.0","method":"event","params":{"type":"TurnEnd","payload":{}}}`),
			[]byte(`{"jsonrpc":"2.0","id":"1","result":{"status":"finished","events":2,"requests":1}}`),
		})
	}()
	replay := c.StreamReplay(soon(t), nil)
	n := 0
	for _, err := range replay.Events() {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if _, err := replay.Result(); err != nil || n != 2 || len(user.asked) != 0 || strings.Join(history, " ") != "ApprovalRequest" {
		t.Errorf("%d events, asked %v, history %v, %v", n, user.asked, history, err)
	}
}
