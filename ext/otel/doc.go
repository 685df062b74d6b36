// Package otel makes traces and metrics of the connections of generated packages, with
// OpenTelemetry:
//
//	tel, err := otel.New(otel.Options{})
//	var o rpc.Options
//	tel.Instrument(&o)
//	client, err := chess.ConnectServer(ctx, conn, chess.ClientOptions{Options: o})
//
// Each call that an end makes is a span of the kind client, whose parent is that of the
// context of the call; each request that a handler handles is one of the kind server, which
// is in the context of the handler. Names are those of the semantic conventions 1.43, and
// begin with "wiregen." where these have none.
//
// No values of messages are in spans and metrics, unless the options ask for them: only
// methods, the names of events, ids of requests, codes of errors, and sizes. The two ends
// of a connection have separate traces: messages have no place for the context of a trace.
//
// The package is a separate module, so that programs which do not use it do not depend
// on OpenTelemetry. It imports the API, and no SDK.
package otel
