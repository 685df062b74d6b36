package rpc

import "sync"

// A queue is a bounded FIFO between the reader and the handlers. It is not generic because
// every package that has a Conn would compile the methods for each type of item.
type queue struct {
	// Assigned once before any goroutine starts.
	max      int
	startNow func(item) bool // handles an item when the queue is empty, and reports whether it did; called with mu held; may be nil

	// mu guards the fields of this group.
	mu         sync.Mutex
	items      []item
	closed     bool
	filled     sync.Cond // an item was added, or the queue was closed
	spaceFreed signal    // an item was removed, or the queue was closed
}

// An item is a notification, or a request that waits for its handler.
type item struct {
	notification
	request *serving
}

func newQueue(most int) *queue {
	q := &queue{max: most}
	q.filled.L = &q.mu
	return q
}

// push adds an item. If the queue is full, it adds nothing and returns a channel that is
// closed when there is space. Items pushed to a closed queue are dropped.
func (q *queue) push(x item) (full <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return nil
	}
	if q.startNow != nil && len(q.items) == 0 && q.startNow(x) {
		return nil
	}
	if len(q.items) >= q.max {
		return q.spaceFreed.wait()
	}
	q.items = append(q.items, x)
	q.filled.Signal()
	return nil
}

// pop waits for an item. It returns false if the queue is closed and empty.
func (q *queue) pop() (x item, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.filled.Wait()
	}
	return q.take()
}

// tryPop returns an item. If there is none, it calls none before any other item can be pushed.
func (q *queue) tryPop(none func()) (x item, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if x, ok = q.take(); !ok {
		none()
	}
	return x, ok
}

// take removes the first item, if there is one.
func (q *queue) take() (x item, ok bool) {
	if len(q.items) == 0 {
		return x, false
	}
	x, q.items[0] = q.items[0], item{}
	if q.items = q.items[1:]; len(q.items) == 0 {
		q.items = nil
	}
	q.spaceFreed.fire()
	return x, true
}

// close closes the queue. Items in it can still be popped, unless drop is set.
func (q *queue) close(drop bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed = true; drop {
		q.items = nil
	}
	q.spaceFreed.fire()
	q.filled.Broadcast()
}
