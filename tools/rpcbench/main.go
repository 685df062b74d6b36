// Command rpcbench measures calls and notifications over a Unix socket: connections that
// wiregen generates, beside packages for JSON-RPC that people use.
//
//	make tools-generated && go -C tools run ./rpcbench [-rounds N] [-calls N] [-inflight N,N]
//
// Those in Go run in one process, in turns, with the same payload; then those in Node do. It
// prints medians and minima of the rounds: calls or notifications per second, CPU time for each
// (of both ends), the latency of sequential calls, and allocations for each.
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"
	sourcegraph "github.com/sourcegraph/jsonrpc2"
	expjsonrpc2 "golang.org/x/exp/jsonrpc2"

	"github.com/wiregen/wiregen/tools/rpcbench/echo"
)

var (
	rounds   = flag.Int("rounds", 5, "how many rounds are measured")
	calls    = flag.Int("calls", 20_000, "how many calls a round has")
	inflight = flag.String("inflight", "1,10,100,1000,10000", "how many calls are open at once")
)

// A contender has both ends of one connection. Its server calls noted after it has read the
// payload of a notification; calls of noted may overlap.
type contender struct {
	name  string
	start func(dir string, noted func()) client
}

// A client is the end that sends: a call returns when the answer is read, a note when it is
// sent.
type client struct {
	call, note func(ctx context.Context) error
	stop       func()
}

var contenders = []contender{
	{"wiregen", startWiregen},
	{"creachadair/jrpc2", startJRPC2},
	{"sourcegraph/jsonrpc2", startSourcegraph},
	{"x/exp/jsonrpc2", startExp},
}

type server struct {
	echo.UnimplementedServerHandler
	noted func()
}

func (server) Echo(_ context.Context, p *echo.Payload) (*echo.Payload, error) { return p, nil }

func (s server) Note(context.Context, *echo.Payload) { s.noted() }

func startWiregen(dir string, noted func()) client {
	l := listen(dir, "wiregen")
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		must(echo.Serve(ctx, l, func() echo.ServerHandler { return server{noted: noted} }, nil))
	}()
	c, err := echo.ConnectServer(ctx, dial(l), echo.ClientOptions{})
	must(err)
	return client{
		call: func(ctx context.Context) error {
			_, err := c.Echo(ctx, payload)
			return err
		},
		note: func(ctx context.Context) error { return c.Note(ctx, payload) },
		stop: func() {
			must(c.Close())
			stop()
		},
	}
}

func startJRPC2(dir string, noted func()) client {
	l := listen(dir, "jrpc2")
	methods := handler.Map{
		"echo": handler.New(func(_ context.Context, p *plain) (*plain, error) { return p, nil }),
		"note": handler.New(func(context.Context, *plain) error {
			noted()
			return nil
		}),
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		conn, err := l.Accept()
		must(err)
		_ = jrpc2.NewServer(methods, &jrpc2.ServerOptions{Concurrency: 64}).Start(channel.Line(conn, conn)).Wait()
	}()
	conn := dial(l)
	c := jrpc2.NewClient(channel.Line(conn, conn), nil)
	return client{
		call: func(ctx context.Context) error { return c.CallResult(ctx, "echo", plainOf(payload), new(plain)) },
		note: func(ctx context.Context) error { return c.Notify(ctx, "note", plainOf(payload)) },
		stop: func() {
			_ = c.Close()
			<-done
		},
	}
}

// plain is the payload for encoding/json by reflection, as users of these packages write it.
type plain struct {
	ID   int64    `json:"id"`
	Name string   `json:"name"`
	Text string   `json:"text"`
	Tags []string `json:"tags"`
	OK   bool     `json:"ok"`
}

func plainOf(p *echo.Payload) *plain { return &plain{p.ID, p.Name, p.Text, p.Tags, p.Ok} }

type sourcegraphServer struct{ noted func() }

func (s sourcegraphServer) Handle(ctx context.Context, c *sourcegraph.Conn, r *sourcegraph.Request) {
	var p plain
	must(json.Unmarshal(*r.Params, &p))
	if r.Notif {
		s.noted()
		return
	}
	must(c.Reply(ctx, r.ID, &p))
}

func startSourcegraph(dir string, noted func()) client {
	l := listen(dir, "sourcegraph")
	go func() {
		conn, err := l.Accept()
		must(err)
		sourcegraph.NewConn(context.Background(), sourcegraph.NewPlainObjectStream(conn), sourcegraph.AsyncHandler(sourcegraphServer{noted}))
	}()
	c := sourcegraph.NewConn(context.Background(), sourcegraph.NewPlainObjectStream(dial(l)), sourcegraph.HandlerWithError(nil))
	return client{
		call: func(ctx context.Context) error { return c.Call(ctx, "echo", plainOf(payload), new(plain)) },
		note: func(ctx context.Context) error { return c.Notify(ctx, "note", plainOf(payload)) },
		stop: func() { _ = c.Close() },
	}
}

func startExp(dir string, noted func()) client {
	ctx := context.Background()
	name := filepath.Join(dir, "exp")
	l, err := expjsonrpc2.NetListener(ctx, "unix", name, expjsonrpc2.NetListenOptions{})
	must(err)
	binder := expjsonrpc2.ConnectionOptions{Framer: expjsonrpc2.RawFramer(), Handler: expjsonrpc2.HandlerFunc(func(_ context.Context, r *expjsonrpc2.Request) (any, error) {
		var p plain
		if err := json.Unmarshal(r.Params, &p); err != nil {
			return nil, err
		}
		if !r.IsCall() {
			noted()
			return nil, nil
		}
		return &p, nil
	})}
	_, err = expjsonrpc2.Serve(ctx, l, binder)
	must(err)
	c, err := expjsonrpc2.Dial(ctx, l.Dialer(), expjsonrpc2.ConnectionOptions{Framer: expjsonrpc2.RawFramer()})
	must(err)
	return client{
		call: func(ctx context.Context) error { return c.Call(ctx, "echo", plainOf(payload)).Await(ctx, new(plain)) },
		note: func(ctx context.Context) error { return c.Notify(ctx, "note", plainOf(payload)) },
		stop: func() {
			_ = c.Close()
			_ = l.Close()
		},
	}
}

func listen(dir, name string) net.Listener {
	l, err := net.Listen("unix", filepath.Join(dir, name))
	must(err)
	return l
}

func dial(l net.Listener) net.Conn {
	conn, err := net.Dial("unix", l.Addr().String())
	must(err)
	return conn
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// A figure is what one round shows.
type figure struct {
	perSecond, cpu, allocs float64
	p50, p99               time.Duration
}

var payload = &echo.Payload{ID: 42, Name: "echo", Text: strings.Repeat("The quick brown fox. ", 10), Tags: []string{"one", "two", "three"}, Ok: true}

// calling makes calls, of which some are open at once.
func calling(do func(context.Context) error, open, calls int) figure {
	var took []time.Duration
	f := measure(calls, func(ctx context.Context) {
		if open == 1 {
			took = make([]time.Duration, 0, calls)
			for range calls {
				at := time.Now()
				must(do(ctx))
				took = append(took, time.Since(at))
			}
			return
		}
		var all sync.WaitGroup
		for i := range open {
			all.Go(func() {
				for n := i; n < calls; n += open {
					must(do(ctx))
				}
			})
		}
		all.Wait()
	})
	if slices.Sort(took); len(took) > 0 {
		f.p50, f.p99 = took[len(took)/2], took[len(took)*99/100]
	}
	return f
}

// A counter waits until the server has read all notifications of a round.
type counter struct {
	left atomic.Int64
	done chan bool
}

func (c *counter) noted() {
	if c.left.Add(-1) == 0 {
		c.done <- true
	}
}

// noting sends notifications one after the other, until the server has read the last.
func (c *counter) noting(do func(context.Context) error, notes int) figure {
	return measure(notes, func(ctx context.Context) {
		c.left.Store(int64(notes))
		for range notes {
			must(do(ctx))
		}
		<-c.done
	})
}

// measure does something that sends n messages.
func measure(n int, do func(context.Context)) figure {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	used, begun := cpu(), time.Now()
	do(ctx)
	passed, spent := time.Since(begun), cpu()-used
	runtime.ReadMemStats(&after)
	return figure{perSecond: float64(n) / passed.Seconds(), cpu: spent.Seconds() * 1e6 / float64(n), allocs: float64(after.Mallocs-before.Mallocs) / float64(n)}
}

// cpu is the processor time of this process.
func cpu() time.Duration {
	var u syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func main() {
	flag.Parse()
	dir, err := os.MkdirTemp("", "rpcbench")
	must(err)
	defer os.RemoveAll(dir)
	fmt.Printf("%-22s %6s  %10s %10s  %8s %8s  %6s  %9s %9s\n", "", "open", "each/s", "(best)", "µs CPU", "(best)", "allocs", "p50", "p99")
	inGo(dir)
	inNode(dir)
}

// inGo measures the contenders in Go: notifications, then calls.
func inGo(dir string) {
	var clients []client
	var counters []*counter
	for _, c := range contenders {
		count := &counter{done: make(chan bool)}
		started := c.start(dir, count.noted)
		defer started.stop()
		clients, counters = append(clients, started), append(counters, count)
	}
	row := func(open int, round func(i int) figure) {
		got := make([][]figure, len(contenders))
		for r := range *rounds + 1 {
			for i := range contenders {
				if f := round(i); r > 0 { // the first warms up
					got[i] = append(got[i], f)
				}
			}
		}
		for i, c := range contenders {
			show(c.name, open, got[i])
		}
	}
	row(0, func(i int) figure { return counters[i].noting(clients[i].note, *calls) })
	for _, text := range strings.Split(*inflight, ",") {
		open, err := strconv.Atoi(text)
		must(err)
		row(open, func(i int) figure { return calling(clients[i].call, open, max(*calls, open)) })
	}
}

// inNode measures those in Node.
func inNode(dir string) {
	run := func(out io.Writer, name string, args ...string) {
		cmd := exec.Command(name, args...)
		cmd.Stdout, cmd.Stderr = out, os.Stderr
		must(cmd.Run())
	}
	run(os.Stderr, "npm", "ci", "--ignore-scripts", "--silent", "--prefix", filepath.Join("rpcbench", "node"))
	run(os.Stderr, "go", "-C", "..", "run", "./cmd/wiregen", "generate", "--target", "ts", "--out", dir, filepath.Join("tools", "rpcbench", "echo.yaml"))
	var out bytes.Buffer
	run(&out, "node", filepath.Join("rpcbench", "node", "bench.mjs"), filepath.Join(dir, "ts"), strconv.Itoa(*rounds), strconv.Itoa(*calls), *inflight)
	type line struct {
		Name                     string
		Open                     int
		PerSecond, CPU, P50, P99 float64
	}
	type row struct {
		name string
		open int
	}
	got := map[row][]figure{}
	var rows []row
	for d := json.NewDecoder(&out); ; {
		var l line
		if err := d.Decode(&l); err == io.EOF {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		at := row{l.Name, l.Open}
		if got[at] == nil {
			rows = append(rows, at)
		}
		got[at] = append(got[at], figure{l.PerSecond, l.CPU, 0, time.Duration(l.P50), time.Duration(l.P99)})
	}
	for _, at := range rows {
		show(at.name, at.open, got[at])
	}
}

// show prints the row of the rounds of a contender; those with no calls open sent notifications.
func show(name string, open int, got []figure) {
	median := func(of func(figure) float64) float64 {
		list := slices.SortedFunc(slices.Values(got), func(a, b figure) int { return cmp.Compare(of(a), of(b)) })
		return of(list[len(list)/2])
	}
	best := slices.MaxFunc(got, func(a, b figure) int { return cmp.Compare(a.perSecond, b.perSecond) })
	cheap := slices.MinFunc(got, func(a, b figure) int { return cmp.Compare(a.cpu, b.cpu) })
	label := strconv.Itoa(open)
	if open == 0 {
		label = "notes"
	}
	fmt.Printf("%-22s %6s  %10.0f %10.0f  %8.1f %8.1f  %6.1f", name, label, median(func(f figure) float64 { return f.perSecond }), best.perSecond,
		median(func(f figure) float64 { return f.cpu }), cheap.cpu, median(func(f figure) float64 { return f.allocs }))
	if open == 1 {
		fmt.Printf("  %9v %9v", time.Duration(median(func(f figure) float64 { return float64(f.p50) })).Round(100*time.Nanosecond),
			time.Duration(median(func(f figure) float64 { return float64(f.p99) })).Round(100*time.Nanosecond))
	}
	fmt.Println()
}
