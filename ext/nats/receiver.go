package nats

import (
	"context"
	"errors"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A receiver reads one subject in its order. It is not safe for concurrent use.
type receiver struct {
	js       jetstream.JetStream
	stream   string
	subject  string
	last     uint64                    // the sequence in the stream of what was read last, or where to begin after
	consumer string                    // of the messages
	messages jetstream.MessagesContext // nil: there are none
	expected uint64                    // the next sequence of the consumer
	status   chan natsgo.Status
	again    context.CancelFunc // has the receiver begin again
	pulling  context.Context    // ends then
}

const (
	maxPull       = 64              // messages that wait in memory
	consumerLimit = 2 * time.Minute // how long the server keeps what nobody reads
)

// next returns the next message on the subject. It goes on after what was read last when a
// server has lost the reader.
func (r *receiver) next(ctx context.Context) (m jetstream.Msg, sequence uint64, err error) {
	err = retry(ctx, r.js.Conn(), func(attempt context.Context) error {
		if r.messages == nil {
			if err := r.begin(ctx, attempt); err != nil {
				r.drop()
				return err
			}
		}
		m, err = r.messages.Next(jetstream.NextContext(r.pulling))
		if err != nil {
			r.drop()
			return err
		}
		meta, err := m.Metadata()
		if err != nil {
			r.drop()
			return err
		}
		if meta.Sequence.Consumer != r.expected { // one was lost on the way
			r.drop()
			return errLost
		}
		r.expected++
		sequence = meta.Sequence.Stream
		return nil
	})
	if err == nil {
		r.last = sequence
	}
	return m, sequence, err
}

// errLost has a receiver begin again.
var errLost = errors.New("nats: a message was lost on the way")

// begin begins to read after what was read last. What the server knows of that is in its
// memory only, and gone after a new connection to it: then the receiver begins again.
func (r *receiver) begin(ctx, attempt context.Context) error {
	conn := r.js.Conn()
	r.pulling, r.again = context.WithCancel(ctx)
	r.status = conn.StatusChanged(natsgo.CONNECTED)
	go func(connected <-chan natsgo.Status, again func()) {
		for range connected {
			again()
		}
	}(r.status, r.again)
	c, err := r.js.CreateConsumer(attempt, r.stream, jetstream.ConsumerConfig{
		FilterSubject: r.subject, DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: r.last + 1,
		AckPolicy: jetstream.AckNonePolicy, InactiveThreshold: consumerLimit, MemoryStorage: true, Replicas: 1,
	})
	if err != nil {
		return err
	}
	r.consumer = c.CachedInfo().Name
	r.expected = 1
	r.messages, err = c.Messages(jetstream.PullMaxMessagesWithBytesLimit(maxPull, int(max(4<<20, 2*conn.MaxPayload()))))
	return err
}

// drop forgets the reader of the server.
func (r *receiver) drop() {
	if r.messages != nil {
		r.messages.Stop()
		r.messages = nil
	}
	if r.status != nil {
		r.again()
		r.js.Conn().RemoveStatusListener(r.status)
		r.status = nil
	}
}

// close ends reading, and tells the server, if that can be done at once.
func (r *receiver) close() {
	if r.messages == nil {
		return
	}
	r.drop()
	if r.js.Conn().IsConnected() {
		ctx, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		_ = r.js.DeleteConsumer(ctx, r.stream, r.consumer)
	}
}
