package rpc

import (
	"io"
	"sync"
)

// Pipe returns the two ends of an in-memory connection, for example for tests. Each direction
// buffers up to 64 messages.
func Pipe() (a, b Transport) {
	one, two := make(chan []byte, 64), make(chan []byte, 64)
	left, right := make(chan struct{}), make(chan struct{})
	return &pipe{in: one, out: two, closed: left, other: right}, &pipe{in: two, out: one, closed: right, other: left}
}

type pipe struct {
	in, out       chan []byte
	closed, other chan struct{}
	once          sync.Once
}

func (p *pipe) Read() ([]byte, error) {
	select {
	case m := <-p.in:
		return m, nil
	default:
	}
	select {
	case m := <-p.in:
		return m, nil
	case <-p.closed:
		return nil, io.ErrClosedPipe
	case <-p.other:
		select { // drain what was written before the other end was closed
		case m := <-p.in:
			return m, nil
		default:
			return nil, io.EOF
		}
	}
}

func (p *pipe) Write(messages [][]byte) error {
	for _, m := range messages {
		select { // first: select below chooses at random
		case <-p.closed:
			return io.ErrClosedPipe
		default:
		}
		select {
		case p.out <- append([]byte(nil), m...):
		case <-p.closed:
			return io.ErrClosedPipe
		case <-p.other:
			return io.ErrClosedPipe
		}
	}
	return nil
}

func (p *pipe) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}
