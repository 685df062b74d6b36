package rpc

import (
	"context"
	"sync"
)

// A queue has the notifications that wait for their handlers, which are called one after the
// other. How much waits is bounded by the backlog, and not here.
type queue struct {
	backlog *backlog // assigned once

	// mu guards the fields of this group.
	mu     sync.Mutex
	items  []notification
	closed bool
	filled sync.Cond // an item was added, or the queue was closed
}

func newQueue(b *backlog) *queue {
	q := &queue{backlog: b}
	q.filled.L = &q.mu
	return q
}

// push adds a notification. Those pushed to a closed queue are dropped.
func (q *queue) push(n notification) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	q.items = append(q.items, n)
	q.backlog.add(n.size, false)
	q.filled.Signal()
}

// pop waits for a notification. It returns false if the queue is closed and empty.
func (q *queue) pop() (n notification, ok bool) {
	q.mu.Lock()
	for len(q.items) == 0 && !q.closed {
		q.filled.Wait()
	}
	if len(q.items) == 0 {
		q.mu.Unlock()
		return n, false
	}
	n, q.items[0] = q.items[0], notification{}
	if q.items = q.items[1:]; len(q.items) == 0 {
		q.items = nil
	}
	q.mu.Unlock()
	q.backlog.take(1, n.size, false)
	return n, true
}

func (q *queue) size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.items)
}

// close closes the queue. Notifications in it can still be popped, unless drop is set.
func (q *queue) close(drop bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed = true; drop {
		q.items = nil
	}
	q.filled.Broadcast()
}

// A requestQueue has the requests that wait for their handlers, and counts the handlers. A
// handler that waits for a call gives its slot to the next request, so that calls within calls
// go on; it does not wait for a slot when the call has ended, because other handlers may wait
// for it. Then more than maxHandlers run for a while.
type requestQueue struct {
	// Assigned once.
	maxHandlers int
	maxBytes    int
	backlog     *backlog
	start       func(*serving) // starts the goroutine of a handler; called with mu held

	// mu guards the fields of this group.
	mu      sync.Mutex
	waiting []*serving
	running int    // handlers that have a slot
	started int    // handlers
	bytes   int    // of the requests of started
	closed  bool   // no further handler starts
	idle    signal // nothing waits, and no handler has started
}

// push starts the handler of a request, or makes the request wait. Those pushed to a closed
// queue are dropped.
func (q *requestQueue) push(s *serving) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
	case len(q.waiting) == 0 && q.mayStart():
		q.begin(s)
		q.start(s)
	default:
		q.waiting = append(q.waiting, s)
		q.backlog.add(s.size, true)
	}
}

// mayStart reports whether one more handler may start. q.mu is held.
func (q *requestQueue) mayStart() bool {
	return q.running < q.maxHandlers && (q.bytes < q.maxBytes || q.started == 0)
}

// begin counts the handler of a request. q.mu is held.
func (q *requestQueue) begin(s *serving) {
	q.running++
	q.started++
	q.bytes += s.size
}

// take removes the next request if its handler may start, and counts it. q.mu is held.
func (q *requestQueue) take() *serving {
	if len(q.waiting) == 0 || !q.mayStart() {
		return nil
	}
	s := q.waiting[0]
	q.waiting[0] = nil
	if q.waiting = q.waiting[1:]; len(q.waiting) == 0 {
		q.waiting = nil
	}
	q.begin(s)
	q.backlog.take(1, s.size, true)
	return s
}

// next records that the handler of a request has ended, and returns the next request for its
// goroutine; nil if there is none.
func (q *requestQueue) next(done *serving) *serving {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	q.started--
	q.bytes -= done.size
	s := q.take()
	q.startOthers()
	if q.started == 0 {
		q.idle.fire()
	}
	return s
}

// startOthers starts handlers while slots are free. q.mu is held.
func (q *requestQueue) startOthers() {
	for s := q.take(); s != nil; s = q.take() {
		q.start(s)
	}
}

// yield records that a handler waits for a call. When the call has ended, resume records that.
func (q *requestQueue) yield() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	q.startOthers()
}

func (q *requestQueue) resume() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running++
}

// sizes returns the number of requests that wait, of handlers, and of those that run.
func (q *requestQueue) sizes() (waiting, started, running int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting), q.started, q.running
}

// close drops the requests that wait, and later ones.
func (q *requestQueue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed, q.waiting = true, nil
	if q.started == 0 {
		q.idle.fire()
	}
}

// wait waits until all requests are handled, or ctx ends. It reports whether they are.
func (q *requestQueue) wait(ctx context.Context) bool {
	for {
		q.mu.Lock()
		isIdle, idle := q.started == 0 && len(q.waiting) == 0, q.idle.wait()
		q.mu.Unlock()
		if isIdle {
			return true
		}
		select {
		case <-idle:
		case <-ctx.Done():
			return false
		}
	}
}
