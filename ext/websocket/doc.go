// Package websocket carries the messages of a protocol over WebSockets: each is one text
// frame. [Dial] and [Accept] return an [rpc.Transport], of which a generated package makes
// either end of a connection:
//
//	t, err := websocket.Dial(ctx, "wss://chess.example/play", nil)
//	client := chess.NewClient(t, handler, nil)
//
// NewClient and NewAgent begin a connection without the handshake of the protocol, if it
// has one; the client calls it.
//
// The package is a separate module, so that programs which do not use it do not depend
// on a WebSocket library.
package websocket
