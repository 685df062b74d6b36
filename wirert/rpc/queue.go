package rpc

import "sync"

// A queue holds what the reader has read until it is handled.
type queue[T any] struct {
	mu     sync.Mutex
	items  []T
	max    int
	begin  func(item T) bool // takes an item in place of an empty queue; nil: nothing does
	closed bool
	filled sync.Cond // an item came, or the queue was closed
	room   signal
}

func newQueue[T any](most int) *queue[T] {
	q := &queue[T]{max: most}
	q.filled.L = &q.mu
	return q
}

// push adds an item. If the queue is full it returns a channel that is closed when there is
// room, and the item was not added. What is pushed to a closed queue is dropped.
func (q *queue[T]) push(item T) (full <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return nil
	}
	if q.begin != nil && len(q.items) == 0 && q.begin(item) {
		return nil
	}
	if len(q.items) >= q.max {
		return q.room.wait()
	}
	q.items = append(q.items, item)
	q.filled.Signal()
	return nil
}

// pop waits for an item; ok is false if the queue is closed, and empty.
func (q *queue[T]) pop() (item T, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.filled.Wait()
	}
	return q.take()
}

// tryPop returns an item; ok is false if there is none, and none was called before another
// one is pushed.
func (q *queue[T]) tryPop(none func()) (item T, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if item, ok = q.take(); !ok {
		none()
	}
	return item, ok
}

// take removes the first item, if there is one.
func (q *queue[T]) take() (item T, ok bool) {
	if len(q.items) == 0 {
		return item, false
	}
	item = q.items[0]
	var zero T
	q.items[0] = zero
	if q.items = q.items[1:]; len(q.items) == 0 {
		q.items = nil
	}
	q.room.fire()
	return item, true
}

// close ends the queue. What is in it is still popped, unless it is dropped.
func (q *queue[T]) close(drop bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed = true; drop {
		q.items = nil
	}
	q.room.fire()
	q.filled.Broadcast()
}
