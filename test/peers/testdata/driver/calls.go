package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
	"github.com/wiregen/wiregen/wirert/session"
)

// callOptions are those of a call; times are in milliseconds.
type callOptions struct {
	Timeout int    `json:"timeout"`
	Reset   bool   `json:"reset"`  // by progress
	Signal  string `json:"signal"` // calls of the same name share a context
}

// context returns the context of a call.
func (w *world) context(label string, o callOptions) (context.Context, context.CancelFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	ctx := w.ctx
	if o.Signal != "" {
		if w.signals[o.Signal] == nil {
			w.signals[o.Signal], w.cancels[o.Signal] = context.WithCancel(w.ctx)
		}
		ctx = w.signals[o.Signal]
	}
	wait := time.Duration(o.Timeout) * time.Millisecond
	var stop context.CancelFunc
	switch {
	case o.Reset:
		ctx, stop = rpc.ProgressTimeout(ctx, wait)
	case wait > 0:
		ctx, stop = context.WithTimeout(ctx, wait)
	default:
		ctx, stop = context.WithCancel(ctx)
	}
	w.cancels[label] = stop
	return ctx, stop
}

// message makes a message of this end.
func (w *world) message(conn *rpc.Conn, method, params string) rpc.Message {
	text := map[string]any{"jsonrpc": "2.0", "method": method}
	if params != "" {
		text["params"] = json.RawMessage(params)
	}
	if !slices.Contains([]string{"note", "tick", "go", "leave", "loaded"}, method) {
		text["id"] = json.RawMessage(conn.NewID().String())
	}
	line, err := json.Marshal(text)
	if err == nil {
		var m rpc.Message
		if m, err = conn.Protocol().Read[w.side()](line); err == nil {
			return m
		}
	}
	w.say("fault: %s %s: %v", method, params, err)
	runtime.Goexit() // of what the command does
	return nil
}

func (w *world) side() session.Side {
	if w.o.End == "server" {
		return session.Second
	}
	return session.First
}

// outcome makes a call and says how it ended.
func (w *world) outcome(label string, ctx context.Context, method, params string) {
	conn := w.current()
	if method == "load" {
		w.progress(label, ctx, conn, params)
		return
	}
	if method == "login" {
		w.say("%s: %s", label, ending(specs[w.o.Spec].logIn(ctx, conn, w.message(conn, method, params)), "result"))
		return
	}
	result, err := conn.Call(ctx, w.message(conn, method, params))
	if err != nil {
		w.say("%s: error %s", label, kind(err))
		return
	}
	w.say("%s: result %s", label, short(string(result)))
}

// progress reads the progress of a call.
func (w *world) progress(label string, ctx context.Context, conn *rpc.Conn, params string) {
	m := w.message(conn, "load", params)
	var pieces int
	loading := rpc.Stream(ctx, conn, m, func(n rpc.Message) (string, bool, error) {
		return "", strings.Contains(string(n.AppendJSON(nil)), `"loaded"`), nil
	}, func([]byte) (struct{}, error) { return struct{}{}, nil })
	for _, err := range loading.Events() {
		if err == nil {
			pieces++
			w.say("%s: progress %d", label, pieces)
		}
	}
	if _, err := loading.Result(); err != nil {
		w.say("%s: error %s", label, kind(err))
		return
	}
	w.say("%s: result {}", label)
}

// calls makes n calls at once and counts their outcomes.
func (w *world) calls(label string, n int, method, params string, o callOptions) {
	conn := w.current()
	var all sync.WaitGroup
	var mu sync.Mutex
	counts := map[string]int{}
	for i := range n {
		ctx, stop := w.context(fmt.Sprint(label, ".", i), o)
		all.Go(func() {
			defer stop()
			_, err := conn.Call(ctx, w.message(conn, method, params))
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				counts["result"]++
			} else {
				word, _, _ := strings.Cut(kind(err), ":")
				counts[word]++
			}
		})
	}
	all.Wait()
	var words []string
	for _, word := range slices.Sorted(maps.Keys(counts)) {
		words = append(words, fmt.Sprint(word, " ", counts[word]))
	}
	w.say("%s: all %s", label, strings.Join(words, ", "))
}

// stream reads the events of a call, and says how many there were, in their order.
func (w *world) stream(label, method, params string, delay int) {
	conn := w.current()
	n := 0
	s := rpc.Stream(w.ctx, conn, w.message(conn, method, params), func(m rpc.Message) (int, bool, error) {
		var tick struct {
			Method string
			Params struct{ N int }
		}
		err := json.Unmarshal(m.AppendJSON(nil), &tick)
		return tick.Params.N, tick.Method == "tick", err
	}, func([]byte) (struct{}, error) { return struct{}{}, nil })
	for i, err := range s.Events() {
		if err != nil {
			break
		}
		if n++; i != n {
			w.say("%s: event %d is the number %d", label, i, n)
			break
		}
		w.delay(time.Duration(delay) * time.Microsecond)
	}
	_, err := s.Result()
	w.say("%s: events %d", label, n)
	w.say("%s: %s", label, ending(err, "result"))
}

// delay waits, or works if it is for less than a sleep takes.
func (w *world) delay(d time.Duration) {
	if d < time.Millisecond {
		for late := time.Now().Add(d); time.Now().Before(late); {
		}
		return
	}
	select {
	case <-time.After(d):
	case <-w.ctx.Done():
	}
}

func ending(err error, well string) string {
	if err != nil {
		return "error " + kind(err)
	}
	return well
}

func (w *world) shutdown(label string, ms int) {
	ctx := w.ctx
	if ms > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, time.Duration(ms)*time.Millisecond)
		defer stop()
	}
	w.done(label, func() error { return w.current().Shutdown(ctx) })
}

// memory says what is alive, and what the process has.
func (w *world) memory() {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	w.say("memory: %d %d", m.HeapAlloc, resident())
}

// resident returns the resident set of this process in bytes.
func resident() (n int) {
	text, _ := os.ReadFile("/proc/self/statm")
	_, _ = fmt.Sscan(string(text), new(int), &n)
	return n * os.Getpagesize()
}

// left says what there is: goroutines, open files, handlers.
func (w *world) left() {
	files, _ := os.ReadDir("/proc/self/fd")
	w.say("left: %d %d %d", runtime.NumGoroutine(), len(files), w.running.Load())
}

// short cuts a long text.
func short(text string) string {
	if len(text) > 200 {
		return fmt.Sprintf("%s… %d bytes", text[:40], len(text))
	}
	return text
}

// kinds are the names of errors, which are the same in TypeScript.
var kinds = []struct {
	err  error
	name string
}{
	{rpc.ErrSlowConsumer, "slow_consumer"}, {rpc.ErrIdle, "idle"}, {rpc.ErrNoHandshake, "handshake"}, {rpc.ErrFraming, "framing"},
	{rpc.ErrTooLarge, "too_large"}, {rpc.ErrClosed, "closed"}, {rpc.ErrSettled, "settled"}, {rpc.ErrCancelled, "cancelled"},
	{rpc.ErrDisconnected, "disconnected"}, {context.DeadlineExceeded, "timeout"}, {context.Canceled, "cancelled"},
}

// kind is the name of an error, with its text.
func kind(err error) string {
	text := strings.ReplaceAll(err.Error(), "\n", " ")
	var answer *wirert.ResponseError
	var rule *rpc.RuleError
	for _, k := range kinds {
		if errors.Is(err, k.err) {
			return k.name + ": " + text
		}
	}
	switch {
	case errors.As(err, &answer):
		return fmt.Sprintf("response %d: %s", answer.Code, answer.Message)
	case errors.As(err, &rule):
		return "rule: " + text
	}
	return "other: " + text
}
