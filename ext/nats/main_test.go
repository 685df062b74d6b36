package nats_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wiregen/wiregen/ext/nats"
)

var kills = flag.Int("nats.kills", 5, "how often the server is killed")

// mode says what a child process of the tests does.
const mode = "NATS_TEST_MODE"

func TestMain(m *testing.M) {
	if os.Getenv(mode) != "" { // a child ends with the test
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(1)
		}()
	}
	switch what, arg, _ := strings.Cut(os.Getenv(mode), " "); what {
	case "server":
		fatal(serveNATS(arg))
		return
	case "receiver":
		fatal(receive(arg))
		return
	}
	os.Exit(m.Run())
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serveNATS is a server until it is killed.
func serveNATS(arg string) error {
	port, dir, _ := strings.Cut(arg, " ")
	n, err := strconv.Atoi(port)
	if err != nil {
		return err
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: n, JetStream: true, StoreDir: dir, SyncAlways: true, NoLog: true, NoSigs: true})
	if err != nil {
		return err
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		return errors.New("the server does not begin")
	}
	fmt.Println("ready")
	select {}
}

// A child is a process of this program.
type child struct {
	cmd   *exec.Cmd
	in    io.Closer
	lines *bufio.Scanner
}

func start(t *testing.T, what string) *child {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &child{cmd: exec.Command(self)}
	c.cmd.Env = append(os.Environ(), mode+"="+what)
	c.cmd.Stderr = os.Stderr
	in, err := c.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.in, c.lines = in, bufio.NewScanner(out)
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.kill)
	return c
}

// kill kills the process with SIGKILL.
func (c *child) kill() {
	_ = c.cmd.Process.Kill()
	for c.lines.Scan() { // what it has written
	}
	_ = c.cmd.Wait()
}

// A cluster is one server, which can be killed.
type cluster struct {
	t    *testing.T
	dir  string
	port int
	now  *child
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{t: t, dir: t.TempDir(), port: l.Addr().(*net.TCPAddr).Port}
	_ = l.Close()
	c.start()
	return c
}

func (c *cluster) start() {
	c.t.Helper()
	c.now = start(c.t, fmt.Sprintf("server %d %s", c.port, c.dir))
	if !c.now.lines.Scan() {
		c.t.Fatal("the server does not begin")
	}
}

func (c *cluster) restart() {
	c.t.Helper()
	c.now.kill()
	c.start()
}

func (c *cluster) url() string { return fmt.Sprintf("nats://127.0.0.1:%d", c.port) }

// connect returns a bus over its own connection, and what closes that.
func connect(ctx context.Context, url string) (*nats.Bus, jetstream.JetStream, func(), error) {
	nc, err := natsgo.Connect(url, nats.ConnectOptions()...)
	if err != nil {
		return nil, nil, nil, err
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, nil, nil, err
	}
	bus, err := nats.New(ctx, js, nats.Config{Prefix: "test"})
	return bus, js, nc.Close, err
}

func (c *cluster) bus() (*nats.Bus, jetstream.JetStream) {
	c.t.Helper()
	bus, js, stop, err := connect(within(c.t), c.url())
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(stop)
	return bus, js
}

// within is a context that ends long after everything should have happened.
func within(t *testing.T) context.Context {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute+time.Duration(*kills)*10*time.Second)
	t.Cleanup(stop)
	return ctx
}

func open(t *testing.T, b *nats.Bus, name, role, peer string, o *nats.Options) *nats.Transport {
	t.Helper()
	tr, err := b.Session(within(t), name, role, peer, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tr.Close() })
	return tr
}

// noLeaks fails if goroutines are left that were not there before do.
func noLeaks(t *testing.T, do func()) {
	t.Helper()
	before := runtime.NumGoroutine()
	do()
	for ctx := within(t); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if ctx.Err() != nil {
			all := make([]byte, 1<<20)
			t.Fatalf("goroutines are left:\n%s", all[:runtime.Stack(all, true)])
		}
	}
}
