package otel_test

import (
	"context"
	"fmt"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/wiregen/wiregen/examples/chess/gen/chess"
	"github.com/wiregen/wiregen/ext/otel"
	"github.com/wiregen/wiregen/wirert/rpc"
)

type seats struct {
	chess.UnimplementedServerHandler
}

func (seats) Join(context.Context, *chess.JoinParams) (*chess.JoinResult, error) {
	return &chess.JoinResult{Color: chess.ColorWhite}, nil
}

// The spans of a call, at both ends.
func Example() {
	spans := tracetest.NewInMemoryExporter() // a program exports them to a collector
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans))
	tel, err := otel.New(otel.Options{TracerProvider: provider})
	if err != nil {
		panic(err)
	}
	var o rpc.Options
	tel.Instrument(&o)

	left, right := rpc.Pipe()
	client, server := chess.NewClient(left, nil, &o), chess.NewServer(right, seats{}, &o)
	_, err = client.Join(context.Background(), &chess.JoinParams{Name: "Ada"})
	client.Close()
	server.Close()
	fmt.Println(len(spans.GetSpans()), err)
	for _, s := range spans.GetSpans() {
		if s.Name != "join" {
			fmt.Println(s.Name)
		}
	}
	// Output: 2 <nil>
}
