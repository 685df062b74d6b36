package rpc

import (
	"context"
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
	// BaseContext has the values that the contexts of handlers have. Its end is ignored. nil
	// means context.Background. Functions of generated packages that connect or serve with a
	// context set it to that context if it is nil.
	BaseContext context.Context
	// MaxHandlers is the maximum number of requests handled at once. Handlers that wait for a
	// call over this connection do not count. 0 means 64.
	MaxHandlers int
	// MaxRead is the number of bytes of received messages that wait for a handler or for a
	// reader of events, and of responses that wait to be written, from which reading pauses. It
	// is also the number of bytes of requests being handled from which no further handler
	// starts. A received message counts 1 KiB more than its text. 0 means 16 MiB.
	MaxRead int
	// MaxWrite is the number of bytes waiting to be written from which calls, notifications and
	// the answers of handlers wait. 0 means 1 MiB.
	MaxWrite int
	// CancelWait is how long a cancelled call waits for its response, if the peer was
	// notified. 0 means 1 second.
	CancelWait time.Duration
	// StallWait is how long reading may pause while none of the messages that wait is taken,
	// and how long messages may wait to be written while nothing is written. Then, or after
	// twice that time, the connection ends with ErrSlowConsumer. 0 means 1 minute.
	StallWait time.Duration
	// CloseWait is how long requests may be handled after the peer has ended its output, and
	// how long Close waits until messages that were sent before are written. 0 means 5 seconds.
	CloseWait time.Duration
	// IdleWait is how long a connection without open calls and requests may receive nothing
	// before it ends with ErrIdle. 0 means for ever.
	IdleWait time.Duration
	// HandshakeWait is how long after its begin a connection ends with ErrNoHandshake if no
	// handshake has succeeded, in a protocol that has one. 0 means never.
	HandshakeWait time.Duration
	// History is called with each request of a replay, which is not handled. If nil, such
	// requests are ignored. Events of a replay are passed to their handler.
	History func(ctx context.Context, m Message)
	// Prepare is called with each message before it is sent, for example to set additional
	// members. It must not block.
	Prepare func(m Message)
	// Session carries state across reconnects. If nil, calls and handlers end with the
	// connection.
	Session *Session
	// Middleware wraps the handler of every request and notification. It may change the
	// message, answer itself, and take the time.
	Middleware func(next Handler) Handler
	// Outgoing is called with each request and notification before it is checked and sent, with
	// the context of the call. It may replace o.Message by one of the same method. An error
	// refuses the message, and is that of the call. The function it returns, if not nil, is
	// called when the call has ended or the notification was sent: with the result of a call,
	// or with the error.
	Outgoing func(ctx context.Context, o *Outgoing) (ended func(result codec.Raw, err error), err error)
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
	inputErr       error                 // why nothing more is received; set once, before err or with it
	isDraining     bool                  // new requests are refused; see Shutdown
	isGreeted      bool                  // a handshake has succeeded
	givenUp        []*session.Call       // calls without an answer that the machine still knows, oldest first; at most maxGivenUp

	// The queues have locks of their own. The reader fills them; end closes them.
	notifications *queue // in the order in which their handlers are called
	requests      requestQueue

	// These have a lock of their own, or are atomic.
	backlog   backlog
	writer    writer
	completed completionCount
	received  atomic.Int64    // notifications that were put into their queue; only the reader changes it
	lastRead  atomic.Int64    // Unix time in nanoseconds of the last message, if there is an IdleWait
	maxBytes  [2]atomic.Int64 // by side: the length of the longest message that it takes; 0: any

	// noInput is closed when the peer has ended its output. The reader does that.
	noInput chan struct{}

	// The lifetime of the connection. goroutines counts the reader, the one that calls the
	// handlers of notifications, those that handle requests, and the one that closes the
	// transport after the last answer: Begin adds the first two, and after that only those that
	// are counted add others. When all have returned, done is closed, which New makes and nobody
	// sends on. The timers stop when the connection ends.
	goroutines sync.WaitGroup
	done       chan struct{}
	timers     []*time.Timer
}

// A conn is a Conn with the unexported methods. They are not methods of Conn because the
// compiler emits a wrapper for each method in every type that embeds Conn.
type conn Conn

// A notification of the peer, or a request of a replay, waits for its handler.
type notification struct {
	message Message
	ctx     context.Context
	parts   Parts
	handle  Handler
	receipt *receipt
	size    int // see backlog
}

// New returns a connection that Begin starts. side is the end that it is. handle may be nil:
// requests are then answered with an error.
//
// owner is the value that OwnerFrom returns in handlers: the client or server that the
// connection belongs to.
func New(p *Protocol, side session.Side, t Transport, handle Handler, owner any, o *Options) *Conn {
	c := &conn{
		owner: owner, proto: p, side: side, transport: t, handler: handle, machine: session.New(p.Rules),
		pending: make(map[codec.ID]*pending), serving: make(map[codec.ID]*serving), done: make(chan struct{}), noInput: make(chan struct{}),
	}
	if o != nil {
		c.opt = *o
	}
	setDefault(&c.opt.MaxHandlers, 64)
	setDefault(&c.opt.MaxRead, 16<<20)
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
	base := context.Background()
	if c.opt.BaseContext != nil {
		base = context.WithoutCancel(c.opt.BaseContext)
	}
	c.ctx, c.cancel = context.WithCancelCause(base)
	c.writer = writer{transport: t, limit: c.opt.MaxWrite, stallWait: c.opt.StallWait, onFailure: c.writeFailed}
	c.notifications = newQueue(&c.backlog)
	c.requests = requestQueue{maxHandlers: c.opt.MaxHandlers, maxBytes: c.opt.MaxRead, backlog: &c.backlog, start: c.begin}
	for side := range c.maxBytes {
		c.maxBytes[side].Store(int64(p.Table.Dialect.Framing.MaxBytes))
	}
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
	c.startTimers()
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

// In returns the options with ctx as BaseContext, unless they have one. o may be nil, and is not
// changed.
func In(ctx context.Context, o *Options) *Options {
	var own Options
	if o != nil {
		own = *o
	}
	if own.BaseContext == nil {
		own.BaseContext = ctx
	}
	return &own
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

// log logs a message of a method at level Debug.
func (c *conn) log(words string, m Message, parts *Parts, method string) {
	l := c.opt.Logger
	if l == nil || !l.Enabled(c.ctx, slog.LevelDebug) {
		return
	}
	if parts.Tag != "" {
		method += "/" + parts.Tag
	}
	l.Debug(words, "method", method, "message", m)
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
