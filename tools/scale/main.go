// Command scale measures what one process holds: memory for each idle connection, and calls
// for each second of CPU time, over TCP, WebSockets and NATS JetStream.
//
//	make tools-generated && go -C tools run ./scale [-connections N] [-sessions N] [-for DURATION]
//
// The process that serves is a child with one thread of Go (GOMAXPROCS=1); this one is the
// other end of all connections. It prints the tables of docs/scale.md.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/wiregen/wiregen/ext/websocket"
	"github.com/wiregen/wiregen/tools/rpcbench/echo"
	"github.com/wiregen/wiregen/wirert/rpc"
)

var (
	connections = flag.Int("connections", 9000, "how many idle connections are measured; each is an open file")
	sessions    = flag.Int("sessions", 500, "how many sessions over NATS are measured")
	period      = flag.Duration("for", 5*time.Second, "how long calls are measured")
)

// mode says what a child process does.
const mode = "SCALE_MODE"

func main() {
	log.SetFlags(0)
	if what := os.Getenv(mode); what != "" {
		child(what)
		return
	}
	flag.Parse()
	fmt.Printf("%s, %d processors, %s\n\n", runtime.Version(), runtime.NumCPU(), processor())
	fmt.Println("| transport | idle connections | goroutines per connection | heap and stacks per connection | memory of the process per connection |\n|---|---|---|---|---|")
	for _, kind := range []string{"tcp", "websocket"} {
		measureIdle(kind)
	}
	fmt.Println("\n| transport | connections | calls in flight on each | calls per second | CPU time per call | calls per second of CPU time |\n|---|---|---|---|---|---|")
	for _, kind := range []string{"tcp", "websocket"} {
		for _, load := range [][2]int{{100, 1}, {100, 10}, {1000, 1}} {
			measureCalls(kind, load[0], load[1])
		}
	}
	measureNATS()
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// processor returns the name of the processor, if Linux tells it.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	_, rest, _ := strings.Cut(string(text), "model name")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimLeft(line, "\t :")
}

// serving handles the calls of all connections.
type serving struct {
	echo.UnimplementedServerHandler
}

func (serving) Echo(_ context.Context, p *echo.Payload) (*echo.Payload, error) { return p, nil }

// stats are what a child process tells about itself.
type stats struct {
	Address    string
	Resident   int64 // bytes of the process
	Memory     int64 // bytes of heap and stacks that are in use
	Goroutines int
	CPU        time.Duration
}

// now returns the stats of this process, after it has given back what it does not use.
func now() stats {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s := stats{Memory: int64(m.HeapAlloc + m.StackInuse), Goroutines: runtime.NumGoroutine(), CPU: cpuTime()}
	text, err := os.ReadFile("/proc/self/statm")
	must(err)
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	must(err)
	s.Resident = pages * int64(os.Getpagesize())
	return s
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// child serves connections, and answers each line of the standard input with its stats.
func child(what string) {
	runtime.GOMAXPROCS(1)
	address := ""
	switch kind, arg, _ := strings.Cut(what, " "); kind {
	case "nats":
		address = serveNATS(arg == "always")
	case "sessions":
		serveSessions(arg)
	default:
		l, err := net.Listen("tcp", "127.0.0.1:0")
		must(err)
		address = l.Addr().String()
		if kind == "tcp" {
			go func() { must(echo.Serve(context.Background(), l, func() echo.ServerHandler { return serving{} }, nil)) }()
			break
		}
		h := websocket.NewHandler(func(r *http.Request, t rpc.Transport) {
			_ = rpc.ServeConn(r.Context(), echo.NewServer(t, serving{}, nil).Conn)
		}, nil)
		go func() { must(http.Serve(l, h)) }()
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		s := now()
		s.Address = address
		must(json.NewEncoder(os.Stdout).Encode(s))
	}
}

// A process is a child.
type process struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func start(what string) *process {
	self, err := os.Executable()
	must(err)
	p := &process{cmd: exec.Command(self)}
	p.cmd.Env = append(os.Environ(), mode+"="+what)
	p.cmd.Stderr = os.Stderr
	p.in, err = p.cmd.StdinPipe()
	must(err)
	out, err := p.cmd.StdoutPipe()
	must(err)
	p.out = bufio.NewScanner(out)
	must(p.cmd.Start())
	return p
}

func (p *process) stats() (s stats) {
	_, err := fmt.Fprintln(p.in)
	must(err)
	if !p.out.Scan() {
		log.Fatal("the process that serves has ended")
	}
	must(json.Unmarshal(p.out.Bytes(), &s))
	return s
}

func (p *process) stop() {
	_ = p.in.Close()
	_ = p.cmd.Wait()
}

// dial connects to a child.
func dial(kind, address string) *echo.Client {
	if kind == "tcp" {
		conn, err := net.Dial("tcp", address)
		must(err)
		c, err := echo.ConnectServer(context.Background(), conn, echo.ClientOptions{})
		must(err)
		return c
	}
	t, err := websocket.Dial(context.Background(), "ws://"+address, nil)
	must(err)
	return echo.NewClient(t, nil, nil)
}

func payload() *echo.Payload {
	return &echo.Payload{ID: 1, Name: "name", Text: "a text of a few words, as in a message of a chat", Tags: []string{"a", "b"}, Ok: true}
}

// measureIdle has connections that have made one call.
func measureIdle(kind string) {
	p := start(kind)
	defer p.stop()
	address := p.stats().Address
	var all []*echo.Client
	add := func(n int) stats {
		for range n {
			c := dial(kind, address)
			_, err := c.Echo(context.Background(), payload())
			must(err)
			all = append(all, c)
		}
		return p.stats()
	}
	before := add(100)
	n := *connections - 100
	after := add(n)
	each := func(of func(s stats) int64) float64 { return float64(of(after)-of(before)) / float64(n) }
	fmt.Printf("| %s | %d | %.1f | %.1f KiB | %.1f KiB |\n", kind, *connections, each(func(s stats) int64 { return int64(s.Goroutines) }),
		each(func(s stats) int64 { return s.Memory })/1024, each(func(s stats) int64 { return s.Resident })/1024)
	for _, c := range all {
		_ = c.Close()
	}
}

// measureCalls makes calls on connections.
func measureCalls(kind string, count, open int) {
	p := start(kind)
	defer p.stop()
	address := p.stats().Address
	var all []*echo.Client
	for range count {
		all = append(all, dial(kind, address))
	}
	calls, used := load(p, all, open)
	report(kind, count, open, calls, used)
	for _, c := range all {
		_ = c.Close()
	}
}

func report(kind string, count, open int, calls int64, used time.Duration) {
	fmt.Printf("| %s | %d | %d | %.0f | %.1f µs | %.0f |\n", kind, count, open, float64(calls)/period.Seconds(),
		float64(used.Microseconds())/float64(calls), float64(calls)/used.Seconds())
}

// load makes calls for the period, and returns how many, and the CPU time of the process.
func load(p *process, all []*echo.Client, open int) (int64, time.Duration) {
	var calls atomic.Int64
	ctx, stop := context.WithTimeout(context.Background(), *period)
	defer stop()
	before := p.stats().CPU
	var callers sync.WaitGroup
	for _, c := range all {
		for range open {
			callers.Go(func() {
				for ctx.Err() == nil {
					if _, err := c.Echo(context.Background(), payload()); err != nil {
						log.Fatal(err)
					}
					calls.Add(1)
				}
			})
		}
	}
	callers.Wait()
	return calls.Load(), p.stats().CPU - before
}
