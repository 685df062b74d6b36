package websocket

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync"

	ws "github.com/coder/websocket"

	"github.com/wiregen/wiregen/wirert/rpc"
)

// Dial connects to a URL, such as ws://127.0.0.1:8080/. ctx is that of the dialling only.
// o may be nil.
func Dial(ctx context.Context, url string, o *Options) (*Transport, error) {
	if o == nil {
		o = &Options{}
	}
	var under net.Conn
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) { under = info.Conn },
	})
	conn, _, err := ws.Dial(ctx, url, o.Dial)
	if err != nil {
		return nil, err
	}
	if under == nil {
		_ = conn.CloseNow()
		return nil, errors.New("websocket: the HTTP client does not report its connection to an httptrace.ClientTrace")
	}
	return newTransport(conn, under, o), nil
}

// Accept makes the transport of a request for a WebSocket. A request for a host that
// o.Hosts does not accept is refused, and a browser whose page is of another host, unless
// o.Accept says otherwise. After an error the request has been answered. o may be nil.
func Accept(w http.ResponseWriter, r *http.Request, o *Options) (*Transport, error) {
	if o == nil {
		o = &Options{}
	}
	if !hostAccepted(r, o.Hosts) {
		http.Error(w, "the host of the request is not accepted", http.StatusForbidden)
		return nil, fmt.Errorf("websocket: the host %q is not accepted", r.Host)
	}
	taken := &taker{ResponseWriter: w}
	conn, err := ws.Accept(taken, r, o.Accept)
	if err != nil {
		return nil, err
	}
	return newTransport(conn, taken.conn, o), nil
}

// A taker keeps the connection that is taken from an HTTP server, so that it can be ended
// without waiting for the peer.
type taker struct {
	http.ResponseWriter
	conn net.Conn
}

func (t *taker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(t.ResponseWriter).Hijack()
	t.conn = conn
	return conn, rw, err
}

// WriteHeaderNow is what frameworks have whose writers hold back the status.
func (t *taker) WriteHeaderNow() {
	if w, ok := t.ResponseWriter.(interface{ WriteHeaderNow() }); ok {
		w.WriteHeaderNow()
	}
}

// A Handler is an http.Handler that accepts WebSockets.
type Handler struct {
	serve func(r *http.Request, t rpc.Transport)
	o     *Options

	mu   sync.Mutex
	all  map[*Transport]bool
	done chan struct{} // is closed when the last one has ended after Shutdown; nil before
}

// NewHandler returns a handler that calls serve with the transport of each connection, and
// closes it when serve returns:
//
//	websocket.NewHandler(func(r *http.Request, t rpc.Transport) {
//		_ = rpc.ServeConn(r.Context(), chess.NewServer(t, newGame(), nil).Conn)
//	}, nil)
//
// o may be nil.
func NewHandler(serve func(r *http.Request, t rpc.Transport), o *Options) *Handler {
	return &Handler{serve: serve, o: o, all: make(map[*Transport]bool)}
}

// ServeHTTP serves one connection.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.ending() {
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
		return
	}
	t, err := Accept(w, r, h.o)
	if err != nil {
		return // the request was answered
	}
	defer t.Close()
	if !h.add(t) {
		t.close(ws.StatusGoingAway, "")
		return
	}
	defer h.remove(t)
	h.serve(r, t)
}

// Shutdown refuses new connections, closes those that there are with the status 1001, and
// waits until the functions that serve them have returned, or ctx has ended. Shutdown of
// an http.Server does not know of WebSockets.
func (h *Handler) Shutdown(ctx context.Context) error {
	h.mu.Lock()
	if h.done == nil {
		h.done = make(chan struct{})
		if len(h.all) == 0 {
			close(h.done)
		}
		for t := range h.all {
			go t.close(ws.StatusGoingAway, "")
		}
	}
	h.mu.Unlock()
	select {
	case <-h.done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (h *Handler) ending() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.done != nil
}

func (h *Handler) add(t *Transport) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.done != nil {
		return false
	}
	h.all[t] = true
	return true
}

func (h *Handler) remove(t *Transport) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.all, t)
	if h.done != nil && len(h.all) == 0 {
		close(h.done)
	}
}
