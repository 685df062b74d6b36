// Command cli is the command-line end of the bridge. It serves editors on a port of this
// machine, which it writes to its output, if they know the token in BRIDGE_TOKEN.
package main

import (
	"context"
	"crypto/subtle"
	"fmt"
	"log"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"slices"
	"time"

	"github.com/wiregen/wiregen/examples/idebridge/gen/go/idebridge"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// cli serves one editor.
type cli struct {
	idebridge.UnimplementedAgentHandler
	progress bool // whether the editor shows it
}

func (c *cli) ClaudeInitialize(_ context.Context, p *idebridge.ClaudeInitializeParams) (*idebridge.ClaudeInitializeResult, error) {
	if !slices.Contains(idebridge.Protocol.Versions(), fmt.Sprint(p.ProtocolVersion)) {
		return nil, idebridge.ErrVersionUnknown
	}
	c.progress = p.Capabilities != nil && p.Capabilities.SupportsProgress
	return &idebridge.ClaudeInitializeResult{ProtocolVersion: p.ProtocolVersion, Capabilities: &idebridge.AgentCapabilities{OpenV2: true}}, nil
}

func (c *cli) ClaudePing(context.Context) error { return nil }

func (c *cli) ClaudeOpen(_ context.Context, p *idebridge.ClaudeOpenParams) error { return open(p.Path) }

func (c *cli) ClaudeOpenV2(ctx context.Context, p *idebridge.ClaudeOpenV2Params) (*idebridge.ClaudeOpenV2Result, error) {
	result := &idebridge.ClaudeOpenV2Result{Opened: []string{}}
	for i, path := range p.Paths {
		if err := open(path); err != nil {
			return nil, err
		}
		result.Opened = append(result.Opened, path)
		if p.Token != nil && c.progress {
			done := float64(i+1) / float64(len(p.Paths))
			if err := idebridge.AgentFrom(ctx).Progress(ctx, &idebridge.Progress{Token: *p.Token, Pct: done}); err != nil {
				return nil, err
			}
		}
	}
	return result, nil
}

func open(path string) error {
	if _, err := os.Stat(path); err != nil {
		return idebridge.NewFileMissing(&idebridge.FileMissingData{Path: path}, "")
	}
	return nil
}

// authenticated refuses messages without the token. A start of the program makes the tokens
// of older ones void.
func authenticated(token string) func(rpc.Handler) rpc.Handler {
	started := time.Now().UTC().Format(time.RFC3339)
	return func(next rpc.Handler) rpc.Handler {
		return func(ctx context.Context, m rpc.Message) (rpc.Message, error) {
			auth := authOf(m)
			if auth == nil || subtle.ConstantTimeCompare([]byte(*auth), []byte(token)) == 0 {
				return nil, idebridge.NewTokenExpired(&idebridge.TokenExpiredData{ExpiredAt: started}, "")
			}
			return next(ctx, m)
		}
	}
}

func authOf(m rpc.Message) *string {
	switch m := m.(type) {
	case *idebridge.ClaudeInitializeMessage:
		return m.Auth
	case *idebridge.ClaudePingMessage:
		return m.Auth
	case *idebridge.ClaudeOpenMessage: //lint:ignore SA1019 older editors send it
		return m.Auth
	case *idebridge.ClaudeOpenV2Message:
		return m.Auth
	case *idebridge.ClaudeDidChangeMessage:
		return m.Auth
	}
	return nil
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(l.Addr().(*net.TCPAddr).Port)
	// The log has every message: without tokens, and with the beginning of long texts.
	o := rpc.Options{
		Logger:     slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Middleware: authenticated(os.Getenv("BRIDGE_TOKEN")),
	}
	if err := idebridge.Serve(ctx, l, func() idebridge.AgentHandler { return &cli{} }, &o); err != nil {
		log.Fatal(err)
	}
}
