package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// Done returns a channel that is closed when the connection has ended and all handlers have
// returned.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err returns why the connection has ended, or nil if it has not. It is ErrClosed after Close
// and Shutdown, and wraps ErrDisconnected if the peer ended the connection.
func (c *Conn) Err() error { return (*conn)(c).why() }

func (c *conn) why() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Wait waits until the connection has ended and all handlers have returned, and returns the
// error of the connection: nil if the peer ended it between two messages, if a message ended
// the session as the spec says, or after Close and Shutdown. If ctx ends first, it returns the
// cause of ctx and leaves the connection open.
func (c *Conn) Wait(ctx context.Context) error {
	select {
	case <-c.done:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if err := c.Err(); err != errGone && err != ErrClosed {
		return err
	}
	return nil
}

// errGone is the error of a connection that its peer ended between two messages.
var errGone = fmt.Errorf("%w: %w", ErrDisconnected, io.EOF)

// Close ends the connection. It writes messages that were sent before, fails open calls with
// ErrClosed, cancels the contexts of handlers, and closes the transport. It does not wait for
// handlers, so that they may call it, too: Done is closed when they have returned. The error
// says that the peer did not read the messages within CloseWait.
func (c *Conn) Close() error {
	ctx, stop := context.WithTimeout(context.Background(), c.opt.CloseWait)
	defer stop()
	left := c.writer.drained(ctx)
	(*conn)(c).end(ErrClosed)
	_ = c.transport.Close() // unblocks a Read if the peer left without closing its side
	if left > 0 {
		return fmt.Errorf("rpc: %d bytes were not written within %v before the connection was closed", left, c.opt.CloseWait)
	}
	return nil
}

// Shutdown ends the connection when the requests and the notifications that it has received
// are handled and the answers are written. A request that comes later is answered with the
// internal error; answers to calls of handlers are still received. If ctx ends first, Shutdown
// closes the connection, and returns the cause of ctx.
//
// In a handler of the connection, Shutdown returns at once, and the rest is done when the
// handler has returned, but at most for CloseWait.
func (c *Conn) Shutdown(ctx context.Context) error {
	in := (*conn)(c)
	c.mu.Lock()
	c.isDraining = true
	c.mu.Unlock()
	if connIn(ctx) == in {
		go in.finish()
		return nil
	}
	drained := in.drained(ctx)
	err := c.Close()
	if !drained {
		return context.Cause(ctx)
	}
	return err
}

// finish shuts the connection down within CloseWait.
func (c *conn) finish() {
	ctx, stop := context.WithTimeout(context.Background(), c.opt.CloseWait)
	defer stop()
	_ = (*Conn)(c).Shutdown(ctx)
}

// over shuts the connection down because the session has ended. No answer is expected any more:
// open calls end, and so do the contexts of handlers.
func (c *conn) over() {
	var settled []*pending
	c.mu.Lock()
	for _, p := range c.pending {
		if p.call != nil && !p.call.Unanswered() {
			settled = append(settled, p)
		}
	}
	for _, s := range c.serving {
		if !s.isUnanswered() {
			s.cancel(ErrSettled)
		}
	}
	c.mu.Unlock()
	for _, p := range settled {
		c.drop(p, ErrSettled)
	}
	c.finish()
}

// drained waits until what was received is handled, the connection has ended, or ctx ends. It
// returns false in the last case.
func (c *conn) drained(ctx context.Context) bool {
	either, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	defer context.AfterFunc(c.ctx, func() { stop(nil) })()
	notifications := c.received.Load()
	c.completed.wait(either, notifications, false)
	isIdle := c.requests.wait(either) && c.completed.n.Load() >= notifications
	return isIdle || c.ctx.Err() != nil
}

// end ends the connection because of err.
func (c *conn) end(err error) {
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return
	}
	c.err = err
	if c.inputErr == nil {
		c.inputErr = err
	}
	c.mu.Unlock()
	gone := errors.Is(err, ErrDisconnected)
	if !gone { // first: handlers whose contexts end must not answer any more
		c.writer.fail(err)
	}
	c.endCalls(err)
	for _, t := range c.timers {
		t.Stop()
	}
	c.cancel(err)
	c.notifications.close(err == ErrClosed)
	c.requests.close()
	if gone {
		// The peer may still read, so handlers that end now may answer.
		return
	}
	_ = c.transport.Close()
}

// endCalls fails the calls that are not answered, but for those that can be resent.
func (c *conn) endCalls(err error) {
	c.mu.Lock()
	open := c.pending
	c.pending = nil
	if c.opt.Session != nil {
		c.opt.Session.keep(open, c.machine.Unanswered())
	}
	c.streams = nil
	c.mu.Unlock()
	for _, p := range open {
		p.answer(answer{err: err})
	}
}

// inputEnded ends the connection when the peer has ended its output between two messages. Its
// calls fail, because no answer can come. What was received is handled, and answered, if that
// takes no longer than CloseWait: the peer may have closed only its sending side.
func (c *conn) inputEnded() {
	c.mu.Lock()
	if c.inputErr == nil {
		c.inputErr = errGone
	}
	c.mu.Unlock()
	close(c.noInput)
	c.endCalls(errGone)
	ctx, stop := context.WithTimeout(context.Background(), c.opt.CloseWait)
	defer stop()
	c.drained(ctx)
	c.end(errGone)
}

// readEnded ends the connection when nothing more can be read, because of err. Requests being
// handled may still be answered.
func (c *conn) readEnded(err error) {
	c.goroutines.Add(1)
	go func() {
		defer c.goroutines.Done()
		if err == errGone {
			c.inputEnded()
		} else {
			c.end(err)
		}
		c.shut()
	}()
}

// shut closes the transport after the last requests were answered: the peer may have closed
// only its sending side. The contexts of their handlers have ended.
func (c *conn) shut() {
	ctx, stop := context.WithTimeout(context.Background(), c.opt.CloseWait)
	defer stop()
	if c.requests.wait(ctx) {
		c.writer.drained(ctx)
	}
	c.writer.fail(c.why())
	_ = c.transport.Close()
}

// lastWords is how long answers are read after writing has failed.
const lastWords = time.Second

// writeFailed ends the connection when nothing more can be written. A peer that has gone may have
// answered before, so while calls are open, what it has written is read first.
func (c *conn) writeFailed(err error) {
	if errors.Is(err, ErrSlowConsumer) || !c.hasCalls() {
		c.end(err)
		_ = c.transport.Close() // the reader may wait for a peer that does not read
		return
	}
	go func() {
		look := time.NewTicker(5 * time.Millisecond)
		defer look.Stop()
		for late := time.After(lastWords); c.hasCalls() && c.ctx.Err() == nil; {
			select {
			case <-look.C:
				continue
			case <-late:
			case <-c.ctx.Done():
			}
			break
		}
		c.end(err)
		_ = c.transport.Close()
	}()
}

func (c *conn) hasCalls() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.pending) > 0
}

// startTimers starts the timers of IdleWait and of HandshakeWait. Their functions lock mu first,
// and so see all that is assigned here.
func (c *conn) startTimers() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if wait := c.opt.HandshakeWait; wait > 0 && c.proto.Rules.Handshake != nil {
		c.timers = append(c.timers, time.AfterFunc(wait, func() {
			c.mu.Lock()
			isGreeted := c.isGreeted
			c.mu.Unlock()
			if !isGreeted {
				c.end(fmt.Errorf("%w within %v", ErrNoHandshake, wait))
			}
		}))
	}
	if wait := c.opt.IdleWait; wait > 0 {
		c.lastRead.Store(time.Now().UnixNano())
		var t *time.Timer
		t = time.AfterFunc(wait, func() {
			switch left := c.idleFor(); {
			case left == 0:
				c.end(fmt.Errorf("%w for %v", ErrIdle, wait))
			case c.ctx.Err() == nil:
				t.Reset(left)
			}
		})
		c.timers = append(c.timers, t)
	}
}

// idleFor returns how long the connection may go on as idle; 0 if it must end. A connection
// with open calls or requests is not idle.
func (c *conn) idleFor() time.Duration {
	c.mu.Lock()
	isBusy := len(c.pending)+len(c.serving) > 0
	c.mu.Unlock()
	if isBusy {
		return c.opt.IdleWait
	}
	return max(0, c.opt.IdleWait-time.Since(time.Unix(0, c.lastRead.Load())))
}

// Process returns the child process at the other end, or nil if there is none.
func (c *Conn) Process() *Process {
	if s, ok := c.transport.(*ByteStream); ok {
		return s.Process()
	}
	return nil
}
