package journal

import (
	"errors"
	"fmt"
	"os"
	"sync"
)

// A Writer appends records to a journal. Its methods may be called concurrently.
type Writer[R any] struct {
	// MaxLine is the maximum length of a line in bytes, without its end. It may be
	// changed before the first record is appended.
	MaxLine int

	record  *Line[R]
	version string
	torn    int64

	mu   sync.Mutex // of what follows
	file file
	size int64 // of the whole lines
	buf  []byte
	err  error // why nothing is written any more

	syncing sync.Mutex // of what follows; taken before mu
	synced  int64      // the size that is durable
}

// keptBuffer is the capacity of a buffer that is kept for the next record.
const keptBuffer = 1 << 20

// Append writes a record as one line. When it returns nil, the record survives the death
// of the process, but a power cut only after Sync. After an error other than ErrFailed the
// journal is as it was before.
func (w *Writer[R]) Append(record R) error {
	if err := w.record.check(record); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	line, err := w.record.encode(w.buf[:0], record, w.MaxLine)
	if cap(line) <= keptBuffer {
		w.buf = line
	}
	if err != nil {
		return err
	}
	return w.write(line)
}

// write writes a line. If that fails, it takes back what was written of it, so that the
// next line begins where this one did; if that fails as well, there is no next line.
func (w *Writer[R]) write(line []byte) error {
	_, err := w.file.Write(line)
	if err == nil {
		w.size += int64(len(line))
		return nil
	}
	if back := w.file.Truncate(w.size); back != nil {
		w.err = fmt.Errorf("%w: %w", ErrFailed, errors.Join(err, back))
		return w.err
	}
	return err
}

// Sync makes all records durable whose Append has returned. After an error it is unknown
// which of them are, and the Writer refuses everything with ErrFailed.
func (w *Writer[R]) Sync() error {
	size, err := w.state()
	if err != nil {
		return err
	}
	w.syncing.Lock()
	defer w.syncing.Unlock()
	if w.synced >= size {
		return nil // by a call that began later
	}
	return w.sync()
}

// state returns the size of the journal, or why nothing is written any more.
func (w *Writer[R]) state() (size int64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.size, w.err
}

// sync syncs what was written. Records may be appended meanwhile.
func (w *Writer[R]) sync() error {
	size, err := w.state()
	if err != nil {
		return err
	}
	if err := w.file.Sync(); err != nil {
		// A second attempt would succeed without having written what the first one did not.
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.err == nil {
			w.err = fmt.Errorf("%w: %w", ErrFailed, err)
		}
		return w.err
	}
	w.synced = size
	return nil
}

// Close syncs and closes the journal.
func (w *Writer[R]) Close() error {
	w.syncing.Lock()
	defer w.syncing.Unlock()
	err := w.sync()
	if errors.Is(err, os.ErrClosed) {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.err = os.ErrClosed
	return errors.Join(err, w.file.Close())
}

// Version returns the version of the journal to which records are appended: that of its
// header, which an older program may have written, or of a journal without one.
func (w *Writer[R]) Version() string { return w.version }

// Torn returns the length in bytes of a torn line that Open cut off, 0 for none.
func (w *Writer[R]) Torn() int64 { return w.torn }
