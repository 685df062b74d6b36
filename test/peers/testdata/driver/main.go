// A driver of one end of the protocol peer.yaml: it does what it is told over a control
// connection, a line for each command, and says there what it sees, a line for each thing.
//
//	driver SOCKET         listens there; each control connection has ends of its own
//	driver SOCKET stdio   connects to it; the end is on the standard input and output
//
// The commands, of which a LABEL begins the lines that say how they ended:
//
//	start {…}                                makes the end: see options
//	call LABEL METHOD PARAMS [{…}]           timeout and reset (by progress), signal
//	calls LABEL N METHOD PARAMS [{…}]        N at once
//	notify LABEL METHOD PARAMS
//	stream LABEL METHOD PARAMS DELAY         reads its events, with a delay after each, in microseconds
//	cancel LABEL                             of a call
//	go                                       what waits for it goes on
//	shutdown LABEL [MS], close LABEL
//	memory, left
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/wiregen/wiregen/wirert/rpc"
)

func main() {
	if len(os.Args) > 2 {
		control, err := net.Dial("unix", os.Args[1])
		check(err)
		w := newWorld(control)
		w.own = true
		w.listen()
		<-w.over        // the end of the connection: see serveStdio
		w.ending.Wait() // what ends it, or ends with it, says so
		os.Exit(w.code)
	}
	l, err := net.Listen("unix", os.Args[1])
	check(err)
	fmt.Println("ready")
	for {
		control, err := l.Accept()
		check(err)
		go newWorld(control).listen()
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

// A world is what one control connection has made.
type world struct {
	control net.Conn
	out     sync.Mutex // lines are not mixed
	ctx     context.Context
	stop    context.CancelFunc // when the control connection ends
	own     bool               // the process is of this world alone
	over    chan struct{}      // is closed when the end on the standard output is over
	code    int                // of the process then

	mu      sync.Mutex
	o       options
	conn    *rpc.Conn // the last one
	made    chan struct{}
	gate    chan struct{} // is closed when what waits for go may go on
	cancels map[string]context.CancelFunc
	signals map[string]context.Context

	ending  sync.WaitGroup // commands that end the connection, and those that it ends
	running atomic.Int64   // handlers
	ticks   atomic.Int64
	reports atomic.Int64
}

func newWorld(control net.Conn) *world {
	w := &world{
		control: control, over: make(chan struct{}), made: make(chan struct{}), gate: make(chan struct{}),
		cancels: map[string]context.CancelFunc{}, signals: map[string]context.Context{},
	}
	w.ctx, w.stop = context.WithCancel(context.Background())
	return w
}

func (w *world) say(format string, args ...any) {
	w.out.Lock()
	defer w.out.Unlock()
	_, _ = io.WriteString(w.control, strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")+"\n")
}

// listen does what is said on the control connection, until it ends.
func (w *world) listen() {
	do := func() {
		lines := bufio.NewScanner(w.control)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			w.command(lines.Text())
		}
		w.stop()
		w.release()
		w.mu.Lock()
		conn := w.conn
		w.mu.Unlock()
		if conn != nil {
			_ = conn.Close()
		}
		_ = w.control.Close()
	}
	if w.own {
		go do()
	} else {
		do()
	}
}

// release lets everything go on that waits for go.
func (w *world) release() {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.gate)
	w.gate = make(chan struct{})
}

func (w *world) current() *rpc.Conn {
	select {
	case <-w.made:
	case <-w.ctx.Done():
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.conn
}

// command does one command. What may wait does so in a goroutine of its own.
func (w *world) command(line string) {
	name, rest, _ := strings.Cut(line, " ")
	word := func() (out string) {
		out, rest, _ = strings.Cut(rest, " ")
		return out
	}
	switch name {
	case "start":
		if err := json.Unmarshal([]byte(rest), &w.o); err != nil {
			w.say("fault: %v", err)
			return
		}
		w.start()
	case "call":
		label, method := word(), word()
		params, o := divided(rest)
		ctx, stop := w.context(label, o)
		w.ending.Go(func() {
			defer stop()
			w.outcome(label, ctx, method, params)
		})
	case "calls":
		label := word()
		n, _ := strconv.Atoi(word())
		method := word()
		params, o := divided(rest)
		w.ending.Go(func() { w.calls(label, n, method, params, o) })
	case "notify":
		label, method := word(), word()
		conn := w.current()
		w.ending.Go(func() {
			if err := conn.Notify(w.ctx, w.message(conn, method, rest)); err != nil {
				w.say("%s: error %s", label, kind(err))
			} else {
				w.say("%s: sent", label)
			}
		})
	case "stream":
		label, method := word(), word()
		at := strings.LastIndexByte(rest, ' ')
		delay, _ := strconv.Atoi(rest[at+1:])
		w.ending.Go(func() { w.stream(label, method, rest[:at], delay) })
	case "cancel":
		w.mu.Lock()
		w.cancels[word()]()
		w.mu.Unlock()
	case "go":
		w.release()
	case "shutdown":
		label := word()
		ms, _ := strconv.Atoi(rest)
		w.ending.Go(func() { w.shutdown(label, ms) })
	case "close":
		label := word()
		w.ending.Go(func() { w.done(label, func() error { return w.current().Close() }) })
	case "memory":
		w.memory()
	case "left":
		w.left()
	default:
		w.say("fault: there is no command %q", name)
	}
}

func (w *world) done(label string, do func() error) {
	if err := do(); err != nil {
		w.say("%s: error %s", label, kind(err))
		return
	}
	w.say("%s: done", label)
}

// divided divides params and the options behind them.
func divided(rest string) (params string, o callOptions) {
	d := json.NewDecoder(strings.NewReader(rest))
	var p json.RawMessage
	if d.Decode(&p) == nil {
		_ = d.Decode(&o)
	}
	return string(p), o
}
