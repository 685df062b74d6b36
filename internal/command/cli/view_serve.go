package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/message/view"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

const (
	// followEvery is how often the end of a followed file is looked at.
	followEvery = 200 * time.Millisecond
	// maxReaders limits the browsers that are served at a time: each has the file read anew.
	maxReaders = 8
)

// A viewServer serves the page of a file that grows.
type viewServer struct {
	proto   *model.Protocol
	opt     view.Options
	name    string
	readers chan struct{} // has one for each browser
}

// serveView serves the page of a recording until an interrupt.
func (env *environment) serveView(ctx context.Context, p *model.Protocol, opt view.Options, name, addr string) error {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	f, err := os.Open(name) // a name without a file is probably wrong
	if err != nil {
		return err
	}
	_ = f.Close()
	if _, err := view.New(p, opt, nil); err != nil {
		return err
	}
	s := &viewServer{proto: p, opt: opt, name: name, readers: make(chan struct{}, maxReaders)}
	server, err := newPageServer(ctx, addr, s.page, "events", s.events)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { _ = server.close() })
	fmt.Fprintf(env.stderr, "wiregen: %s is at %s until an interrupt\n", diag.Harmless(name), server.address)
	return server.serve()
}

func (s *viewServer) page(w http.ResponseWriter, _ *http.Request) {
	var b bytes.Buffer
	if err := view.WriteLive(&b, s.proto, s.opt, titleOf(s.name)); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	pageHead(w, "text/html; charset=utf-8")
	_, _ = w.Write(b.Bytes()) // an error says that the browser has gone
}

// events sends what is in the file to one browser, and then what comes.
func (s *viewServer) events(w http.ResponseWriter, r *http.Request) {
	select {
	case s.readers <- struct{}{}:
		defer func() { <-s.readers }()
	default:
		http.Error(w, "too many pages follow this recording", http.StatusServiceUnavailable)
		return
	}
	pageHead(w, "text/event-stream")
	e := &eventWriter{w: w, flusher: http.NewResponseController(w)}
	for e.err == nil && r.Context().Err() == nil {
		if err := s.follow(r.Context(), e); err != nil && !errors.Is(err, errReplaced) {
			e.event("gone", []byte(strings.ReplaceAll(err.Error(), "\n", " ")))
			_ = e.flusher.Flush()
			wait(r.Context(), 5*followEvery)
		}
	}
}

// An eventWriter writes events, and records the first error of writing.
type eventWriter struct {
	w       io.Writer
	flusher *http.ResponseController
	err     error
}

func (e *eventWriter) event(name string, lines ...[]byte) {
	out := []byte("event: " + name + "\n")
	for _, line := range lines {
		out = append(append(append(out, "data: "...), line...), '\n')
	}
	if e.err == nil {
		_, e.err = e.w.Write(append(out, '\n'))
	}
}

// follow sends the entries of the file from its beginning, until it is another file.
func (s *viewServer) follow(ctx context.Context, e *eventWriter) error {
	f, err := os.Open(s.name)
	if err != nil {
		return err
	}
	defer f.Close()
	session, err := view.New(s.proto, s.opt, func(p view.Part) error {
		e.event("part", p.Columns, p.Texts)
		return e.err
	})
	if err != nil {
		return err
	}
	e.event("start", []byte("{}"))
	tail := &tail{ctx: ctx, file: f, name: s.name, idle: func() error {
		if err := session.Flush(); err != nil {
			return err
		}
		result, err := json.Marshal(session.Result())
		if err == nil {
			e.event("rest", result)
			err = errors.Join(e.err, e.flusher.Flush())
		}
		return err
	}}
	return session.Read(tail)
}

// errReplaced ends the reading of a file that was truncated, or replaced by another one.
var errReplaced = errors.New("the file was replaced")

// A tail reads a file that grows, and waits at its end.
type tail struct {
	ctx  context.Context
	file *os.File
	name string
	read int64
	idle func() error // is called at the end, if there was something to read since the last time
	told bool
}

// Read reads on.
func (t *tail) Read(b []byte) (int, error) {
	for {
		n, err := t.file.Read(b)
		if n > 0 || err != nil && err != io.EOF {
			t.read += int64(n)
			t.told = false
			return n, err
		}
		if t.replaced() {
			return 0, errReplaced
		}
		if !t.told {
			t.told = true
			if err := t.idle(); err != nil {
				return 0, err
			}
		}
		if !wait(t.ctx, followEvery) {
			return 0, t.ctx.Err()
		}
	}
}

// replaced reports whether the file has less than was read, or its name is that of another
// one. While the name is that of none, another may come.
func (t *tail) replaced() bool {
	here, err := t.file.Stat()
	if err != nil || here.Size() < t.read {
		return true
	}
	there, err := os.Stat(t.name)
	return err == nil && !os.SameFile(here, there)
}

// wait waits for a time, and reports whether ctx still goes on.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
