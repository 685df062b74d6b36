package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// Options configure a connection. The zero value is ready to use.
type Options struct {
	// Logger receives incidents, unless Report is set, and every message at level Debug.
	// Sensitive values are redacted and long ones cut as the spec says. If nil, nothing is
	// logged.
	Logger *slog.Logger
	// Report is called with each incident that does not end the connection: an unreadable
	// message, a broken session rule, a response without a call. It must not block.
	Report func(Incident)
	// MaxHandlers is the maximum number of requests handled at once. 0 means 64.
	MaxHandlers int
	// MaxQueue is the maximum number of messages that wait for handlers, and the maximum
	// number in each stream. 0 means 1024.
	MaxQueue int
	// MaxWrite is the number of bytes waiting to be written from which senders block. 0 means
	// 1 MiB.
	MaxWrite int
	// CancelWait is how long a cancelled call waits for its response, if the peer was
	// notified. 0 means 1 second.
	CancelWait time.Duration
	// StallWait is how long reading may pause for a full queue while calls are open. 0 means 1
	// minute.
	StallWait time.Duration
	// CloseWait is how long Close waits for handlers to return. 0 means 5 seconds.
	CloseWait time.Duration
	// History is called with each request of a replay, which is not handled. If nil, such
	// requests are ignored. Events of a replay are passed to their handler.
	History func(ctx context.Context, m Message)
	// Prepare is called with each message before it is sent, for example to set additional
	// members. It must not block.
	Prepare func(m Message)
	// Session carries state across reconnects. If nil, calls and handlers end with the
	// connection.
	Session *Session
	// Middleware wraps the handler of every request and notification.
	Middleware func(next Handler) Handler
	// Outgoing is called with each valid request and notification before it is sent, with the
	// context of the call. The function it returns, if not nil, is called when the call has
	// ended or the notification was sent: with the result of a call, or with the error.
	Outgoing func(ctx context.Context, o Outgoing) (ended func(result codec.Raw, err error))
}

// Outgoing is a message that is about to be sent.
type Outgoing struct {
	Conn    *Conn
	Message Message
	Parts   Parts
}

// An Incident is a fault that does not end the connection.
type Incident struct {
	Err     error           // never nil
	Faults  []session.Fault // the broken session rules; nil for any other fault
	Message []byte          // the text of the message; nil if there is none
	Sent    bool            // this end sent the message
}

// A Conn is one end of a connection. Its methods may be called concurrently.
type Conn struct {
	// Assigned once in New, before any goroutine starts, so that they are safe to read
	// without synchronization.
	proto      *Protocol
	owner      any // nil if New was given none
	side       session.Side
	transport  Transport
	opt        Options
	handler    Handler                // never nil
	cancellers map[string][]canceller // by the method that cancels; nil: none does
	needsTime  bool                   // rules depend on the time
	ctx        context.Context        // the parent of the contexts of handlers
	cancel     context.CancelCauseFunc

	// mu guards the fields of this group. Messages are sent in the order in which the machine
	// observes them, because mu is held from there until they are added to the writer.
	mu             sync.Mutex
	machine        *session.Machine      // assigned in New
	pending        map[codec.ID]*pending // calls without an answer; nil when the connection has ended
	serving        map[codec.ID]*serving // requests of the peer without an answer
	streams        []*subscriber         // of pending calls; removing one makes a new slice, so that a copy is safe to read without mu
	lastID         int64                 // of the calls, unless the Session counts them
	sentCount      int64                 // messages that were sent, where the protocol numbers them
	proposedLimits [2]int                // by side: the limits in the params of the last handshake; 0: none
	err            error                 // why the connection has ended; set once, nil until then
	version        string                // empty before a handshake

	// The queues have locks of their own. The reader fills them; end closes them.
	notifications *queue // in the order in which their handlers are called
	requests      *queue // those for which no handler is free
	freeHandlers  int    // requests whose handlers may start now; guarded by requests.mu

	// These have a lock of their own, or are atomic.
	writer      writer
	completed   completionCount
	received    atomic.Int64    // notifications that were put into their queue; only the reader changes it
	nestedCalls atomic.Int64    // open calls that were made by handlers
	maxBytes    [2]atomic.Int64 // by side: the length of the longest message that it takes; 0: any

	// The lifetime of the connection. goroutines counts the reader, the one that calls the
	// handlers of notifications, those that handle requests, and the one that closes the
	// transport after the last answer: Begin adds the first two, and after that only those that
	// are counted add others. When all have returned, done is closed, which New makes and nobody
	// sends on.
	goroutines      sync.WaitGroup
	requestHandlers sync.WaitGroup // those of goroutines that handle requests
	done            chan struct{}
}

// A conn is a Conn with the unexported methods. They are not methods of Conn because the
// compiler emits a wrapper for each method in every type that embeds Conn.
type conn Conn

// A notification of the peer, or a request of a replay, waits for its handler.
type notification struct {
	message Message
	ctx     context.Context
	handle  Handler
	receipt *receipt
}

// New returns a connection that Begin starts. side is the end that it is. handle may be nil:
// requests are then answered with an error.
//
// owner is the value that OwnerFrom returns in handlers: the client or server that the
// connection belongs to.
func New(p *Protocol, side session.Side, t Transport, handle Handler, owner any, o *Options) *Conn {
	c := &conn{
		owner: owner, proto: p, side: side, transport: t, handler: handle, machine: session.New(p.Rules),
		pending: make(map[codec.ID]*pending), serving: make(map[codec.ID]*serving), done: make(chan struct{}),
	}
	if o != nil {
		c.opt = *o
	}
	setDefault(&c.opt.MaxHandlers, 64)
	setDefault(&c.opt.MaxQueue, 1024)
	setDefault(&c.opt.MaxWrite, 1<<20)
	setDefault(&c.opt.CancelWait, time.Second)
	setDefault(&c.opt.StallWait, time.Minute)
	setDefault(&c.opt.CloseWait, 5*time.Second)
	if c.handler == nil {
		c.handler = func(context.Context, Message) (Message, error) { return nil, ErrUnhandled }
	}
	if c.opt.Middleware != nil {
		c.handler = c.opt.Middleware(c.handler)
	}
	c.ctx, c.cancel = context.WithCancelCause(context.Background())
	c.writer = writer{transport: t, limit: c.opt.MaxWrite, onFailure: func(err error) {
		c.end(err)
		_ = t.Close() // the reader may wait for a peer that does not read
	}}
	c.notifications, c.requests = newQueue(c.opt.MaxQueue), newQueue(c.opt.MaxQueue)
	c.freeHandlers = c.opt.MaxHandlers
	for side := range c.maxBytes {
		c.maxBytes[side].Store(int64(p.Table.Dialect.Framing.MaxBytes))
	}
	c.requests.startNow = func(x item) bool { return c.begin(x.request) }
	if _, ok := t.(Keeper); ok {
		c.lastID = time.Now().UnixMicro()
		if c.opt.Session != nil {
			c.opt.Session.raise(c.lastID)
		}
	}
	c.needsTime = p.Rules.Rate.PerMinute > 0
	for i := range p.Rules.Acts {
		if a := &p.Rules.Acts[i]; a.Cancel != nil {
			if c.cancellers == nil {
				c.cancellers = make(map[string][]canceller)
			}
			c.cancellers[a.Cancel.By] = append(c.cancellers[a.Cancel.By], canceller{a.Cancel, a.Name, a.Kind})
		}
		for _, r := range p.Rules.Acts[i].Rules {
			c.needsTime = c.needsTime || r.Is == session.Timeout
		}
	}
	return (*Conn)(c)
}

// Begin starts the connection. Generated code calls it once the owner has stored the
// connection.
func (c *Conn) Begin() { (*conn)(c).run() }

func (c *conn) run() {
	if c.opt.Session != nil {
		c.opt.Session.begin(c)
	}
	c.goroutines.Add(2)
	go c.read()
	go c.notify()
	go func() {
		c.goroutines.Wait()
		close(c.done)
	}()
	if c.proto.Rules.Handshake == nil {
		c.resume()
	}
}

func setDefault[T comparable](v *T, value T) {
	var zero T
	if *v == zero {
		*v = value
	}
}

// From returns the connection of the message being handled, or nil if ctx is not the context
// of a handler. In a handler that outlived its connection, it is the current one.
func From(ctx context.Context) *Conn { return (*Conn)(connIn(ctx)) }

func connIn(ctx context.Context) *conn {
	h := handlingIn(ctx)
	if h.resendable != nil {
		return h.conn.opt.Session.current(h.resendable)
	}
	return h.conn
}

// OwnerFrom returns the client or server whose handler has the context ctx, or nil.
func OwnerFrom(ctx context.Context) any {
	if c := connIn(ctx); c != nil {
		return c.owner
	}
	return nil
}

// Version returns the negotiated version, or "" before the handshake.
func (c *Conn) Version() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.version
}

// SetVersion sets the negotiated version.
func (c *Conn) SetVersion(version string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version = version
}

// Lower returns the lower of two versions.
func Lower(a, b string) string {
	if codec.CompareVersions(a, b) < 0 {
		return a
	}
	return b
}

// Protocol returns the protocol of the connection.
func (c *Conn) Protocol() *Protocol { return c.proto }

// Open returns the requests of the peer that are being handled, in no particular order.
func (c *Conn) Open() []Parts {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []Parts
	for _, s := range c.serving {
		out = append(out, s.parts)
	}
	return out
}

// Done returns a channel that is closed when the connection has ended and all handlers have
// returned.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err returns why the connection has ended, or nil if it has not. It is ErrClosed after Close,
// and wraps ErrDisconnected if the peer ended the connection.
func (c *Conn) Err() error { return (*conn)(c).why() }

func (c *conn) why() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Wait waits until the connection has ended and returns its error: nil if the peer ended it
// between two messages, or if Close was called. If ctx ends first, it returns the cause of ctx
// and leaves the connection open.
func (c *Conn) Wait(ctx context.Context) error {
	select {
	case <-c.done:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if err := c.Err(); err != errGone && err != ErrClosed {
		return err
	}
	return nil
}

// errGone is the error of a connection that its peer ended between two messages.
var errGone = fmt.Errorf("%w: %w", ErrDisconnected, io.EOF)

// Close ends the connection. It writes messages that were sent before, fails open calls with
// ErrClosed, cancels the contexts of handlers and waits for handlers to return. The error says
// that some are still running after CloseWait.
func (c *Conn) Close() error {
	ctx, stop := context.WithTimeout(context.Background(), c.opt.CloseWait)
	defer stop()
	c.writer.drained(ctx)
	(*conn)(c).end(ErrClosed)
	_ = c.transport.Close() // unblocks a Read if the peer left without closing its side
	select {
	case <-c.done:
	case <-ctx.Done():
		return fmt.Errorf("rpc: handlers still run %v after the connection was closed", c.opt.CloseWait)
	}
	return nil
}

// end ends the connection because of err.
func (c *conn) end(err error) {
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return
	}
	c.err = err
	open := c.pending
	c.pending = nil
	if c.opt.Session != nil {
		c.opt.Session.keep(open, c.machine.Unanswered())
	}
	c.streams = nil
	c.mu.Unlock()
	gone := errors.Is(err, ErrDisconnected)
	if !gone { // first: handlers whose contexts end must not answer any more
		c.writer.fail(err)
	}
	for _, p := range open {
		p.answer(answer{err: err})
	}
	c.cancel(err)
	c.notifications.close(err == ErrClosed)
	c.requests.close(true)
	if gone {
		// The peer may still read, so handlers that end now may answer.
		return
	}
	_ = c.transport.Close()
}

// shut closes the transport after the last requests were answered: the peer may have closed
// only its sending side.
func (c *conn) shut() {
	ctx, stop := context.WithTimeout(context.Background(), c.opt.CloseWait)
	defer stop()
	served := make(chan struct{})
	go func() {
		c.requestHandlers.Wait()
		close(served)
	}()
	select {
	case <-served:
		c.writer.drained(ctx)
	case <-ctx.Done():
	}
	c.writer.fail(c.why())
	_ = c.transport.Close()
}

// report reports an incident.
func (c *conn) report(i Incident) {
	switch {
	case c.opt.Report != nil:
		c.opt.Report(i)
	case c.opt.Logger != nil:
		c.opt.Logger.Warn("rpc", "err", i.Err, "sent", i.Sent)
	}
}

// reportFaults reports broken rules.
func (c *conn) reportFaults(v *session.Verdict, method string, message []byte, sent bool) {
	if len(v.Faults) > 0 {
		c.report(Incident{Err: &RuleError{method, v.Faults}, Faults: v.Faults, Message: message, Sent: sent})
	}
}

// log logs a message at level Debug.
func (c *conn) log(words string, m Message) {
	if l := c.opt.Logger; l != nil && l.Enabled(c.ctx, slog.LevelDebug) {
		l.Debug(words, "message", m)
	}
}

// sessionMessage returns the form of a message that the session machine observes.
func (c *conn) sessionMessage(side session.Side, p *Parts, m Message) session.Message {
	out := session.Message{Side: side, ID: p.ID.String(), Method: p.Method, Tag: p.Tag}
	if c.needsTime {
		out.Time = time.Now().UnixMilli()
	}
	if p.Shape == codec.NotificationShape {
		out.ID = ""
	}
	look := &lazyMembers{c: c, message: m}
	if p.Shape != codec.ResponseShape {
		out.Params = look.params
		return out
	}
	out.Method = ""
	if p.Error == nil {
		out.Result = look.result
		return out
	}
	out.Error = c.identity(p.Error)
	return out
}

// identity returns the code and the kind of an error.
func (c *conn) identity(e *codec.ResponseError) *session.ErrorIdentity {
	out := &session.ErrorIdentity{Code: int(e.Code)}
	out.Kind, _ = e.Kind()
	if c.proto.Table.Dialect.FlagsErrors() {
		out.Code = session.NoCode
	}
	return out
}

// lazyMembers parses a message only when the machine needs its members, which is rare.
type lazyMembers struct {
	c       *conn
	message Message
	parsed  *session.Message
}

func (l *lazyMembers) parse() *session.Message {
	if l.parsed == nil {
		msg := l.c.proto.Table.Dialect.SessionMessage(l.message.AppendJSON(nil))
		l.parsed = &msg
	}
	return l.parsed
}

func (l *lazyMembers) params(path ...string) []byte {
	if at := l.parse().Params; at != nil {
		return at(path...)
	}
	return nil
}

func (l *lazyMembers) result(path ...string) []byte {
	if at := l.parse().Result; at != nil {
		return at(path...)
	}
	return nil
}
