package nats

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A position is how far a role of a session has come. It is the acknowledgement of what
// was handled, and kept in a bucket: those of JetStream itself do not keep the order of
// messages that come again.
type position struct {
	Owner     string `json:"owner"`     // the process that has the role
	Stream    uint64 `json:"stream"`    // the sequence in the stream up to which all was handled
	Publisher string `json:"publisher"` // of the message that was handled last, and all before it
	Sequence  uint64 `json:"sequence"`
	// The messages up to this one may have been handled.
	TakenPublisher string `json:"taken_publisher"`
	Taken          uint64 `json:"taken"`
}

// A store keeps the position of one process. It is not safe for concurrent use.
type store struct {
	conn     *natsgo.Conn
	bucket   jetstream.KeyValue
	key      string
	owner    string
	revision uint64
}

// open takes the role, and returns its position.
func (s *store) open(ctx context.Context) (p position, err error) {
	err = retry(ctx, s.conn, func(ctx context.Context) error {
		for {
			entry, err := s.bucket.Get(ctx, s.key)
			p, s.revision = position{}, 0
			switch {
			case errors.Is(err, jetstream.ErrKeyNotFound):
			case err != nil:
				return err
			default:
				s.revision = entry.Revision()
				if err := json.Unmarshal(entry.Value(), &p); err != nil {
					return fmt.Errorf("%w: the position %s cannot be read: %w", ErrGap, s.key, err)
				}
			}
			p.Owner = s.owner
			if err = s.update(ctx, &p); err == nil || !wrongLast(err) {
				return err
			}
		}
	})
	return p, err
}

// put stores the position, unless another process has taken the role.
func (s *store) put(ctx context.Context, p position) error {
	p.Owner = s.owner
	return retry(ctx, s.conn, func(ctx context.Context) error {
		err := s.update(ctx, &p)
		if !wrongLast(err) {
			return err
		}
		// It may be what an earlier attempt has stored.
		entry, err := s.bucket.Get(ctx, s.key)
		if err != nil {
			return err
		}
		var stored position
		if json.Unmarshal(entry.Value(), &stored) != nil || stored.Owner != s.owner {
			return fmt.Errorf("%w: the role %s has another process", ErrTaken, s.key)
		}
		if s.revision = entry.Revision(); stored == p {
			return nil
		}
		return s.update(ctx, &p)
	})
}

// owned reports whether the role is still that of this process.
func (s *store) owned(ctx context.Context) (own bool, err error) {
	err = retry(ctx, s.conn, func(ctx context.Context) error {
		entry, err := s.bucket.Get(ctx, s.key)
		if err != nil {
			return err
		}
		var stored position
		own = json.Unmarshal(entry.Value(), &stored) == nil && stored.Owner == s.owner
		return nil
	})
	return own, err
}

func (s *store) update(ctx context.Context, p *position) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	revision, err := s.bucket.Update(ctx, s.key, text, s.revision)
	if err == nil {
		s.revision = revision
	}
	return err
}
