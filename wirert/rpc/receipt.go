package rpc

import (
	"context"
	"sync/atomic"
)

// A Keeper is a Transport that stores messages until they are acknowledged, such as a message
// queue, so that another process can handle a message that this one did not.
//
// Messages of earlier connections may arrive, so the ids of calls are unique across
// connections.
type Keeper interface {
	Transport
	// Taken is called after Read by the same goroutine. handled is called when the message was
	// handled and everything sent before that is written; it is never called if the connection
	// ends first. [About] returns about in the handlers of the message.
	Taken() (handled func(), about any)
}

// About returns the transport's value for the message being handled, or nil if the transport
// is not a [Keeper].
func About(ctx context.Context) any { return handlingIn(ctx).about }

// A receipt acknowledges to a Keeper that everything read at once was handled. The reader
// assigns all fields but remaining once. A nil *receipt is valid: the transport is no Keeper.
type receipt struct {
	conn        *conn
	acknowledge func() // is called at most once
	about       any
	remaining   atomic.Int64 // messages being handled, plus one while they are read
}

// newReceipt returns the receipt of the last read, or nil if the transport is not a Keeper.
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

// retain makes the receipt wait for one more message.
func (r *receipt) retain() *receipt {
	if r != nil {
		r.remaining.Add(1)
	}
	return r
}

// release says that a message was handled. If the connection has ended, the handler may have
// been interrupted, and the message is not acknowledged.
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
