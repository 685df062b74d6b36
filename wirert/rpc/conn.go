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

// Options configure a connection. The zero Options are good.
type Options struct {
	// Logger gets what is reported, unless Report is set, and at the level Debug every
	// message. Sensitive values are left out, and long ones cut, as the spec says. nil: no
	// log.
	Logger *slog.Logger
	// Report is called with what is wrong and does not end the connection: a message that
	// cannot be read, a broken rule, an answer to no call. It must not block.
	Report func(Incident)
	// MaxHandlers is how many requests are handled at once; 0: 64.
	MaxHandlers int
	// MaxQueue is how many messages may wait for handlers, and in each stream; 0: 1024.
	MaxQueue int
	// MaxWrite is how many bytes may wait to be written, above which senders wait; 0: 1 MiB.
	MaxWrite int
	// CancelWait is how long a cancelled call waits for the answer, if the peer was told; 0:
	// 1 second.
	CancelWait time.Duration
	// StallWait is how long reading may pause for a full queue while calls are open; 0: 1 minute.
	StallWait time.Duration
	// CloseWait is how long Close waits for handlers to return; 0: 5 seconds.
	CloseWait time.Duration
	// History is called with each request of a replay, which is not handled; nil: it is
	// passed over. Events of a replay reach their handler.
	History func(ctx context.Context, m Message)
	// Prepare is called with each message before it is sent, such as to set what members it
	// has besides those that its call has set. It must not block.
	Prepare func(m Message)
	// Session is what outlives the connection, and is that of those that follow it; nil:
	// nothing does.
	Session *Session
	// Middleware is called in place of the handler of every request and notification.
	Middleware func(next Handler) Handler
	// Outgoing is called with each valid request and notification before it is sent, and with
	// the context of the call. What it returns, unless that is nil, is called when the call has
	// ended, or the notification was sent: with the result of a call, or with the error.
	Outgoing func(ctx context.Context, o Outgoing) (ended func(result codec.Raw, err error))
}

// Outgoing is a message that is to be sent.
type Outgoing struct {
	Conn    *Conn
	Message Message
	Parts   Parts
}

// An Incident is something that is wrong and does not end the connection.
type Incident struct {
	Err     error           // what is wrong
	Faults  []session.Fault // the broken rules, if that is it
	Message []byte          // the message, as it was read; nil: none
	Sent    bool            // this end has sent the message
}

// A Conn is one end of a connection. Its methods may be called by several goroutines.
type Conn struct {
	proto     *Protocol
	owner     any
	side      session.Side
	transport Transport
	opt       Options
	handle    Handler
	out       writer
	ctx       context.Context // of handlers
	cancel    context.CancelCauseFunc

	mu      sync.Mutex // also of the order in which messages are sent
	machine *session.Machine
	pending map[codec.ID]*pending
	serving map[codec.ID]*serving
	cancels map[string][]canceller // by the method that cancels
	streams []*subscriber
	lastID  int64
	sent    int64  // messages that were counted
	offered [2]int // the limits in the params of the last handshake; 0: none
	timed   bool   // rules need to know the time
	err     error
	version string

	notes   *queue
	asked   *queue
	idle    int          // requests that may begin now; of the queue asked
	noted   atomic.Int64 // notifications that were put into notes
	handled handledCount
	limits  [2]atomic.Int64 // how long the messages are that each side takes; 0: any
	inside  atomic.Int64    // calls made by handlers that are open
	tasks   sync.WaitGroup
	serves  sync.WaitGroup // the tasks that handle requests
	done    chan struct{}  // is closed when nothing of the connection runs any more
}

// A conn is a Conn with the methods that are not exported. Those of an embedded type are made
// once more, for each end of every protocol.
type conn Conn

// A note is a notification, or a request of a replay, that waits for its handler.
type note struct {
	message Message
	ctx     context.Context
	handle  Handler
	receipt *receipt
}

// New returns a connection, which Begin begins. side is the end that this is. handle may be
// nil: requests are then answered as those without a handler.
//
// owner is what OwnerFrom returns to handlers: the typed end that the connection is part of.
func New(p *Protocol, side session.Side, t Transport, handle Handler, owner any, o *Options) *Conn {
	c := &conn{
		owner: owner, proto: p, side: side, transport: t, handle: handle, machine: session.New(p.Rules),
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
	if c.handle == nil {
		c.handle = func(context.Context, Message) (Message, error) { return nil, ErrUnhandled }
	}
	if c.opt.Middleware != nil {
		c.handle = c.opt.Middleware(c.handle)
	}
	c.ctx, c.cancel = context.WithCancelCause(context.Background())
	c.out = writer{transport: t, limit: c.opt.MaxWrite, failed: func(err error) {
		c.end(err)
		_ = t.Close() // the reader may wait for a peer that does not read
	}}
	c.notes, c.asked = newQueue(c.opt.MaxQueue), newQueue(c.opt.MaxQueue)
	c.idle = c.opt.MaxHandlers
	for side := range c.limits {
		c.limits[side].Store(int64(p.Table.Dialect.Framing.MaxBytes))
	}
	c.asked.begin = func(x item) bool { return c.begin(x.request) }
	if _, ok := t.(Keeper); ok {
		c.lastID = time.Now().UnixMicro()
		if c.opt.Session != nil {
			c.opt.Session.raise(c.lastID)
		}
	}
	c.timed = p.Rules.Rate.PerMinute > 0
	for i := range p.Rules.Acts {
		if a := &p.Rules.Acts[i]; a.Cancel != nil {
			if c.cancels == nil {
				c.cancels = make(map[string][]canceller)
			}
			c.cancels[a.Cancel.By] = append(c.cancels[a.Cancel.By], canceller{a.Cancel, a.Name, a.Kind})
		}
		for _, r := range p.Rules.Acts[i].Rules {
			c.timed = c.timed || r.Is == session.Timeout
		}
	}
	return (*Conn)(c)
}

// Begin begins to read. Generated code calls it when the owner knows the connection.
func (c *Conn) Begin() { (*conn)(c).run() }

func (c *conn) run() {
	if c.opt.Session != nil {
		c.opt.Session.begin(c)
	}
	c.tasks.Add(2)
	go c.read()
	go c.notify()
	go func() {
		c.tasks.Wait()
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

// From returns the connection of the message that is being handled; nil if ctx is not that
// of a handler.
func From(ctx context.Context) *Conn { return (*Conn)(connIn(ctx)) }

func connIn(ctx context.Context) *conn {
	h := handlingIn(ctx)
	if h.question != nil {
		return h.conn.opt.Session.current(h.question)
	}
	return h.conn
}

// OwnerFrom returns the typed end of the connection of the message that is being handled.
func OwnerFrom(ctx context.Context) any {
	if c := connIn(ctx); c != nil {
		return c.owner
	}
	return nil
}

// Version returns the version that both ends speak; empty before a handshake.
func (c *Conn) Version() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.version
}

// SetVersion sets the version that both ends speak.
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

// Open are the requests of the peer that are being handled.
func (c *Conn) Open() []Parts {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []Parts
	for _, s := range c.serving {
		out = append(out, s.parts)
	}
	return out
}

// Done returns a channel that is closed when the connection has ended, and no handler runs
// any more.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err returns why the connection has ended; nil if it has not. It is ErrClosed after Close,
// and an ErrDisconnected if the peer has ended it.
func (c *Conn) Err() error { return (*conn)(c).why() }

func (c *conn) why() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Wait waits until the connection has ended, and returns why: nil if the peer has ended it
// between two messages, or if it was closed.
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

// errGone is the error of a connection that its peer has ended between two messages.
var errGone = fmt.Errorf("%w: %w", ErrDisconnected, io.EOF)

// Close ends the connection: what was sent before is written, open calls fail with
// ErrClosed, and the contexts of handlers end. It waits for handlers.
func (c *Conn) Close() error {
	ctx, stop := context.WithTimeout(context.Background(), c.opt.CloseWait)
	defer stop()
	c.out.drained(ctx)
	(*conn)(c).end(ErrClosed)
	_ = c.transport.Close() // the peer may have gone without ending what it sends
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
		c.opt.Session.keep(open, c.machine.Owed())
	}
	c.streams = nil
	c.mu.Unlock()
	gone := errors.Is(err, ErrDisconnected)
	if !gone { // before the contexts of handlers end, which is not a reason to answer
		c.out.fail(err)
	}
	for _, p := range open {
		p.answer(answer{err: err})
	}
	c.cancel(err)
	c.notes.close(err == ErrClosed)
	c.asked.close(true)
	if gone {
		// The peer may still read: requests whose handlers end now are answered.
		return
	}
	_ = c.transport.Close()
}

// shut closes the transport when the last requests were answered: the peer may have ended
// only what it sends.
func (c *conn) shut() {
	ctx, stop := context.WithTimeout(context.Background(), c.opt.CloseWait)
	defer stop()
	served := make(chan struct{})
	go func() {
		c.serves.Wait()
		close(served)
	}()
	select {
	case <-served:
		c.out.drained(ctx)
	case <-ctx.Done():
	}
	c.out.fail(c.why())
	_ = c.transport.Close()
}

// report tells of what does not end the connection.
func (c *conn) report(i Incident) {
	switch {
	case c.opt.Report != nil:
		c.opt.Report(i)
	case c.opt.Logger != nil:
		c.opt.Logger.Warn("rpc", "err", i.Err, "sent", i.Sent)
	}
}

// reportFaults tells of broken rules.
func (c *conn) reportFaults(v *session.Verdict, method string, message []byte, sent bool) {
	if len(v.Faults) > 0 {
		c.report(Incident{Err: &RuleError{method, v.Faults}, Faults: v.Faults, Message: message, Sent: sent})
	}
}

// log writes a message to the log, if it is to have all of them.
func (c *conn) log(words string, m Message) {
	if l := c.opt.Logger; l != nil && l.Enabled(c.ctx, slog.LevelDebug) {
		l.Debug(words, "message", m)
	}
}

// told is what the machine is told of a message.
func (c *conn) told(side session.Side, p *Parts, m Message) session.Message {
	out := session.Message{Side: side, ID: p.ID.String(), Method: p.Method, Tag: p.Tag}
	if c.timed {
		out.Time = time.Now().UnixMilli()
	}
	if p.Shape == codec.NotificationShape {
		out.ID = ""
	}
	look := &looked{c: c, message: m}
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

// identity is what identifies an error.
func (c *conn) identity(e *codec.ResponseError) *session.ErrorIdentity {
	out := &session.ErrorIdentity{Code: int(e.Code)}
	out.Kind, _ = e.Kind()
	if c.proto.Table.Dialect.FlagsErrors() {
		out.Code = session.NoCode
	}
	return out
}

// looked looks up members of a message when the machine asks for them, which it rarely does.
type looked struct {
	c       *conn
	message Message
	told    *session.Message
}

func (l *looked) look() *session.Message {
	if l.told == nil {
		told := l.c.proto.Table.Dialect.Told(l.message.AppendJSON(nil))
		l.told = &told
	}
	return l.told
}

func (l *looked) params(path ...string) []byte {
	if at := l.look().Params; at != nil {
		return at(path...)
	}
	return nil
}

func (l *looked) result(path ...string) []byte {
	if at := l.look().Result; at != nil {
		return at(path...)
	}
	return nil
}
