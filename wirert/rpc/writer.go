package rpc

import (
	"context"
	"fmt"
	"sync"
)

// A writer writes messages in the order in which they are added, and several in one call when
// the transport is slower than the senders. At most one goroutine writes at a time.
type writer struct {
	// Assigned once in New of the connection, before any goroutine starts, so that they are
	// safe to read without synchronization.
	transport Transport
	limit     int         // of pendingBytes; senders wait above it
	onFailure func(error) // called once, without mu, when the transport fails

	// mu guards the fields of this group.
	mu           sync.Mutex
	pending      [][]byte        // messages not yet being written
	pendingBytes int             // of pending, and of the messages being written
	writing      bool            // a goroutine is in flush, or must call it
	spaceFreed   signal          // pendingBytes fell below the limit, or err was set
	emptied      signal          // writing became false
	err          error           // why writing failed; set once
	buffers      [][]byte        // for reuse; at most maxBuffers
	addedCount   int64           // messages added so far
	writtenCount int64           // messages written so far
	callbacks    []writeCallback // ordered by count
}

// A writeCallback is called once count messages were written.
type writeCallback struct {
	count int64
	do    func()
}

const (
	maxBuffers    = 64
	maxBufferSize = 64 << 10
	maxBatch      = 256 // messages per call of Transport.Write
)

// buffer returns a buffer for a message, or nil.
func (w *writer) buffer() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.buffers); n > 0 {
		out := w.buffers[n-1]
		w.buffers = w.buffers[:n-1]
		return out[:0]
	}
	return nil
}

// ready waits until a message may be added.
func (w *writer) ready(ctx context.Context) error {
	for {
		w.mu.Lock()
		if w.err != nil || w.pendingBytes < w.limit {
			err := w.err
			w.mu.Unlock()
			return err
		}
		space := w.spaceFreed.wait()
		w.mu.Unlock()
		select {
		case <-space:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// add adds a message, which the writer then owns. It reports whether the caller must call
// flush or have it called.
func (w *writer) add(message []byte) (must bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return false
	}
	w.pending = append(w.pending, message)
	w.pendingBytes += len(message)
	w.addedCount++
	must = !w.writing
	w.writing = true
	return must
}

// afterWritten calls do once every message added so far is written, or never if writing fails.
func (w *writer) afterWritten(do func()) {
	w.mu.Lock()
	written := w.err == nil && w.writtenCount == w.addedCount
	if w.err == nil && !written {
		w.callbacks = append(w.callbacks, writeCallback{w.addedCount, do})
	}
	w.mu.Unlock()
	if written {
		do()
	}
}

// takeCallbacks removes and returns the callbacks that are due after count more messages were
// written.
func (w *writer) takeCallbacks(count int) (list []writeCallback) {
	if w.err != nil {
		return nil
	}
	w.writtenCount += int64(count)
	n := 0
	for n < len(w.callbacks) && w.callbacks[n].count <= w.writtenCount {
		n++
	}
	list = w.callbacks[:n:n]
	if w.callbacks = w.callbacks[n:]; len(w.callbacks) == 0 {
		w.callbacks = nil
	}
	return list
}

// flush writes the pending messages.
func (w *writer) flush() {
	var batch [][]byte
	for {
		w.mu.Lock()
		for _, m := range batch {
			w.pendingBytes -= len(m)
			if len(w.buffers) < maxBuffers && cap(m) <= maxBufferSize {
				w.buffers = append(w.buffers, m)
			}
		}
		if w.pendingBytes < w.limit {
			w.spaceFreed.fire()
		}
		callbacks := w.takeCallbacks(len(batch))
		batch = batch[:0]
		if len(callbacks) > 0 {
			w.mu.Unlock()
			for _, c := range callbacks {
				c.do()
			}
			continue
		}
		if len(w.pending) == 0 || w.err != nil {
			w.writing = false
			w.emptied.fire()
			w.mu.Unlock()
			return
		}
		n := min(len(w.pending), maxBatch)
		batch = append(batch, w.pending[:n]...)
		clear(w.pending[:n])
		if w.pending = w.pending[n:]; len(w.pending) == 0 {
			w.pending = nil
		}
		w.mu.Unlock()
		if err := w.transport.Write(batch); err != nil {
			err = fmt.Errorf("%w: %w", ErrDisconnected, err)
			w.fail(err)
			w.onFailure(err)
		}
	}
}

// fail drops the pending messages and makes later ones fail with err.
func (w *writer) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
	}
	w.pending, w.pendingBytes, w.callbacks = nil, 0, nil
	w.spaceFreed.fire()
}

// drained waits until everything is written, writing has failed, or ctx ends.
func (w *writer) drained(ctx context.Context) {
	w.mu.Lock()
	if !w.writing {
		w.mu.Unlock()
		return
	}
	idle := w.emptied.wait()
	w.mu.Unlock()
	select {
	case <-idle:
	case <-ctx.Done():
	}
}
