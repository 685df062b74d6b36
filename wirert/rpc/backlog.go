package rpc

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A backlog counts the bytes of received messages that wait for a handler or for a reader of
// events. The reader adds to it, and pauses while too much waits; that slows the peer down. It
// goes on reading below that, so that it sees what is behind messages that wait: responses,
// cancellations, and the end of the input.
type backlog struct {
	waiting  atomic.Int64 // bytes
	requests atomic.Int64 // those of waiting that are requests
	taken    atomic.Int64 // messages that waited and do not any more; it tells slow from stuck

	mu       sync.Mutex
	lessened signal // guarded by mu: waiting fell
}

// messageCost is what a message that waits counts besides its text, received or to be written:
// about what its decoded form, its context and its places in queues take.
const messageCost = 1 << 10

func (b *backlog) add(size int, isRequest bool) {
	b.waiting.Add(int64(size))
	if isRequest {
		b.requests.Add(int64(size))
	}
}

// take records that count messages of altogether size do not wait any more.
func (b *backlog) take(count, size int, isRequest bool) {
	b.waiting.Add(int64(-size))
	if isRequest {
		b.requests.Add(int64(-size))
	}
	b.taken.Add(int64(count))
	b.mu.Lock()
	b.lessened.fire()
	b.mu.Unlock()
}

// less returns a channel that is closed when less waits.
func (b *backlog) less() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lessened.wait()
}

// mayRead reports whether little enough waits for a handler, a reader of events or, of
// responses, the writer. Responses count here, and not only in the writer: at MaxWrite two ends
// that flood each other would both stop reading.
func (c *conn) mayRead() bool {
	return c.backlog.waiting.Load()+c.writer.answerBytes.Load() < int64(c.opt.MaxRead)
}

// pause returns when the reader may go on. The reader itself writes nothing, so it does not
// wait for the peer here but through the writer, which fails if the peer reads nothing. If
// nothing of what waits is taken for StallWait, it ends the connection.
func (c *conn) pause() {
	if c.mayRead() {
		return
	}
	stalled := time.NewTimer(c.opt.StallWait)
	defer stalled.Stop()
	moved := c.backlog.taken.Load() + c.writer.moved()
	for c.ctx.Err() == nil {
		less, written := c.backlog.less(), c.writer.fewerAnswers()
		if c.mayRead() {
			return
		}
		select {
		case <-less:
		case <-written:
		case <-c.ctx.Done():
		case <-stalled.C:
			now, waiting := c.backlog.taken.Load()+c.writer.moved(), c.backlog.waiting.Load()
			if now == moved && waiting > 0 && !c.mayRead() {
				c.end(fmt.Errorf("%w: %d bytes of received messages wait, and none was taken for %v: %s", ErrSlowConsumer, waiting, c.opt.StallWait, c.holdup()))
			}
			moved = now
			stalled.Reset(c.opt.StallWait)
		}
	}
}

// holdup describes what does not take messages.
func (c *conn) holdup() string {
	var words []string
	c.mu.Lock()
	streams := c.streams
	c.mu.Unlock()
	for _, s := range streams {
		if n := s.size(); n > 0 {
			words = append(words, fmt.Sprintf("%d events of a call are not read", n))
		}
	}
	if n := c.notifications.size(); n > 0 {
		text := fmt.Sprintf("%d notifications wait for the handler of the one before them", n)
		if c.completed.isBlocked() {
			text += ", which waits for a call"
		}
		words = append(words, text)
	}
	if waiting, started, running := c.requests.sizes(); waiting > 0 {
		text := fmt.Sprintf("%d requests wait for the %d that are handled", waiting, started)
		if n := started - running; n > 0 {
			text += fmt.Sprintf(", of which %d wait for calls: the answers may be among what waits", n)
		}
		words = append(words, text)
	}
	return strings.Join(words, "; ")
}

// isBehind reports whether the requests of the peer that this end has not answered have half of
// MaxRead. Then calls and notifications wait that no handler sends: two ends that flood each
// other so have room for what is under way, and neither stops reading. A handler does not wait,
// because the peer may need its message to go on.
func (c *conn) isBehind() bool {
	return c.backlog.requests.Load()+c.writer.answerBytes.Load() >= int64(c.opt.MaxRead/2) && c.ctx.Err() == nil
}

// mayAsk waits while the connection is behind, and for space in the writer, which it reserves.
func (c *conn) mayAsk(ctx context.Context) error {
	for {
		for c.isBehind() {
			less, written := c.backlog.less(), c.writer.fewerAnswers()
			if !c.isBehind() {
				break
			}
			select {
			case <-less:
			case <-written:
			case <-c.ctx.Done():
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		if err := c.writer.reserve(ctx); err != nil || !c.isBehind() {
			return err
		}
		c.writer.unreserve() // others were sent meanwhile
	}
}
