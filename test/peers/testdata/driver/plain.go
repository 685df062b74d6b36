package main

import (
	"context"
	"io"
	"os/exec"

	wire "example.test/peers/plain"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// This file is written once for each spec, with its name for plain.
var plain = spec{
	transport: wire.Protocol.Transport,
	server:    func(t rpc.Transport, o *rpc.Options) *rpc.Conn { return wire.NewServer(t, nil, o).Conn },
	client:    func(t rpc.Transport, o *rpc.Options) *rpc.Conn { return wire.NewClient(t, nil, o).Conn },
	connect: func(ctx context.Context, stream io.ReadWriteCloser, o *rpc.Options) (*rpc.Conn, error) {
		c, err := wire.ConnectServer(ctx, stream, wire.ClientOptions{Options: *o})
		if err != nil {
			return nil, err
		}
		return c.Conn, nil
	},
	start: func(ctx context.Context, cmd *exec.Cmd, o *rpc.Options) (*rpc.Conn, error) {
		c, err := wire.StartServer(ctx, cmd, wire.ClientOptions{Options: *o})
		if err != nil {
			return nil, err
		}
		return c.Conn, nil
	},
	login: func(m rpc.Message) (rpc.Message, error) {
		return m.(*wire.LoginMessage).Reply(&wire.LoginResult{Key: "k3y!!"}) // it is longer than the spec says
	},
	logIn: func(ctx context.Context, c *rpc.Conn, m rpc.Message) error {
		_, err := rpc.Get(ctx, c, m, m.(*wire.LoginMessage).DecodeResult)
		return err
	},
	maxBytes: wire.Protocol.Dialect().Framing.MaxBytes,
}
