package nats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"sync"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wiregen/wiregen/wirert/journal"
)

// A JournalWriter appends records to a journal. Its methods may be called concurrently.
type JournalWriter[R any] struct {
	record  *journal.Line[R]
	version string

	mu     sync.Mutex
	out    *publisher
	number uint64 // of the next line, from 1
	err    error
}

// The header with the number of a line, from 1: the header of the journal has the first.
const lineHeader = "Wiregen-Line"

func (b *Bus) journal(name string) (subject string, err error) {
	if !token.MatchString(name) {
		return "", fmt.Errorf("nats: %q is not the name of a journal", name)
	}
	return b.config.Prefix + ".journal." + name, nil
}

// OpenJournal opens a journal to append records. If there is none, it begins with the
// header; otherwise the header is not used. Appending fails with ErrTaken after another
// process has appended.
func OpenJournal[H, R any](ctx context.Context, b *Bus, name string, header H, f *journal.Format[H, R]) (*JournalWriter[R], error) {
	subject, err := b.journal(name)
	if err != nil {
		return nil, err
	}
	if f.Header.Check != nil {
		if err := f.Header.Check(header); err != nil {
			return nil, err
		}
	}
	w := &JournalWriter[R]{record: &f.Record, number: 1, out: &publisher{js: b.js, stream: b.journals, subject: subject, id: newID()}}
	last, err := w.out.begin(ctx)
	if err != nil {
		return nil, err
	}
	if last == nil {
		if err := w.append(ctx, f.Header.Append(nil, header)); err != nil {
			return nil, err
		}
	} else if w.number, err = lineOf(last.Header); err != nil {
		return nil, err
	} else {
		w.number++
	}
	r, err := ReadJournal(ctx, b, name, f, nil)
	if err != nil {
		return nil, err
	}
	w.version = r.Version()
	return w, nil
}

func lineOf(h natsgo.Header) (uint64, error) {
	n, err := strconv.ParseUint(h.Get(lineHeader), 10, 64)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%w: a line has no number", ErrGap)
	}
	return n, nil
}

// Append stores a record. When it returns nil, the stream has acknowledged it; while the
// servers are away, it waits. After another error than that of an invalid record it is not
// known whether the record is stored, and the writer refuses everything with ErrFailed.
func (w *JournalWriter[R]) Append(ctx context.Context, record R) error {
	if w.record.Check != nil {
		if err := w.record.Check(record); err != nil {
			return err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	return w.append(ctx, w.record.Append(nil, record))
}

func (w *JournalWriter[R]) append(ctx context.Context, text []byte) error {
	err := w.out.publish(ctx, w.number, natsgo.Header{lineHeader: {fmt.Sprint(w.number)}}, text)
	if err == nil {
		w.number++
	} else {
		w.err = fmt.Errorf("%w: %w", ErrFailed, err)
	}
	return err
}

// Version returns the version of the journal to which records are appended: that of its
// header, which an older program may have written.
func (w *JournalWriter[R]) Version() string { return w.version }

// JournalOptions say what is read of a journal.
type JournalOptions struct {
	// From is the number of the first record that is read, at most the next one after the end;
	// 0: 1.
	From uint64
	// Follow has Records wait for more at the end of the journal, until the context ends.
	Follow bool
}

// A RecordError says which record of a journal cannot be read, and why.
type RecordError struct {
	Number uint64 // from 1
	Err    error
}

func (e *RecordError) Error() string { return fmt.Sprintf("record %d: %v", e.Number, e.Err) }

// Unwrap returns why the record cannot be read.
func (e *RecordError) Unwrap() error { return e.Err }

// A JournalReader reads a journal. It must not be used by several goroutines at once.
type JournalReader[H, R any] struct {
	ctx     context.Context
	o       JournalOptions
	in      *receiver
	format  *journal.Format[H, R]
	header  H
	version string
	last    uint64 // the sequence in the stream of the last line, unless the journal is followed
	line    uint64 // that was read last; the header has the first
}

// ReadJournal returns a reader of a journal; the error is a journal.ErrNoHeader if there is
// none. ctx is that of all reading. o may be nil.
func ReadJournal[H, R any](ctx context.Context, b *Bus, name string, f *journal.Format[H, R], o *JournalOptions) (*JournalReader[H, R], error) {
	subject, err := b.journal(name)
	if err != nil {
		return nil, err
	}
	r := &JournalReader[H, R]{ctx: ctx, format: f}
	if o != nil {
		r.o = *o
	}
	r.o.From = max(r.o.From, 1)
	first, err := line(ctx, b, subject, 0)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, fmt.Errorf("the journal %s: %w", name, journal.ErrNoHeader)
	} else if err != nil {
		return nil, err
	}
	if n, err := lineOf(first.Header); err != nil || n != 1 {
		return nil, fmt.Errorf("%w: the journal %s begins with the line %d", ErrGap, name, n)
	}
	// A journal in a file says what the version is.
	head := journal.NewReader(bytes.NewReader(append(bytes.Clone(first.Data), '\n')), f)
	var ok bool
	if r.header, ok = head.Header(); !ok {
		return nil, fmt.Errorf("the journal %s: %w", name, journal.ErrNoHeader)
	}
	r.version = head.Version()
	last, err := (&publisher{js: b.js, stream: b.journals, subject: subject}).lastMessage(ctx)
	if err != nil {
		return nil, err
	}
	if last == nil {
		return nil, fmt.Errorf("%w: the journal %s was removed", ErrGap, name)
	}
	r.last = last.Sequence
	before, err := find(ctx, b, subject, first, last, r.o.From)
	if err != nil {
		return nil, err
	}
	r.line = r.o.From
	r.in = &receiver{js: b.js, stream: b.journals.CachedInfo().Config.Name, subject: subject, last: before}
	return r, nil
}

// line returns the first line on a subject from a sequence in the stream on.
func line(ctx context.Context, b *Bus, subject string, from uint64) (m *jetstream.RawStreamMsg, err error) {
	err = retry(ctx, b.js.Conn(), func(ctx context.Context) error {
		m, err = b.journals.GetMsg(ctx, max(from, 1), jetstream.WithGetMsgSubject(subject))
		return err
	})
	return m, err
}

// find returns the sequence in the stream of a line.
func find(ctx context.Context, b *Bus, subject string, first, last *jetstream.RawStreamMsg, number uint64) (uint64, error) {
	if n, err := lineOf(last.Header); err != nil || n == number {
		return last.Sequence, err
	} else if n < number {
		return 0, fmt.Errorf("nats: the journal has %d records", n-1)
	}
	low, high := first.Sequence, last.Sequence // the line is at low, or between them
	for {
		middle, err := line(ctx, b, subject, low+(high-low)/2)
		if err != nil {
			return 0, err
		}
		n, err := lineOf(middle.Header)
		switch {
		case err != nil || n == number:
			return middle.Sequence, err
		case n > number:
			high = low + (high-low)/2
		default:
			low = middle.Sequence + 1
		}
	}
}

// Header returns the header of the journal.
func (r *JournalReader[H, R]) Header() H { return r.header }

// Version returns the version in the header; "" if the protocol says none.
func (r *JournalReader[H, R]) Version() string { return r.version }

// Number returns the number of the record that Records returned last, from 1.
func (r *JournalReader[H, R]) Number() uint64 { return r.line - 1 }

// Records returns the records that were not returned yet, in their order: those that are
// there when the reader is made, or all until the context ends. One that cannot be read is
// returned as a [*RecordError], and those after it follow. Any other error is the last.
func (r *JournalReader[H, R]) Records() iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		defer r.in.close()
		for r.o.Follow || r.in.last < r.last {
			record, err := r.next()
			if err == io.EOF {
				return
			}
			more := yield(record, err)
			if !more || err != nil && !errors.As(err, new(*RecordError)) {
				return
			}
		}
	}
}

// next reads the next record.
func (r *JournalReader[H, R]) next() (record R, err error) {
	m, sequence, err := r.in.next(r.ctx)
	if err != nil {
		return record, err
	}
	if !r.o.Follow && sequence > r.last {
		return record, io.EOF
	}
	n, err := lineOf(m.Headers())
	if err != nil {
		return record, err
	}
	if n != r.line+1 {
		return record, fmt.Errorf("%w: the record %d comes after %d", ErrGap, n-1, r.line-1)
	}
	r.line = n
	if record, err = r.format.Record.Decode(m.Data()); err != nil {
		err = &RecordError{n - 1, err}
	}
	return record, err
}
