// Command client plays a few moves of chess against a server, which it starts.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"

	"github.com/wiregen/wiregen/examples/chess/gen/chess"
)

type player struct {
	chess.UnimplementedClientHandler
}

func (player) Moved(_ context.Context, p *chess.MovedParams) {
	fmt.Printf("%s: %s %s\n", p.Color, p.From, p.To)
}

func play(ctx context.Context) error {
	server, err := chess.StartServer(ctx, exec.Command(os.Args[1]), chess.ClientOptions{Handler: player{}})
	if err != nil {
		return err
	}
	defer server.Close()
	seat, err := server.Join(ctx, &chess.JoinParams{Name: "Ada"})
	if err != nil {
		return err
	}
	for _, m := range []chess.MoveParams{{From: "e2", To: "e3"}, {From: "e2", To: "e4"}, {From: "d2", To: "d3"}} {
		switch _, err := server.Move(ctx, &m); {
		case errors.Is(err, chess.ErrIllegalMove):
			fmt.Printf("%s %s is not allowed\n", m.From, m.To)
		case err != nil:
			return err
		default:
			fmt.Printf("%s: %s %s\n", seat.Color, m.From, m.To)
		}
	}
	return server.Resign(ctx)
}

func main() {
	if err := play(context.Background()); err != nil {
		log.Fatal(err)
	}
}
