package journal

import (
	"errors"
	"fmt"
	"os"
	"sync"
)

// A Writer appends records to a journal. Its methods may be called concurrently.
type Writer[R any] struct {
	// MaxLine is the maximum length of a line in bytes, without the newline. It may be changed
	// before the first Append.
	MaxLine int

	record  *Line[R]
	version string
	torn    int64

	mu   sync.Mutex // guards the fields below
	file file
	size int64 // of the whole lines
	buf  []byte
	err  error // why later operations fail

	syncing sync.Mutex // guards synced; locked before mu
	synced  int64      // the size that was synced
}

// keptBuffer is the maximum capacity of a buffer that is reused.
const keptBuffer = 1 << 20

// Append writes a record as one line. When it returns nil, the record survives a crash of the
// process; it survives a power cut only after Sync. An error other than ErrFailed leaves the
// journal unchanged.
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

// write writes a line. If that fails, it truncates the file to the previous line; if that
// fails, too, the writer fails for good.
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

// Sync makes all appended records durable. After an error it is unknown which of them are, and
// all later operations return ErrFailed.
func (w *Writer[R]) Sync() error {
	size, err := w.state()
	if err != nil {
		return err
	}
	w.syncing.Lock()
	defer w.syncing.Unlock()
	if w.synced >= size {
		return nil // a concurrent call did it
	}
	return w.sync()
}

// state returns the size of the journal, or the error that made the writer fail.
func (w *Writer[R]) state() (size int64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.size, w.err
}

// sync syncs the file. Records may be appended meanwhile. w.syncing is held.
func (w *Writer[R]) sync() error {
	size, err := w.state()
	if err != nil {
		return err
	}
	if err := w.file.Sync(); err != nil {
		// Do not retry: a second fsync may succeed without having written the data.
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

// Close syncs and closes the journal. Later operations return os.ErrClosed.
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

// Version returns the version of the journal: that of its header, which an older program may
// have written, or of a journal without a header.
func (w *Writer[R]) Version() string { return w.version }

// Torn returns the length in bytes of the torn line that Open truncated, or 0.
func (w *Writer[R]) Torn() int64 { return w.torn }
