// Package nats carries sessions and keeps journals on NATS JetStream, so that they survive
// the processes at their ends. Pipes, sockets and files need no server, and stay the first
// choice where that is not needed.
//
// A [Bus] has a stream for sessions and one for journals. A session has a name and two
// roles; what is sent to a role is on the subject PREFIX.session.NAME.to-ROLE.
// [Bus.Session] returns one end of it as an [rpc.Transport]:
//
//	bus, err := nats.New(ctx, js, nats.Config{Prefix: "chess"})
//	t, err := bus.Session(ctx, "game-1", "client", "server", nil)
//	client := chess.NewClient(t, handler, nil)
//
// # What is promised
//
// Write returns when the stream has acknowledged what was written. What that survives is
// up to the server: a kill of its process, and with sync_interval: always, or with several
// replicas, a power cut of one machine.
//
// Every message has the id of its publisher and a sequence number, and the subject has one
// publisher at a time: a second one ends the first, whose Write fails with [ErrTaken].
// Messages come in their order, and a process gets each of them once, also if the server is
// killed and started again meanwhile. A missing message is the error [ErrGap].
//
// A message is acknowledged when it was handled, and what the handler sent is stored. What
// was not acknowledged when a process ends comes again to the next process that has the
// same role of the session. [Redelivered] reports of such messages that they may have been
// handled before.
//
// The package is a separate module, so that programs which do not use it do not depend
// on NATS.
package nats
