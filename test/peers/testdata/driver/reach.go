package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/wiregen/wiregen/ext/websocket"
	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// options say what end the driver makes.
type options struct {
	Spec    string                     // plain, headed, hand
	Over    string                     // child, stdio, tcp, unix, ws, pair, nats
	End     string                     // client, server
	At      string                     // the address to connect to; of pair and nats, that of the bridge
	Cmd     []string                   // of the child
	Env     []string                   // of the child
	Options map[string]json.RawMessage // of the connection, as in TypeScript
	Signals bool                       // the end drains at SIGTERM
	Around  bool                       // interceptors
	Log     bool                       // says what is logged
}

// A spec is what the driver uses of a generated package.
type spec struct {
	transport func(io.ReadWriteCloser) rpc.Transport
	server    func(rpc.Transport, *rpc.Options) *rpc.Conn
	client    func(rpc.Transport, *rpc.Options) *rpc.Conn
	connect   func(context.Context, io.ReadWriteCloser, *rpc.Options) (*rpc.Conn, error)
	start     func(context.Context, *exec.Cmd, *rpc.Options) (*rpc.Conn, error)
	login     func(rpc.Message) (rpc.Message, error)              // answers the request
	logIn     func(context.Context, *rpc.Conn, rpc.Message) error // makes it
	maxBytes  int
}

var specs = map[string]spec{"plain": plain, "headed": headed, "hand": hand}

// of makes the options of a connection: what has Wait in its name is a time.
func (w *world) of() (*rpc.Options, error) {
	set := map[string]any{}
	for name, value := range w.o.Options {
		var n int64
		if err := json.Unmarshal(value, &n); err != nil {
			return nil, err
		}
		if strings.HasSuffix(name, "Wait") {
			n *= int64(time.Millisecond)
		}
		set[name] = n
	}
	text, err := json.Marshal(set)
	if err != nil {
		return nil, err
	}
	o := &rpc.Options{Middleware: w.handle, Report: w.report}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(o); err != nil {
		return nil, err
	}
	if w.o.Log {
		o.Logger = slog.New(slog.NewTextHandler(logged{w}, &slog.HandlerOptions{Level: slog.LevelDebug}))
		o.Report = nil
	}
	if w.o.Around {
		o.Middleware = func(next rpc.Handler) rpc.Handler { return w.incoming(w.handle(next)) }
		o.Outgoing = w.outgoing
	}
	return o, nil
}

// report says the first faults that are reported.
func (w *world) report(i rpc.Incident) {
	if w.reports.Add(1) <= 100 {
		w.say("report: %.300v", i.Err)
	}
}

// logged says what is logged.
type logged struct{ w *world }

func (l logged) Write(p []byte) (int, error) {
	l.w.say("log: %s", strings.TrimSpace(string(p)))
	return len(p), nil
}

// incoming answers itself what says so.
func (w *world) incoming(next rpc.Handler) rpc.Handler {
	return func(ctx context.Context, m rpc.Message) (rpc.Message, error) {
		if strings.Contains(string(m.AppendJSON(nil)), "refuse this") {
			return nil, errRefused
		}
		out, err := next(ctx, m)
		w.say("around: in %s %s", rpc.Handling(ctx).Method, ending(err, "well"))
		return out, err
	}
}

var errRefused = &codec.ResponseError{Code: -32001, Message: "it is refused"}

// outgoing changes or refuses what says so.
func (w *world) outgoing(_ context.Context, o *rpc.Outgoing) (func(codec.Raw, error), error) {
	text := string(o.Message.AppendJSON(nil))
	if strings.Contains(text, "refuse this") {
		return nil, errRefused
	}
	if strings.Contains(text, "change this") {
		m, err := o.Conn.Protocol().Read[w.side()]([]byte(strings.ReplaceAll(text, "change this", "changed")))
		if err != nil {
			return nil, err
		}
		o.Message = m
	}
	method := o.Parts.Method
	return func(_ codec.Raw, err error) { w.say("around: out %s %s", method, ending(err, "well")) }, nil
}

// start makes the end, and says when it has ended.
func (w *world) start() {
	o, err := w.of()
	if err != nil {
		w.say("fault: %v", err)
		return
	}
	s := specs[w.o.Spec]
	switch {
	case w.o.Over == "stdio":
		go w.serveStdio(s, o)
	case w.o.Over == "child":
		go w.startChild(s, o)
	case w.o.Over == "pair" || w.o.Over == "nats":
		go w.bridged(s, o)
	case w.o.Over == "ws" && w.o.End == "server":
		w.serveWebSockets(s, o)
	case w.o.Over == "ws":
		go func() {
			t, err := websocket.Dial(w.ctx, w.o.At, &websocket.Options{MaxBytes: s.maxBytes})
			if err != nil {
				w.say("fault: %v", err)
				return
			}
			w.watch(s.client(t, o))
		}()
	case w.o.End == "server":
		w.serve(s, o)
	default:
		go func() {
			conn, err := net.Dial(w.o.Over, w.o.At)
			if err != nil {
				w.say("fault: %v", err)
				return
			}
			w.connected(s.connect(w.ctx, conn, o))
		}()
	}
}

// set makes a connection the current one.
func (w *world) set(c *rpc.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn == nil {
		close(w.made)
	}
	w.conn = c
	w.say("made")
}

// watch waits for the end of a connection.
func (w *world) watch(c *rpc.Conn) {
	w.set(c)
	w.say("ended: %s", ending(c.Wait(context.Background()), "well"))
}

func (w *world) connected(c *rpc.Conn, err error) {
	if err != nil {
		w.say("not connected: %s", kind(err))
		return
	}
	w.watch(c)
}

// serveStdio is what main of a server does.
func (w *world) serveStdio(s spec, o *rpc.Options) {
	defer close(w.over)
	ctx, stop := context.Background(), func() {}
	if w.o.Signals {
		ctx, stop = rpc.UntilSignal(ctx)
	}
	defer stop()
	c := s.server(s.transport(rpc.Stdio()), o)
	w.set(c)
	err := rpc.ServeConn(ctx, c)
	w.say("ended: %s", ending(err, "well"))
	if err != nil {
		w.code = 1
	}
}

func (w *world) startChild(s spec, o *rpc.Options) {
	cmd := exec.Command(w.o.Cmd[0], w.o.Cmd[1:]...)
	cmd.Env = append(os.Environ(), w.o.Env...)
	w.connected(s.start(w.ctx, cmd, o))
}

// serve accepts any number of connections.
func (w *world) serve(s spec, o *rpc.Options) {
	address := w.o.At
	if w.o.Over == "tcp" {
		address = "127.0.0.1:0"
	}
	l, err := net.Listen(w.o.Over, address)
	if err != nil {
		w.say("fault: %v", err)
		return
	}
	w.say("listening %s", l.Addr())
	go func() {
		_ = rpc.Serve(w.ctx, l, func(ctx context.Context, conn net.Conn) {
			c := s.server(s.transport(conn), o)
			w.set(c)
			err := rpc.ServeConn(ctx, c)
			w.say("ended: %s", ending(err, "well"))
		})
	}()
}

func (w *world) serveWebSockets(s spec, o *rpc.Options) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		w.say("fault: %v", err)
		return
	}
	server := &http.Server{Handler: websocket.NewHandler(func(_ *http.Request, t rpc.Transport) {
		w.watch(s.server(t, o))
	}, &websocket.Options{MaxBytes: s.maxBytes})}
	w.say("listening ws://%s/", l.Addr())
	go func() { _ = server.Serve(l) }()
	context.AfterFunc(w.ctx, func() { _ = server.Close() })
}

// bridged makes an end over a transport that has no other way out of this process; its peer
// speaks lines over a socket.
func (w *world) bridged(s spec, o *rpc.Options) {
	own, others := rpc.Pipe()
	if w.o.Over == "nats" {
		var err error
		if own, others, err = natsSession(w.ctx, w.o.End, s.maxBytes); err != nil {
			w.say("fault: %v", err)
			return
		}
	}
	conn, err := net.Dial("unix", w.o.At)
	if err != nil {
		w.say("fault: %v", err)
		return
	}
	go bridge(others, conn.(*net.UnixConn))
	if w.o.End == "server" {
		w.watch(s.server(own, o))
	} else {
		w.watch(s.client(own, o))
	}
}

// bridge carries messages between a transport and lines.
func bridge(t rpc.Transport, conn *net.UnixConn) {
	go func() {
		defer conn.Close()
		for {
			m, err := t.Read()
			if err != nil {
				return
			}
			if _, err := fmt.Fprintf(conn, "%s\n", m); err != nil {
				return
			}
		}
	}()
	lines := bufio.NewReader(conn)
	for {
		line, err := lines.ReadBytes('\n')
		if err == nil {
			err = t.Write([][]byte{line[:len(line)-1]})
		}
		if err != nil {
			_ = t.Close()
			return
		}
	}
}
