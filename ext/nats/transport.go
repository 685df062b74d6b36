package nats

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	natsgo "github.com/nats-io/nats.go"

	"github.com/wiregen/wiregen/wirert/rpc"
)

// Options configure one end of a session. The zero Options are good.
type Options struct {
	// MaxBytes is the maximum length of a message that is read: Framing.MaxBytes of
	// Protocol.Dialect() in a generated package, if the protocol has one; 0: 64 MiB. The servers
	// have their own limit, max_payload.
	MaxBytes int
	// Resume has Close leave the session open, for a process that takes the role later.
	// Otherwise the other end is told that the session has ended.
	Resume bool
	// AckDelay is how long an acknowledgement may wait for others; 0: 10 milliseconds.
	AckDelay time.Duration
	// CloseWait is how long Close waits for the servers; 0: 2 seconds. What was to be written
	// before, a connection waits for as well: rpc.Options has the time of that.
	CloseWait time.Duration
}

const (
	defaultMax       = 64 << 20
	defaultAckDelay  = 10 * time.Millisecond
	defaultCloseWait = 2 * time.Second
	maxPacket        = 64 << 10 // of several messages that are stored as one
	lease            = 256      // messages that are noted as taken at once
)

// A Delivery is what a Transport knows of a message.
type Delivery struct {
	Publisher string // the process that has sent it
	Sequence  uint64 // of the messages of that process, from 1
	// Redelivered reports whether an earlier process may have handled it.
	Redelivered bool
}

// Redelivered reports whether the message that is being handled may have been handled
// before, by an earlier process with the same role.
func Redelivered(ctx context.Context) bool {
	d, _ := rpc.About(ctx).(Delivery)
	return d.Redelivered
}

// A Transport is one end of a session. It is an [rpc.Keeper].
type Transport struct {
	o      Options
	conn   *natsgo.Conn
	ctx    context.Context // ends with the transport
	cancel context.CancelCauseFunc

	writing  sync.Mutex // of what follows
	out      *publisher
	sequence uint64 // of the next message that is written
	after    string // the id of the last message of the publisher before this one
	unsure   int    // messages of which it is not known whether they are stored
	ending   bool   // what is unsure is the end of the session
	packet   []byte

	reading sync.Mutex // of what follows
	in      *receiver
	read    id         // of the last message that was returned, or passed over
	rest    []piece    // of what was received, not returned yet
	current *flight    // what was returned last
	earlier redelivery // what may have been handled before

	mu       sync.Mutex
	position position
	flights  []*flight // what was returned and not acknowledged, in its order
	acking   bool
	tasks    sync.WaitGroup
	once     sync.Once

	storing sync.Mutex // taken before mu
	store   *store
	stored  position
}

// A piece is a message of what was received as one.
type piece struct {
	id     id
	text   []byte
	stream uint64 // the sequence in the stream; 0: there are more pieces of it
	end    bool   // the session has ended
}

// A flight is a message that was returned, until it and all before it are handled.
type flight struct {
	piece
	delivery Delivery
	handled  bool
}

// A redelivery says which messages may have been handled before.
type redelivery struct {
	to   id   // the last of them
	seen bool // one of the publisher of to has come
	over bool
}

func (r *redelivery) has(i id) bool {
	switch {
	case r.over:
	case i.publisher == r.to.publisher:
		r.seen, r.over = true, i.sequence > r.to.sequence
	default:
		r.over = r.seen
	}
	return !r.over
}

// Session takes a role of a session, and returns that end of it. A process that had the
// role gets ErrTaken. o may be nil.
func (b *Bus) Session(ctx context.Context, name, role, peer string, o *Options) (*Transport, error) {
	for _, text := range []string{name, role, peer} {
		if !token.MatchString(text) {
			return nil, fmt.Errorf("nats: %q is not the name of a session or a role", text)
		}
	}
	t := &Transport{conn: b.js.Conn(), sequence: 1}
	if o != nil {
		t.o = *o
	}
	if t.o.MaxBytes <= 0 {
		t.o.MaxBytes = defaultMax
	}
	if t.o.AckDelay <= 0 {
		t.o.AckDelay = defaultAckDelay
	}
	if t.o.CloseWait <= 0 {
		t.o.CloseWait = defaultCloseWait
	}
	subject := b.config.Prefix + ".session." + name + ".to-"
	t.out = &publisher{js: b.js, stream: b.sessions, subject: subject + peer, id: newID()}
	t.store = &store{conn: t.conn, bucket: b.positions, key: name + "." + role, owner: t.out.id}
	var err error
	if t.position, err = t.store.open(ctx); err != nil {
		return nil, err
	}
	if err := t.begin(ctx); err != nil {
		return nil, err
	}
	t.stored = t.position
	t.read = id{t.position.Publisher, t.position.Sequence}
	t.earlier.to = id{t.position.TakenPublisher, t.position.Taken}
	t.earlier.over = t.earlier.to.sequence == 0 || t.earlier.to.publisher == t.read.publisher && t.earlier.to.sequence <= t.read.sequence
	t.in = &receiver{js: b.js, stream: b.sessions.CachedInfo().Config.Name, subject: subject + role, last: t.position.Stream}
	t.ctx, t.cancel = context.WithCancelCause(context.Background())
	return t, nil
}

// begin learns what the publisher before this one has sent.
func (t *Transport) begin(ctx context.Context) error {
	last, err := t.out.begin(ctx)
	if t.after = ""; last == nil || err != nil {
		return err
	}
	first, ok := idOf(last.Header.Get(natsgo.MsgIdHdr))
	lengths, err := lengthsOf(last.Header, len(last.Data))
	if !ok || err != nil {
		return fmt.Errorf("%w: what is last on %s was not sent by this package", rpc.ErrFraming, t.out.subject)
	}
	first.sequence += uint64(len(lengths)) - 1
	t.after = first.String()
	return nil
}

// Write stores messages, in their order. It returns when the stream has acknowledged them;
// while the servers are away, it waits.
func (t *Transport) Write(messages [][]byte) error {
	t.writing.Lock()
	defer t.writing.Unlock()
	for len(messages) > 0 {
		n, size := 1, len(messages[0])
		for n < len(messages) && size+len(messages[n]) <= maxPacket {
			size += len(messages[n])
			n++
		}
		if err := t.publish(t.ctx, messages[:n], natsgo.Header{}); err != nil {
			t.cancel(err)
			return err
		}
		messages = messages[n:]
	}
	return nil
}

// publish stores messages as one.
func (t *Transport) publish(ctx context.Context, messages [][]byte, header natsgo.Header) error {
	data := messages[0]
	if len(messages) > 1 {
		data = t.packet[:0]
		lengths := make([]byte, 0, 4*len(messages))
		for i, m := range messages {
			if i > 0 {
				lengths = append(lengths, ' ')
			}
			lengths = strconv.AppendInt(lengths, int64(len(m)), 10)
			data = append(data, m...)
		}
		t.packet = data
		header.Set(lengthsHeader, string(lengths))
	}
	if err := t.settle(ctx); err != nil {
		return err
	}
	for {
		if t.sequence == 1 && t.after != "" {
			header.Set(afterHeader, t.after)
		}
		t.unsure = len(messages)
		err := t.out.publish(ctx, t.sequence, header, data)
		if err == nil {
			break
		}
		if t.sequence > 1 || !errors.Is(err, ErrTaken) {
			return err
		}
		// The process before this one may have written until now.
		if own, failed := t.store.owned(ctx); failed != nil || !own {
			return errors.Join(err, failed)
		}
		if err := t.begin(ctx); err != nil {
			return err
		}
	}
	t.sequence += uint64(len(messages))
	t.unsure = 0
	return nil
}

// settle finds out whether what was written last is stored, if that is not known.
func (t *Transport) settle(ctx context.Context) error {
	if t.unsure == 0 {
		return nil
	}
	last, err := t.out.lastMessage(ctx)
	if err != nil {
		return err
	}
	if last != nil && last.Header.Get(natsgo.MsgIdHdr) == (id{t.out.id, t.sequence}).String() {
		t.out.last = last.Sequence
		t.sequence += uint64(t.unsure)
	}
	t.unsure = 0
	return nil
}

// lengthsOf returns the lengths of the messages of what was received as one.
func lengthsOf(h natsgo.Header, size int) ([]int, error) {
	text := h.Get(lengthsHeader)
	if text == "" {
		return []int{size}, nil
	}
	var out []int
	for word := range strings.SplitSeq(text, " ") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > size {
			return nil, fmt.Errorf("%w: %.40q are not the lengths of messages", rpc.ErrFraming, text)
		}
		size -= n
		out = append(out, n)
	}
	if size != 0 {
		return nil, fmt.Errorf("%w: %.40q are not the lengths of messages", rpc.ErrFraming, text)
	}
	return out, nil
}

// Read returns the next message. The error is io.EOF if the other end has closed the
// session, an [ErrGap] if messages are missing, and an [ErrTaken] if another process has
// taken the role.
func (t *Transport) Read() ([]byte, error) {
	t.reading.Lock()
	defer t.reading.Unlock()
	if t.ctx.Err() != nil {
		return nil, context.Cause(t.ctx)
	}
	for len(t.rest) == 0 {
		if err := t.receive(); err != nil {
			return nil, t.ended(err)
		}
	}
	p := t.rest[0]
	t.rest = t.rest[1:]
	t.read = p.id
	f := &flight{piece: p, delivery: Delivery{p.id.publisher, p.id.sequence, t.earlier.has(p.id)}}
	if err := t.take(f); err != nil {
		return nil, t.ended(err)
	}
	switch {
	case p.end:
		t.done(f)
		return nil, io.EOF
	case len(p.text) > t.o.MaxBytes:
		return nil, fmt.Errorf("%w: %d bytes, of at most %d", rpc.ErrTooLarge, len(p.text), t.o.MaxBytes)
	}
	return p.text, nil
}

// receive waits for what is next on the subject, and divides it into messages.
func (t *Transport) receive() error {
	m, sequence, err := t.in.next(t.ctx)
	if err != nil {
		return err
	}
	h := m.Headers()
	first, ok := idOf(h.Get(natsgo.MsgIdHdr))
	if !ok {
		return fmt.Errorf("%w: a message on %s was not sent by this package", rpc.ErrFraming, t.in.subject)
	}
	lengths, err := lengthsOf(h, len(m.Data()))
	if err != nil {
		return err
	}
	switch {
	case first.publisher != t.read.publisher && (first.sequence != 1 || h.Get(afterHeader) != t.read.String()),
		first.publisher == t.read.publisher && first.sequence > t.read.sequence+1:
		return fmt.Errorf("%w: %s comes after %q on %s", ErrGap, first, t.read, t.in.subject)
	}
	data := m.Data()
	for i, n := range lengths {
		p := piece{id: first, text: data[:n:n], end: h.Get(endHeader) != ""}
		if i == len(lengths)-1 {
			p.stream = sequence
		}
		if first.publisher != t.read.publisher || first.sequence > t.read.sequence { // else it was handled
			t.rest = append(t.rest, p)
		}
		data = data[n:]
		first.sequence++
	}
	return nil
}

// take notes that a message is going to be handled, before it is returned. The note is
// stored for many messages at once.
func (t *Transport) take(f *flight) error {
	t.mu.Lock()
	t.current = f
	t.flights = append(t.flights, f)
	noted := t.position.TakenPublisher == f.id.publisher && f.id.sequence <= t.position.Taken
	if !noted {
		t.position.TakenPublisher, t.position.Taken = f.id.publisher, f.id.sequence+lease-1
	}
	t.mu.Unlock()
	if noted {
		return nil
	}
	return t.save(t.ctx)
}

// Taken returns what is called when the message that Read has returned last was handled,
// and its Delivery.
func (t *Transport) Taken() (handled func(), about any) {
	f := t.current
	return func() { t.done(f) }, f.delivery
}

// done notes that a message was handled, and has the position stored if all before it were.
func (t *Transport) done(f *flight) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f.handled = true
	moved := false
	for len(t.flights) > 0 && t.flights[0].handled {
		first := t.flights[0]
		t.flights[0] = nil
		t.flights = t.flights[1:]
		t.position.Publisher, t.position.Sequence = first.id.publisher, first.id.sequence
		if first.stream > 0 {
			t.position.Stream = first.stream
		}
		moved = true
	}
	if moved && !t.acking && t.ctx.Err() == nil {
		t.acking = true
		t.tasks.Go(t.ack)
	}
}

// ack stores the position until it is the one that is stored.
func (t *Transport) ack() {
	for {
		wait := time.NewTimer(t.o.AckDelay)
		select {
		case <-wait.C:
		case <-t.ctx.Done(): // Close stores it
			wait.Stop()
		}
		err := t.save(t.ctx)
		if !t.behind(err) {
			return
		}
	}
}

// behind reports whether there is more to be stored; else ack has ended.
func (t *Transport) behind(err error) bool {
	t.storing.Lock()
	defer t.storing.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.acking = err == nil && t.stored != t.position
	return t.acking
}

// save stores the position.
func (t *Transport) save(ctx context.Context) error {
	t.storing.Lock()
	defer t.storing.Unlock()
	t.mu.Lock()
	p := t.position
	t.mu.Unlock()
	if p == t.stored {
		return nil
	}
	err := t.store.put(ctx, p)
	if err == nil {
		t.stored = p
	} else if ctx.Err() == nil {
		t.cancel(err)
	}
	return err
}

// Flush acknowledges everything that was handled before. When it returns nil, none of that
// comes again.
func (t *Transport) Flush(ctx context.Context) error { return t.save(ctx) }

// ended returns why the transport has ended, rather than how that shows.
func (t *Transport) ended(err error) error {
	if t.ctx.Err() != nil {
		return context.Cause(t.ctx)
	}
	t.cancel(err)
	return err
}

// Close acknowledges what was handled, tells the other end that the session has ended,
// unless it may be resumed, and ends this one. If the servers are away for longer than
// CloseWait, Close returns an error, and the other end is told when they are back, as long as
// the connection to them is not closed and no other process has taken the role.
func (t *Transport) Close() error {
	var err error
	t.once.Do(func() {
		t.mu.Lock() // done begins nothing any more
		earlier := context.Cause(t.ctx)
		t.cancel(net.ErrClosed)
		t.mu.Unlock()
		t.tasks.Wait()
		t.reading.Lock()
		defer t.reading.Unlock()
		t.in.close()
		if errors.Is(earlier, ErrTaken) {
			return
		}
		t.untake()
		ctx, stop := context.WithTimeout(context.Background(), t.o.CloseWait)
		defer stop()
		if err = t.end(ctx); err != nil && ctx.Err() != nil && !t.o.Resume {
			go t.endLater()
		}
	})
	return err
}

// end stores the position, and tells the other end that the session has ended, unless it may
// be resumed.
func (t *Transport) end(ctx context.Context) error {
	if err := t.save(ctx); err != nil || t.o.Resume {
		return err
	}
	t.writing.Lock()
	defer t.writing.Unlock()
	before := t.sequence
	if err := t.settle(ctx); err != nil {
		return err
	}
	if t.ending && t.sequence > before {
		return nil // an earlier attempt has stored it
	}
	err := t.publish(ctx, [][]byte{nil}, natsgo.Header{endHeader: {"1"}})
	t.ending = err != nil
	return err
}

// endLater tells the other end that the session has ended when the servers are back, unless
// another process goes on with it. It returns when the connection is closed, at the latest.
func (t *Transport) endLater() {
	ctx := context.Background()
	if own, err := t.store.owned(ctx); err == nil && own {
		_ = t.end(ctx)
	}
}

// untake notes what was returned, in place of what was noted to be.
func (t *Transport) untake() {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := id{t.position.Publisher, t.position.Sequence}
	if n := len(t.flights); n > 0 {
		last = t.flights[n-1].id
	}
	if !t.earlier.over { // what an earlier process was given has not all come again
		last = t.earlier.to
	}
	t.position.TakenPublisher, t.position.Taken = last.publisher, last.sequence
}
