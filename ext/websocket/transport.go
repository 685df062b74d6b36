package websocket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	ws "github.com/coder/websocket"

	"github.com/wiregen/wiregen/wirert/rpc"
)

// Options configure a transport. The zero Options are good.
type Options struct {
	// MaxBytes is the maximum length of a message that is read: Framing.MaxBytes of
	// Protocol.Dialect() in a generated package, if the protocol has one; 0: 64 MiB.
	MaxBytes int
	// Keepalive is how long a connection may be idle before a ping is sent, so that proxies
	// do not end it. A peer that has neither answered nor sent anything else 3 times as long
	// after the ping is gone. 0: 30 seconds; negative: no pings.
	Keepalive time.Duration
	// CloseWait is how long Close waits for the peer to close as well; 0: 1 second.
	CloseWait time.Duration
	// Hosts are the names under which Accept may be reached, as in the Host header: "name" with
	// any port, or "name:port". Without Hosts, a connection that arrives at a loopback address
	// must be for localhost, 127.0.0.0/8 or ::1: the page of another name that leads there, which
	// its owner can make so, is refused. A reverse proxy that passes on the Host of its clients
	// needs Hosts.
	Hosts []string
	// Dial are further options of Dial, such as headers; may be nil.
	Dial *ws.DialOptions
	// Accept are further options of Accept, such as the origins of browsers that may connect
	// beside the host of the request; may be nil.
	Accept *ws.AcceptOptions
}

const (
	defaultMax       = 64 << 20
	defaultKeepalive = 30 * time.Second
	defaultCloseWait = time.Second
	pongs            = 3       // how many times Keepalive an answer may take
	maxRoom          = 1 << 20 // of the memory that is kept for the next message
	maxSkip          = 1 << 30 // how much of a message that is too large is passed over
)

// A Transport carries messages over a WebSocket. It is an [rpc.Transport].
type Transport struct {
	conn      *ws.Conn
	under     net.Conn
	max       int
	keepalive time.Duration
	closeWait time.Duration
	message   []byte // the room of one that was read

	timer   *time.Timer
	last    atomic.Int64 // when something was last read or written, or reading began, in nanoseconds since start
	start   time.Time
	reading atomic.Bool
	writing atomic.Bool

	once   sync.Once
	closed atomic.Bool
	mu     sync.Mutex
	err    error // why the transport has closed the connection by itself
}

func newTransport(conn *ws.Conn, under net.Conn, o *Options) *Transport {
	t := &Transport{conn: conn, under: under, max: o.MaxBytes, keepalive: o.Keepalive, closeWait: o.CloseWait, start: time.Now()}
	if t.max <= 0 {
		t.max = defaultMax
	}
	if t.keepalive == 0 {
		t.keepalive = defaultKeepalive
	}
	if t.closeWait <= 0 {
		t.closeWait = defaultCloseWait
	}
	conn.SetReadLimit(-1) // read passes over what is too large
	if t.keepalive > 0 {
		t.mu.Lock()
		t.timer = time.AfterFunc(t.keepalive, t.ping)
		t.mu.Unlock()
	}
	return t
}

// Read returns the next message. The error is io.EOF if the peer has closed the
// connection with the status 1000, 1001 or none; with another status it is a
// websocket.CloseError of github.com/coder/websocket.
func (t *Transport) Read() ([]byte, error) {
	t.touch()
	t.reading.Store(true)
	defer t.reading.Store(false)
	kind, r, err := t.conn.Reader(context.Background())
	if err != nil {
		return nil, t.ended(err)
	}
	if kind != ws.MessageText {
		err := fmt.Errorf("%w: a binary WebSocket message", rpc.ErrFraming)
		t.fail(err)
		t.close(ws.StatusUnsupportedData, "text only")
		return nil, err
	}
	m, err := t.take(r)
	if err == nil || errors.Is(err, rpc.ErrTooLarge) {
		return m, err
	}
	return nil, t.ended(err)
}

// take reads a message. Memory is taken as it comes.
func (t *Transport) take(r io.Reader) ([]byte, error) {
	if cap(t.message) > maxRoom {
		t.message = nil // one large message does not keep its room
	}
	m := t.message[:0]
	for {
		if len(m) == cap(m) {
			m = append(m, make([]byte, max(512, min(len(m), t.max+1-len(m))))...)[:len(m)]
		}
		n, err := r.Read(m[len(m):cap(m)])
		m = m[:len(m)+n]
		switch {
		case len(m) > t.max:
			t.message = nil
			return nil, t.skip(r, len(m), err)
		case err == io.EOF:
			t.message = m
			return m, nil
		case err != nil:
			return nil, err
		}
	}
}

// skip passes over the rest of a message that is too large, of which size bytes were read.
func (t *Transport) skip(r io.Reader, size int, err error) error {
	if err == nil {
		var n int64
		n, err = io.Copy(io.Discard, io.LimitReader(r, maxSkip))
		size += int(n)
		if err == nil && n == maxSkip {
			err = fmt.Errorf("%w: more than %d bytes, of at most %d: %w", rpc.ErrTooLarge, maxSkip, t.max, rpc.ErrDisconnected)
			t.fail(err)
			t.close(ws.StatusMessageTooBig, "")
			return err
		}
	}
	if err != nil && err != io.EOF {
		return err
	}
	return fmt.Errorf("%w: %d bytes, of at most %d", rpc.ErrTooLarge, size, t.max)
}

// ended returns the error of a connection of which nothing can be read any more.
func (t *Transport) ended(err error) error {
	t.stop()
	var status ws.CloseError
	own := t.failed()
	switch {
	case own != nil:
		return own
	case t.closed.Load():
		return net.ErrClosed
	case !errors.As(err, &status):
		return fmt.Errorf("the WebSocket has ended without being closed: %w", err)
	}
	switch status.Code {
	case ws.StatusNormalClosure, ws.StatusGoingAway, ws.StatusNoStatusRcvd:
		return io.EOF
	}
	return err
}

// Write writes messages, each as a frame.
func (t *Transport) Write(messages [][]byte) error {
	t.writing.Store(true)
	defer func() {
		t.touch()
		t.writing.Store(false)
	}()
	for _, m := range messages {
		if err := t.conn.Write(context.Background(), ws.MessageText, m); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the connection with the status 1000, and waits CloseWait for the peer to
// close it as well.
func (t *Transport) Close() error {
	t.close(ws.StatusNormalClosure, "")
	return nil
}

// close closes the connection. The errors of that are of no use: it ends.
func (t *Transport) close(code ws.StatusCode, reason string) {
	t.once.Do(func() {
		t.closed.Store(true)
		t.stop()
		hurry := time.AfterFunc(t.closeWait, func() { _ = t.under.Close() })
		defer hurry.Stop()
		_ = t.conn.Close(code, reason)
	})
}

// stop stops the pings.
func (t *Transport) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
}

// fail notes why the transport closes the connection.
func (t *Transport) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = err
	}
}

func (t *Transport) failed() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}

func (t *Transport) touch() { t.last.Store(int64(time.Since(t.start))) }

// ping sends a ping if the connection is idle. Nothing tells of the peer while nobody reads,
// and a ping would wait for what is being written.
func (t *Transport) ping() {
	last := t.last.Load()
	if idle := time.Since(t.start) - time.Duration(last); !t.idle() || idle < t.keepalive {
		t.again(t.keepalive - min(idle, t.keepalive/2))
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), pongs*t.keepalive)
	err := t.conn.Ping(ctx)
	stop()
	if err == nil || t.last.Load() != last || !t.idle() {
		t.again(t.keepalive)
		return
	}
	if !t.closed.Load() {
		t.fail(fmt.Errorf("the peer does not answer a ping: %w", err))
		_ = t.under.Close()
	}
}

// idle reports whether the connection waits for the peer.
func (t *Transport) idle() bool { return t.reading.Load() && !t.writing.Load() }

// again sets the timer of the next ping, unless the connection has ended.
func (t *Transport) again(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		t.timer.Reset(d)
	}
}
