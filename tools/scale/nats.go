package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wiregen/wiregen/ext/nats"
	"github.com/wiregen/wiregen/tools/rpcbench/echo"
)

// serveNATS begins a server with JetStream. It returns the address, and the folder, which
// who measures removes.
func serveNATS(always bool) string {
	dir, err := os.MkdirTemp("", "scale")
	must(err)
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: dir, SyncAlways: always, NoLog: true, NoSigs: true})
	must(err)
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		panic("the server does not begin")
	}
	return s.ClientURL() + " " + dir
}

func connect(url string) *nats.Bus {
	nc, err := natsgo.Connect(url, nats.ConnectOptions()...)
	must(err)
	js, err := jetstream.New(nc)
	must(err)
	bus, err := nats.New(context.Background(), js, nats.Config{Prefix: "scale"})
	must(err)
	return bus
}

// serveSessions has the serving ends of sessions.
func serveSessions(arg string) {
	url, count, _ := strings.Cut(arg, " ")
	n, err := strconv.Atoi(count)
	must(err)
	bus := connect(url)
	for i := range n {
		t, err := bus.Session(context.Background(), fmt.Sprint("s", i), "server", "client", nil)
		must(err)
		echo.NewServer(t, serving{}, nil)
	}
}

// measureNATS measures sessions over one server, and the server itself.
func measureNATS() {
	fmt.Println("\n| stream | sessions | calls per second | CPU time per call: serving process | NATS server | heap and stacks per idle session: serving process | NATS server |\n|---|---|---|---|---|---|---|")
	for _, sync := range []string{"default", "always"} {
		for _, n := range []int{1, *sessions} {
			measureSessions(sync, n)
		}
	}
	fmt.Println("\n| messages of 100 bytes that one end writes | per second |\n|---|---|")
	for _, sync := range []string{"default", "always"} {
		for _, batch := range []int{1, 100} {
			measureWrites(sync, batch)
		}
	}
}

func measureSessions(syncing string, n int) {
	broker := start("nats " + syncing)
	url, dir, _ := strings.Cut(broker.stats().Address, " ")
	defer os.RemoveAll(dir)
	defer broker.stop()
	bus := connect(url)
	idle := start(fmt.Sprintf("sessions %s %d", url, 0))
	without, brokerWithout := idle.stats(), broker.stats()
	idle.stop()
	p := start(fmt.Sprintf("sessions %s %d", url, n))
	defer p.stop()
	p.stats()
	var all []*echo.Client
	for i := range n {
		t, err := bus.Session(context.Background(), fmt.Sprint("s", i), "client", "server", nil)
		must(err)
		c := echo.NewClient(t, nil, nil)
		_, err = c.Echo(context.Background(), payload())
		must(err)
		all = append(all, c)
	}
	time.Sleep(time.Second) // acknowledgements
	with, brokerWith := p.stats(), broker.stats()
	calls, used := load(p, all, 1)
	brokerUsed := broker.stats().CPU - brokerWith.CPU
	memory := "| |" // of one session it says nothing
	if n > 1 {
		memory = fmt.Sprintf("%.0f KiB | %.0f KiB |", float64(with.Memory-without.Memory)/float64(n)/1024, float64(brokerWith.Memory-brokerWithout.Memory)/float64(n)/1024)
	}
	fmt.Printf("| sync_interval: %s | %d | %.0f | %.0f µs | %.0f µs | %s\n", syncing, n, float64(calls)/period.Seconds(),
		float64(used.Microseconds())/float64(calls), float64(brokerUsed.Microseconds())/float64(calls), memory)
}

// measureWrites writes without an answer, in one session and in several at once.
func measureWrites(syncing string, batch int) {
	broker := start("nats " + syncing)
	url, dir, _ := strings.Cut(broker.stats().Address, " ")
	defer os.RemoveAll(dir)
	defer broker.stop()
	bus := connect(url)
	message := []byte(`"` + strings.Repeat("x", 98) + `"`)
	messages := make([][]byte, batch)
	for i := range messages {
		messages[i] = message
	}
	for _, n := range []int{1, 50} {
		var written atomic.Int64
		ctx, stop := context.WithTimeout(context.Background(), *period)
		var writers sync.WaitGroup
		for i := range n {
			t, err := bus.Session(context.Background(), fmt.Sprintf("w%d-%d", n, i), "client", "server", nil)
			must(err)
			writers.Go(func() {
				for ctx.Err() == nil {
					must(t.Write(messages))
					written.Add(int64(batch))
				}
			})
		}
		writers.Wait()
		stop()
		fmt.Printf("| sync_interval: %s, %d in each Write, %d sessions | %.0f |\n", syncing, batch, n, float64(written.Load())/period.Seconds())
	}
}
