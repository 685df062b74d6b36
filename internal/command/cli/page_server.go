package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"
)

// A pageServer serves a page that changes, and what the page follows.
type pageServer struct {
	server   *http.Server
	listener net.Listener
	address  string // of the page, with its path
}

// newPageServer listens at an address, for a page and what is at the name below it. Requests
// end with ctx. A page of another origin cannot guess the path, and so cannot read the page
// through the browser of its reader.
func newPageServer(ctx context.Context, addr string, page http.HandlerFunc, name string, follow http.HandlerFunc) (*pageServer, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	root := "/" + strings.ToLower(rand.Text()) + "/"
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+root+"{$}", page)
	mux.HandleFunc("GET "+root+name, follow)
	return &pageServer{
		server:   &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }},
		listener: l,
		address:  "http://" + l.Addr().String() + root,
	}, nil
}

// serve answers requests until close is called.
func (s *pageServer) serve() error {
	if err := s.server.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (s *pageServer) close() error { return s.server.Close() }

// pageHead begins the answer to a request for a page, or for what it follows.
func pageHead(w http.ResponseWriter, kind string) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
}
