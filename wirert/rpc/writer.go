package rpc

import (
	"context"
	"fmt"
	"sync"
)

// A writer writes the messages that goroutines give it, in their order, and several at
// once where the transport is slower than they come. At most one goroutine writes.
type writer struct {
	transport Transport
	limit     int // of bytes that wait, above which senders wait
	failed    func(error)

	mu      sync.Mutex
	waiting [][]byte
	size    int
	writing bool
	space   signal // bytes were written, or never will be
	idle    signal // nothing waits any more
	err     error
	free    [][]byte // room for messages
	added   int64    // messages, in all
	written int64
	after   []afterwards // in the order of their numbers
}

// afterwards is what is done when a number of messages, in all, is written.
type afterwards struct {
	number int64
	do     func()
}

// maxFree is how much room for messages is kept, and how large it may be.
const (
	maxFree  = 64
	maxRoom  = 64 << 10
	maxWrite = 256 // messages at once
)

// room is memory for a message.
func (w *writer) room() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.free); n > 0 {
		out := w.free[n-1]
		w.free = w.free[:n-1]
		return out[:0]
	}
	return nil
}

// ready waits until a message may be added.
func (w *writer) ready(ctx context.Context) error {
	for {
		w.mu.Lock()
		if w.err != nil || w.size < w.limit {
			err := w.err
			w.mu.Unlock()
			return err
		}
		space := w.space.wait()
		w.mu.Unlock()
		select {
		case <-space:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// add adds a message, which the writer takes. It reports whether the caller must see to it
// that flush is called.
func (w *writer) add(message []byte) (must bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return false
	}
	w.waiting = append(w.waiting, message)
	w.size += len(message)
	w.added++
	must = !w.writing
	w.writing = true
	return must
}

// then calls do when everything is written that was added before; never, if it is not.
func (w *writer) then(do func()) {
	w.mu.Lock()
	written := w.err == nil && w.written == w.added
	if w.err == nil && !written {
		w.after = append(w.after, afterwards{w.added, do})
	}
	w.mu.Unlock()
	if written {
		do()
	}
}

// due removes what is to be done now that count more messages are written.
func (w *writer) due(count int) (list []afterwards) {
	if w.err != nil {
		return nil
	}
	w.written += int64(count)
	n := 0
	for n < len(w.after) && w.after[n].number <= w.written {
		n++
	}
	list = w.after[:n:n]
	if w.after = w.after[n:]; len(w.after) == 0 {
		w.after = nil
	}
	return list
}

// flush writes what waits.
func (w *writer) flush() {
	var batch [][]byte
	for {
		w.mu.Lock()
		for _, m := range batch {
			w.size -= len(m)
			if len(w.free) < maxFree && cap(m) <= maxRoom {
				w.free = append(w.free, m)
			}
		}
		if w.size < w.limit {
			w.space.fire()
		}
		due := w.due(len(batch))
		batch = batch[:0]
		if len(due) > 0 {
			w.mu.Unlock()
			for _, d := range due {
				d.do()
			}
			continue
		}
		if len(w.waiting) == 0 || w.err != nil {
			w.writing = false
			w.idle.fire()
			w.mu.Unlock()
			return
		}
		n := min(len(w.waiting), maxWrite)
		batch = append(batch, w.waiting[:n]...)
		clear(w.waiting[:n])
		if w.waiting = w.waiting[n:]; len(w.waiting) == 0 {
			w.waiting = nil
		}
		w.mu.Unlock()
		if err := w.transport.Write(batch); err != nil {
			err = fmt.Errorf("%w: %w", ErrDisconnected, err)
			w.fail(err)
			w.failed(err)
		}
	}
}

// fail ends writing.
func (w *writer) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
	}
	w.waiting, w.size, w.after = nil, 0, nil
	w.space.fire()
}

// drained waits until everything was written, or writing has failed.
func (w *writer) drained(ctx context.Context) {
	w.mu.Lock()
	if !w.writing {
		w.mu.Unlock()
		return
	}
	idle := w.idle.wait()
	w.mu.Unlock()
	select {
	case <-idle:
	case <-ctx.Done():
	}
}
