package rpc

import (
	"context"
	"sync"
	"sync/atomic"
)

// A completionCount counts the notifications whose handlers have returned.
type completionCount struct {
	n atomic.Int64

	// mu guards the fields of this group, and changes of n.
	mu      sync.Mutex
	changed signal
	blocked int  // open calls made by handlers of notifications
	ended   bool // no more handlers are called
}

func (h *completionCount) update(do func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	do()
	h.changed.fire()
}

func (h *completionCount) add()        { h.update(func() { h.n.Add(1) }) }
func (h *completionCount) block(n int) { h.update(func() { h.blocked += n }) }
func (h *completionCount) end()        { h.update(func() { h.ended = true }) }

// isBlocked reports whether a handler of a notification waits for a call.
func (h *completionCount) isBlocked() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.blocked > 0
}

// wait waits until n notifications were handled. A request does not wait while a handler of a
// notification waits for a call: the peer may need the response to the request first.
func (h *completionCount) wait(ctx context.Context, n int64, isRequest bool) {
	for h.n.Load() < n {
		h.mu.Lock()
		over := h.n.Load() >= n || isRequest && h.blocked > 0 || h.ended
		changed := h.changed.wait()
		h.mu.Unlock()
		if over {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}
