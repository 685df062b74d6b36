package nats

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The headers of messages in a stream.
const (
	lengthsHeader = "Wiregen-Lengths" // of several messages that are one; absent: it is one
	afterHeader   = "Wiregen-After"   // of the first one of a publisher: the last id before it
	endHeader     = "Wiregen-End"     // the session has ended
)

// An id names a message: the id of its publisher, and its sequence number from 1. It is
// the Nats-Msg-Id as well, by which the server knows what is sent twice.
type id struct {
	publisher string
	sequence  uint64
}

func (i id) String() string {
	if i.sequence == 0 {
		return ""
	}
	return i.publisher + "-" + strconv.FormatUint(i.sequence, 10)
}

// idOf reads an id; ok is false if it is none.
func idOf(text string) (i id, ok bool) {
	at := strings.LastIndexByte(text, '-')
	if at <= 0 {
		return id{}, false
	}
	n, err := strconv.ParseUint(text[at+1:], 10, 64)
	return id{text[:at], n}, err == nil && n > 0
}

// A publisher writes to one subject, as the only one. It is not safe for concurrent use.
type publisher struct {
	js      jetstream.JetStream
	stream  jetstream.Stream
	subject string
	id      string
	last    uint64 // the sequence in the stream of the last message on the subject; 0: none
}

// begin learns what is last on the subject; nil: nothing is.
func (p *publisher) begin(ctx context.Context) (*jetstream.RawStreamMsg, error) {
	last, err := p.lastMessage(ctx)
	if p.last = 0; last != nil {
		p.last = last.Sequence
	}
	return last, err
}

// lastMessage returns the last message on the subject; nil: there is none.
func (p *publisher) lastMessage(ctx context.Context) (last *jetstream.RawStreamMsg, err error) {
	err = retry(ctx, p.js.Conn(), func(ctx context.Context) error {
		last, err = p.stream.GetLastMsgForSubject(ctx, p.subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		return err
	})
	return last, err
}

// publish stores a message, as often as that takes. The server knows it again by its id,
// and if it has forgotten that, by what is last on the subject.
func (p *publisher) publish(ctx context.Context, sequence uint64, header natsgo.Header, data []byte) error {
	name := id{p.id, sequence}.String()
	if header == nil {
		header = natsgo.Header{}
	}
	return retry(ctx, p.js.Conn(), func(ctx context.Context) error {
		m := &natsgo.Msg{Subject: p.subject, Header: header, Data: data}
		ack, err := p.js.PublishMsg(ctx, m, jetstream.WithMsgID(name), jetstream.WithExpectLastSequencePerSubject(p.last))
		if err == nil {
			p.last = ack.Sequence
			return nil
		}
		if !wrongLast(err) {
			return err
		}
		last, failed := p.lastMessage(ctx)
		switch {
		case failed != nil:
			return failed
		case last != nil && last.Header.Get(jetstream.MsgIDHeader) == name:
			p.last = last.Sequence
			return nil
		}
		return fmt.Errorf("%w: the subject %s has another publisher", ErrTaken, p.subject)
	})
}
