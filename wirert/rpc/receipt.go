package rpc

import (
	"context"
	"sync/atomic"
)

// A Keeper is a Transport that keeps a message until it has been handled, so that another
// process can handle it otherwise.
//
// Messages of earlier connections may arrive: the ids of the calls of a connection differ
// from theirs.
type Keeper interface {
	Transport
	// Taken is called after Read, by the same goroutine. handled is called when the message
	// has been handled, and what was sent before that is written; or never, if the connection
	// ends first. What about is, [About] returns in the handlers of the message.
	Taken() (handled func(), about any)
}

// About returns what the transport says about the message that is being handled, if it is
// a [Keeper].
func About(ctx context.Context) any { return handlingIn(ctx).about }

// A receipt tells a Keeper that all of what was read at once has been handled. The fields
// are assigned once by the reader, but for remaining. A nil *receipt is that of another transport.
type receipt struct {
	conn        *conn
	acknowledge func() // is called at most once
	about       any
	remaining   atomic.Int64 // messages that are handled, and one while they are read
}

// newReceipt returns the receipt of what was read last; nil if the transport is not a Keeper.
func (c *conn) newReceipt() *receipt {
	k, ok := c.transport.(Keeper)
	if !ok {
		return nil
	}
	r := &receipt{conn: c}
	r.remaining.Store(1)
	r.acknowledge, r.about = k.Taken()
	return r
}

// retain has the receipt wait for a message.
func (r *receipt) retain() *receipt {
	if r != nil {
		r.remaining.Add(1)
	}
	return r
}

// release says that a message has been handled. At the end of a connection that may not be
// so: the contexts of handlers have ended.
func (r *receipt) release() {
	if r != nil && r.remaining.Add(-1) == 0 && r.conn.why() == nil {
		r.conn.writer.afterWritten(r.acknowledge)
	}
}

func (r *receipt) aboutMessage() any {
	if r == nil {
		return nil
	}
	return r.about
}
