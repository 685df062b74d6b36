package rpc

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A writer writes messages in the order in which they are added, and several in one call when
// the transport is slower than the senders. At most one goroutine writes at a time.
type writer struct {
	// Assigned once in New of the connection, before any goroutine starts, so that they are
	// safe to read without synchronization.
	transport Transport
	limit     int           // of pendingBytes and reserved; senders wait from it on
	stallWait time.Duration // how long messages may wait with nothing written
	onFailure func(error)   // called without mu when writing fails

	// answerBytes is the part of pendingBytes that is responses. It is changed with mu held.
	answerBytes atomic.Int64

	// mu guards the fields of this group.
	mu             sync.Mutex
	pending        []outMessage
	pendingBytes   int             // of pending, and of the messages being written
	reserved       int             // for senders that may add a message, and have not yet
	waiters        []chan struct{} // senders that wait for space, in order; closed when they may add
	writing        bool            // a goroutine is in flush, or must call it
	answersWritten signal          // answerBytes fell, or err was set
	emptied        signal          // writing became false, or err was set
	err            error           // why writing failed; set once
	buffers        [][]byte        // for reuse
	bufferBytes    int             // their capacity; at most maxBufferBytes
	addedCount     int64           // messages added so far
	writtenCount   int64           // messages written so far
	callbacks      []writeCallback // ordered by count
	watchdog       *time.Timer     // calls watch; nil before the first message
	isWatched      bool            // the watchdog runs: messages wait, or did when it last looked
	progress       int64           // at the last call of watch
}

// An outMessage is a message that waits to be written.
type outMessage struct {
	text     []byte
	isAnswer bool
}

// A writeCallback is called once count messages were written.
type writeCallback struct {
	count int64
	do    func()
}

const (
	maxBufferBytes = 512 << 10 // of all buffers: the messages of a few batches, if they are small
	maxBufferSize  = 64 << 10
	maxBatch       = 256 // messages per call of Transport.Write
)

// A progresser is a Transport that knows how much of a Write that has not returned yet was
// written. It tells a slow peer from one that reads nothing.
type progresser interface {
	Written() int64 // bytes, of all calls of Write
}

// buffer returns a buffer for a message, or nil.
func (w *writer) buffer() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.buffers); n > 0 {
		out := w.buffers[n-1]
		w.buffers = w.buffers[:n-1]
		w.bufferBytes -= cap(out)
		return out[:0]
	}
	return nil
}

// reserve waits until a message may be added, in the order of those that wait, and reserves
// messageCost bytes for it. What is not added must be released by unreserve.
func (w *writer) reserve(ctx context.Context) error {
	w.mu.Lock()
	if err := w.err; err != nil {
		w.mu.Unlock()
		return err
	}
	if len(w.waiters) == 0 && w.pendingBytes+w.reserved < w.limit {
		w.reserved += messageCost
		w.mu.Unlock()
		return nil
	}
	granted := make(chan struct{})
	w.waiters = append(w.waiters, granted)
	w.mu.Unlock()
	select {
	case <-granted:
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.err
	case <-ctx.Done():
		w.leave(granted)
		return context.Cause(ctx)
	}
}

// leave removes a sender that does not wait any more. It may have got its space meanwhile.
func (w *writer) leave(granted chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := slices.Index(w.waiters, granted); i >= 0 {
		w.waiters = slices.Delete(w.waiters, i, i+1)
		return
	}
	w.reserved -= messageCost
	w.grant()
}

// unreserve releases the space of a message that is not added.
func (w *writer) unreserve() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reserved -= messageCost
	w.grant()
}

// grant lets senders that wait add their messages while there is space. w.mu is held.
func (w *writer) grant() {
	for len(w.waiters) > 0 && (w.err != nil || w.pendingBytes+w.reserved < w.limit) {
		w.reserved += messageCost
		close(w.waiters[0])
		w.waiters = w.waiters[1:]
	}
}

// fewerAnswers returns a channel that is closed when answerBytes falls, or writing fails.
func (w *writer) fewerAnswers() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.answersWritten.wait()
}

// add adds a message, which the writer then owns. hasReserved says that the caller has called
// reserve for it. add reports whether the caller must call flush or have it called.
func (w *writer) add(message []byte, isAnswer, hasReserved bool) (must bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if hasReserved {
		w.reserved -= messageCost
	}
	if w.err != nil {
		return false
	}
	w.pending = append(w.pending, outMessage{message, isAnswer})
	w.pendingBytes += len(message) + messageCost
	if isAnswer {
		w.answerBytes.Add(int64(len(message) + messageCost))
	}
	w.addedCount++
	if !w.isWatched {
		w.isWatched, w.progress = true, w.written()
		if w.watchdog == nil {
			w.watchdog = time.AfterFunc(w.stallWait, w.watch)
		} else {
			w.watchdog.Reset(w.stallWait)
		}
	}
	must = !w.writing
	w.writing = true
	return must
}

// moved returns a count that grows when anything is written.
func (w *writer) moved() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.written()
}

// written is moved with w.mu held.
func (w *writer) written() int64 {
	n := w.writtenCount
	if p, ok := w.transport.(progresser); ok {
		n += p.Written()
	}
	return n
}

// watch runs every stallWait while messages wait. If nothing was written since the last time,
// the peer does not read, and writing fails. It runs at most once in that time, so that a
// message does not cost a timer.
func (w *writer) watch() {
	w.mu.Lock()
	now, bytes := w.written(), w.pendingBytes
	isStuck := false
	switch {
	case w.err != nil || bytes == 0:
		w.isWatched = false
	case now != w.progress:
		w.progress = now
		w.watchdog.Reset(w.stallWait)
	default:
		isStuck = true
	}
	w.mu.Unlock()
	if isStuck {
		w.stop(fmt.Errorf("%w: the peer has read nothing for %v, and %d bytes wait to be written", ErrSlowConsumer, w.stallWait, bytes))
	}
}

// stop makes writing fail, and tells the connection.
func (w *writer) stop(err error) {
	w.fail(err)
	w.onFailure(err)
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
	answers := 0 // bytes of the answers in batch
	for {
		w.mu.Lock()
		w.release(batch, answers)
		callbacks := w.takeCallbacks(len(batch))
		batch, answers = batch[:0], 0
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
		for _, m := range w.pending[:n] {
			batch = append(batch, m.text)
			if m.isAnswer {
				answers += len(m.text) + messageCost
			}
		}
		clear(w.pending[:n])
		if w.pending = w.pending[n:]; len(w.pending) == 0 {
			w.pending = nil
		}
		w.mu.Unlock()
		if err := w.transport.Write(batch); err != nil {
			w.stop(fmt.Errorf("%w: %w", ErrDisconnected, err))
		}
	}
}

// release takes messages that were written off the counts, and keeps their buffers. w.mu is
// held.
func (w *writer) release(batch [][]byte, answers int) {
	if w.err != nil {
		return
	}
	for _, m := range batch {
		w.pendingBytes -= len(m) + messageCost
		if size := cap(m); size <= maxBufferSize && w.bufferBytes+size <= maxBufferBytes {
			w.buffers = append(w.buffers, m)
			w.bufferBytes += size
		}
	}
	if answers > 0 {
		w.answerBytes.Add(int64(-answers))
		w.answersWritten.fire()
	}
	w.grant()
}

// fail drops the pending messages and makes later ones fail with err.
func (w *writer) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
	}
	w.pending, w.pendingBytes, w.callbacks = nil, 0, nil
	w.buffers, w.bufferBytes = nil, 0
	w.answerBytes.Store(0)
	if w.watchdog != nil {
		w.watchdog.Stop()
	}
	w.grant()
	w.answersWritten.fire()
	w.emptied.fire()
}

// drained waits until everything is written, writing has failed, or ctx ends. It returns the
// number of bytes that are not written.
func (w *writer) drained(ctx context.Context) int {
	for {
		w.mu.Lock()
		if !w.writing || w.err != nil {
			w.mu.Unlock()
			return 0
		}
		bytes, idle := w.pendingBytes, w.emptied.wait()
		w.mu.Unlock()
		select {
		case <-idle:
		case <-ctx.Done():
			return bytes
		}
	}
}
