package websocket_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/wiregen/wiregen/examples/chess/gen/chess"
	"github.com/wiregen/wiregen/ext/websocket"
	"github.com/wiregen/wiregen/wirert/rpc"
)

type printer struct {
	chess.UnimplementedClientHandler
}

func (printer) Moved(_ context.Context, p *chess.MovedParams) { fmt.Println(p.Color, p.From, p.To) }

// Both ends of a generated package over a WebSocket.
func Example() {
	o := &websocket.Options{MaxBytes: chess.Protocol.Dialect().Framing.MaxBytes}
	handler := websocket.NewHandler(func(r *http.Request, t rpc.Transport) {
		_ = rpc.ServeConn(r.Context(), chess.NewServer(t, game{}, nil).Conn)
	}, o)
	server := httptest.NewServer(handler)
	defer server.Close()

	ctx := context.Background()
	t, err := websocket.Dial(ctx, strings.Replace(server.URL, "http", "ws", 1), o)
	if err != nil {
		panic(err)
	}
	client := chess.NewClient(t, printer{}, nil)
	defer client.Close()
	seat, err := client.Join(ctx, &chess.JoinParams{Name: "Ada"})
	fmt.Println(seat.Color, err)
	_, err = client.Move(ctx, &chess.MoveParams{From: "e2", To: "e4"})
	fmt.Println(err)
	// Output:
	// white <nil>
	// black e2 e4
	// <nil>
}
