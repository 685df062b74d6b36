// Command server plays chess: it answers each move with another.
package main

import (
	"context"
	"log"
	"maps"
	"slices"

	"github.com/wiregen/wiregen/examples/chess/gen/chess"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// game is a game of a client, which is white, against this server. It only knows how pawns
// go ahead.
type game struct {
	chess.UnimplementedServerHandler
	pawns map[chess.Square]chess.Color
}

func newGame() *game {
	g := &game{pawns: map[chess.Square]chess.Color{}}
	for _, file := range "abcdefgh" {
		g.pawns[string(file)+"2"], g.pawns[string(file)+"7"] = chess.ColorWhite, chess.ColorBlack
	}
	return g
}

func (g *game) Join(_ context.Context, p *chess.JoinParams) (*chess.JoinResult, error) {
	log.Printf("%s joins", p.Name)
	return &chess.JoinResult{Color: chess.ColorWhite}, nil
}

func (g *game) Move(ctx context.Context, p *chess.MoveParams) (*chess.MoveResult, error) {
	if g.pawns[p.From] != chess.ColorWhite || p.To != p.From[:1]+string(p.From[1]+1) || g.pawns[p.To] != "" {
		return nil, chess.ErrIllegalMove
	}
	delete(g.pawns, p.From)
	g.pawns[p.To] = chess.ColorWhite
	return &chess.MoveResult{}, g.reply(ctx)
}

// reply moves the first black pawn that can.
func (g *game) reply(ctx context.Context) error {
	for _, from := range slices.Sorted(maps.Keys(g.pawns)) {
		if to := from[:1] + string(from[1]-1); g.pawns[from] == chess.ColorBlack && g.pawns[to] == "" {
			delete(g.pawns, from)
			g.pawns[to] = chess.ColorBlack
			return chess.ServerFrom(ctx).Moved(ctx, &chess.MovedParams{Color: chess.ColorBlack, From: from, To: to})
		}
	}
	return nil
}

func (g *game) Resign(context.Context) error { return nil }

func main() {
	ctx, stop := rpc.UntilSignal(context.Background())
	defer stop()
	if err := chess.ServeStdio(ctx, newGame(), nil); err != nil {
		log.Fatal(err)
	}
}
