package websocket_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	ws "github.com/coder/websocket"

	"github.com/wiregen/wiregen/examples/chess/gen/chess"
	"github.com/wiregen/wiregen/ext/websocket"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// limits are the options of an end of the protocol.
func limits() *websocket.Options {
	return &websocket.Options{MaxBytes: chess.Protocol.Dialect().Framing.MaxBytes}
}

// game is a server that answers each move with the same one.
type game struct {
	chess.UnimplementedServerHandler
}

func (game) Join(context.Context, *chess.JoinParams) (*chess.JoinResult, error) {
	return &chess.JoinResult{Color: chess.ColorWhite}, nil
}

func (game) Move(ctx context.Context, p *chess.MoveParams) (*chess.MoveResult, error) {
	if p.From == "a1" {
		<-ctx.Done() // until the connection has ended
	}
	moved := &chess.MovedParams{Color: chess.ColorBlack, From: p.From, To: p.To}
	return &chess.MoveResult{}, chess.ServerFrom(ctx).Moved(ctx, moved)
}

// player counts what it is told.
type player struct {
	chess.UnimplementedClientHandler
	moved atomic.Int64
}

func (p *player) Moved(context.Context, *chess.MovedParams) { p.moved.Add(1) }

// An ended is how a connection of the server has ended.
type ended struct {
	wait error
	err  error
}

// serve starts a server. Its connections report to the channels.
func serve(t *testing.T, o *websocket.Options) (url string, ends chan ended, incidents chan error) {
	t.Helper()
	ends, incidents = make(chan ended, 100), make(chan error, 100)
	h := websocket.NewHandler(func(r *http.Request, tr rpc.Transport) {
		s := chess.NewServer(tr, game{}, &rpc.Options{Report: func(i rpc.Incident) { incidents <- i.Err }})
		err := rpc.ServeConn(r.Context(), s.Conn)
		ends <- ended{err, s.Err()}
	}, o)
	return listen(t, h), ends, incidents
}

// listen serves HTTP until the test ends, when no goroutine of it may be left.
func listen(t *testing.T, h http.Handler) (url string) {
	t.Helper()
	before := runtime.NumGoroutine()
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		if h, ok := h.(*websocket.Handler); ok {
			if err := h.Shutdown(within(t)); err != nil {
				t.Error(err)
			}
		}
		s.Close()
		http.DefaultClient.CloseIdleConnections()
		for ctx := within(t); runtime.NumGoroutine() > before; runtime.Gosched() {
			if ctx.Err() != nil {
				all := make([]byte, 1<<20)
				t.Fatalf("goroutines are left:\n%s", all[:runtime.Stack(all, true)])
			}
		}
	})
	return "ws" + strings.TrimPrefix(s.URL, "http")
}

// within is a context that ends long after everything should have happened.
func within(t *testing.T) context.Context {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(stop)
	return ctx
}

func dial(t *testing.T, url string, o *websocket.Options) *websocket.Transport {
	t.Helper()
	ctx, stop := context.WithCancel(within(t))
	defer stop() // the connection goes on
	tr, err := websocket.Dial(ctx, url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tr.Close() })
	return tr
}

// raw is a WebSocket without a transport.
func raw(t *testing.T, url string) *ws.Conn {
	t.Helper()
	conn, _, err := ws.Dial(within(t), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	return conn
}

func next[T any](t *testing.T, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-within(t).Done():
		t.Fatal("nothing came")
	}
	return v
}

func TestRoundTrip(t *testing.T) {
	url, ends, incidents := serve(t, limits())
	for range 3 {
		p := &player{}
		c := chess.NewClient(dial(t, url, limits()), p, nil)
		if seat, err := c.Join(within(t), &chess.JoinParams{Name: "Ada"}); err != nil || seat.Color != chess.ColorWhite {
			t.Fatal(seat, err)
		}
		for i := range 200 {
			if _, err := c.Move(within(t), &chess.MoveParams{From: "e2", To: "e4"}); err != nil || p.moved.Load() != int64(i+1) {
				t.Fatal(i, p.moved.Load(), err)
			}
		}
		if err := c.Resign(within(t)); !errors.As(err, new(*rpc.ResultError)) && err == nil {
			t.Error("resign has no handler")
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if e := next(t, ends); e.wait != nil || !errors.Is(e.err, io.EOF) {
			t.Errorf("the server ends with %+v", e)
		}
	}
	if len(incidents) > 0 {
		t.Error(<-incidents)
	}
}

// TestTooLarge sends messages about the limit, whole and in pieces: what is too large is
// passed over, and the session goes on.
func TestTooLarge(t *testing.T) {
	url, _, incidents := serve(t, limits())
	conn := raw(t, url)
	conn.SetReadLimit(1 << 20)
	most := limits().MaxBytes
	send := func(size, piece int) {
		const head, tail = `{"jsonrpc":"2.0","id":"x","method":"join","params":{"name":"`, `"}}`
		m := []byte(head + strings.Repeat("n", size-len(head)-len(tail)) + tail)
		w, err := conn.Writer(within(t), ws.MessageText)
		for err == nil && len(m) > 0 {
			n := min(piece, len(m))
			_, err = w.Write(m[:n])
			m = m[n:]
		}
		if err := errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for _, piece := range []int{1 << 20, 1000} {
		for _, size := range []int{100, 5000, most, most + 1, 10 * most, 200} {
			send(size, piece)
			if size > most {
				if err := next(t, incidents); !errors.Is(err, rpc.ErrTooLarge) || !strings.Contains(err.Error(), fmt.Sprint(size)) {
					t.Errorf("%d bytes: %v", size, err)
				}
				if !chess.Protocol.Dialect().NullIDOnError && !chess.Protocol.Dialect().NoIDOnError {
					continue
				}
			}
			_, answer, err := conn.Read(within(t))
			if want := size <= most; err != nil || bytes.Contains(answer, []byte(`"result"`)) != want {
				t.Fatalf("%d bytes in pieces of %d: %s, %v", size, piece, answer, err)
			}
		}
	}
}

func TestAbrupt(t *testing.T) {
	var under net.Conn
	o := limits()
	o.Dial = &ws.DialOptions{HTTPClient: &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, network, addr string) (conn net.Conn, err error) {
			under, err = new(net.Dialer).DialContext(ctx, network, addr)
			return under, err
		},
	}}}
	url, ends, _ := serve(t, limits())
	c := chess.NewClient(dial(t, url, o), nil, nil)
	waits := make(chan error, 1)
	go func() {
		_, err := c.Move(within(t), &chess.MoveParams{From: "a1", To: "a2"})
		waits <- err
	}()
	if _, err := c.Join(within(t), &chess.JoinParams{Name: "Ada"}); err != nil {
		t.Fatal(err)
	}
	_ = under.Close()
	if err := next(t, waits); !errors.Is(err, rpc.ErrDisconnected) {
		t.Error(err)
	}
	if e := next(t, ends); !errors.Is(e.wait, rpc.ErrDisconnected) {
		t.Errorf("the server ends with %+v", e)
	}
	_ = c.Close()
}

// TestStatus closes connections with several statuses.
func TestStatus(t *testing.T) {
	url, ends, _ := serve(t, nil)
	for code, clean := range map[ws.StatusCode]bool{ws.StatusNormalClosure: true, ws.StatusGoingAway: true, ws.StatusNoStatusRcvd: true, ws.StatusPolicyViolation: false} {
		_ = raw(t, url).Close(code, "")
		e := next(t, ends)
		if (e.wait == nil) != clean || !clean && ws.CloseStatus(e.wait) != code {
			t.Errorf("%v: the server ends with %+v", code, e)
		}
	}
	conn := raw(t, url)
	if err := conn.Write(within(t), ws.MessageBinary, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := conn.Read(within(t)); ws.CloseStatus(err) != ws.StatusUnsupportedData {
		t.Error(err)
	}
	if e := next(t, ends); !errors.Is(e.wait, rpc.ErrFraming) {
		t.Errorf("the server ends with %+v", e)
	}
}

func TestShutdown(t *testing.T) {
	begun, returned := make(chan bool), make(chan bool, 1)
	h := websocket.NewHandler(func(r *http.Request, tr rpc.Transport) {
		begun <- true
		_ = chess.NewServer(tr, game{}, nil).Wait(r.Context())
		returned <- true
	}, nil)
	url := listen(t, h)
	tr := dial(t, url, nil)
	<-begun
	read := make(chan error, 1)
	go func() {
		_, err := tr.Read()
		read <- err
	}()
	if err := h.Shutdown(within(t)); err != nil || len(returned) != 1 {
		t.Error(err)
	}
	if err := next(t, read); err != io.EOF {
		t.Error(err)
	}
	if _, err := websocket.Dial(within(t), url, nil); err == nil || !strings.Contains(err.Error(), "503") {
		t.Error(err)
	}
}

func TestOrigin(t *testing.T) {
	for origin, want := range map[string]string{"http://elsewhere.example": "403", "http://friend.example": ""} {
		o := limits()
		o.Accept = &ws.AcceptOptions{OriginPatterns: []string{"friend.example"}}
		url, _, _ := serve(t, o)
		tr, err := websocket.Dial(within(t), url, &websocket.Options{Dial: &ws.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}}})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", origin, err)
		}
		if err == nil {
			_ = tr.Close()
		}
	}
}

// TestPing has idle connections with a peer that answers pings, and with one that does not.
func TestPing(t *testing.T) {
	url, ends, _ := serve(t, &websocket.Options{Keepalive: 20 * time.Millisecond})
	pings := make(chan bool, 1)
	c := chess.NewClient(dial(t, url, &websocket.Options{Keepalive: -1, Dial: &ws.DialOptions{
		OnPingReceived: func(context.Context, []byte) bool { pings <- true; return true },
	}}), nil, nil)
	for range 5 {
		next(t, pings)
	}
	go func() {
		for range pings {
		}
	}()
	if _, err := c.Join(within(t), &chess.JoinParams{Name: "Ada"}); err != nil {
		t.Error(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	next(t, ends)
	close(pings)

	raw(t, url) // nobody reads, so that no ping is answered
	if e := next(t, ends); e.wait == nil || !strings.Contains(e.wait.Error(), "ping") {
		t.Errorf("the server ends with %+v", e)
	}
}

// TestPaused does not read for a while: that alone does not end a connection.
func TestPaused(t *testing.T) {
	url, _, _ := serve(t, nil)
	tr := dial(t, url, &websocket.Options{Keepalive: time.Millisecond})
	time.Sleep(30 * time.Millisecond)
	c := chess.NewClient(tr, nil, nil)
	if _, err := c.Join(within(t), &chess.JoinParams{Name: "Ada"}); err != nil {
		t.Error(err)
	}
	_ = c.Close()
}

// TestCloseAlone closes connections whose peer does not close, so many that waiting for each
// of them as long as the library does by itself would take too long.
func TestCloseAlone(t *testing.T) {
	peers := make(chan *ws.Conn, 1)
	url := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := ws.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
		}
		peers <- conn
	}))
	ctx := within(t)
	for i := range 20 {
		tr := dial(t, url, &websocket.Options{CloseWait: 10 * time.Millisecond})
		peer := next(t, peers)
		read := make(chan error, 1)
		if i%2 == 0 {
			go func() {
				_, err := tr.Read()
				read <- err
			}()
		}
		_ = tr.Close()
		if i%2 == 0 {
			if err := next(t, read); !errors.Is(err, net.ErrClosed) {
				t.Error(err)
			}
		}
		if _, err := tr.Read(); !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
		_ = peer.CloseNow()
		if ctx.Err() != nil {
			t.Fatal("closing takes too long")
		}
	}
}

// TestBackPressure sends to a peer that does not read: the sender waits.
func TestBackPressure(t *testing.T) {
	served := make(chan error, 1)
	url := listen(t, websocket.NewHandler(func(r *http.Request, tr rpc.Transport) {
		s := chess.NewServer(tr, game{}, &rpc.Options{MaxWrite: 1000})
		ctx, stop := context.WithTimeout(r.Context(), 300*time.Millisecond)
		defer stop()
		var err error
		for err == nil {
			err = s.Moved(ctx, &chess.MovedParams{Color: chess.ColorBlack, From: "e7", To: "e5"})
		}
		served <- err
		_ = s.Wait(r.Context()) // until the peer has gone
		_ = s.Close()
	}, &websocket.Options{CloseWait: time.Millisecond}))
	conn := raw(t, url)
	if err := next(t, served); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	_ = conn.CloseNow()
}
