package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wiregen/wiregen/ext/nats"
	"github.com/wiregen/wiregen/wirert/rpc"
)

var natsSessions atomic.Int64

// natsBus begins a server within this process, when it is needed, and connects to it. The
// folder of the server is PEERS_DIR.
var natsBus = sync.OnceValues(func() (*nats.Bus, error) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: os.Getenv("PEERS_DIR"), NoLog: true, NoSigs: true})
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		return nil, errors.New("the NATS server does not begin")
	}
	nc, err := natsgo.Connect(s.ClientURL(), nats.ConnectOptions()...)
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	return nats.New(context.Background(), js, nats.Config{Prefix: "peers"})
})

// natsSession returns both ends of a session.
func natsSession(ctx context.Context, end string, maxBytes int) (own, others rpc.Transport, err error) {
	bus, err := natsBus()
	if err != nil {
		return nil, nil, err
	}
	name := fmt.Sprint("session-", natsSessions.Add(1))
	other := map[string]string{"client": "server", "server": "client"}[end]
	if own, err = bus.Session(ctx, name, end, other, &nats.Options{MaxBytes: maxBytes}); err != nil {
		return nil, nil, err
	}
	others, err = bus.Session(ctx, name, other, end, nil)
	return own, others, err
}
