//go:build linux

package peers

import (
	"io"
	"sync"
)

// writes writes what is added to it, in its order, in a goroutine of its own, so that a peer
// may read while it writes.
type writes struct {
	w io.Writer

	mu      sync.Mutex
	changed *sync.Cond // the fields below have changed
	queue   [][]byte
	busy    bool
	err     error
}

func newWrites(w io.Writer) *writes {
	out := &writes{w: w}
	out.changed = sync.NewCond(&out.mu)
	return out
}

func (w *writes) add(data []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queue = append(w.queue, data)
	if !w.busy {
		w.busy = true
		go w.run()
	}
}

func (w *writes) run() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.queue) > 0 && w.err == nil {
		data := w.queue[0]
		w.queue = w.queue[1:]
		w.mu.Unlock()
		_, err := w.w.Write(data)
		w.mu.Lock()
		w.err = err
	}
	w.busy = false
	w.changed.Broadcast()
}

// wait waits until everything is written.
func (w *writes) wait() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.busy {
		w.changed.Wait()
	}
	return w.err
}
