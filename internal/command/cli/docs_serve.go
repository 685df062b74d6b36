package cli

import (
	"context"
	_ "embed" // of the script
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/docgen"
	"github.com/wiregen/wiregen/internal/diag"
)

//go:embed docs_live.js
var liveScript string

// A docsServer serves the page of a spec that changes.
type docsServer struct {
	env  *environment
	args []string

	mu      sync.Mutex
	page    []byte
	number  int           // of the page
	last    backend.Plan  // of the last spec without errors; or nil
	changed chan struct{} // is closed when there is another page
}

// serveDocs serves the reference of a spec until an interrupt.
func (env *environment) serveDocs(args []string, addr string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s := &docsServer{env: env, args: args, changed: make(chan struct{})}
	server, err := newPageServer(ctx, addr, s.serve, "changes", s.changes)
	if err != nil {
		return err
	}
	served := make(chan error, 1)
	go func() { served <- server.serve() }()
	w := &watch{env: env, args: args, do: s.run}
	err = w.until(ctx, "wiregen: the reference is at "+server.address+" until an interrupt")
	return errors.Join(err, server.close(), <-served)
}

// run makes the page anew.
func (s *docsServer) run() ([]*job, error) {
	j, r, plan, err := s.env.planDocs(s.args)
	var jobs []*job
	if j != nil {
		jobs = []*job{j}
	}
	x := docgen.Extras{Live: fmt.Sprintf("const pageNumber = %d;\n%s", s.number+1, liveScript)}
	switch {
	case err != nil:
		x.Notice = err.Error()
	case plan == nil:
		err = errors.Join(findings(s.env.stderr, "text", r), errFault)
		var text strings.Builder
		if e := diag.WriteText(&text, r.All(), diag.TextOptions{}); e != nil {
			return jobs, e
		}
		x.Notice = text.String()
	default:
		s.last = plan
		err = findings(s.env.stderr, "text", r)
	}
	var page []byte
	var failed error
	if s.last != nil {
		page, failed = docgen.Page(s.last, x)
	} else {
		page, failed = docgen.Fault(strings.Join(append([]string{"wiregen docs"}, s.args...), " "), x)
	}
	if failed != nil {
		return jobs, failed
	}
	s.mu.Lock()
	s.page = page
	s.number++
	close(s.changed)
	s.changed = make(chan struct{})
	s.mu.Unlock()
	return jobs, err
}

func (s *docsServer) serve(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	page := s.page
	s.mu.Unlock()
	pageHead(w, "text/html; charset=utf-8")
	_, _ = w.Write(page) // an error says that the browser has gone
}

// changes says when there is another page than the one that the browser has.
func (s *docsServer) changes(w http.ResponseWriter, r *http.Request) {
	pageHead(w, "text/event-stream")
	flush := http.NewResponseController(w)
	s.mu.Lock()
	changed, current := s.changed, strconv.Itoa(s.number)
	s.mu.Unlock()
	if r.FormValue("page") != current {
		changed = nil
	}
	if _, err := w.Write([]byte(": following\n\n")); err != nil || flush.Flush() != nil {
		return
	}
	if changed != nil {
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		}
	}
	_, _ = w.Write([]byte("data: changed\n\n")) // the browser asks for the page
}
