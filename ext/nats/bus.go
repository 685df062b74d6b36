package nats

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"regexp"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The errors of sessions and journals.
var (
	// ErrTaken is the error of a process whose role of a session, or whose journal, another
	// process has taken.
	ErrTaken = errors.New("nats: another process has taken this over")
	// ErrGap is the error of messages that are not in the stream any more.
	ErrGap = errors.New("nats: messages are missing in the stream")
	// ErrFailed is the error of a journal of which an append failed earlier: what it has is
	// unknown until it is opened again.
	ErrFailed = errors.New("nats: the journal failed earlier, open it again")
)

// Config says where a Bus keeps its sessions and journals. It is used where a stream is not
// there yet; one that is there stays as it is.
type Config struct {
	// Prefix begins the names of subjects, streams and buckets: letters, digits, _ and -.
	Prefix string
	// Replicas is how many servers have each stream; 0: 1.
	Replicas int
	// MaxAge is how long messages of sessions are kept; 0: 7 days. One that was not read by
	// then is a gap. Journals are kept for ever.
	MaxAge time.Duration
	// MaxBytes limits the stream of sessions. When it is full, Write fails. 0: no limit.
	MaxBytes int64
}

// A Bus has the streams of sessions and journals on a JetStream.
type Bus struct {
	js        jetstream.JetStream
	config    Config
	sessions  jetstream.Stream
	journals  jetstream.Stream
	positions jetstream.KeyValue
}

const defaultMaxAge = 7 * 24 * time.Hour

var token = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)

// ConnectOptions are what a connection needs so that sessions survive an outage of the
// servers: it never gives up, and keeps nothing to itself meanwhile.
func ConnectOptions() []natsgo.Option {
	return []natsgo.Option{
		natsgo.MaxReconnects(-1), natsgo.RetryOnFailedConnect(true), natsgo.ReconnectBufSize(-1),
		natsgo.CustomReconnectDelay(func(attempts int) time.Duration { return backoff(attempts) }),
	}
}

// New returns a Bus, and makes its streams if they are not there.
func New(ctx context.Context, js jetstream.JetStream, c Config) (*Bus, error) {
	if !token.MatchString(c.Prefix) {
		return nil, fmt.Errorf("nats: %q is not a prefix", c.Prefix)
	}
	if c.Replicas == 0 {
		c.Replicas = 1
	}
	if c.MaxAge == 0 {
		c.MaxAge = defaultMaxAge
	}
	b := &Bus{js: js, config: c}
	var err error
	b.sessions, err = stream(ctx, js, jetstream.StreamConfig{
		Name: c.Prefix + "-sessions", Subjects: []string{c.Prefix + ".session.*.*"}, Replicas: c.Replicas,
		MaxAge: c.MaxAge, MaxBytes: limit(c.MaxBytes), Discard: jetstream.DiscardNew,
	})
	if err != nil {
		return nil, err
	}
	b.journals, err = stream(ctx, js, jetstream.StreamConfig{
		Name: c.Prefix + "-journals", Subjects: []string{c.Prefix + ".journal.*"}, Replicas: c.Replicas, MaxBytes: -1, Discard: jetstream.DiscardNew,
	})
	if err != nil {
		return nil, err
	}
	bucket := c.Prefix + "-positions"
	b.positions, err = js.KeyValue(ctx, bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		b.positions, err = js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: bucket, History: 1, Replicas: c.Replicas})
	}
	if err != nil {
		return nil, fmt.Errorf("nats: the bucket %s: %w", bucket, err)
	}
	return b, nil
}

func limit(n int64) int64 {
	if n == 0 {
		return -1
	}
	return n
}

// stream returns the stream with the name of c, which it makes if there is none.
func stream(ctx context.Context, js jetstream.JetStream, c jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := js.Stream(ctx, c.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err = js.CreateOrUpdateStream(ctx, c)
	}
	if err != nil {
		return nil, fmt.Errorf("nats: the stream %s: %w", c.Name, err)
	}
	return s, nil
}

// newID returns an id that no other process has.
func newID() string { return rand.Text()[:20] }

// attemptTime returns how long a request to the servers may take: at first not long, as it
// may have been lost while they began.
func attemptTime(attempt int) time.Duration {
	return min(time.Second<<min(attempt, 10), 10*time.Second)
}

// backoff returns how long to wait before a further attempt: with each one longer, and by
// chance, so that not all processes come back at once.
func backoff(attempt int) time.Duration {
	most := min(10*time.Millisecond<<min(attempt, 10), 2*time.Second)
	return most/2 + mathrand.N(most/2)
}

// retry calls do until it succeeds, ctx ends, or the error is one that another attempt
// does not change.
func retry(ctx context.Context, nc *natsgo.Conn, do func(ctx context.Context) error) error {
	for n := 0; ; n++ {
		attempt, stop := context.WithTimeout(ctx, attemptTime(n))
		err := do(attempt)
		stop()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !temporary(err) || nc.IsClosed():
			return err
		}
		wait := time.NewTimer(backoff(n))
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return context.Cause(ctx)
		}
	}
}

// temporary reports whether an error is one of the way to the servers, or of servers that
// are not ready: what the server refuses stays refused.
func temporary(err error) bool {
	var api *jetstream.APIError
	switch {
	case errors.As(err, &api):
		return api.Code == 503
	case errors.Is(err, ErrTaken), errors.Is(err, ErrGap), errors.Is(err, natsgo.ErrMaxPayload), errors.Is(err, jetstream.ErrMsgNotFound), errors.Is(err, jetstream.ErrKeyNotFound):
		return false
	}
	return true
}

// wrongLast reports whether something was stored after what the sender knows.
func wrongLast(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}
